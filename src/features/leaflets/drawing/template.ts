import { Document, Font, Image, Page, Path, Rect, Svg, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import { FACES, type Face, fontFile } from './fit.ts';
import type { Part, Sheet } from './place.ts';

// Components without JSX: this runs in Node as it stands, in a process that nothing was built for.

for (const face of FACES) Font.register({ family: face, src: fontFile(face) });

/**
 * Fontkit remembers a letter as it first meets it. Met as a part of another one («A» of «Á»), it would stand for no text,
 * and be missing from whatever this process draws next: so each is met by itself before anything is drawn.
 */
async function meetLetters(): Promise<void> {
  for (const fontFamily of FACES) {
    await Font.load({ fontFamily });
    const font = Font.getFont({ fontFamily }).data;
    for (const code of font?.characterSet ?? []) font?.glyphForCodePoint(code);
  }
}

let met: Promise<void> | undefined;
/** To be waited for before a `Leaflet` is rendered. */
export const readyToDraw = (): Promise<void> => {
  met ??= meetLetters();
  return met;
};

// Lines are broken where they were measured.
Font.registerHyphenationCallback((word) => [word]);

export interface DrawnPicture {
  data: Buffer;
  format: 'jpg' | 'png';
  width: number;
  height: number;
}

export type Pictures = ReadonlyMap<number, DrawnPicture>;

/** Pages with text that is text. */
export function Leaflet({
  sheets,
  pictures,
  title,
  author,
}: {
  sheets: readonly Sheet[];
  pictures: Pictures;
  title: string;
  author: string;
}) {
  return h(
    Document,
    { title, author, language: 'pt-BR', creator: author, producer: author },
    sheets.map((sheet, at) => h(SheetPage, { key: at, sheet, pictures })),
  );
}

function SheetPage({ sheet, pictures }: { sheet: Sheet; pictures: Pictures }) {
  const { width, height, ground, cells } = sheet;
  return h(
    Page,
    { size: [width, height] },
    h(Layer, { width, height, parts: ground }),
    cells.map(({ parts }, at) => h(Product, { key: at, width, height, parts, pictures })),
  );
}

interface LayerProps {
  width: number;
  height: number;
  parts: readonly Part[];
}

function Product({ parts, pictures, ...page }: LayerProps & { pictures: Pictures }) {
  const shown = parts.flatMap((part) => {
    const picture = part.kind === 'picture' && pictures.get(part.file_id);
    return picture ? [h(Picture, { key: part.file_id, part, picture })] : [];
  });
  return h(View, { style: whole(page) }, h(Layer, { ...page, parts }), ...shown);
}

/** A little lower than the page: what is as high as that might be taken to be higher, and get a page of its own. */
const whole = ({ width, height }: { width: number; height: number }) =>
  ({ position: 'absolute', left: 0, top: 0, width, height: height - 1 }) as const;

/** As large as its room lets it be, in the middle. */
function Picture({ part, picture }: { part: Extract<Part, { kind: 'picture' }>; picture: DrawnPicture }) {
  const scale = Math.min(part.width / picture.width, part.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const style = {
    position: 'absolute',
    left: part.x + (part.width - width) / 2,
    top: part.y + (part.height - height) / 2,
    width,
    height,
  } as const;
  return h(Image, { style, src: { data: picture.data, format: picture.format } });
}

function Layer({ width, height, parts }: LayerProps) {
  return h(
    Svg,
    { viewBox: `0 0 ${width} ${height - 1}`, width, height: height - 1, style: whole({ width, height }) },
    parts.map((part, at) => drawn(part, String(at))),
  );
}

function drawn(part: Part, key: string): ReactNode {
  switch (part.kind) {
    case 'rect': {
      const { x, y, width, height, fill } = part;
      return h(Rect, { key, x, y, width, height, fill });
    }
    case 'path': {
      const { d, fill, at } = part;
      const transform = at && `translate(${at.x}, ${at.y}) scale(${at.scale})`;
      return h(Path, { key, d, fill, ...(transform && { transform }) });
    }
    case 'words': {
      const { x, baseline, text, fill, face, size } = part;
      const style = { fontFamily: face satisfies Face, fontSize: size };
      return h(Text, { key, x, y: baseline, fill, style } as never, text);
    }
    default:
      return null;
  }
}
