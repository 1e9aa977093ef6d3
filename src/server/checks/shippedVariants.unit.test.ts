import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  openShippedPictures,
  type Pictures,
  picturesFile,
  VARIANTS_DIR,
} from '../../../demo/shippedVariants.ts';
import { THUMBNAIL_SIDE } from '../../shared/files/pictureWidths.ts';

const KNOWN = new Set(['width', 'height', 'placeholder', 'luminanceMap', 'webp', 'avif']);

test('the facts of shipped demo pictures have no key that the seed does not read', async () => {
  const pictures = JSON.parse(await readFile(picturesFile, 'utf8')) as Pictures;
  expect(Object.keys(pictures).length).toBeGreaterThan(100);
  const unread = Object.values(pictures).flatMap((facts) =>
    Object.keys(facts).filter((key) => !KNOWN.has(key)),
  );
  expect(unread).toEqual([]);
});

test('24 shipped thumbnails weigh less than 60 KB', async () => {
  const names = Object.keys(JSON.parse(await readFile(picturesFile, 'utf8')) as Pictures);
  const recipes = names.filter((name) => name.startsWith('receita-')).slice(0, 24);
  expect(recipes).toHaveLength(24);
  const sizes = await Promise.all(
    recipes.map(async (name) => (await stat(join(VARIANTS_DIR, name, `${THUMBNAIL_SIDE}.webp`))).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});

test('a shipped banner has the luminance map that places its title', async () => {
  const open = await openShippedPictures();
  expect((await open('banner-churrasco')).ground).toEqual(expect.any(String));
});
