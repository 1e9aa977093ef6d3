import { expect, it } from 'vitest';
import { galleryOrder } from '../../../shared/files/image.ts';
import { movedOrder, shiftedOrder } from './galleryTiles.ts';

it('orders stored pictures before new ones by default', () => {
  expect(galleryOrder([], ['a', 'b'], 2)).toEqual(['a', 'b', 0, 1]);
  expect(galleryOrder([1, 'b'], ['a', 'b'], 2)).toEqual([1, 'b', 'a', 0]);
  expect(galleryOrder(['gone', 7, 'b', 'b'], ['a', 'b'], 0)).toEqual(['b', 'a']);
});

it('moves a new picture before a stored one, and is empty for the default order', () => {
  const moved = movedOrder(['a', 'b', 0], 2, 0, ['a', 'b']);
  expect(moved).toEqual([0, 'a', 'b']);
  expect(movedOrder(moved, 0, 2, ['a', 'b'])).toEqual([]);
});

it('keeps the order of other new pictures when pictures are added or removed', () => {
  expect(shiftedOrder([2, 'a', 0, 1], 1, 1, 0)).toEqual([1, 'a', 0]);
  expect(shiftedOrder([1, 'a', 0], 1, 0, 2)).toEqual([3, 'a', 0]);
});
