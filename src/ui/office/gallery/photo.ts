import type { GalleryImage, ImageFile } from '../../../contract/image.ts';

/** A picture of a gallery as other pictures are. */
export const fileOf = ({ path, ...image }: GalleryImage): ImageFile => ({ ...image, url_s3: path });

const keysOfFiles = new WeakMap<File, string>();
let lastKey = 0;

/** Two files may share a name, and one may be chosen twice in a row of previews that must not be mixed up. */
export function keyOf(file: File): string {
  const known = keysOfFiles.get(file);
  if (known) return known;
  lastKey += 1;
  const key = `new ${lastKey}`;
  keysOfFiles.set(file, key);
  return key;
}
