import { mayBeOfKind } from '../../../contract/fileTypes.ts';
import type { Previewed, StandIn } from '../../../contract/preview.ts';

// Pictures that are chosen and not sent stay in the browser: the server is told how large they are, and where the page
// that it answers shows one, its address gives way to that of the file.

const sizes = new WeakMap<File, Promise<StandIn>>();

/** What the server has to know of a file. */
export function standInOf(file: File): Promise<StandIn> {
  const known = sizes.get(file) ?? measured(file);
  sizes.set(file, known);
  return known;
}

async function measured(file: File): Promise<StandIn> {
  const { name, type, size: bytes } = file;
  const one = { name: name.slice(0, 300), type: type.slice(0, 100), bytes, width: 1, height: 1 };
  if (mayBeOfKind('video', file)) return { ...one, ...(await examined(file)) };
  if (!type.startsWith('image/')) return one;
  const url = URL.createObjectURL(file);
  try {
    const { naturalWidth: width, naturalHeight: height } = await loaded(url);
    return { ...one, width: Math.max(1, width), height: Math.max(1, height) };
  } catch {
    // What no browser reads the server refuses, once it is sent.
    return one;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Container and codecs of a video; nothing where it cannot be read, which its upload tells. */
async function examined(file: File): Promise<Pick<StandIn, 'video'>> {
  try {
    const { blobSource, readVideoFormat } = await import('../../../contract/videoReader.ts');
    return { video: await readVideoFormat(blobSource(file)) };
  } catch {
    return {};
  }
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

type Crop = { x: number; y: number; width: number; height: number };

/** Addresses of what the browser has, until they are let go. */
export function createAddresses() {
  const known = new Map<string, Promise<string>>();
  const names = new Map<File, number>();
  const once = (key: string, make: () => Promise<string>) => {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
  const keyOf = (file: File) => {
    if (!names.has(file)) names.set(file, names.size);
    return `file ${names.get(file)}`;
  };
  const whole = (file: File) => once(keyOf(file), async () => URL.createObjectURL(file));
  return {
    ofFile: (file: File, crop: Crop | null) =>
      crop
        ? once(`${keyOf(file)} ${JSON.stringify(crop)}`, async () => cut(await whole(file), crop))
        : whole(file),
    ofPart: (url: string, crop: Crop | null) =>
      crop
        ? once(`${url.split('?', 1)[0]} ${JSON.stringify(crop)}`, () => cut(url, crop))
        : Promise.resolve(url),
    letGo() {
      for (const url of known.values())
        void url.then((address) => URL.revokeObjectURL(address)).catch(() => undefined);
      known.clear();
    },
  };
}

async function cut(url: string, { x, y, width, height }: Crop): Promise<string> {
  const image = await loaded(url);
  const [w, h] = [image.naturalWidth / 100, image.naturalHeight / 100];
  const canvas = new OffscreenCanvas(Math.max(1, width * w), Math.max(1, height * h));
  canvas
    .getContext('2d')
    ?.drawImage(image, x * w, y * h, width * w, height * h, 0, 0, canvas.width, canvas.height);
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 }));
}

/**
 * Returns the page with the addresses of what only the browser has, and the address of the record's picture on it;
 * `chosen` is what its form held then.
 */
export async function withOwnPictures(
  { html, standIns, picture }: Previewed,
  chosen: Record<string, File | File[]>,
  addresses: ReturnType<typeof createAddresses>,
): Promise<{ html: string; picture: string | null }> {
  let page = html;
  let address = picture && `/media/${picture}/`;
  for (const { uuid, field, index, url, crop } of standIns) {
    const held = field === null ? undefined : chosen[field];
    const file = Array.isArray(held) ? held[index] : held;
    const own = file ? await addresses.ofFile(file, crop) : url && (await addresses.ofPart(url, crop));
    if (!own) continue;
    page = page.replaceAll(new RegExp(`[^"'\\s]*/media/${uuid}/[^"'\\s]*`, 'g'), () => own);
    if (uuid === picture) address = own;
  }
  return { html: page, picture: address };
}
