import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '..');
const [, order = ''] = /@layer ([\w,]+)/.exec(readFileSync(resolve(src, 'site/headScript.ts'), 'utf8')) ?? [];

/** Returns the beginnings of all rules at the outermost level of a style sheet. */
function outermost(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const found: string[] = [];
  let depth = 0;
  let ruleStart = 0;
  for (const { 0: character, index } of text.matchAll(/[{};]/g)) {
    if (depth === 0 && character !== '}')
      found.push(text.slice(ruleStart, index).trim().replace(/\s+/g, ' '));
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    ruleStart = index + 1;
  }
  return found;
}

it.each(globSync('**/*.css', { cwd: src }))(
  '%s puts every rule into a cascade layer of the declared order',
  (file) => {
    expect(order.split(',')).toContain('features');
    const unlayered = outermost(readFileSync(resolve(src, file), 'utf8')).filter((beginning) => {
      const [, layer] = /^@layer (\w+)$/.exec(beginning) ?? [];
      return !(layer ? order.split(',').includes(layer) : /^@(import "|font-face$)/.test(beginning));
    });
    expect(unlayered).toEqual([]);
  },
);
