import { type GalleryPlace, galleryOrder } from '../../../contract/image.ts';

// The order of a gallery in its form: stored pictures by uuid, new ones by their place among the new ones.

/** Returns the order that a form sends once the picture at `from` moves to `to`; nothing where it is the usual one. */
export function movedOrder(
  tiles: readonly GalleryPlace[],
  from: number,
  to: number,
  stored: readonly string[],
): GalleryPlace[] {
  const moved = tiles[from];
  if (moved === undefined) return [...tiles];
  const next = tiles.toSpliced(from, 1).toSpliced(to, 0, moved);
  const usual = galleryOrder([], stored, tiles.length - stored.length);
  return next.every((tile, at) => tile === usual[at]) ? [] : next;
}

/** Returns `order` once `gone` new pictures leave from the place `at`, and `come` others take it. */
export const shiftedOrder = (
  order: readonly GalleryPlace[],
  at: number,
  gone: number,
  come: number,
): GalleryPlace[] =>
  order.flatMap((place) => {
    if (typeof place === 'string' || place < at) return [place];
    return place < at + gone ? [] : [place - gone + come];
  });
