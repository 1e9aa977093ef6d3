import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  MAX_EDGE,
  THUMBNAIL_SIDE,
  variantWidths,
  WIDEST_THUMBNAIL,
} from '../../shared/files/pictureWidths.ts';
import { Thumb } from './Thumb.tsx';

/** Returns the markup of a thumbnail of a stored picture with all variants of its width. */
function thumbnailOf(width: number): string {
  const variants = variantWidths(width).flatMap((wide) =>
    (['image/webp', 'image/avif'] as const).map((type) => ({
      ...{ url: `/files/${wide}.${type.slice(6)}`, type },
      ...{ width: wide, height: wide },
    })),
  );
  return renderToStaticMarkup(
    <Thumb
      file={{ url_s3: '/files/original.jpg', width, height: width, alt: null, placeholder: null, variants }}
    />,
  );
}

test.each([100, 400, 1600, MAX_EDGE])(
  'a thumbnail of a picture %d pixels wide loads 96 pixels, or 180 on fine screens, and never more',
  (width) => {
    const markup = thumbnailOf(width);
    const offered = [...markup.matchAll(/\/files\/(\w+)\.(\w+)/g)].map(([, wide, type]) => [
      Number(wide),
      type,
    ]);
    expect(new Set(offered.map(([, type]) => type))).toEqual(new Set(['webp']));
    for (const [wide] of offered) expect(wide).toBeLessThanOrEqual(WIDEST_THUMBNAIL);
    expect(markup).toContain(`sizes="${THUMBNAIL_SIDE}px"`);
    expect(Math.min(...offered.map(([wide]) => Number(wide)))).toBeLessThanOrEqual(
      Math.max(THUMBNAIL_SIDE, 100),
    );
  },
);

test('each list shows its pictures as thumbnails of the usual width', async () => {
  const root = resolve(import.meta.dirname, '../..');
  const lists = globSync('content/*/office/*List.tsx', { cwd: root });
  const sources = await Promise.all(lists.map((list) => readFile(resolve(root, list), 'utf8')));
  const thumbnails = sources.flatMap((source) => source.match(/<Thumb[^>]*>/g) ?? []);
  expect(thumbnails.length).toBeGreaterThan(4);
  expect(thumbnails.filter((thumbnail) => thumbnail.includes('width='))).toEqual([]);
  expect(sources.filter((source) => source.includes('<img'))).toEqual([]);
});
