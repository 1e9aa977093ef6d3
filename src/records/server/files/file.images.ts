import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import type { PictureFrame } from '../../../shared/files/image.ts';
import { MAX_EDGE, variantWidths, WIDEST_THUMBNAIL } from '../../../shared/files/pictureWidths.ts';
import { ImageError, MAX_MEGAPIXELS } from './file.images.problem.ts';
import { encodeLuminanceMap, LUMINANCE_GRID } from './luminanceMap.ts';

const PLACEHOLDER_EDGE = 20;
const PLACEHOLDER_LENGTH = 400;

/** Lists load dozens of thumbnails at once, and few pixels encode quickly even with the most effort. */
const THUMBNAIL_FORMAT = { quality: 65, effort: 6 };

const MAX_PIXELS = Math.max(...Object.values(MAX_MEGAPIXELS)) * 1e6;

type ImageType = 'image/jpeg' | 'image/png';

export interface EncodedImage<T extends string> {
  type: T;
  width: number;
  height: number;
  data: Buffer;
}

export interface ProcessedImage {
  main: EncodedImage<ImageType>;
  variants: EncodedImage<'image/webp'>[];
  placeholder: string | null;
  /** See `encodeLuminanceMap`; null for a transparent picture. */
  ground: string | null;
  /** The whole picture, if this is a crop of it. */
  source?: EncodedImage<ImageType>;
}

// Each picture is processed once, so a cache would only use memory.
sharp.cache(false);

export interface Pixels {
  data: Buffer;
  info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

const fromPixels = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/**
 * Re-encodes a JPEG or PNG, or its part `crop`, upright, in sRGB and without metadata, and its WebP widths.
 * The picture is decoded once.
 */
export async function processImage(from: string | Buffer, crop?: Crop | null): Promise<ProcessedImage> {
  const image = sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'warning' });
  const metadata = await readable(image.metadata());
  const type = typeOf(metadata);
  const pixels = await decode(image, type);
  const encoding = encodingOf(type);
  if (!crop) return encodePixels(pixels, encoding);
  const [source, part] = await Promise.all([encodeMain(pixels, encoding), cropPixels(pixels, crop)]);
  return { ...(await encodePixels(part, encoding)), source };
}

/** A part of a picture, in percent of its size. */
export type Crop = NonNullable<PictureFrame['crop']>;

function cropPixels(pixels: Pixels, crop: Crop): Promise<Pixels> {
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
  /** Keeps coloured edges sharp. */
  drawing: boolean;
  /** Trades much more time for fewer bytes at the same quality, for background work. */
  patient?: boolean;
}

/** Returns the encoding of an uploaded picture. PNGs are mostly drawings. */
const encodingOf = (type: ImageType): Encoding => ({ type, drawing: type === 'image/png' });

/** Encodes the stored forms of a picture from its pixels. */
export async function encodePixels(pixels: Pixels, encoding: Encoding): Promise<ProcessedImage> {
  const [main, placeholder, ground, ...variants] = await Promise.all([
    encodeMain(pixels, encoding),
    encodePlaceholder(pixels),
    luminanceMapOf(pixels),
    ...variantWidths(pixels.info.width).map((width) => encodeWebp(pixels, width, encoding)),
  ]);
  return { main, placeholder, ground, variants };
}

/** Scales the picture down first, so that lines thinner than the strokes of letters do not count. */
async function luminanceMapOf(pixels: Pixels): Promise<string | null> {
  if (pixels.info.channels === 4) return null;
  const { data, info } = await fromPixels(pixels)
    .resize({ width: LUMINANCE_GRID.columns * 16, height: LUMINANCE_GRID.rows * 16, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 3 ? encodeLuminanceMap(data, info.width, info.height) : null;
}

/** Computes the luminance map of a stored picture. */
export async function measureLuminance(stored: Buffer): Promise<string | null> {
  const image = sharp(stored, { limitInputPixels: MAX_PIXELS });
  return luminanceMapOf(await image.raw().toBuffer({ resolveWithObject: true }));
}

/** Encodes one picture that is read as it is, such as a page with small text. */
export const encodePage = (pixels: Pixels): Promise<EncodedImage<'image/webp'>> =>
  finish(fromPixels(pixels).webp({ quality: 80, effort: 3, smartSubsample: true }), 'image/webp');

/** Widths of one picture in each format. */
export interface WidthsByFormat {
  webp: readonly number[];
  avif: readonly number[];
}

/** Encodes a stored picture at further widths, one after another. AVIF takes seconds. */
export async function encodeVariants(
  stored: Buffer,
  { webp, avif }: WidthsByFormat,
): Promise<EncodedImage<'image/webp' | 'image/avif'>[]> {
  const image = sharp(stored, { limitInputPixels: MAX_PIXELS });
  const encoding = { ...encodingOf(typeOf(await image.metadata())), patient: true };
  const pixels = await image.raw().toBuffer({ resolveWithObject: true });
  const encoded: EncodedImage<'image/webp' | 'image/avif'>[] = [];
  for (const width of webp) encoded.push(await encodeWebp(pixels, width, encoding));
  for (const width of avif) encoded.push(await encodeAvif(pixels, width));
  return encoded;
}

const encodeAvif = (pixels: Pixels, width: number) =>
  finish(resized(pixels, width).avif({ quality: 50, effort: 2 }), 'image/avif');

function typeOf({ format, width, height }: Metadata): ImageType {
  const most = format === 'png' ? MAX_MEGAPIXELS.png * 1e6 : MAX_PIXELS;
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
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const pixels = await readable(upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }));
  if (type === 'image/jpeg' || pixels.info.channels < 4 || !isOpaque(pixels)) return pixels;
  return fromPixels(pixels).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Returns whether an alpha channel is unused: some tools add one to every PNG. */
function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
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
  const format = drawing ? { quality: 84, effort: 2, smartSubsample: true } : { quality: 78, effort: 0 };
  const isThumbnail = width <= WIDEST_THUMBNAIL && width < pixels.info.width;
  return finish(
    resized(pixels, width).webp({
      ...format,
      ...(patient && { effort: 6 }),
      ...(isThumbnail && THUMBNAIL_FORMAT),
    }),
    'image/webp',
  );
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

async function finish<T extends string>(image: Sharp, type: T): Promise<EncodedImage<T>> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { type, width: info.width, height: info.height, data };
}
