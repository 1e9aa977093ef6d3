import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandPath, ROOT } from '../src/platform/paths.ts';
import { variantName } from '../src/records/server/files/file.rows.ts';
import type { ProcessedPicture } from '../src/records/server/files/file.service.ts';
import type { RenderedPage } from '../src/records/server/pdfPages/pdfPages.render.ts';

// Variants of the artwork, rendered beforehand by `derive.ts`, so that a first start copies files instead of
// encoding them.

export const assets = join(ROOT, 'demo/assets');
const ownFolder = brandPath('demo');

/** Returns the path of a demo file that the brand has of its own, in place of the one in `assets`. */
export function ownFile(name: string): string | undefined {
  const path = join(ownFolder, name);
  return existsSync(path) ? path : undefined;
}

/**
 * Returns artwork as the site stores a picture, without AVIF: a hundred pictures would occupy the job queue for
 * minutes. The encoder is loaded here, because only a brand with pictures of its own needs it.
 */
export async function encodeArtwork(path: string): Promise<ProcessedPicture> {
  const [{ default: sharp }, { encodePixels }] = await Promise.all([
    import('sharp'),
    import('../src/records/server/files/file.images.ts'),
  ]);
  const pixels = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  return { ...(await encodePixels(pixels, { type: 'image/jpeg', drawing: false })), avifs: [] };
}

/** Whether the demo shows its film. It shows the logo, so a brand with pictures of its own needs its own film. */
export const hasFilm = (film: string): boolean => !existsSync(ownFolder) || ownFile(film) !== undefined;

/** Folder with a subfolder for each picture, and `pictures.json`, which describes them. */
export const VARIANTS_DIR = join(assets, 'derived');
export const picturesFile = join(VARIANTS_DIR, 'pictures.json');
export const pagesFile = join(VARIANTS_DIR, 'pages.json');

/** Facts about a picture that are not in its files. */
export interface PictureFacts {
  width: number;
  height: number;
  placeholder: string | null;
  luminanceMap: string | null;
  /** Widths in px; `webp` lacks the width of the artwork, which is a WebP itself. */
  webp: number[];
  avif: number[];
}

/** Facts about the booklet's pages, in order. */
export interface PageFacts {
  name: string;
  text: string;
}

export type Pictures = Record<string, PictureFacts>;

export const mainFile = 'original.jpg';
/** Returns the path of the artwork, relative to the folder of a picture. */
const artworkFile = (name: string) => join('..', '..', `${name}.webp`);

const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;

/** Reads pictures with the variants that the site would have rendered. */
export async function openShippedPictures(): Promise<
  (name: string) => Promise<Required<Omit<ProcessedPicture, 'source'>>>
> {
  const pictures = await readJson<Pictures>(picturesFile);
  return async (name) => {
    const facts = pictures[name];
    if (!facts) throw new Error(`No demo picture ${name}`);
    const { width, height, placeholder, luminanceMap } = facts;
    const part = async <T extends string>(type: T, file: string, of: { width: number; height: number }) => ({
      type,
      width: of.width,
      height: of.height,
      data: await readFile(join(VARIANTS_DIR, name, file)),
    });
    const widths = <T extends 'image/webp' | 'image/avif'>(type: T, all: number[]) =>
      Promise.all(
        all.map((of) => {
          const scaled = { width: of, height: Math.round((height * of) / width) };
          return part(type, variantName({ width: of, type }), scaled);
        }),
      );
    return {
      main: await part('image/jpeg', mainFile, { width, height }),
      placeholder,
      ground: luminanceMap,
      variants: [
        ...(await widths('image/webp', facts.webp)),
        ...(facts.webp.includes(width)
          ? []
          : [await part('image/webp', artworkFile(name), { width, height })]),
      ],
      avifs: await widths('image/avif', facts.avif),
    };
  };
}

/** Yields the pages of the fortnightly booklet, as the site would have rendered them. */
export async function* shippedPages(): AsyncGenerator<
  Omit<RenderedPage, 'picture'> & { picture: Required<Omit<ProcessedPicture, 'source'>> }
> {
  const read = await openShippedPictures();
  const pages = await readJson<PageFacts[]>(pagesFile);
  for (const [index, { name, text }] of pages.entries())
    yield { page: index + 1, page_count: pages.length, text, picture: await read(name) };
}
