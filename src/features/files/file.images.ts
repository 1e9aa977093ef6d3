import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import type { Frame } from '../../contract/image.ts';
import { ImageError, MAX_MEGAPIXELS } from './file.images.problem.ts';
import { GROUND, measureGround } from './ground.ts';

/** The stored picture's longest edge. */
const LONGEST_EDGE = 2560;
/**
 * Browsers take the first that is not too narrow: 180 is what lists and rows of small pictures need, 750 and 1100 are
 * a little more than what phones ask for of a picture as wide as they are (412 points at 1.75 and 2.625 pixels, 375 at
 * 2, 360 at 3).
 */
const WIDTHS = [180, 360, 540, 750, 1100, 1440, 1920];
const PLACEHOLDER_EDGE = 20;
const PLACEHOLDER_LENGTH = 400;

const MOST_PIXELS = Math.max(...Object.values(MAX_MEGAPIXELS)) * 1e6;

type ImageType = 'image/jpeg' | 'image/png';

export interface Encoded<T extends string> {
  type: T;
  width: number;
  height: number;
  data: Buffer;
}

export interface ProcessedImage {
  main: Encoded<ImageType>;
  variants: Encoded<'image/webp'>[];
  placeholder: string | null;
  /** See `measureGround`; null where one sees through it. */
  ground: string | null;
  /** The whole, where this is a part of it. */
  source?: Encoded<ImageType>;
}

// Pictures come in one by one; keeping decoded ones would only hold memory.
sharp.cache(false);

export interface Pixels {
  data: Buffer;
  info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

const fromPixels = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/**
 * Re-encodes a picture, or the part `crop` of it, upright, in sRGB and without metadata, and makes its WebP
 * widths. It is decoded once; everything is made from those pixels. JPEG and PNG.
 */
export async function processImage(from: string | Buffer, crop?: Crop | null): Promise<ProcessedImage> {
  const image = sharp(from, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
  const metadata = await readable(image.metadata());
  const type = typeOf(metadata);
  const pixels = await decode(image, type);
  // PNGs are drawings more often than photographs.
  const encoding = { type, drawing: type === 'image/png' };
  if (!crop) return encodePixels(pixels, encoding);
  const [source, part] = await Promise.all([encodeMain(pixels, encoding), cut(pixels, crop)]);
  return { ...(await encodePixels(part, encoding)), source };
}

/** A part of a picture, in percent of it. */
export type Crop = NonNullable<Frame['crop']>;

function cut(pixels: Pixels, crop: Crop): Promise<Pixels> {
  const { width, height } = pixels.info;
  const left = Math.min(width - 1, Math.round((crop.x / 100) * width));
  const top = Math.min(height - 1, Math.round((crop.y / 100) * height));
  return fromPixels(pixels)
    .extract({
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.round((crop.width / 100) * width))),
      height: Math.max(1, Math.min(height - top, Math.round((crop.height / 100) * height))),
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

interface Encoding {
  type: ImageType;
  /** Keeps its coloured edges sharp. */
  drawing: boolean;
  /** Takes many times as long for fewer bytes of the same quality; where nobody waits. */
  patient?: boolean;
}

/** A picture's stored forms, from its pixels. */
export async function encodePixels(pixels: Pixels, encoding: Encoding): Promise<ProcessedImage> {
  const [main, placeholder, ground, ...variants] = await Promise.all([
    encodeMain(pixels, encoding),
    encodePlaceholder(pixels),
    groundOf(pixels),
    ...widthsOf(pixels.info.width).map((width) => encodeWebp(pixels, width, encoding)),
  ]);
  return { main, placeholder, ground, variants };
}

/** So small that what is thinner than words' own strokes does not count. */
async function groundOf(pixels: Pixels): Promise<string | null> {
  if (pixels.info.channels === 4) return null;
  const { data, info } = await fromPixels(pixels)
    .resize({ width: GROUND.columns * 16, height: GROUND.rows * 16, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 3 ? measureGround(data, info.width, info.height) : null;
}

/** The ground of a stored picture. */
export async function measureStored(stored: Buffer): Promise<string | null> {
  const image = sharp(stored, { limitInputPixels: MOST_PIXELS });
  return groundOf(await image.raw().toBuffer({ resolveWithObject: true }));
}

/** One picture that is read as it is, with small letters in it. */
export const encodeSingle = (pixels: Pixels): Promise<Encoded<'image/webp'>> =>
  finish(fromPixels(pixels).webp({ quality: 80, effort: 3, smartSubsample: true }), 'image/webp');

/** `widths` in AVIF, from a stored picture. Takes seconds. */
export async function encodeAvifs(stored: Buffer, widths: number[]): Promise<Encoded<'image/avif'>[]> {
  const pixels = await sharp(stored, { limitInputPixels: MOST_PIXELS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const encoded: Encoded<'image/avif'>[] = [];
  for (const width of widths) {
    encoded.push(await finish(resized(pixels, width).avif({ quality: 50, effort: 2 }), 'image/avif'));
  }
  return encoded;
}

function typeOf({ format, width, height }: Metadata): ImageType {
  const most = format === 'png' ? MAX_MEGAPIXELS.png * 1e6 : MOST_PIXELS;
  if (width * height > most) throw new ImageError('too_many_pixels');
  if (format === 'jpeg') return 'image/jpeg';
  if (format === 'png') return 'image/png';
  throw new ImageError('unreadable');
}

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const tooMany = error instanceof Error && /pixel limit/.test(error.message);
    throw new ImageError(tooMany ? 'too_many_pixels' : 'unreadable', error);
  }
}

async function decode(source: Sharp, type: ImageType): Promise<Pixels> {
  const upright = source
    .autoOrient()
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const pixels = await readable(upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }));
  if (type === 'image/jpeg' || pixels.info.channels < 4 || !isOpaque(pixels)) return pixels;
  return fromPixels(pixels).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Some tools give every PNG an alpha channel that it does not use. */
function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** The picture's own width is among them where it is not wider than the widest; near doubles are left out. */
export function widthsOf(width: number): number[] {
  const widest = Math.min(width, ...WIDTHS.slice(-1));
  return [...WIDTHS.filter((candidate) => candidate < widest * 0.9), widest];
}

const resized = (pixels: Pixels, width: number) =>
  width === pixels.info.width ? fromPixels(pixels) : fromPixels(pixels).resize({ width });

const encodeMain = (pixels: Pixels, { type, patient = false }: Encoding) =>
  finish(
    type === 'image/jpeg'
      ? fromPixels(pixels).jpeg({ quality: 86, mozjpeg: patient })
      : fromPixels(pixels).png({ compressionLevel: 6, adaptiveFiltering: true }),
    type,
  );

function encodeWebp(pixels: Pixels, width: number, { drawing, patient }: Encoding) {
  const quality = drawing ? { quality: 84, effort: 2, smartSubsample: true } : { quality: 78, effort: 0 };
  return finish(resized(pixels, width).webp({ ...quality, ...(patient && { effort: 6 }) }), 'image/webp');
}

async function encodePlaceholder(pixels: Pixels): Promise<string | null> {
  for (let edge = PLACEHOLDER_EDGE; edge >= 4; edge -= 4) {
    const data = await fromPixels(pixels)
      .resize({ width: edge, height: edge, fit: 'inside' })
      .webp({ quality: 25, alphaQuality: 25, effort: 4 })
      .toBuffer();
    const url = `data:image/webp;base64,${data.toString('base64')}`;
    if (url.length <= PLACEHOLDER_LENGTH) return url;
  }
  return null;
}

async function finish<T extends string>(image: Sharp, type: T): Promise<Encoded<T>> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { type, width: info.width, height: info.height, data };
}
