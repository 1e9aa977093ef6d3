import { expect, test } from 'vitest';
import { parseLines } from './shoppingLineParser.ts';
import { decodeListLink, encodeListLink } from './shoppingLink.browser.ts';
import {
  addItems,
  EMPTY_SHOPPING_LIST,
  keyOf,
  removeItem,
  type ShoppingItem,
  type ShoppingList,
  tickItem,
} from './shoppingList.ts';
import { changesBetween, MAX_GONE, mergeLists, stampChanges } from './shoppingListMerge.ts';

/** A phone with a clock, which counts in seconds and may be wrong. */
class Phone {
  list: ShoppingList = EMPTY_SHOPPING_LIST;
  #now: () => number;
  constructor(now: () => number) {
    this.#now = now;
  }
  change(change: (list: ShoppingList) => ShoppingList) {
    this.list = stampChanges(this.list, change(this.list), this.#now());
  }
  add(text: string) {
    this.change((list) => addItems(list, parseLines(text)).list);
  }
  tick(name: string, done = true) {
    this.change((list) => tickItem(list, this.#idOf(name), done));
  }
  remove(name: string) {
    this.change((list) => removeItem(list, this.#idOf(name)));
  }
  link = () => encodeListLink(this.list);
  /** Merges the list of a link; returns the changes without the empty ones. */
  async open(link: string | null) {
    const other = await decodeListLink(link ?? '');
    if (!other) throw new Error('broken link');
    const before = this.list;
    this.list = mergeLists(before, other);
    return Object.fromEntries(
      Object.entries(changesBetween(before, this.list)).filter(([, names]) => names.length > 0),
    );
  }
  #idOf = (name: string) => this.list.items.find((item) => item.name === name)?.id ?? '';
}

let seconds = 1_790_000_000;
const tick = () => {
  seconds += 60;
  return seconds;
};

test('two phones keep one list together by links, and each link says what it changed', async () => {
  const [ana, beto] = [new Phone(tick), new Phone(tick)];
  ana.add('2 kg de tomate; leite; pão');
  expect(await beto.open(await ana.link())).toEqual({ added: ['tomate', 'leite', 'pão'] });
  ana.tick('leite');
  ana.add('sal');
  beto.remove('pão');
  beto.add('1 kg de tomate; queijo');
  expect(await ana.open(await beto.link())).toEqual({
    added: ['queijo'],
    changed: ['tomate'],
    removed: ['pão'],
  });
  expect(await beto.open(await ana.link())).toEqual({ added: ['sal'], ticked: ['leite'] });
  ana.tick('leite', false);
  expect(await beto.open(await ana.link())).toEqual({ unticked: ['leite'] });
  expect(shared(ana.list)).toEqual(shared(beto.list));
});

test('a removed item does not come back by an old link, but by adding it again', async () => {
  const [ana, beto] = [new Phone(tick), new Phone(tick)];
  ana.add('leite; pão');
  const old = await ana.link();
  await beto.open(old);
  beto.remove('pão');
  await ana.open(await beto.link());
  for (const phone of [ana, beto]) expect(await phone.open(old)).toEqual({});
  ana.add('pão');
  expect(await beto.open(await ana.link())).toEqual({ added: ['pão'] });
  expect(await ana.open(await beto.link())).toEqual({});
});

test('a change wins over the state that it changed, even if that comes from a clock that is ahead', async () => {
  const [ana, beto] = [new Phone(() => tick() + 40_000), new Phone(tick)];
  ana.add('leite; pão');
  await beto.open(await ana.link());
  beto.tick('leite');
  beto.remove('pão');
  expect(await ana.open(await beto.link())).toEqual({ ticked: ['leite'], removed: ['pão'] });
});

test('an offer keeps its price on the phone that knows it, and is the same item on both', async () => {
  const price = { uuid: 'b1', cents: 2290, size: '5 kg', until: '2099-12-31' };
  const [ana, beto] = [new Phone(tick), new Phone(tick)];
  const rice = { name: 'Arroz Serra', amounts: [{ value: 1, unit: 'un' }], aisle: 'grocery', price };
  ana.change((list) => addItems(list, [rice]).list);
  await beto.open(await ana.link());
  expect(beto.list.items).toMatchObject([{ name: 'Arroz Serra', note: '5 kg', offer: 'b1' }]);
  beto.change((list) => ({
    ...list,
    items: list.items.map((item) => ({ ...item, amounts: [{ value: 3, unit: 'un' }] })),
  }));
  expect(await ana.open(await beto.link())).toEqual({ changed: ['Arroz Serra'] });
  expect(ana.list.items).toMatchObject([{ price, amounts: [{ value: 3 }] }]);
  expect(ana.list.items[0]).not.toHaveProperty('note');
  expect(await beto.open(await ana.link())).toEqual({});
});

test('a link without times adds what is missing and changes nothing else', async () => {
  const phone = new Phone(tick);
  phone.add('2 kg de tomate; leite; pão');
  phone.remove('pão');
  const older: ShoppingList = addItems(EMPTY_SHOPPING_LIST, parseLines('5 kg de tomate; pão; sal')).list;
  const merged = mergeLists(phone.list, older);
  expect(changesBetween(phone.list, merged)).toMatchObject({ added: ['sal'], changed: [], removed: [] });
  expect(changesBetween(merged, mergeLists(merged, older))).toMatchObject({ added: [] });
});

test('remembers the latest removed items only', () => {
  const gone = Object.fromEntries(Array.from({ length: MAX_GONE + 50 }, (_, at) => [`coisa ${at}`, at + 1]));
  const { gone: kept } = mergeLists(EMPTY_SHOPPING_LIST, { ...EMPTY_SHOPPING_LIST, gone });
  expect(Object.keys(kept)).toHaveLength(MAX_GONE);
  expect(kept).toHaveProperty([`coisa ${MAX_GONE + 49}`]);
  expect(kept).not.toHaveProperty(['coisa 49']);
});

/** Returns the part of a list that all phones have in common, in an order of its own. */
const shared = ({ items, gone }: ShoppingList) => ({
  items: items
    .map(({ id: _, price: _price, ...item }) => item)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  gone,
});

test('merging is commutative, associative and idempotent', () => {
  let seed = 1;
  const random = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  /** Few names and times, so that states of the same item meet, also of the same second. */
  const someList = (): ShoppingList => {
    const items: ShoppingItem[] = [];
    const gone: Record<string, number> = {};
    for (const name of ['arroz', 'leite', 'pao', 'sal']) {
      const at = random(4);
      if (random(3) === 0) gone[name] = at + 1;
      else if (random(4) > 0)
        items.push({
          id: `${name}${random(1e6)}`,
          name,
          amounts: random(2) ? [{ value: random(3) + 1, unit: 'kg' }] : [],
          ...(random(2) && { done: true as const }),
          ...(random(2) && { note: 'fresco' }),
          ...(at && { at }),
        });
    }
    return { items, places: {}, gone };
  };
  for (let round = 0; round < 2000; round += 1) {
    const [a, b, c] = [someList(), someList(), someList()];
    const both = mergeLists(a, b);
    expect(shared(mergeLists(b, a))).toEqual(shared(both));
    expect(mergeLists(both, b)).toEqual(both);
    expect(mergeLists(both, a)).toEqual(both);
    expect(shared(mergeLists(both, c))).toEqual(shared(mergeLists(a, mergeLists(b, c))));
  }
});
