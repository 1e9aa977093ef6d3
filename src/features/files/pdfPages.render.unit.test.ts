import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pdf, pdfOfPages } from '../../../test/documents.ts';
import { drawPages, type RenderedPage, tidy } from './pdfPages.render.ts';

describe('the text of a page', () => {
  it.each([
    ['R$59\r\n,90\r\nkg', 'R$ 59,90\nkg'],
    ['R$\r\n8\r\n,90', 'R$ 8,90'],
    ['  Pão   francês \r\n \r\n\r\n\r\n hoje ', 'Pão francês\n\nhoje'],
    ['hambúr\ufffe\r\nguer', 'hambúrguer'],
    ['a\u0000b\tc\u200b', 'ab c'],
    ['ac\u0327ougue', 'açougue'],
  ])('%j reads as %j', (written, read) => {
    expect(tidy(written)).toBe(read);
  });
});

describe('the pages of a PDF', () => {
  const MOST = 3;
  const all = async (bytes: Buffer) =>
    (await Array.fromAsync(
      drawPages(Readable.from([bytes]), { form: 'picture', most: MOST }),
    )) as RenderedPage[];

  it('are one picture each, where they are read alone', async () => {
    const pages = await Array.fromAsync(
      drawPages(Readable.from([pdfOfPages(['um', 'dois'])]), { form: 'single', most: MOST }),
    );
    expect(pages).toMatchObject([
      { page: 1, page_count: 2, single: { type: 'image/webp', width: 1680, height: 800 } },
      { page: 2, page_count: 2, single: { type: 'image/webp', width: 1680, height: 800 } },
    ]);
    expect(pages[0]).not.toHaveProperty('text');
  });

  it('are drawn with their text, opaque and in widths of their own', async () => {
    const [page, ...more] = await all(pdf('Ofertas da quinzena'));
    expect(more).toEqual([]);
    expect(page).toMatchObject({
      page: 1,
      page_count: 1,
      text: 'Ofertas da quinzena',
      picture: { main: { type: 'image/jpeg', width: 1680, height: 800 } },
    });
    expect(page?.picture.variants.map(({ type, width }) => [type, width])).toEqual([
      ['image/webp', 180],
      ['image/webp', 360],
      ['image/webp', 540],
      ['image/webp', 750],
      ['image/webp', 1100],
      ['image/webp', 1440],
      ['image/webp', 1680],
    ]);
    const { data, info } = await sharp(page?.picture.main.data).raw().toBuffer({ resolveWithObject: true });
    expect([info.channels, ...data.subarray(0, 3)], 'white paper').toEqual([3, 255, 255, 255]);
    expect(
      data.some((value) => value < 40),
      'black letters',
    ).toBe(true);
  });

  it.each([
    ['72000 72000', 2144, 2144],
    ['10 72000', 1, 8000],
    ['5 5', 20, 20],
  ])('of %s points are drawn within bounds', async (size, width, height) => {
    const [page] = await all(pdfOfPages(['x'], size));
    expect(page?.picture.main).toMatchObject({ width, height });
  });

  it('end at the most that are shown', async () => {
    const texts = Array.from({ length: MOST + 1 }, (_, index) => String(index + 1));
    const pages = await all(pdfOfPages(texts, '20 20'));
    expect(pages).toHaveLength(MOST);
    expect(pages.at(-1)).toMatchObject({ page: MOST, page_count: MOST + 1 });
  });
});
