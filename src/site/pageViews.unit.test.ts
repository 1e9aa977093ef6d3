import { expect, test } from 'vitest';
import { COUNTED_PAGES } from '../content/pageViews/countedPages.ts';
import { pages } from './pages.ts';

test('counts each page except the offline page and the page that redirects', () => {
  expect(Object.keys(COUNTED_PAGES).toSorted()).toEqual(
    Object.keys(pages)
      .filter((pattern) => pattern !== '/offline')
      .toSorted(),
  );
});
