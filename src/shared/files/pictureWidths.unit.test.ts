import { describe, expect, test } from 'vitest';
import { missingWidths, variantsFor, variantsUpTo, variantWidths } from './pictureWidths.ts';

const ofWidths = (...widths: number[]) => widths.map((width) => ({ width }));
const widthsOf = (variants: { width: number }[]) => variants.map(({ width }) => width);

describe('variantWidths', () => {
  test.each([
    [2560, [96, 180, 360, 540, 750, 1100, 1440, 1920, 2560]],
    [4000, [96, 180, 360, 540, 750, 1100, 1440, 1920, 2560]],
    [2000, [96, 180, 360, 540, 750, 1100, 1440, 2000]],
    [700, [96, 180, 360, 540, 700]],
    [100, [100]],
    [1, [1]],
  ])('a picture of %i pixels has no variant wider than itself and no two nearly equal ones', (width, all) => {
    expect(variantWidths(width)).toEqual(all);
  });
});

describe('missingWidths', () => {
  test('a picture of an earlier release lacks the thumbnail and the width of the page', () => {
    expect(missingWidths(2560, [180, 360, 540, 750, 1100, 1440, 1920])).toEqual([96, 2560]);
    expect(missingWidths(700, [180, 360, 540, 700])).toEqual([96]);
  });

  test('a picture with a nearly equal width or with all widths lacks none', () => {
    expect(missingWidths(2000, [96, 180, 360, 540, 750, 1100, 1440, 1920])).toEqual([]);
    expect(missingWidths(100, [100])).toEqual([]);
  });
});

describe('variantsFor', () => {
  const all = ofWidths(...variantWidths(2560));

  test('each use of a picture offers its own widths', () => {
    expect(widthsOf(variantsFor(all, 'thumbnail'))).toEqual([96, 180]);
    expect(widthsOf(variantsFor(all, 'content'))).toEqual([180, 360, 540, 750, 1100, 1440, 1920]);
    expect(widthsOf(variantsFor(all, 'page'))).toEqual([180, 360, 540, 750, 1100, 1440, 1920, 2560]);
  });

  test('a picture without the widths of its use offers the nearest', () => {
    expect(widthsOf(variantsFor(ofWidths(180, 360, 700), 'thumbnail'))).toEqual([180]);
    expect(widthsOf(variantsFor(ofWidths(360, 700), 'thumbnail'))).toEqual([360]);
    expect(widthsOf(variantsFor(ofWidths(48), 'content'))).toEqual([48]);
    expect(widthsOf(variantsFor(ofWidths(180, 1440, 2100), 'content'))).toEqual([180, 1440, 2100]);
    expect(variantsFor([], 'page')).toEqual([]);
  });
});

test('variantsUpTo ends with the first variant that is wide enough', () => {
  expect(widthsOf(variantsUpTo(ofWidths(96, 180, 360, 540), 280))).toEqual([96, 180, 360]);
  expect(widthsOf(variantsUpTo(ofWidths(96, 180), 640))).toEqual([96, 180]);
});
