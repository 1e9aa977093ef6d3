interface PictureSize {
  width: number;
  height: number;
}

const sizes = new WeakMap<File, Promise<PictureSize | null>>();

/** Returns the size of a chosen picture in pixels, or null if the browser cannot read it. */
export function pictureSizeOf(file: File): Promise<PictureSize | null> {
  const known = sizes.get(file) ?? measure(file);
  sizes.set(file, known);
  return known;
}

async function measure(file: File): Promise<PictureSize | null> {
  const url = URL.createObjectURL(file);
  try {
    const { naturalWidth: width, naturalHeight: height } = await loadImage(url);
    return { width: Math.max(1, width), height: Math.max(1, height) };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Waits for an image. Throws if it cannot be read. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = url;
  });
  return image;
}
