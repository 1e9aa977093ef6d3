import { readFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { renderToBuffer } from '@react-pdf/renderer';
import { createElement } from 'react';
import sharp from 'sharp';
import { type Encoded, encodePixels, type Pixels, type ProcessedImage } from '../../files/file.images.ts';
import type { Format, LeafletContent } from '../leaflet.types.ts';
import { type Box, type Brand, PAGES, type Sheet, sheetsOf } from './place.ts';
import { type DrawnPicture, Leaflet, readyToDraw } from './template.ts';

// One description of a page makes a PDF with text, and every picture is drawn from that PDF.

export interface Wanted {
  content: LeafletContent;
  format: Format;
  brand: string;
  /** Pictures of products, by the number of their file. */
  pictures: Map<number, Buffer>;
}

const logo = readFileSync(new URL('../../../brand/logo.svg', import.meta.url), 'utf8');
const pathOf = (id: string) => new RegExp(`id="${id}" d="([^"]+)"`).exec(logo)?.[1] ?? '';
const brandOf = (name: string): Brand => ({ name, sun: pathOf('sun'), letters: pathOf('name') });

/** All pages, or one. */
export async function drawPdf(wanted: Wanted, page?: number): Promise<Buffer> {
  const { content, format, brand } = wanted;
  const all = sheetsOf(content, format, brandOf(brand));
  const sheets = page === undefined ? all : all.slice(page, page + 1);
  const [pictures] = await Promise.all([picturesFor(sheets, wanted), readyToDraw()]);
  const leaflet = createElement(Leaflet, { sheets, pictures, title: content.title, author: brand });
  return renderToBuffer(leaflet as Parameters<typeof renderToBuffer>[0]);
}

/** Print wants this many points of a picture for each of a page's. */
const DENSITY: Record<Format, number> = { site: 2.7, story: 1, post: 1, a4: 3.2, a3: 2.8 };

/** Each as large as its room needs it; one that cannot be read is left out. */
async function picturesFor(
  sheets: readonly Sheet[],
  { pictures, format }: Wanted,
): Promise<Map<number, DrawnPicture>> {
  const rooms = new Map<number, Box>();
  for (const part of sheets.flatMap(({ cells }) => cells.flatMap(({ parts }) => parts)))
    if (part.kind === 'picture' && (rooms.get(part.file_id)?.width ?? 0) < part.width)
      rooms.set(part.file_id, part);
  const drawn = new Map<number, DrawnPicture>();
  for (const [file_id, room] of rooms) {
    const given = pictures.get(file_id);
    if (!given || room.width < 1 || room.height < 1) continue;
    const fit = 'inside' as const;
    const density = DENSITY[format];
    const image = sharp(given).resize({
      width: Math.ceil(room.width * density),
      height: Math.ceil(room.height * density),
      ...{ fit, withoutEnlargement: true },
    });
    const isOpaque = !(await sharp(given).metadata()).hasAlpha;
    const encoded = isOpaque ? image.jpeg({ quality: 84 }) : image.png();
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    drawn.set(file_id, { data, format: isOpaque ? 'jpg' : 'png', width, height });
  }
  return drawn;
}

async function* pixelsOf(pdf: Buffer, across: number): AsyncGenerator<Pixels> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    for (let at = 0; at < document.getPageCount(); at += 1) {
      const page = document.getPage(at);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = across / originalWidth;
      const { data, width, height } = await page.render({
        width: across,
        height: Math.round(originalHeight * scale),
        ...{ scale: 1, render: 'bitmap' },
      });
      const raw = { width, height, channels: 4 } as const;
      yield await sharp(data, { raw }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    }
  } finally {
    document.destroy();
  }
}

const acrossOf = (format: Format) => PAGES[format].across ?? PAGES[format].width;

/** Each page as a picture of exactly its size, to be sent on. */
export async function* drawPictures(wanted: Wanted): AsyncGenerator<Encoded<'image/jpeg'>> {
  for await (const { data, info } of pixelsOf(await drawPdf(wanted), acrossOf(wanted.format))) {
    const encoded = await sharp(data, { raw: info })
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer();
    yield { type: 'image/jpeg', width: info.width, height: info.height, data: encoded };
  }
}

/** Each page as a picture of the site, in all its widths. */
export async function* drawForSite(wanted: Wanted): AsyncGenerator<ProcessedImage> {
  for await (const pixels of pixelsOf(await drawPdf(wanted), acrossOf(wanted.format)))
    yield await encodePixels(pixels, { type: 'image/jpeg', drawing: true });
}

const PREVIEW_WIDTH = 640;

/** One page, small. */
export async function drawPreview(wanted: Wanted, page: number): Promise<Encoded<'image/webp'>> {
  for await (const { data, info } of pixelsOf(await drawPdf(wanted, page), PREVIEW_WIDTH)) {
    const encoded = await sharp(data, { raw: info }).webp({ quality: 82, effort: 2 }).toBuffer();
    return { type: 'image/webp', width: info.width, height: info.height, data: encoded };
  }
  throw new Error('a leaflet without pages');
}
