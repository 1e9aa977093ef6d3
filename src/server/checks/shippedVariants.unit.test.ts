import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openShippedPictures, type Pictures, picturesFile } from '../../../demo/shippedVariants.ts';

const KNOWN = new Set(['width', 'height', 'placeholder', 'luminanceMap', 'webp', 'avif']);

test('the facts of shipped demo pictures have no key that the seed does not read', async () => {
  const pictures = JSON.parse(await readFile(picturesFile, 'utf8')) as Pictures;
  expect(Object.keys(pictures).length).toBeGreaterThan(100);
  const unread = Object.values(pictures).flatMap((facts) =>
    Object.keys(facts).filter((key) => !KNOWN.has(key)),
  );
  expect(unread).toEqual([]);
});

test('a shipped banner has the luminance map that places its title', async () => {
  const open = await openShippedPictures();
  expect((await open('banner-churrasco')).ground).toEqual(expect.any(String));
});
