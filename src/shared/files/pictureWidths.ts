/**
 * Widths of the variants of a picture, in pixels, by what they are for. This table is the only place that
 * decides them.
 */
export const PICTURE_WIDTHS = {
  /** Rows of lists, 96 CSS pixels wide, on screens of pixel ratio 1 and 2. */
  thumbnail: [96, 180],
  /**
   * Pictures within a page. 750 and 1100 slightly exceed what phones request for a full-width picture (412
   * points at 1.75 and 2.625 pixels, 375 at 2, 360 at 3).
   */
  content: [360, 540, 750, 1100, 1440, 1920],
  /** Pictures as wide as the window, which has 2560 pixels on common large screens. */
  page: [2560],
} as const;

export type PictureUse = keyof typeof PICTURE_WIDTHS;

/** Number of the table above. Raise it with each change, so that stored pictures get the new widths. */
export const WIDTHS_VERSION = 1;

const WIDTHS: readonly number[] = Object.values(PICTURE_WIDTHS).flat();

/** Width of a thumbnail in CSS pixels. */
export const THUMBNAIL_SIDE = PICTURE_WIDTHS.thumbnail[0];

/** Widest variant for a thumbnail. */
export const WIDEST_THUMBNAIL = Math.max(...PICTURE_WIDTHS.thumbnail);

/**
 * Widest variant of pictures in lists with `fields`: rows show thumbnails, and their dialogs a larger picture.
 */
export const MAX_ROW_WIDTH = 540;

/** Longest edge of a stored picture. */
export const MAX_EDGE = Math.max(...WIDTHS);

/** Widths that differ by less than this ratio do not need a variant each. */
const NEARLY_EQUAL = 0.9;

/**
 * Returns the widths of the variants of a picture that is `width` pixels wide. They include its own width, and
 * none is wider.
 */
export function variantWidths(width: number): number[] {
  const widest = Math.min(width, MAX_EDGE);
  return [...WIDTHS.filter((candidate) => candidate < widest * NEARLY_EQUAL), widest];
}

/** Returns the widths that a picture of `width` pixels should have and `stored` lacks. */
export function missingWidths(width: number, stored: readonly number[]): number[] {
  const isThere = (wanted: number) =>
    stored.some((one) => Math.min(one, wanted) / Math.max(one, wanted) >= NEARLY_EQUAL);
  return variantWidths(width).filter((wanted) => !isThere(wanted));
}

/** Returns the variants (ascending) up to the first that fills `width` pixels. */
export function variantsUpTo<V extends { width: number }>(variants: readonly V[], width: number): V[] {
  const end = variants.findIndex((variant) => variant.width >= width * NEARLY_EQUAL);
  return end < 0 ? [...variants] : variants.slice(0, end + 1);
}

/**
 * Returns the variants (ascending) that a picture on a page offers for its use. A picture that lacks them, such
 * as one that was stored before its width existed, offers the nearest that it has.
 */
export function variantsFor<V extends { width: number }>(variants: readonly V[], use: PictureUse): V[] {
  const offered = variantsUpTo(variants, Math.max(...PICTURE_WIDTHS[use]));
  if (use === 'thumbnail') return offered;
  const large = offered.filter(({ width }) => width > THUMBNAIL_SIDE);
  return large.length > 0 ? large : offered;
}
