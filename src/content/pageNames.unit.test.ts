import { expect, test } from 'vitest';
import { PAGE_NAMES } from './pageNames.ts';
import { resources } from './resources.ts';

test('every page that shows a resource has a name in the preview', () => {
  const pages = new Set(resources.flatMap(({ shownOn }) => [...shownOn] as string[]));
  expect([...pages].filter((page) => !PAGE_NAMES[page])).toEqual([]);
});
