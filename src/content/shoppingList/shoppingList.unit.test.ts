import { expect, test } from 'vitest';
import { offerItem } from './offerItem.ts';
import { AISLES, aisleOf } from './shoppingAisles.ts';
import { amountsText } from './shoppingLine.ts';
import { parseLine, parseLines } from './shoppingLineParser.ts';
import {
  addItems,
  EMPTY_SHOPPING_LIST,
  MAX_SHOPPING_ITEMS,
  moveItem,
  type NewShoppingItem,
  removeTickedItems,
  rewriteItem,
  type ShoppingList,
  tickItem,
  totalOfList,
} from './shoppingList.ts';

const typed = (text: string, list: ShoppingList = EMPTY_SHOPPING_LIST) =>
  addItems(list, parseLines(text)).list;
const told = ({ items }: ShoppingList) =>
  items.map(
    ({ name, amounts, done }) =>
      `${done ? '✓ ' : ''}${[amountsText(amounts), name].filter(Boolean).join(' ')}`,
  );

const rice: NewShoppingItem = offerItem({
  uuid: 'a',
  product: 'Arroz branco',
  brand: 'Serra',
  size: '5',
  unit: 'kg',
  price: '22.90',
  department: 'grocery',
  valid_until: '2026-11-30',
});

test('adds up the amounts that two recipes need of an item', () => {
  expect(told(typed('500 g de tomate; 2 ovos; sal a gosto; 1 kg de Tomates; 1 dúzia de ovos; sal'))).toEqual([
    '1,5 kg tomate',
    '14 ovos',
    'sal',
  ]);
  expect(told(typed('2 tomates; 1 kg de tomate; 3 tomates'))).toEqual(['5 + 1 kg tomates']);
});

test('unticks an item that is added again and replaces its amount', () => {
  const list = typed('2 kg de arroz, leite');
  const bought = tickItem(list, list.items[0]?.id ?? '', true);
  expect(told(bought)).toEqual(['✓ 2 kg arroz', 'leite']);
  expect(told(typed('1 kg de arroz', bought))).toEqual(['1 kg arroz', 'leite']);
  expect(told(removeTickedItems(bought))).toEqual(['leite']);
  expect(told(tickItem(bought, bought.items[0]?.id ?? '', false))).toEqual(['2 kg arroz', 'leite']);
});

test('limits the number of items, but still merges existing ones', () => {
  const full = addItems(
    EMPTY_SHOPPING_LIST,
    Array.from({ length: MAX_SHOPPING_ITEMS + 3 }, (_, at) => ({ name: `coisa ${at}`, amounts: [] })),
  );
  expect([full.list.items.length, full.refused]).toEqual([MAX_SHOPPING_ITEMS, 3]);
  const more = addItems(full.list, [
    { name: 'coisa 7', amounts: [{ value: 2, unit: 'kg' }] },
    { name: 'nova', amounts: [] },
  ]);
  expect([more.items.map(({ name }) => name), more.refused]).toEqual([['coisa 7'], 1]);
});

test('keeps an offer apart from items of the same name, and counts it in packs', () => {
  const list = addItems(typed('1 kg de arroz branco'), [rice, rice]).list;
  expect(told(list)).toEqual(['1 kg arroz branco', '2 Arroz branco Serra']);
  expect(list.items[1]).toMatchObject({ aisle: 'grocery', price: { cents: 2290, size: '5 kg' } });
  expect(totalOfList(list, '2026-11-30')).toEqual({ cents: 4580, known: 1, unknown: 1, ended: 0 });
  expect(totalOfList(list, '2026-12-01')).toEqual({ cents: 0, known: 0, unknown: 1, ended: 1 });
});

test('merges a renamed item with the item of that name', () => {
  const list = typed('2 kg de batata; 500 g de cenoura');
  const line = parseLine('1 kg de cenouras') as NewShoppingItem;
  expect(told(rewriteItem(list, list.items[0]?.id ?? '', line))).toEqual(['1,5 kg cenoura']);
  expect(told(rewriteItem(list, list.items[1]?.id ?? '', line))).toEqual(['2 kg batata', '1 kg cenouras']);
  expect(rewriteItem(list, 'gone', line)).toBe(list);
});

test('places an item in the aisle that the shopper chose before', () => {
  const list = typed('jambu');
  const moved = moveItem(list, list.items[0]?.id ?? '', 'produce');
  expect(moved.items[0]?.aisle).toBe('produce');
  const later = typed('2 maços de Jambu', { ...moved, items: [] });
  expect(later.items[0]?.aisle).toBe('produce');
});

test('assigns aisles by name, and none to unknown items', () => {
  const expected = {
    produce: ['Tomates', 'cebola roxa', 'pimentão verde', 'alface-americana', 'limões', 'maço de coentro'],
    butcher: ['picanha', 'peito de frango', 'carne de sol', 'linguiça'],
    fish: ['peixe branco em postas', 'camarão médio limpo', 'filé de peixe'],
    bakery: ['pão francês', 'pães', 'bolo'],
    dairy: ['leite', 'queijo coalho', 'ovos', 'manteiga', 'leite fermentado'],
    frozen: ['pão de queijo', 'sorvete'],
    grocery: [
      'leite de coco',
      'leite condensado',
      'molho de tomate',
      'óleo',
      'sal',
      'Farofa pronta',
      'feijão-de-corda',
    ],
    drinks: ['suco de laranja', 'água', 'cervejas', 'coca-cola'],
    cleaning: ['água sanitária', 'sabão em pó', 'Papel-toalha'],
    hygiene: ['papel higiênico', 'creme dental', 'sabonete'],
    baby: ['fraldas', 'lenço umedecido'],
    pet: ['ração para gato'],
    home: ['pilhas', 'carvão'],
    electronics: ['ventilador'],
    other: ['jambu', 'xpto', '123'],
  };
  expect(Object.keys(expected).sort()).toEqual(Object.keys(AISLES).sort());
  for (const [aisle, names] of Object.entries(expected))
    for (const name of names) expect(aisleOf(name), name).toBe(aisle);
});
