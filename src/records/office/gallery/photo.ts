import type { GalleryImage, ImageFile } from '../../../shared/files/image.ts';

/** Converts a gallery picture to an image file. */
export const fileOf = ({ path, ...image }: GalleryImage): ImageFile => ({ ...image, url_s3: path });

const keysOfFiles = new WeakMap<File, string>();
let lastKey = 0;

/** Returns a unique key of a file. Names are not unique, and a file may be chosen twice. */
export function fileKeyOf(file: File): string {
  const known = keysOfFiles.get(file);
  if (known) return known;
  lastKey += 1;
  const key = `new ${lastKey}`;
  keysOfFiles.set(file, key);
  return key;
}

/** A picture that the next save adds: a chosen file, or a library picture by its uuid. */
export interface NewPicture {
  key: string;
  name: string;
  file: File | null;
  code: string;
}

/** Returns new pictures in the order in which they are sent: files first. */
export const newPictures = (chosen: readonly File[], codes: readonly string[]): NewPicture[] => [
  ...chosen.map((file) => ({ key: fileKeyOf(file), name: file.name, file, code: '' })),
  ...codes.map((code, index) => ({
    key: `library ${code} ${codes.slice(0, index).filter((other) => other === code).length}`,
    name: `Foto da biblioteca ${index + 1}`,
    file: null,
    code,
  })),
];
