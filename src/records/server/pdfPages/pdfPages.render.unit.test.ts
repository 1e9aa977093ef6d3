import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inputFile, pdf, pdfOf, pdfOfPages } from '../../../../test/sampleFiles.ts';
import { drawPages, examineDocument, type RenderedPage, tidyText } from './pdfPages.render.ts';

describe('text of a page', () => {
  it.each([
    ['R$59\r\n,90\r\nkg', 'R$ 59,90\nkg'],
    ['R$\r\n8\r\n,90', 'R$ 8,90'],
    ['  Pão   francês \r\n \r\n\r\n\r\n hoje ', 'Pão francês\n\nhoje'],
    ['hambúr\ufffe\r\nguer', 'hambúrguer'],
    ['a\u0000b\tc\u200b', 'ab c'],
    ['ac\u0327ougue', 'açougue'],
  ])('reads %j as %j', (written, read) => {
    expect(tidyText(written)).toBe(read);
  });
});

describe('pages of a PDF', () => {
  const MOST = 3;
  /** Size in points of a page whose pictures have all widths. */
  const LARGE = '420 200';
  const all = async (bytes: Buffer) =>
    (await Array.fromAsync(
      drawPages(Readable.from([bytes]), { form: 'picture', most: MOST }),
    )) as RenderedPage[];

  it('renders pages as one picture each in the form `single`', async () => {
    const pages = await Array.fromAsync(
      drawPages(Readable.from([pdfOfPages(['um', 'dois'], LARGE)]), { form: 'single', most: MOST }),
    );
    expect(pages).toMatchObject([
      { page: 1, page_count: 2, single: { type: 'image/webp', width: 1680, height: 800 } },
      { page: 2, page_count: 2, single: { type: 'image/webp', width: 1680, height: 800 } },
    ]);
    expect(pages[0]).not.toHaveProperty('text');
  });

  it('renders pages with their text, opaque and in their own widths', async () => {
    const [page, ...more] = await all(pdfOfPages(['Ofertas da quinzena'], LARGE));
    expect(more).toEqual([]);
    expect(page).toMatchObject({
      page: 1,
      page_count: 1,
      text: 'Ofertas da quinzena',
      picture: { main: { type: 'image/jpeg', width: 1680, height: 800 } },
    });
    expect(page?.picture.variants.map(({ type, width }) => [type, width])).toEqual([
      ['image/webp', 96],
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
  ])('renders a page of %s points within the limits', async (size, width, height) => {
    const [page] = await all(pdfOfPages(['x'], size));
    expect(page?.picture.main).toMatchObject({ width, height });
  });

  it('renders and reads the values of form fields', async () => {
    const [page] = await all(inputFile('filled-form.pdf'));
    expect(page?.text).toContain('Maria da Silva, 11 98888-7777');
    const { data, info } = await sharp(page?.picture.main.data).raw().toBuffer({ resolveWithObject: true });
    // The field is in the lower half of the page.
    const half = data.subarray(Math.floor(info.height / 4) * info.width * 3 * 1.3);
    expect(half.some((value) => value < 40)).toBe(true);
  });

  it('reports a broken page and renders all others', async () => {
    const pages = await all(inputFile('one-broken-page.pdf'));
    expect(pages).toMatchObject([
      { page: 1, text: 'Arroz 5 kg R$ 24,90' },
      { page: 2, text: 'Arroz 5 kg R$ 24,90' },
      { page: 3, page_count: 3, broken: true },
    ]);
  });

  it.each([
    ['with restrictions only', 'restrictions-only.pdf', 1],
    ['with zeros after its end', 'padded-with-zeros.pdf', 3],
  ])('reads all pages of a PDF %s', async (_, name, page_count) => {
    const pages = await Array.fromAsync(
      drawPages(Readable.from([inputFile(name)]), { form: 'text', most: MOST }),
    );
    expect(pages.map((page) => [page.page_count, 'broken' in page])).toEqual(
      Array.from({ length: page_count }, () => [page_count, false]),
    );
  });

  it('stops at the largest number of pages', async () => {
    const texts = Array.from({ length: MOST + 1 }, (_, index) => String(index + 1));
    const pages = await all(pdfOfPages(texts, '20 20'));
    expect(pages).toHaveLength(MOST);
    expect(pages.at(-1)).toMatchObject({ page: MOST, page_count: MOST + 1 });
  });
});

describe('condition of a PDF', () => {
  const pageOf = (rest: string) =>
    pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', `<</Type/Page${rest}>>`]);
  it.each<[string, Buffer, string]>([
    ['with a page', pdf(), 'readable'],
    ['with many pages', pdfOfPages(['um', 'dois', 'três']), 'readable'],
    ['with a filled form', inputFile('filled-form.pdf'), 'readable'],
    ['with one broken page', inputFile('one-broken-page.pdf'), 'readable'],
    ['with restrictions only', inputFile('restrictions-only.pdf'), 'readable'],
    ['with zeros after its end', inputFile('padded-with-zeros.pdf'), 'readable'],
    ['with text after its end', Buffer.concat([pdf(), Buffer.from('\n-- \nAntivírus: limpo\n')]), 'readable'],
    ['with bytes before its head', Buffer.concat([Buffer.from('\r\n\r\n'), pdf()]), 'readable'],
    ['with an empty page', pageOf('/Parent 2 0 R/MediaBox[0 0 420 200]'), 'readable'],
    ['that needs a password', inputFile('password-required.pdf'), 'locked'],
    ['without a page', pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']), 'empty'],
    ['of two marks only', Buffer.from('%PDF-1.4\n%%EOF'), 'broken'],
    [
      'of zeros',
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2000), Buffer.from('%%EOF')]),
      'broken',
    ],
    ['that is a page of HTML', Buffer.from('%PDF-1.4\n<!doctype html>\n%%EOF'), 'broken'],
  ])('reports the condition of a PDF %s', async (_, bytes, condition) => {
    expect(await examineDocument(Buffer.from(bytes))).toBe(condition);
  });
});
