import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { MAX_BOOKLET_PAGES } from '../src/content/booklets/booklet.contract.ts';
import {
  encodePixels,
  encodeVariants,
  type ProcessedImage,
} from '../src/records/server/files/file.images.ts';
import { isSmaller, variantName } from '../src/records/server/files/file.rows.ts';
import { drawPages, type RenderedPage } from '../src/records/server/pdfPages/pdfPages.render.ts';
import {
  assets,
  mainFile,
  type PageFacts,
  type PictureFacts,
  type Pictures,
  pagesFile,
  picturesFile,
  VARIANTS_DIR,
} from './shippedVariants.ts';

// Renders the variants that the site would render after its first start, two minutes on both cores. They are
// shipped instead, made with the site's own code.

/** Width in px of the pictures in lists. */
const NARROW = 540;

const withoutEnding = (file: string) => file.replace(/\.\w+$/, '');

/**
 * Renders all variants of the pictures whose name begins with `prefix`, and of the pages of `pdf` if its name
 * does. A picture with AVIF gets few WebP widths: the rare browser without AVIF uses the artwork, or a page
 * at its original width.
 */
export async function derive(prefix: string, pdf: string): Promise<void> {
  await mkdir(VARIANTS_DIR, { recursive: true });
  const before = JSON.parse(await readFile(picturesFile, 'utf8').catch(() => '{}')) as Pictures;
  const pictures = Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith(prefix)));
  for (const name of Object.keys(before))
    if (!(name in pictures)) await rm(join(VARIANTS_DIR, name), { recursive: true, force: true });
  for (const file of await readdir(assets)) {
    if (!file.endsWith('.webp') || !file.startsWith(prefix)) continue;
    const picture = await encodePixels(await pixelsOf(join(assets, file)), {
      type: 'image/jpeg',
      drawing: false,
      patient: true,
    });
    const name = withoutEnding(file);
    const avifs = await avifsOf(picture);
    const narrow = picture.variants.filter(({ width }) => width <= NARROW);
    pictures[name] = await save(name, avifs.length ? { ...picture, variants: narrow } : picture, avifs);
  }
  if (pdf.startsWith(prefix)) {
    const pages: PageFacts[] = [];
    const drawn = drawPages(createReadStream(join(assets, pdf)), {
      form: 'picture',
      most: MAX_BOOKLET_PAGES,
      patient: true,
    });
    for await (const { page, text, picture } of drawn as AsyncIterable<RenderedPage>) {
      const name = `${withoutEnding(pdf)}-pagina-${page}`;
      const { width } = picture.main;
      const few = picture.variants.filter((part) => part.width <= NARROW || part.width === width);
      pictures[name] = await save(name, { ...picture, variants: few }, await avifsOf(picture));
      pages.push({ name, text });
    }
    await writeFile(pagesFile, `${JSON.stringify(pages, null, 2)}\n`);
  }
  const sorted = Object.fromEntries(Object.entries(pictures).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(picturesFile, `${JSON.stringify(sorted, null, 2)}\n`);
}

const pixelsOf = (file: string) => sharp(file).raw().toBuffer({ resolveWithObject: true });

async function avifsOf({ main, variants }: ProcessedImage) {
  const avifs = await encodeVariants(main.data, { webp: [], avif: variants.map(({ width }) => width) });
  const weights = (all: { width: number; data: Buffer }[]) => all.map(({ data }) => ({ bytes: data.length }));
  return isSmaller(weights(avifs), weights(variants)) ? avifs : [];
}

async function save(
  name: string,
  { main, placeholder, ground: luminanceMap, variants }: ProcessedImage,
  avifs: Awaited<ReturnType<typeof encodeVariants>>,
): Promise<PictureFacts> {
  const folder = join(VARIANTS_DIR, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, mainFile), main.data);
  for (const part of [...variants, ...avifs]) await writeFile(join(folder, variantName(part)), part.data);
  const widths = (parts: { width: number }[]) => parts.map(({ width }) => width);
  return {
    width: main.width,
    height: main.height,
    placeholder,
    luminanceMap,
    webp: widths(variants),
    avif: widths(avifs),
  };
}
