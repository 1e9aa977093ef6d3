import type { ImageFile } from '../../contract/image.ts';

export type PictureFile = Omit<ImageFile, 'url_s3'> & { url_s3?: string; path?: string };

interface Props {
  file: PictureFile;
  /** As in `<img sizes>`: how wide the picture is shown. */
  sizes: string;
  /** Empty for a picture that only decorates. */
  alt: string;
  /** The one picture of a page that a visitor waits for. */
  eager?: boolean;
  /** A small picture beside that one, which it must not hold up. */
  late?: boolean;
  className?: string;
}

/** A stored picture in the formats and widths it has, over its placeholder, in a box of known shape. */
export function Picture({ file, sizes, alt, eager = false, late = false, className = '' }: Props) {
  const { variants, placeholder } = file;
  const sources = (['image/avif', 'image/webp'] as const).map((type) => ({
    type,
    srcSet: variants
      .filter((variant) => variant.type === type)
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

/** By classes, because pages bring no styles of their own. */
const focusClass = ({ focus }: PictureFile) => (focus ? ` focus fx${focus.x} fy${focus.y}` : '');

/** What a browser without AVIF and WebP gets: the picture as it was stored. */
function fallbackOf(file: PictureFile): string | undefined {
  return file.url_s3 ?? file.path;
}
