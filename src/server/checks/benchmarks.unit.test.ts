import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figuresTable, replaceSections } from '../../../bench/figures.ts';
import { PARTS, partsTable } from '../../../bench/parts.ts';
import { root } from '../../../bench/product.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('README.md lists the benchmarks as `npm run docs` writes them', () => {
  expect(read('README.md')).toContain(`<!-- benchmarks -->\n${partsTable()}\n<!-- /benchmarks -->`);
});

test('docs/performance.md has sections of existing benchmarks only', () => {
  const headings = [...read('docs/performance.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(Object.keys(PARTS)).toEqual(expect.arrayContaining(headings));
});

test('a result replaces the section of its benchmark, and the others stay', () => {
  const table = figuresTable([{ what: 'start', measured: '2 s', goal: '≤ 1 s', reached: false }]);
  const first = replaceSections('# Performance\n\nText.\n', new Map([['memory', '200 MB']]), [
    'start',
    'memory',
  ]);
  const second = replaceSections(first, new Map([['start', table]]), ['start', 'memory']);
  expect(second).toBe(
    [
      '# Performance\n\nText.\n\n## start\n\n| What | Goal | Reference | Result |\n|---|---|---|---|',
      '| start | ≤ 1 s | – | 2 s (**missed**) |\n\n## memory\n\n200 MB\n',
    ].join('\n'),
  );
  expect(replaceSections(second, new Map([['memory', '190 MB']]), ['start', 'memory'])).toBe(
    second.replace('200 MB', '190 MB'),
  );
});
