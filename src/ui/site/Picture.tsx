import type { ImageFile } from '../../shared/files/image.ts';
import { type PictureUse, variantsFor } from '../../shared/files/pictureWidths.ts';

export type PictureFile = Omit<ImageFile, 'url_s3'> & { url_s3?: string; path?: string };

interface Props {
  file: PictureFile;
  /** Displayed width, as in `<img sizes>`. */
  sizes: string;
  /** Empty for a decorative picture. */
  alt: string;
  /** Decides which widths are offered. */
  use?: PictureUse;
  /** The main picture of a page (largest contentful paint). */
  eager?: boolean;
  /** A small picture beside the main one, which it must not delay. */
  late?: boolean;
  className?: string;
}

/** Renders a stored picture in its formats and widths, over its placeholder, in a box of known shape. */
export function Picture({
  file,
  sizes,
  alt,
  use = 'content',
  eager = false,
  late = false,
  className = '',
}: Props) {
  const { variants, placeholder } = file;
  const sources = (['image/avif', 'image/webp'] as const).map((type) => ({
    type,
    srcSet: variantsFor(
      variants.filter((variant) => variant.type === type),
      use,
    )
      .map((variant) => `${variant.url} ${variant.width}w`)
      .join(', '),
  }));
  return (
    <span className={`picture ${className}${focusClass(file)}`}>
      {placeholder && <img src={placeholder} alt="" aria-hidden="true" />}
      <picture>
        {sources.map(
          ({ type, srcSet }) => srcSet && <source key={type} type={type} srcSet={srcSet} sizes={sizes} />,
        )}
        <img
          src={fallbackOf(file)}
          alt={alt}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          loading={eager ? 'eager' : 'lazy'}
          decoding={eager ? 'auto' : 'async'}
          fetchPriority={eager ? 'high' : late ? 'low' : undefined}
        />
      </picture>
    </span>
  );
}

/** Set by classes, because pages have no inline styles. */
const focusClass = ({ focus }: PictureFile) => (focus ? ` focus fx${focus.x} fy${focus.y}` : '');

/** Returns the address for browsers without AVIF and WebP: the original. */
function fallbackOf(file: PictureFile): string | undefined {
  return file.url_s3 ?? file.path;
}
