import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePixels, measureLuminance } from '../../records/server/files/file.images.ts';
import {
  contrastRatio,
  decodeLuminanceMap,
  relativeLuminance,
} from '../../records/server/files/luminanceMap.ts';
import { placeTitleOnPicture } from './titleContrast.ts';

const size = { width: 1440, height: 600 };
const SHORT = 'Churrasco de sábado começa aqui.';

/** Draws a picture of one colour with `shapes` on it. */
const drawn = (colour: string, shapes = '') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="600"><rect width="1440" height="600" fill="${colour}"/>${shapes}</svg>`,
    ),
  )
    .removeAlpha()
    .png()
    .toBuffer();

const freeOn = async (picture: Buffer, title = SHORT) =>
  placeTitleOnPicture(title, size, decodeLuminanceMap(await measureLuminance(picture)));

test('calculates contrast as WCAG defines it', () => {
  expect(contrastRatio(relativeLuminance(0, 0, 0), relativeLuminance(255, 255, 255))).toBeCloseTo(21, 5);
  expect(contrastRatio(relativeLuminance(0x76, 0x76, 0x76), 1)).toBeCloseTo(4.54, 2);
});

test('places a title in ink on a light quiet picture and in paper on a dark one, at every width', async () => {
  expect(await freeOn(await drawn('#ff7a1a'))).toEqual({ colour: 'ink', from: 960 });
  expect(await freeOn(await drawn('#6a0d14'))).toEqual({ colour: 'paper', from: 960 });
});

test('accepts two similar oranges, and excludes narrow windows with a dark object below the title', async () => {
  const rays = Array.from(
    { length: 30 },
    (_, i) => `<rect x="${i * 48}" width="24" height="600" fill="#ff9238"/>`,
  );
  const thing = '<circle cx="1060" cy="400" r="300" fill="#2b120a"/>';
  expect(await freeOn(await drawn('#ff7a1a', rays.join('') + thing))).toEqual({ colour: 'ink', from: 1440 });
});

test.each([
  ['a middle grey, on which neither colour is readable', '#8a7a70', ''],
  [
    'a picture with lettering below the title',
    '#ff7a1a',
    '<text x="120" y="300" font-size="120" fill="#2b120a">OFERTA</text>',
  ],
  [
    'a picture with a small dark object below the first line',
    '#ffc83d',
    '<circle cx="300" cy="90" r="24" fill="#000"/>',
  ],
])('keeps the paper on %s', async (_, colour, shapes) => {
  expect(await freeOn(await drawn(colour, shapes))).toBeNull();
});

test('ignores the foot of the picture below the title', async () => {
  const shelf = '<rect y="460" width="1440" height="140" fill="#000"/>';
  expect(await freeOn(await drawn('#ffc83d', shelf))).toMatchObject({ colour: 'ink' });
});

test('returns null for a transparent picture, and for one without luminance map', async () => {
  const pixels = await sharp({ create: { ...size, channels: 4, background: '#ff7a1a80' } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect((await encodePixels(pixels, { type: 'image/png', drawing: true })).ground).toBeNull();
  expect(placeTitleOnPicture(SHORT, size, null)).toBeNull();
  expect(decodeLuminanceMap('')).toBeNull();
  expect(decodeLuminanceMap('AAAA')).toBeNull();
});
