import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(resolve(import.meta.dirname, 'tokens.css'), 'utf8');
const palette = new Map(
  Array.from(css.matchAll(/--color-([\w-]+):\s*#([\da-f]{6})\b/gi), ([, name = '', hex = '']) => [
    name,
    [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  ]),
);

/** Returns the relative luminance as WCAG 2.2 defines it. */
function luminance(name: string): number {
  const channels = palette.get(name);
  if (!channels) throw new Error(`no colour ${name}`);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
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
  paper: ['ink', 'ink-2', 'red-600', 'red-700', 'red-900', 'orange-700', 'teal-700', 'green-700'],
  'paper-2': ['ink', 'ink-2', 'red-600', 'teal-700'],
  white: ['ink', 'ink-2', 'red-600', 'red-700', 'orange-700', 'teal-700', 'green-700'],
  'red-600': ['paper', 'white'],
  'red-700': ['paper', 'white', 'paper-2'],
  'red-900': ['paper', 'paper-2', 'yellow-400'],
  'red-100': ['ink', 'red-700'],
  'orange-500': ['ink', 'red-900'],
  'orange-300': ['ink', 'red-900'],
  'orange-100': ['ink', 'red-900'],
  'yellow-400': ['ink', 'red-900', 'red-700'],
  'yellow-100': ['ink', 'ink-2'],
  'teal-700': ['paper', 'white', 'teal-100'],
  'teal-900': ['paper', 'teal-100'],
  'teal-100': ['ink', 'teal-700', 'teal-900'],
  'green-700': ['white', 'paper'],
  'green-100': ['ink', 'green-700'],
  ink: ['paper', 'white', 'yellow-400'],
};

/** Colours that mark the edge of a control or its focus. */
const edges: Record<string, string[]> = {
  field: ['white', 'paper'],
  // The focus ring has two colours: on each background one of them stands out.
  'teal-700': ['paper', 'paper-2', 'white', 'yellow-400'],
  'yellow-400': ['red-600', 'red-900', 'teal-700', 'ink'],
};

/** Combinations that the art direction forbids. */
const forbidden: [string, string][] = [
  ['white', 'orange-500'],
  ['yellow-400', 'red-600'],
  ['orange-500', 'red-600'],
];

const pairs = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([one, others]) => others.map((other): [string, string] => [one, other]));

test.each(pairs(text))('text on %s in %s has a contrast of at least 4.5', (ground, colour) => {
  expect(contrast(ground, colour)).toBeGreaterThanOrEqual(TEXT);
});

test.each(pairs(edges))('%s on %s has a contrast of at least 3', (edge, ground) => {
  expect(contrast(edge, ground)).toBeGreaterThanOrEqual(EDGE);
});

test.each(forbidden)('%s on %s has too little contrast for text', (colour, ground) => {
  expect(contrast(ground, colour)).toBeLessThan(TEXT);
});

test('every colour of the palette is in a tested pair or only decorates', () => {
  const used = new Set([...pairs(text), ...pairs(edges)].flat());
  expect([...palette.keys()].filter((name) => !used.has(name)).sort()).toEqual(['line', 'paper-3']);
});

test('the contrasts equal those of the art direction', () => {
  const figure = (background: string, colour: string) => Number(contrast(background, colour).toFixed(2));
  expect(figure('paper', 'red-600')).toBe(5.63);
  expect(figure('yellow-400', 'red-700')).toBe(5.05);
  expect(figure('orange-500', 'ink')).toBe(6.74);
  expect(figure('white', 'field')).toBe(4.44);
});
