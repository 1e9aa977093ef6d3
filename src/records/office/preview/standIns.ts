import { mayBeOfKind } from '../../../shared/files/fileTypes.ts';
import type { PreviewFile, PreviewResult } from '../../../shared/preview.ts';
import { loadImage, pictureSizeOf } from '../upload/pictureSize.ts';

// Chosen files stay in the browser during a preview: the server receives only their descriptions. In the rendered
// page, their URLs are replaced by local ones.

const standIns = new WeakMap<File, Promise<PreviewFile | null>>();

/** Returns the description of a file that the server needs, or null for an unreadable picture. */
export function standInOf(file: File): Promise<PreviewFile | null> {
  const known = standIns.get(file) ?? describe(file);
  standIns.set(file, known);
  return known;
}

async function describe(file: File): Promise<PreviewFile | null> {
  const { name, type, size: bytes } = file;
  const description = { name: name.slice(0, 300), type: type.slice(0, 100), bytes, width: 1, height: 1 };
  if (mayBeOfKind('video', file)) return { ...description, ...(await examined(file)) };
  if (!type.startsWith('image/')) return description;
  const size = await pictureSizeOf(file);
  return size && { ...description, ...size };
}

/** Returns container and codecs of a video; nothing if it cannot be read, which the upload then reports. */
async function examined(file: File): Promise<Pick<PreviewFile, 'video'>> {
  try {
    const { blobSource, readVideoFormat } = await import('../../../shared/video/videoReader.ts');
    return { video: await readVideoFormat(blobSource(file)) };
  } catch {
    return {};
  }
}

type Crop = { x: number; y: number; width: number; height: number };

/** Creates a cache of object URLs, which `revokeAll` revokes. */
export function createObjectUrls() {
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
  const urlOfFile = (file: File) => once(keyOf(file), async () => URL.createObjectURL(file));
  return {
    ofFile: (file: File, crop: Crop | null) =>
      crop
        ? once(`${keyOf(file)} ${JSON.stringify(crop)}`, async () => cropImage(await urlOfFile(file), crop))
        : urlOfFile(file),
    ofPart: (url: string, crop: Crop | null) =>
      crop
        ? once(`${url.split('?', 1)[0]} ${JSON.stringify(crop)}`, () => cropImage(url, crop))
        : Promise.resolve(url),
    revokeAll() {
      for (const url of known.values())
        void url.then((address) => URL.revokeObjectURL(address)).catch(() => undefined);
      known.clear();
    },
  };
}

async function cropImage(url: string, { x, y, width, height }: Crop): Promise<string> {
  const image = await loadImage(url);
  const [w, h] = [image.naturalWidth / 100, image.naturalHeight / 100];
  const canvas = new OffscreenCanvas(Math.max(1, width * w), Math.max(1, height * h));
  canvas
    .getContext('2d')
    ?.drawImage(image, x * w, y * h, width * w, height * h, 0, 0, canvas.width, canvas.height);
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 }));
}

/**
 * Returns the page with local addresses for local pictures, and the address of the record's picture. `chosen`
 * holds the form's files at the time of the request.
 */
export async function withLocalPictures(
  { html, standIns, picture }: PreviewResult,
  chosen: Record<string, File | File[]>,
  addresses: ReturnType<typeof createObjectUrls>,
): Promise<{ html: string; picture: string | null }> {
  let page = html;
  let address = picture && `/media/${picture}/`;
  for (const { uuid, field, index, url, crop } of standIns) {
    const value = field === null ? undefined : chosen[field];
    const file = Array.isArray(value) ? value[index] : value;
    const localUrl = file ? await addresses.ofFile(file, crop) : url && (await addresses.ofPart(url, crop));
    if (!localUrl) continue;
    page = page.replaceAll(new RegExp(`[^"'\\s]*/media/${uuid}/[^"'\\s]*`, 'g'), () => localUrl);
    if (uuid === picture) address = localUrl;
  }
  return { html: page, picture: address };
}
