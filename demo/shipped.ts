import { join } from 'node:path';

// Where that lies which `derive.ts` makes of the artwork.

export const assets = join(import.meta.dirname, 'assets');
export const avifFolder = join(assets, 'avif');
export const pageFolder = join(assets, 'encarte-quinzenal');
export const pageTexts = join(pageFolder, 'textos.json');

/** What the AVIF of the picture `file` in `width` is called. */
export const avifName = (file: string, width: number) => `${file.replace(/\.webp$/, '')}-${width}.avif`;

/** What a page of the booklet, from 1, is called. */
export const pageName = (page: number) => `pagina-${page}.webp`;
