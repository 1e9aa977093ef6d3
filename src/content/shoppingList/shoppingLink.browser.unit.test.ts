import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseLines } from './shoppingLineParser.ts';
import { decodeListLink, encodeListLink } from './shoppingLink.browser.ts';
import { addItems, EMPTY_SHOPPING_LIST, MAX_SHOPPING_ITEMS, tickItem } from './shoppingList.ts';
import { stampChanges } from './shoppingListMerge.ts';

const packed = (text: string) => `#lista=1${deflateRawSync(text).toString('base64url')}`;
const packedList = (value: unknown) =>
  `#lista=3${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;
const NOW = Math.floor(Date.now() / 1000);
const UUID = '0b8a0000-0000-4000-8000-000000000001';

/** Returns the list of a link without the ids, which each phone chooses. */
const decoded = async (link: string | null) => {
  const list = await decodeListLink(link ?? '');
  return list && { ...list, items: list.items.map(({ id: _, ...item }) => item) };
};

test('round-trips a list through a link, with ticked and removed items, without prices', async () => {
  const list = addItems(EMPTY_SHOPPING_LIST, [
    ...parseLines('1,5 kg de tomate; 2 xícaras de farinha de trigo; leite; sal a gosto; pão'),
    {
      name: 'Arroz branco',
      amounts: [{ value: 2, unit: 'un' }],
      aisle: 'grocery',
      price: { uuid: UUID, cents: 2290, size: '5 kg', until: '2026-11-30' },
    },
  ]).list;
  const milk = list.items.find(({ name }) => name === 'leite');
  const first = stampChanges(EMPTY_SHOPPING_LIST, list, NOW - 60);
  const ticked = stampChanges(first, tickItem(first, milk?.id ?? '', true), NOW - 30);
  const rest = { ...ticked, items: ticked.items.filter(({ name }) => name !== 'pão') };
  const link = await encodeListLink(stampChanges(ticked, rest, NOW));
  expect(link).toMatch(/^#lista=3[\w-]{40,300}$/);
  expect(await decoded(link)).toEqual({
    items: [
      { name: 'tomate', amounts: [{ value: 1.5, unit: 'kg' }], at: NOW - 60 },
      { name: 'farinha de trigo', amounts: [{ value: 2, unit: 'xícara' }], at: NOW - 60 },
      { name: 'leite', amounts: [], done: true, at: NOW - 30 },
      { name: 'sal', note: 'a gosto', amounts: [], at: NOW - 60 },
      {
        name: 'Arroz branco',
        note: '5 kg',
        amounts: [{ value: 2, unit: 'un' }],
        aisle: 'grocery',
        offer: UUID,
        at: NOW - 60,
      },
    ],
    places: {},
    gone: { pao: NOW },
  });
});

test('fits the longest list in a link, and returns no link for an empty one', async () => {
  const lines = Array.from({ length: MAX_SHOPPING_ITEMS }, (_, at) => ({
    name: `${'bolacha de água e sal '.repeat(3)}${at * 7919}`,
    amounts: [{ value: at + 1, unit: 'pacote' }],
  }));
  const { list } = addItems(EMPTY_SHOPPING_LIST, lines);
  const gone = Object.fromEntries(lines.map(({ name }, at) => [`${name} antigo`, NOW - at * 977]));
  const link = await encodeListLink(stampChanges({ ...EMPTY_SHOPPING_LIST, gone }, list, NOW));
  expect(link?.length).toBeLessThan(12_000);
  expect((await decodeListLink(link ?? ''))?.items.length).toBe(MAX_SHOPPING_ITEMS);
  expect(await encodeListLink({ ...EMPTY_SHOPPING_LIST, gone })).toBeNull();
});

test('rejects broken, foreign and oversized links', async () => {
  for (const hash of [
    '',
    '#lista=',
    '#lista=9abc',
    '#lista=1abc',
    '#lista=1%%%',
    '#lista=0____',
    '#lista=2____',
    '#lista=3abc',
    packed(''),
    packed('\n\n \n'),
    packed('a'.repeat(200_000)),
    packedList(null),
    packedList({}),
    packedList([1, 2, 3]),
    packedList([NOW, [], []]),
    packedList([NOW, [['a'.repeat(200_000), [], 0]], []]),
    `#lista=1${'A'.repeat(13_000)}`,
  ])
    expect(await decodeListLink(hash), hash.slice(0, 30)).toBeNull();
});

test('reads a link of an earlier release as items that are older than all others', async () => {
  const link = packed(`${'x'.repeat(5000)}\n<b>sal</b>\tgrocery\nleite\tNÃO\n2 tomates\n1 kg de tomate`);
  expect((await decoded(link))?.items).toEqual([
    { name: 'x'.repeat(80), amounts: [] },
    { name: '<b>sal</b>', amounts: [], aisle: 'grocery' },
    { name: 'leite', amounts: [] },
    {
      name: 'tomates',
      amounts: [
        { value: 2, unit: 'un' },
        { value: 1, unit: 'kg' },
      ],
    },
  ]);
});

test('accepts of a forged link only fields in their form, and no time far ahead', async () => {
  const link = packedList([
    NOW + 10 * 86_400,
    [
      [
        'sal',
        [
          [1, 'kg'],
          [-1, 'kg'],
          [1, 'léguas'],
        ],
        0,
        'sim',
        7,
        'NÃO',
        UUID,
        { cents: 1 },
      ],
      ['linha\n- pão', [], 0],
      ['y'.repeat(81), [], 0],
      [{ name: 'pão' }, [], 0],
      ['alho', [], 'nunca'],
    ],
    [
      ['pao', 11 * 86_400],
      [{}, 0],
      ['z'.repeat(999), 0],
    ],
  ]);
  expect(await decoded(link)).toEqual({
    items: [
      {
        name: 'sal',
        amounts: [{ value: 1, unit: 'kg' }],
        offer: UUID,
        at: expect.closeTo(NOW + 86_400, -2),
      },
      { name: 'alho', amounts: [] },
    ],
    places: {},
    gone: { pao: NOW - 86_400 },
  });
});
