import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as harfbuzz from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { brandFolder } from '../../scripts/lib/brand.mjs';
import { art } from './draw.mjs';

// Writes the brand's logo.svg, which all other pictures of the brand show.

const require = createRequire(import.meta.url);

/**
 * A word of the logo: baseline, size, tracking in em, and position on the display font's axes.
 * @typedef {{ text: string, x: number, y: number, size: number, tracking: number, axes: Record<string, number> }} Word
 */

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** Returns numbers of a path without dispensable spaces and zeros. @param {number[]} values */
const compact = (values) =>
  values
    .map((value) => String(round(value)).replace(/^(-?)0\./, '$1.'))
    .reduce((line, value) => line + (line && !value.startsWith('-') ? ' ' : '') + value, '');

/**
 * Scales and moves absolute path data, and rewrites it with relative commands, which are shorter.
 * @param {string} outline @param {number} scale @param {number} left @param {number} baseline
 */
function relative(outline, scale, left, baseline) {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let data = '';
  for (const [, command, list] of outline.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    if (command === 'Z') {
      data += 'z';
      [x, y] = [startX, startY];
      continue;
    }
    const numbers = list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const points = numbers.map((value, i) => round(i % 2 ? baseline - value * scale : left + value * scale));
    if (command === 'M') {
      data += `M${compact(points)}`;
      [startX, startY] = points;
    } else {
      const moves = points.map((value, i) => round(value - (i % 2 ? y : x)));
      if (command !== 'L') data += command.toLowerCase() + compact(moves);
      else if (moves[0] === 0) data += `v${compact(moves.slice(1))}`;
      else if (moves[1] === 0) data += `h${compact(moves.slice(0, 1))}`;
      else data += `l${compact(moves)}`;
    }
    [x, y] = points.slice(-2);
  }
  return data;
}

/** Returns the word as a single path. @param {Word} word */
async function outline({ text, x, y, size, tracking, axes }) {
  const source = require.resolve(art.fonts.display.file);
  const sfnt = await subsetFont(await readFile(source), text, { targetFormat: 'sfnt', variationAxes: axes });
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt).buffer));
  const font = new harfbuzz.Font(face);
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  const scale = size / face.upem;
  let pen = x;
  return buffer
    .getGlyphInfos()
    .map(({ codepoint }, i) => {
      const left = pen + positions[i].xOffset * scale;
      pen += positions[i].xAdvance * scale + tracking * size;
      return relative(font.glyphToPath(codepoint), scale, left, y);
    })
    .join('');
}

/** Ground of every mark, its last stroke: the line that it stands on. */
const ground = 'M3.5 47.5h43a2.5 2.5 0 0 1 0 5h-43a2.5 2.5 0 0 1 0-5z';
const mark = art.mark + ground;

const name = (await Promise.all(art.words.map(outline))).join('');
const drawing = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 218 60">',
  '  <!-- The logo in a box of 218 by 60; demo/art/brand.mjs makes it. -->',
  '  <defs>',
  `    <path id="mark" d="${mark}"/>`,
  `    <path id="name" d="${name}"/>`,
  '  </defs>',
  '</svg>',
];
await writeFile(path.join(brandFolder, 'logo.svg'), `${drawing.join('\n')}\n`);
