import { type GalleryPlace, galleryOrder } from '../../../shared/files/image.ts';

// Order of a gallery in its form: stored pictures by uuid, new ones by index.

/** Returns the order after moving the picture at `from` to `to`; empty for the default order. */
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

/** Returns `order` after `removed` new pictures leave at the index `at` and `added` others are inserted. */
export const shiftedOrder = (
  order: readonly GalleryPlace[],
  at: number,
  removed: number,
  added: number,
): GalleryPlace[] =>
  order.flatMap((place) => {
    if (typeof place === 'string' || place < at) return [place];
    return place < at + removed ? [] : [place - removed + added];
  });
