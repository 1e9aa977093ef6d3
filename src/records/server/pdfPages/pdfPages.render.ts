import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import {
  type EncodedImage,
  encodePage,
  encodePixels,
  type Pixels,
  type ProcessedImage,
} from '../files/file.images.ts';

/** Number of pixels of a rendered page of any shape and size; an A4 page is 1800 pixels wide. */
const PAGE_PIXELS = 4_600_000;
const MAX_EDGE = 8000;
/** Largest scale; more does not make a stamp-sized page clearer. */
const MAX_SCALE = 4;
const MAX_TEXT = 20_000;

/**
 * Output for each page: a picture in all widths with the page's text, one picture without text, or the text.
 */
export type PageForm = 'picture' | 'single' | 'text';

interface PageOptions {
  form: PageForm;
  patient?: boolean;
}

export interface DrawOptions extends PageOptions {
  /** Largest number of pages to render. */
  most: number;
}

interface Drawn {
  page: number;
  /** Number of pages of the whole PDF. */
  page_count: number;
}

export interface RenderedPage extends Drawn {
  text: string;
  picture: ProcessedImage;
}

export interface SinglePage extends Drawn {
  single: EncodedImage<'image/webp'>;
}

export interface WrittenPage extends Drawn {
  text: string;
}

/** A page that PDFium cannot load or render. */
export interface BrokenPage extends Drawn {
  broken: true;
}

export type DrawnPage = RenderedPage | SinglePage | WrittenPage | BrokenPage;

/** State of a PDF: `locked` needs a password, `empty` has no page, `broken` cannot be opened. */
export type PdfCondition = 'readable' | 'locked' | 'empty' | 'broken';

/** PDFium calls that the library does not expose. */
interface Internals {
  module: {
    _FPDF_GetFormType(document: number): number;
    _FPDF_ClosePage(page: number): void;
    _FPDFPage_Flatten(page: number, usage: number): number;
    _FORM_OnAfterLoadPage(page: number, form: number): void;
    _FORM_OnBeforeClosePage(page: number, form: number): void;
  };
  documentIdx: number;
  pageIdx: number;
}

const internals = (of: PDFiumDocument | PDFiumPage) => of as unknown as Internals;

const NORMAL_DISPLAY = 0;

// Pages are rendered one after another; a cache would only use memory.
sharp.cache(false);

/** Opens a PDF and returns its condition, without rendering a page; frees all its memory. */
export async function examineDocument(pdf: Buffer): Promise<PdfCondition> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    return document.getPageCount() > 0 ? 'readable' : 'empty';
  } catch (error) {
    return /password|security/i.test(String(error)) ? 'locked' : 'broken';
  } finally {
    library.destroy();
  }
}

export interface PdfFacts {
  page_count: number;
  hasForm: boolean;
}

export interface OpenDocument {
  facts: PdfFacts;
  /** Renders a page by its number, from 1. Throws if PDFium crashes, after which it renders no other page. */
  draw(page: number, options: PageOptions): Promise<DrawnPage>;
}

/** Opens a PDF that has pages. Call only in a child process. */
export async function openDocument(pdf: Readable): Promise<OpenDocument> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await buffer(pdf));
  const page_count = document.getPageCount();
  if (page_count < 1) throw new Error('the PDF has no pages');
  const form = openForm(document);
  return {
    facts: { page_count, hasForm: form !== null },
    async draw(page, options) {
      const drawn = await drawPage(document, page - 1, form, options).catch((error: unknown) => {
        if (isCrash(error)) throw error;
        return { broken: true } as const;
      });
      return { page, page_count, ...drawn };
    },
  };
}

/** Returns whether PDFium crashed (`WebAssembly.RuntimeError`), as it does when out of memory. */
const isCrash = (error: unknown) => error instanceof Error && error.name === 'RuntimeError';

/** Renders the pages of a PDF on demand. A broken page is skipped. */
export async function* drawPages(
  pdf: Readable,
  { most, ...options }: DrawOptions,
): AsyncGenerator<DrawnPage> {
  const { facts, draw } = await openDocument(pdf);
  for (let page = 1; page <= Math.min(facts.page_count, most); page += 1) yield draw(page, options);
}

async function drawPage(
  document: PDFiumDocument,
  index: number,
  form: number | null,
  { form: wanted, patient = false }: PageOptions,
) {
  if (wanted === 'text') return { text: textOf(document, index, form) };
  const pixels = await draw(document.getPage(index), form !== null);
  if (wanted === 'single') return { single: await encodePage(pixels) };
  const text = textOf(document, index, form);
  return { text, picture: await encodePixels(pixels, { type: 'image/jpeg', drawing: true, patient }) };
}

/** Returns the handle of the PDF's form, or null without one. */
function openForm(document: PDFiumDocument): number | null {
  const { module, documentIdx } = internals(document);
  return module._FPDF_GetFormType(documentIdx) > 0 ? document.initializeFormFields() : null;
}

/** Reads the text of a page, including the values of its form fields. */
function textOf(document: PDFiumDocument, index: number, form: number | null): string {
  const { module } = internals(document);
  const withPage = <T>(use: (page: PDFiumPage) => T): T => {
    const page = document.getPage(index);
    try {
      return use(page);
    } finally {
      module._FPDF_ClosePage(internals(page).pageIdx);
    }
  };
  if (form !== null) {
    // Creates the appearance of fields that have only a value.
    withPage((page) => {
      module._FORM_OnAfterLoadPage(internals(page).pageIdx, form);
      module._FORM_OnBeforeClosePage(internals(page).pageIdx, form);
    });
    // PDFium reads text only from the page's content, so the fields are flattened into it.
    withPage((page) => module._FPDFPage_Flatten(internals(page).pageIdx, NORMAL_DISPLAY));
  }
  return withPage((page) => tidyText(page.getText().slice(0, MAX_TEXT)));
}

async function draw(page: PDFiumPage, renderFormFields: boolean): Promise<Pixels> {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  if (!(width >= 1 && height >= 1)) throw new Error('a page has no size');
  const scale = Math.min(
    MAX_SCALE,
    Math.sqrt(PAGE_PIXELS / (width * height)),
    MAX_EDGE / Math.max(width, height),
  );
  const drawn = await page.render({
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
    scale: 1,
    render: 'bitmap',
    renderFormFields,
  });
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const;
  return sharp(drawn.data, { raw }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Returns lines as people read them: rejoins parts that the layout separates (`R$ 59` / `,90`). */
export function tidyText(text: string): string {
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
