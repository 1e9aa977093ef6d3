import { readFileSync } from 'node:fs';
import { fileOf } from './images.ts';
import { aacTrak, box, ftyp, h264Trak, isoVideo } from './videos.ts';

/** Returns the file `name` of test/inputs. */
export const inputFile = (name: string): Buffer => readFileSync(new URL(`./inputs/${name}`, import.meta.url));

/** Size of a page in points. It is small, because drawing a page and encoding its pictures takes a second for a large one. */
const PAGE_SIZE = '105 50';
const says = (text: string) => `BT /F1 6 Tf 10 25 Td (${text}) Tj ET\n`;

/** Returns a valid PDF with one page that contains `text`. */
export function pdf(text = 'Ofertas da quinzena', padding = 0): Buffer {
  const stream = `${says(text)}${'% '.padEnd(padding, 'x')}\n`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE_SIZE}]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>`,
    `<</Length ${stream.length}>>stream\n${stream}endstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  return pdfOf(objects);
}

/** Returns a PDF of `objects`, numbered from 1; the first is its catalogue. */
export function pdfOf(objects: string[]): Buffer {
  let file = '%PDF-1.4\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return entry;
  });
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  return Buffer.from(
    `${file}${xref}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Returns a PDF with one page for each of `texts`, of `size` in points. */
export const pdfOfPages = (texts: string[], size = PAGE_SIZE): Buffer =>
  pdfOfStreams(texts.map((text) => ({ content: says(text), size })));

interface Page {
  /** The stream that draws the page. */
  content: string;
  size: string;
}

/** Returns a PDF of `pages`; `forms` are the drawings `/X0`, `/X1` and so on that they may use. */
function pdfOfStreams(pages: Page[], forms: string[] = []): Buffer {
  const first = 4 + forms.length;
  const drawings = forms.map((_, index) => `/X${index} ${4 + index} 0 R`).join(' ');
  const resources = `/Resources<</Font<</F1 3 0 R>>/XObject<<${drawings}>>>>`;
  const streamOf = (content: string, head = '') =>
    `<<${head}/Length ${content.length}>>stream\n${content}endstream`;
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...forms.map((content) => streamOf(content, `/Type/XObject/Subtype/Form/BBox[0 0 100 100]${resources}`)),
    ...pages.flatMap(({ content, size }, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]${resources}/Contents ${first + index * 2 + 1} 0 R>>`,
      streamOf(content),
    ]),
  ]);
}

/** Takes minutes to draw: the page, which is large, is painted over and over again. */
const ENDLESS = { content: '0 0 500 500 re f\n'.repeat(100_000), size: '500 500' };
const DEPTH = 14;
/** Takes all the memory there is: each drawing holds the next ten times. */
const NESTED_FORMS = Array.from({ length: DEPTH }, (_, index) =>
  index === DEPTH - 1 ? '0 0 10 10 re f\n' : `/X${index + 1} Do\n`.repeat(10),
);
const BOUNDLESS = { content: '/X0 Do\n', size: '100 100' };

/** A PDF of one page that takes minutes to draw. */
export const slowPdf = (): Buffer => pdfOfStreams([ENDLESS]);

/** A PDF of one page that takes all the memory there is. */
export const memoryExhaustingPdf = (): Buffer => pdfOfStreams([BOUNDLESS], NESTED_FORMS);

/** A page for each of `texts`, but for `endless` and `boundless`, which are pages that take too much to draw. */
export const pdfWithExcess = (texts: string[]): Buffer =>
  pdfOfStreams(
    texts.map(
      (text) =>
        ({ endless: ENDLESS, boundless: BOUNDLESS })[text] ?? { content: says(text), size: PAGE_SIZE },
    ),
    NESTED_FORMS,
  );

/** Returns a complete MP4 that declares H.264 and AAC, without actual pictures. */
export const mp4 = (samples?: Buffer): Buffer => isoVideo([h264Trak(), aacTrak()], { samples });

const HTML = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const SCRIPT = Buffer.from('#!/usr/bin/env node\nrequire("child_process").exec("id")');
/** Returns the first half, as a truncated file. */
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

type HostileFile = [what: string, file: File];

const disguised = (name: string, type: string): HostileFile[] => [
  ['a page under its name', fileOf(HTML, name, type)],
  ['an SVG under its name', fileOf(SVG, name, type)],
  ['a script under its name', fileOf(SCRIPT, name, type)],
  ['nothing', fileOf(Buffer.alloc(0), name, type)],
  ['one byte', fileOf(Buffer.from('%'), name, type)],
];

/** Files that must be refused as PDF. */
export const hostilePdfs: HostileFile[] = [
  ...disguised('encarte.pdf', 'application/pdf'),
  ['a page that says what it is', fileOf(HTML, 'encarte.html', 'text/html')],
  ['a PDF that says to be a page', fileOf(pdf(), 'encarte.html', 'text/html')],
  ['a video', fileOf(mp4(), 'encarte.pdf', 'application/pdf')],
  [
    'a PDF that needs a password',
    fileOf(inputFile('password-required.pdf'), 'encarte.pdf', 'application/pdf'),
  ],
  ['a PDF without a catalogue', fileOf(pdfOf(['<</Type/Catalog>>']), 'encarte.pdf', 'application/pdf')],
  [
    'a PDF without a page',
    fileOf(
      pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']),
      'encarte.pdf',
      'application/pdf',
    ),
  ],
  [
    'a PDF whose pages are their own parents',
    fileOf(
      pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1000000000>>']),
      'encarte.pdf',
      'application/pdf',
    ),
  ],
  ['half a PDF', fileOf(half(pdf()), 'encarte.pdf', 'application/pdf')],
  [
    'a page behind the first bytes of a PDF',
    fileOf(Buffer.concat([Buffer.from('%PDF-1.4\n'), HTML]), 'encarte.pdf', 'application/pdf'),
  ],
];

/** Files that must be refused as video. */
export const hostileVideos: HostileFile[] = [
  ...disguised('video.mp4', 'video/mp4'),
  ['an SVG that says to be a video', fileOf(SVG, 'video.svg', 'video/svg+xml')],
  ['a video that says to be a page', fileOf(mp4(), 'video.html', 'text/html')],
  ['a PDF', fileOf(pdf(), 'video.mp4', 'video/mp4')],
  ['half a video', fileOf(half(mp4()), 'video.mp4', 'video/mp4')],
  [
    'a video without its index',
    fileOf(Buffer.concat([ftyp(), box('mdat', Buffer.alloc(400))]), 'video.mp4', 'video/mp4'),
  ],
  ['a page behind the head of a video', fileOf(Buffer.concat([ftyp(), HTML]), 'video.mp4', 'video/mp4')],
];
