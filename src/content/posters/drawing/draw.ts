import { readFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { renderToBuffer } from '@react-pdf/renderer';
import { createElement } from 'react';
import sharp from 'sharp';
import { brandPath } from '../../../platform/paths.ts';
import {
  type EncodedImage,
  encodePixels,
  type Pixels,
  type ProcessedImage,
} from '../../../records/server/files/file.images.ts';
import type { Format, PosterContent } from '../leaflet.types.ts';
import { type Brand, layOutPages, type PosterPage } from './layout.ts';
import { withPageBoxes } from './pageBoxes.ts';
import type { Box } from './pageParts.ts';
import { type DrawnPicture, loadFonts, PosterDocument } from './template.ts';
import { PAGE_SIZES } from './theme.ts';

// Each page is described once and rendered to a PDF with text; all pictures are rendered from that PDF.

export interface DrawingInput {
  content: PosterContent;
  format: Format;
  brand: string;
  /** Encoded product pictures by file id. */
  pictures: Map<number, Buffer>;
}

const logo = readFileSync(brandPath('logo.svg'), 'utf8');
const pathOf = (id: string) => new RegExp(`id="${id}" d="([^"]+)"`).exec(logo)?.[1] ?? '';
const brandOf = (name: string): Brand => ({ name, mark: pathOf('mark'), letters: pathOf('name') });

const pagesOf = ({ content, format, brand }: DrawingInput) => layOutPages(content, format, brandOf(brand));

/** Renders pages as PDF, all unless given. */
export async function drawPdf(
  wanted: DrawingInput,
  sheets: readonly PosterPage[] = pagesOf(wanted),
): Promise<Buffer> {
  const { content, brand } = wanted;
  const [pictures] = await Promise.all([picturesFor(sheets, wanted), loadFonts()]);
  const leaflet = createElement(PosterDocument, { sheets, pictures, title: content.title, author: brand });
  const pdf = await renderToBuffer(leaflet as Parameters<typeof renderToBuffer>[0]);
  const [{ bleed, margin } = { bleed: 0, margin: 0 }] = sheets;
  return margin ? withPageBoxes(pdf, { trim: margin, bleed: margin - bleed }) : pdf;
}

/** Pixels of a product picture for each point of the page. */
const PIXELS_PER_POINT: Record<Format, number> = { site: 2.7, story: 1, post: 1, a4: 3.2, a3: 2.8 };

/** Resizes each picture to its largest box; leaves out unreadable ones. */
async function picturesFor(
  sheets: readonly PosterPage[],
  { pictures, format }: DrawingInput,
): Promise<Map<number, DrawnPicture>> {
  const boxes = new Map<number, Box>();
  for (const part of sheets.flatMap(({ cells }) => cells.flatMap(({ parts }) => parts)))
    if (part.kind === 'picture' && (boxes.get(part.file_id)?.width ?? 0) < part.width)
      boxes.set(part.file_id, part);
  const drawn = new Map<number, DrawnPicture>();
  for (const [file_id, box] of boxes) {
    const given = pictures.get(file_id);
    if (!given || box.width < 1 || box.height < 1) continue;
    const fit = 'inside' as const;
    const density = PIXELS_PER_POINT[format];
    const image = sharp(given).resize({
      width: Math.ceil(box.width * density),
      height: Math.ceil(box.height * density),
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

async function* pixelsOf(pdf: Buffer, widthPx: number): AsyncGenerator<Pixels> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    for (let at = 0; at < document.getPageCount(); at += 1) {
      const page = document.getPage(at);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = widthPx / originalWidth;
      const { data, width, height } = await page.render({
        width: widthPx,
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

const pixelWidthOf = (format: Format) => PAGE_SIZES[format].across ?? PAGE_SIZES[format].width;

/** Renders each page as a JPEG of the exact size of its format. */
export async function* drawPictures(wanted: DrawingInput): AsyncGenerator<EncodedImage<'image/jpeg'>> {
  for await (const { data, info } of pixelsOf(await drawPdf(wanted), pixelWidthOf(wanted.format))) {
    const encoded = await sharp(data, { raw: info })
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer();
    yield { type: 'image/jpeg', width: info.width, height: info.height, data: encoded };
  }
}

/** Renders each page as a picture for the site, in all widths. */
export async function* drawSitePictures(wanted: DrawingInput): AsyncGenerator<ProcessedImage> {
  for await (const pixels of pixelsOf(await drawPdf(wanted), pixelWidthOf(wanted.format)))
    yield await encodePixels(pixels, { type: 'image/jpeg', drawing: true });
}

const PREVIEW_WIDTH = 640;

export interface PreviewOptions {
  /** Number of the page, from 0. */
  page: number;
  /** Further formats in which the names must fit. */
  formats: readonly Format[];
}

export interface DrawnPreview extends EncodedImage<'image/webp'> {
  /** Offers whose names are cut on a page of these formats. */
  cut: string[];
}

/** Renders one page as a small WebP. */
export async function drawPreview(
  wanted: DrawingInput,
  { page, formats }: PreviewOptions,
): Promise<DrawnPreview> {
  const sheets = pagesOf(wanted);
  const others = formats.filter((format) => format !== wanted.format);
  const cut = new Set(
    [sheets, ...others.map((format) => pagesOf({ ...wanted, format }))]
      .flat()
      .flatMap(({ cells }) => cells.filter(({ isNameCut }) => isNameCut))
      .map(({ product }) => product.uuid),
  );
  const pdf = await drawPdf(wanted, sheets.slice(page, page + 1));
  for await (const { data, info } of pixelsOf(pdf, PREVIEW_WIDTH)) {
    const encoded = await sharp(data, { raw: info }).webp({ quality: 82, effort: 2 }).toBuffer();
    return { type: 'image/webp', width: info.width, height: info.height, data: encoded, cut: [...cut] };
  }
  throw new Error('the poster has no pages');
}
