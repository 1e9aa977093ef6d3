import { expect, test } from 'vitest';
import { COUNTED } from '../features/reads/pages.ts';
import { pages } from './pages.ts';

test('every page is counted but that for when there is no connection, and the one that leads elsewhere', () => {
  expect(Object.keys(COUNTED).toSorted()).toEqual(
    Object.keys(pages)
      .filter((pattern) => pattern !== '/offline')
      .toSorted(),
  );
});
