import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawPages } from '../src/features/booklets/bookletPages.render.ts';
import { encodeAvifs, widthsOf } from '../src/features/files/file.images.ts';
import { assets, avifFolder, avifName, pageFolder, pageName, pageTexts } from './shipped.ts';

// What the site would make of the artwork itself after a first start, with both cores busy for two minutes: it is
// made here, by the site's own code, and shipped.

/** The AVIF widths of the pictures whose name begins with `prefix`. */
export async function makeAvifs(prefix: string): Promise<void> {
  await mkdir(avifFolder, { recursive: true });
  for (const name of await readdir(avifFolder)) if (name.startsWith(prefix)) await rm(join(avifFolder, name));
  for (const file of await readdir(assets)) {
    if (!file.endsWith('.webp') || !file.startsWith(prefix)) continue;
    const picture = await readFile(join(assets, file));
    const { width } = await sharp(picture).metadata();
    for (const avif of await encodeAvifs(picture, widthsOf(width)))
      await writeFile(join(avifFolder, avifName(file, avif.width)), avif.data);
  }
}

/** The pages of the booklet `pdf`, each in its widest form, and their texts. */
export async function makePages(pdf: string): Promise<void> {
  await rm(pageFolder, { recursive: true, force: true });
  await mkdir(pageFolder, { recursive: true });
  const texts: string[] = [];
  for await (const { page, text, picture } of drawPages(createReadStream(join(assets, pdf)))) {
    const widest = picture.variants.at(-1);
    if (!widest) throw new Error(`Page ${page} of ${pdf} has no picture`);
    await writeFile(join(pageFolder, pageName(page)), widest.data);
    texts.push(text);
  }
  await writeFile(pageTexts, `${JSON.stringify(texts, null, 2)}\n`);
}
