import { expect, test } from 'vitest';
import { toggleBranch } from './toggleBranch.ts';

test('a selection of branches does not depend on the order of clicks', () => {
  const clicked = ['c', 'a', 'b'].reduce<string[]>(
    (selected, uuid) => toggleBranch(selected, uuid, true),
    [],
  );
  expect(clicked).toEqual(['a', 'b', 'c']);
  expect(toggleBranch(toggleBranch(clicked, 'a', false), 'a', true)).toEqual(clicked);
});
