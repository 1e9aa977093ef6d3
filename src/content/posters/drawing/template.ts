import { Document, Font, Image, Page, Path, Rect, Svg, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import { FACES, type Face, fontFile } from './fitText.ts';
import type { PosterPage } from './layout.ts';
import type { PagePart } from './pageParts.ts';

// Components without JSX, because this file runs in Node without a build.

for (const face of FACES) Font.register({ family: face, src: fontFile(face) });

/**
 * Loads every glyph of the fonts. Fontkit caches a glyph when it is first used: a letter first loaded as part
 * of another («A» in «Á») would have no text, and be missing from later drawings of the process.
 */
async function loadGlyphs(): Promise<void> {
  for (const fontFamily of FACES) {
    await Font.load({ fontFamily });
    const font = Font.getFont({ fontFamily }).data;
    for (const code of font?.characterSet ?? []) font?.glyphForCodePoint(code);
  }
}

let loaded: Promise<void> | undefined;
/** Loads the fonts; await it before rendering a `PosterDocument`. */
export const loadFonts = (): Promise<void> => {
  loaded ??= loadGlyphs();
  return loaded;
};

// Lines are broken before the rendering, where they were measured.
Font.registerHyphenationCallback((word) => [word]);

export interface DrawnPicture {
  data: Buffer;
  format: 'jpg' | 'png';
  width: number;
  height: number;
}

export type PicturesByFile = ReadonlyMap<number, DrawnPicture>;

/** Renders pages whose text can be selected and searched. */
export function PosterDocument({
  sheets,
  pictures,
  title,
  author,
}: {
  sheets: readonly PosterPage[];
  pictures: PicturesByFile;
  title: string;
  author: string;
}) {
  return h(
    Document,
    { title, author, language: 'pt-BR', creator: author, producer: author },
    sheets.map((sheet, at) => h(SheetPage, { key: at, sheet, pictures })),
  );
}

function SheetPage({ sheet, pictures }: { sheet: PosterPage; pictures: PicturesByFile }) {
  const { margin, background, cells } = sheet;
  const page = { width: sheet.width + 2 * margin, height: sheet.height + 2 * margin, margin };
  return h(
    Page,
    { size: [page.width, page.height] },
    h(Layer, { ...page, parts: background }),
    cells.map(({ parts }, at) => h(Product, { key: at, ...page, parts, pictures })),
  );
}

interface LayerProps {
  /** Size of the sheet with its margin. */
  width: number;
  height: number;
  margin: number;
  parts: readonly PagePart[];
}

function Product({ parts, pictures, ...page }: LayerProps & { pictures: PicturesByFile }) {
  const shown = parts.flatMap((part) => {
    const picture = part.kind === 'picture' && pictures.get(part.file_id);
    return picture ? [h(Picture, { key: part.file_id, part, picture, margin: page.margin })] : [];
  });
  return h(View, { style: fullPage(page) }, h(Layer, { ...page, parts }), ...shown);
}

/**
 * Returns the style of a full page. The height is one point less, because an element of the full height may
 * be rounded up and moved to a new page.
 */
const fullPage = ({ width, height }: Pick<LayerProps, 'width' | 'height'>) =>
  ({ position: 'absolute', left: 0, top: 0, width, height: height - 1 }) as const;

/** Scales the picture to fit its box, centred. */
function Picture({
  part,
  picture,
  margin,
}: {
  part: Extract<PagePart, { kind: 'picture' }>;
  picture: DrawnPicture;
  margin: number;
}) {
  const scale = Math.min(part.width / picture.width, part.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const style = {
    position: 'absolute',
    left: margin + part.x + (part.width - width) / 2,
    top: margin + part.y + (part.height - height) / 2,
    width,
    height,
  } as const;
  return h(Image, { style, src: { data: picture.data, format: picture.format } });
}

function Layer({ width, height, margin, parts }: LayerProps) {
  return h(
    Svg,
    {
      viewBox: `${-margin} ${-margin} ${width} ${height - 1}`,
      ...{ width, height: height - 1, style: fullPage({ width, height }) },
    },
    parts.map((part, at) => elementOf(part, String(at))),
  );
}

function elementOf(part: PagePart, key: string): ReactNode {
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
      return h(Text, { key, x, y: baseline, fill, style }, text);
    }
    default:
      return null;
  }
}
