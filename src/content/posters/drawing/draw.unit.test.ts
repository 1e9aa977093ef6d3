import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpeg, png } from '../../../../test/images.ts';
import { hardProduct, posterOf } from '../../../../test/posters.ts';
import { tidyText } from '../../../records/server/pdfPages/pdfPages.render.ts';
import { type Format, POSTER_FORMATS, type Theme } from '../leaflet.types.ts';
import { drawPdf, drawPictures, drawPreview, drawSitePictures } from './draw.ts';
import { layOutPages } from './layout.ts';
import { PAGE_SIZES } from './theme.ts';

const brand = 'Hiper Aurora';
const someProducts = (count: number) => Array.from({ length: count }, (_, at) => hardProduct(at, at + 1));

async function wanted(format: Format, count: number, theme: Theme = 'red') {
  const [photo, drawing] = await Promise.all([
    jpeg({ width: 90, height: 60 }),
    png({ width: 60, height: 90 }),
  ]);
  const pictures = new Map(Array.from({ length: count }, (_, at) => [at + 1, at % 2 ? photo : drawing]));
  // An unreadable picture must not prevent the poster.
  return { content: posterOf(someProducts(count), { theme }), format, brand, pictures };
}

async function textOf(pdf: Buffer): Promise<string> {
  const document = await (await PDFiumLibrary.init()).loadDocument(pdf);
  const text = tidyText(document.getPage(0).getText()).replace(/\s+/g, ' ');
  document.destroy();
  return text;
}

describe('poster as PDF', () => {
  // Must be the first drawing of this process, before all glyphs are loaded.
  it('keeps the text of letters that an earlier poster used only with an accent', async () => {
    const draw = (product: string) =>
      drawPdf({
        content: posterOf([{ ...hardProduct(0), product, brand: null }]),
        ...{ format: 'a4' as const, brand, pictures: new Map() },
      });
    await draw('ÁÉÍÓÚÇÑ Ünico');
    expect(await textOf(await draw('AEIOUCN Unido'))).toContain('AEIOUCN Unido');
  });

  it('contains names and prices as text in reading order', async () => {
    const products = [
      {
        ...hardProduct(0),
        product: 'Picanha bovina',
        price: '59.90',
        size: 'kg',
        former_price: null,
        card_price: '54.90',
      },
      { ...hardProduct(1), product: 'Café Serra Alta', price: '1299.90', size: '500 g' },
    ];
    const pdf = await drawPdf({ content: posterOf(products), format: 'a4', brand, pictures: new Map() });
    const text = await textOf(pdf);
    expect(text).toContain('Dia de açougue');
    expect(text).toContain('Picanha bovina');
    expect(text).toContain('R$ 54,90 com o cartão');
    expect(text).toMatch(/R\$ 59 ?,90/);
    expect(text).toMatch(/R\$ 1\.299 ?,90/);
    expect(text.indexOf('Picanha')).toBeLessThan(text.indexOf('Café'));
    // Five instances of two font families, each embedded once.
    expect(pdf.toString('latin1').match(/FontFile2/g)).toHaveLength(5);
  });

  it('has 3 mm of bleed and crop marks on request, with the boxes that printers read', async () => {
    const content = posterOf(someProducts(5), { layout: 4, bleed: true });
    const pdf = await drawPdf({ content, format: 'a4', brand, pictures: new Map() });
    const document = await (await PDFiumLibrary.init()).loadDocument(pdf);
    const { originalWidth, originalHeight } = document.getPage(1).getOriginalSize();
    document.destroy();
    const mm = (points: number) => Math.round((points * 25.4) / 72);
    expect([originalWidth, originalHeight].map(mm)).toEqual([228, 315]);
    const boxes = [...pdf.toString('latin1').matchAll(/\/(TrimBox|BleedBox) \[([^\]]+)\]/g)];
    expect(boxes.map(([, name, sides = '']) => [name, ...sides.split(' ').map(Number).map(mm)])).toEqual(
      [1, 2].flatMap(() => [
        ['TrimBox', 9, 9, 219, 306],
        ['BleedBox', 6, 6, 222, 309],
      ]),
    );
  });

  it('has as many pages as the layout needs, in the paper size of the format', async () => {
    const content = posterOf(someProducts(5), { layout: 4 });
    const pdf = await drawPdf({ content, format: 'a3', brand, pictures: new Map() });
    const document = await (await PDFiumLibrary.init()).loadDocument(pdf);
    const sizes = Array.from({ length: document.getPageCount() }, (_, at) =>
      document.getPage(at).getOriginalSize(),
    );
    document.destroy();
    expect(
      sizes.map(({ originalWidth, originalHeight }) => [originalWidth, originalHeight].map(Math.round)),
    ).toEqual([
      [842, 1191],
      [842, 1191],
    ]);
  });
});

describe('poster as picture', () => {
  it.each([
    ['story', 1080, 1920],
    ['post', 1080, 1350],
  ] as const)(
    'renders a %s of %i × %i pixels with empty space between the cells',
    async (format, width, height) => {
      const asked = await wanted(format, 13, 'teal');
      const [picture, ...more] = await Array.fromAsync(drawPictures(asked));
      expect(more).toEqual([]);
      expect(picture).toMatchObject({ type: 'image/jpeg', width, height });
      const { data, info } = await sharp(picture?.data).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => {
        const from = (Math.round(y) * info.width + Math.round(x)) * info.channels;
        return [...data.subarray(from, from + 3)];
      };
      const [sheet] = layOutPages(asked.content, format, { name: brand, mark: 'M0 0zM0 0z', letters: '' });
      const cells = sheet?.cells ?? [];
      expect(cells).toHaveLength(13);
      const isPaper = (x: number, y: number) =>
        [0xff, 0xf6, 0xe8].every((value, channel) => Math.abs((at(x, y)[channel] ?? 0) - value) < 12);
      const faults: string[] = [];
      for (const { box } of cells) {
        const [below, beside] = [box.y + box.height + 6, box.x - 6];
        for (let x = box.x; x < box.x + box.width; x += 3)
          if (!isPaper(x, below)) faults.push(`${x},${below}`);
        for (let y = box.y; y < box.y + box.height; y += 3)
          if (!isPaper(beside, y)) faults.push(`${beside},${y}`);
      }
      expect(faults).toEqual([]);
    },
  );

  it('renders the pictures for the site in all widths', async () => {
    const [page] = await Array.fromAsync(drawSitePictures(await wanted('site', 4)));
    expect(page?.main).toMatchObject({ type: 'image/jpeg', width: PAGE_SIZES.site.across });
    expect(page?.variants.length).toBeGreaterThan(4);
    expect(page?.placeholder).toMatch(/^data:/);
  });

  it('renders one page as preview', async () => {
    const asked = await wanted('a4', 9);
    const { width, height, type, cut } = await drawPreview(
      { ...asked, content: { ...asked.content, layout: 4 } },
      { page: 2, formats: ['post'] },
    );
    expect({ width, height, type }).toEqual({ width: 640, height: 905, type: 'image/webp' });
    // Names of 200 letters, on other pages as well.
    expect(cut).toEqual(expect.arrayContaining(['0', '2', '3']));
    expect(cut).not.toContain('1');
  });

  it('renders every format', () => {
    expect(Object.keys(PAGE_SIZES).sort()).toEqual(Object.keys(POSTER_FORMATS).sort());
  });
});
