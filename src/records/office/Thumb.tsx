import { type ImageFile, isDecorative } from '../../shared/files/image.ts';

/** Returns a picture's alternative text for display. */
export const altText = (alt: string | null): string => (isDecorative(alt) ? 'Só decorativa' : (alt ?? '-'));

/** Shows a stored picture at about `width` CSS pixels, sharp on dense screens. */
export function Thumb({
  file,
  width,
  alt = '',
  className,
}: {
  file: ImageFile;
  width: number;
  alt?: string;
  className?: string;
}) {
  return (
    <img
      src={smallestAtLeast(file, width * 1.5)}
      alt={alt}
      className={className}
      width={file.width ?? undefined}
      height={file.height ?? undefined}
      loading="lazy"
      decoding="async"
    />
  );
}

function smallestAtLeast(file: ImageFile, width: number): string {
  const webp = file.variants.filter((variant) => variant.type === 'image/webp');
  return webp.find((variant) => variant.width >= width)?.url ?? webp.at(-1)?.url ?? file.url_s3;
}
