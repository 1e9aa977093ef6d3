import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brandFolders } from '../../scripts/lib/brand.mjs';
import type { Brand } from './brand.ts';
import { colourSheet } from './colourSheet.ts';

const brands = await Promise.all(
  Array.from(brandFolders, async ([id, folder]) => {
    const { brand } = (await import(join(folder, 'brand.ts'))) as { brand: Brand };
    return { id, folder, brand };
  }),
);

/** Returns the relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const EDGE = 3;

/** Text colours by the background on which the art direction uses them. */
const text: Record<string, string[]> = {
  paper: [
    'ink',
    'ink-2',
    'primary-600',
    'primary-700',
    'primary-900',
    'accent-700',
    'secondary-700',
    'success-700',
  ],
  'paper-2': ['ink', 'ink-2', 'primary-600', 'secondary-700'],
  white: ['ink', 'ink-2', 'primary-600', 'primary-700', 'accent-700', 'secondary-700', 'success-700'],
  'primary-600': ['paper', 'white'],
  'primary-700': ['paper', 'white', 'paper-2'],
  'primary-900': ['paper', 'paper-2', 'highlight-400'],
  'danger-600': ['paper', 'white', 'danger-100'],
  'danger-100': ['ink', 'primary-700'],
  'accent-500': ['ink', 'primary-900'],
  'accent-300': ['ink', 'primary-900'],
  'accent-100': ['ink', 'primary-900'],
  'highlight-400': ['ink', 'primary-900', 'primary-700'],
  'highlight-100': ['ink', 'ink-2'],
  'secondary-700': ['paper', 'white', 'secondary-100'],
  'secondary-900': ['paper', 'secondary-100'],
  'secondary-100': ['ink', 'secondary-700', 'secondary-900'],
  'success-700': ['white', 'paper'],
  'success-100': ['ink', 'success-700'],
  ink: ['paper', 'white', 'highlight-400'],
};

/** Colours that mark the edge of a control or its focus. */
const edges: Record<string, string[]> = {
  field: ['white', 'paper'],
  // The focus ring has two colours: on each background one of them stands out.
  'secondary-700': ['paper', 'paper-2', 'white', 'highlight-400'],
  'highlight-400': ['primary-600', 'primary-900', 'secondary-700', 'ink'],
};

const pairs = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([one, others]) => others.map((other): [string, string] => [one, other]));

test('every colour is in a tested pair or only decorates', () => {
  const used = new Set([...pairs(text), ...pairs(edges)].flat());
  for (const { brand } of brands)
    expect(Object.keys(brand.colours).filter((name) => !used.has(name))).toEqual(['paper-3', 'line']);
});

describe.each(brands)('$id', ({ id, folder, brand }) => {
  const ratio = (one: string, other: string) => {
    const { [one]: ground = '', [other]: colour = '' } = brand.colours as Record<string, string>;
    return contrast(ground, colour);
  };

  test.each(pairs(text))('text on %s in %s has a contrast of at least 4.5', (ground, colour) => {
    expect(ratio(ground, colour)).toBeGreaterThanOrEqual(TEXT);
  });

  test.each(pairs(edges))('%s on %s has a contrast of at least 3', (edge, ground) => {
    expect(ratio(edge, ground)).toBeGreaterThanOrEqual(EDGE);
  });

  test('a brand has the name of its folder', () => {
    expect(brand.id).toBe(id);
  });

  test('the style sheet has the colours of the description', () => {
    expect(readFileSync(join(folder, 'colours.css'), 'utf8')).toBe(colourSheet(brand));
  });

  test('the logo consists of a mark and a name in a box of 218 by 60', () => {
    const logo = readFileSync(join(folder, 'logo.svg'), 'utf8');
    expect(logo).toContain('viewBox="0 0 218 60"');
    expect(Array.from(logo.matchAll(/<path id="(\w+)" d="M/g), ([, part]) => part)).toEqual(['mark', 'name']);
  });
});
