import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseLines } from './shoppingLineParser.ts';
import { decodeListLink, encodeListLink } from './shoppingLink.browser.ts';
import { addItems, EMPTY_SHOPPING_LIST, MAX_SHOPPING_ITEMS, tickItem } from './shoppingList.ts';

const packed = (text: string) => `#lista=1${deflateRawSync(text).toString('base64url')}`;

test('round-trips a list through a link, without ticked items and prices', async () => {
  const list = addItems(EMPTY_SHOPPING_LIST, [
    ...parseLines('1,5 kg de tomate; 2 xícaras de farinha de trigo; leite; sal a gosto'),
    {
      name: 'Arroz branco',
      amounts: [{ value: 2, unit: 'un' }],
      aisle: 'grocery',
      price: { uuid: 'a', cents: 2290, size: '5 kg', until: '2026-11-30' },
    },
  ]).list;
  const milk = list.items.find(({ name }) => name === 'leite');
  const link = await encodeListLink(tickItem(list, milk?.id ?? '', true));
  expect(link).toMatch(/^#lista=1[\w-]{40,200}$/);
  expect(await decodeListLink(link ?? '')).toEqual([
    { name: 'tomate', amounts: [{ value: 1.5, unit: 'kg' }] },
    { name: 'farinha de trigo', amounts: [{ value: 2, unit: 'xícara' }] },
    { name: 'sal', note: 'a gosto', amounts: [] },
    { name: 'Arroz branco', note: '5 kg', amounts: [{ value: 2, unit: 'un' }], aisle: 'grocery' },
  ]);
});

test('fits the longest list in a link, and returns no link for an empty one', async () => {
  const lines = Array.from({ length: MAX_SHOPPING_ITEMS }, (_, at) => ({
    name: `${'bolacha de água e sal '.repeat(3)}${at * 7919}`,
    amounts: [{ value: at + 1, unit: 'pacote' }],
  }));
  const link = await encodeListLink(addItems(EMPTY_SHOPPING_LIST, lines).list);
  expect(link?.length).toBeLessThan(12_000);
  expect((await decodeListLink(link ?? ''))?.length).toBe(MAX_SHOPPING_ITEMS);
  expect(await encodeListLink(EMPTY_SHOPPING_LIST)).toBeNull();
});

test('rejects broken, foreign and oversized links', async () => {
  for (const hash of [
    '',
    '#lista=',
    '#lista=9abc',
    '#lista=1abc',
    '#lista=1%%%',
    '#lista=0____',
    packed(''),
    packed('\n\n \n'),
    packed('a'.repeat(200_000)),
    `#lista=1${'A'.repeat(13_000)}`,
  ])
    expect(await decodeListLink(hash), hash.slice(0, 30)).toBeNull();
  expect(await decodeListLink(packed(`${'x'.repeat(5000)}\n<b>sal</b>\tgrocery\nleite\tNÃO`))).toEqual([
    { name: 'x'.repeat(80), amounts: [] },
    { name: '<b>sal</b>', amounts: [], aisle: 'grocery' },
    { name: 'leite', amounts: [] },
  ]);
});
