import { expect, test } from 'vitest';
import { COUNTED } from '../features/reads/pages.ts';
import { pages } from './pages.ts';

test('counts each page except the offline page and the page that redirects', () => {
  expect(Object.keys(COUNTED).toSorted()).toEqual(
    Object.keys(pages)
      .filter((pattern) => pattern !== '/offline')
      .toSorted(),
  );
});
