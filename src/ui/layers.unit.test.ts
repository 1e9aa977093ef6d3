import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '..');
const [, order = ''] = /@layer ([\w,]+)/.exec(readFileSync(resolve(src, 'site/headScript.ts'), 'utf8')) ?? [];

/** What stands at a sheet's outermost level, each by its beginning. */
function outermost(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const found: string[] = [];
  let depth = 0;
  let begun = 0;
  for (const { 0: sign, index } of text.matchAll(/[{};]/g)) {
    if (depth === 0 && sign !== '}') found.push(text.slice(begun, index).trim().replace(/\s+/g, ' '));
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    begun = index + 1;
  }
  return found;
}

it.each(globSync('**/*.css', { cwd: src }))('%s puts every rule into a layer of the one order', (file) => {
  expect(order.split(',')).toContain('features');
  const other = outermost(readFileSync(resolve(src, file), 'utf8')).filter((beginning) => {
    const [, layer] = /^@layer (\w+)$/.exec(beginning) ?? [];
    return !(layer ? order.split(',').includes(layer) : /^@(import "|font-face$)/.test(beginning));
  });
  expect(other).toEqual([]);
});
