import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { type Encoded, encodePixels, encodeSingle, type Pixels, type ProcessedImage } from './file.images.ts';

/** A page is drawn with as many points as this, whatever its shape and size: an A4 with 1800 across. */
const POINTS = 4_600_000;
const LONGEST_EDGE = 8000;
/** What is the size of a stamp does not get clearer than this. */
const MAX_SCALE = 4;
const MAX_TEXT = 20_000;

/** What is made of each page: a picture in all widths with the page's text, one picture to be read alone, or its text. */
export type PageForm = 'picture' | 'single' | 'text';

export interface DrawOptions {
  form: PageForm;
  /** Further pages are in the PDF only. */
  most: number;
  patient?: boolean;
}

interface Drawn {
  page: number;
  /** Of the whole PDF. */
  page_count: number;
}

export interface RenderedPage extends Drawn {
  text: string;
  picture: ProcessedImage;
}

export interface SinglePage extends Drawn {
  single: Encoded<'image/webp'>;
}

export interface WrittenPage extends Drawn {
  text: string;
}

export type DrawnPage = RenderedPage | SinglePage | WrittenPage;

// One page after the other; keeping decoded ones would only hold memory.
sharp.cache(false);

/** Draws the pages of a PDF, each when it is asked for. Runs where nothing else does. */
export async function* drawPages(
  pdf: Readable,
  { form, most, patient = false }: DrawOptions,
): AsyncGenerator<DrawnPage> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await buffer(pdf));
  const page_count = document.getPageCount();
  if (page_count < 1) throw new Error('no pages');
  for (let index = 0; index < Math.min(page_count, most); index += 1) {
    const page = document.getPage(index);
    if (form === 'single') {
      yield { page: index + 1, page_count, single: await encodeSingle(await draw(page)) };
      continue;
    }
    // Drawing it closes it.
    const text = tidy(page.getText().slice(0, MAX_TEXT));
    if (form === 'text') {
      yield { page: index + 1, page_count, text };
      continue;
    }
    const picture = await encodePixels(await draw(page), {
      type: 'image/jpeg',
      drawing: true,
      patient,
    });
    yield { page: index + 1, page_count, text, picture };
  }
}

async function draw(page: PDFiumPage): Promise<Pixels> {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  if (!(width >= 1 && height >= 1)) throw new Error('a page without a size');
  const scale = Math.min(
    MAX_SCALE,
    Math.sqrt(POINTS / (width * height)),
    LONGEST_EDGE / Math.max(width, height),
  );
  const drawn = await page.render({
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
    scale: 1,
    render: 'bitmap',
  });
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const;
  return sharp(drawn.data, { raw }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Lines as people read them: what a layout breaks off (`R$ 59` / `,90`) goes back to where it belongs. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\ufffe\u00ad]\n?/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[^\P{C}\n]/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n+(?=[,.;:!?])/g, '')
    .replace(/R\$\s*(?=\d)/g, 'R$ ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
