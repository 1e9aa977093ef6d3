import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { sizeText, unitPriceText, validityText } from './offer.format.ts';
import { formatCents, formatPrice, parseCents } from './price.ts';
import { calculateUnitPrice, discountPercent, toWirePrice, toWireSize } from './prices.ts';

test.each([
  ['12,99', '12.99'],
  ['12.9', '12.90'],
  ['R$ 1.299,90', '1299.90'],
  ['1.299', '1.299'],
  [' 5 ', '5.00'],
  ['007,5', '7.50'],
  ['12,999', '12,999'],
  ['doze', 'doze'],
  ['-3', '-3'],
  ['', ''],
])('converts the typed price «%s» to %s', (typed, price) => expect(toWirePrice(typed)).toBe(price));

test.each([
  ['1,5', '1.5'],
  ['0.500', '0.5'],
  ['500', '500'],
  ['1.000,5', '1000.5'],
  ['meio', 'meio'],
])('converts the typed size «%s» to %s', (typed, size) => expect(toWireSize(typed)).toBe(size));

describe('unit price', () => {
  it.each([
    ['59.90', '1', 'kg', '59.90', 'kg'],
    ['12.99', '500', 'g', '25.98', 'kg'],
    ['9.99', '0.4', 'kg', '24.98', 'kg'],
    ['3.29', '350', 'ml', '9.40', 'l'],
    ['8.49', '2', 'l', '4.25', 'l'],
    ['17.99', '30', 'un', '0.60', 'un'],
    ['12.00', '1', 'dz', '1.00', 'un'],
    ['17.90', '2.5', 'dz', '0.60', 'un'],
    ['0.01', '1', 'g', '10.00', 'kg'],
  ] as const)('a price of %s for %s %s is a unit price of %s', (price, size, unit, perUnit, per) =>
    expect(calculateUnitPrice({ price, size, unit })).toEqual({ price: perUnit, per }),
  );

  it('returns no unit price for a single piece', () =>
    expect(calculateUnitPrice({ price: '24.90', size: '1', unit: 'un' })).toBeNull());
});

test('returns stored cents as the price that was typed', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
      expect(parseCents(formatCents(cents))).toBe(cents);
      expect(toWirePrice(formatPrice(formatCents(cents)))).toBe(formatCents(cents));
    }),
  ));

test('rounds a discount down', () => {
  expect(discountPercent('9.99', '12.99')).toBe(23);
  expect(discountPercent('9.99', null)).toBe(0);
  expect(discountPercent('9.99', '9.99')).toBe(0);
});

test('formats prices, unit prices and sizes in Portuguese', () => {
  expect(formatPrice('1234567.80')).toBe('R$ 1.234.567,80');
  expect(unitPriceText({ price: '25.98', per: 'kg' })).toBe('R$ 25,98 o quilo');
  expect(sizeText({ size: '1.5', unit: 'l' })).toBe('1,5 l');
  expect(sizeText({ size: '1', unit: 'kg' })).toBe('kg');
  expect(sizeText({ size: '1', unit: 'l' })).toBe('1 l');
  expect(sizeText({ size: '1', unit: 'un' })).toBe('');
  expect(sizeText({ size: '2', unit: 'dz' })).toBe('2 dúzias');
});

test.each([
  ['2026-11-20', '2026-11-21', 'Acaba hoje'],
  ['2026-11-21', '2026-11-22', 'Até amanhã'],
  ['2026-11-01', '2026-11-30', 'Até 30/11'],
  ['2026-11-22', '2026-11-30', 'A partir de amanhã, até 30/11'],
  ['2026-11-22', '2026-11-22', 'Só amanhã'],
  ['2026-11-25', '2026-11-25', 'Só em 25/11'],
  ['2026-11-25', '2026-12-01', 'De 25/11 a 01/12'],
  ['2026-11-01', '2026-11-20', 'Acabou em 20/11'],
  ['2026-11-01', '2027-01-02', 'Até 02/01/2027'],
])('describes the validity from %s to %s on 21/11 as «%s»', (valid_from, valid_until, words) =>
  expect(validityText({ valid_from, valid_until }, '2026-11-21')).toBe(words),
);
