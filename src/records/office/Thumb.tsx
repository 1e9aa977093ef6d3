import { type ImageFile, isDecorative } from '../../shared/files/image.ts';
import { THUMBNAIL_SIDE, variantsUpTo } from '../../shared/files/pictureWidths.ts';

/** Returns a picture's alternative text for display. */
export const altText = (alt: string | null): string => (isDecorative(alt) ? 'Só decorativa' : (alt ?? '-'));

/** Highest pixel ratio at which a thumbnail gains from more pixels. */
const MAX_PIXEL_RATIO = 2;

/** Shows a stored picture at `width` CSS pixels, which is the width in lists unless given. */
export function Thumb({
  file,
  width = THUMBNAIL_SIDE,
  alt = '',
  className,
}: {
  file: ImageFile;
  width?: number;
  alt?: string;
  className?: string;
}) {
  const webp = file.variants.filter((variant) => variant.type === 'image/webp');
  const offered = variantsUpTo(webp, width * MAX_PIXEL_RATIO);
  return (
    <img
      // Before `src`, or Safari loads both.
      sizes={`${width}px`}
      srcSet={offered.map((variant) => `${variant.url} ${variant.width}w`).join(', ') || undefined}
      src={offered.at(-1)?.url ?? file.url_s3}
      alt={alt}
      className={className}
      width={file.width ?? undefined}
      height={file.height ?? undefined}
      loading="lazy"
      decoding="async"
    />
  );
}
