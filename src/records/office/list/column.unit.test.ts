import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const features = resolve(import.meta.dirname, '../../../content');

test('no two columns of a list have the same position on a narrow screen', () => {
  const lists = globSync('**/*List.tsx', { cwd: features });
  expect(lists.length).toBeGreaterThan(15);
  for (const name of lists) {
    const text = readFileSync(resolve(features, name), 'utf8');
    for (const place of ['picture', 'title', 'line'])
      expect(text.split(`narrow: '${place}'`).length - 1, `${name}: ${place}`).toBeLessThanOrEqual(1);
  }
});
