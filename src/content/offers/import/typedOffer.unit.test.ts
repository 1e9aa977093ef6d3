import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedNumber } from '../../pricing/offer.format.ts';
import { UNITS, type Unit } from '../../pricing/offer.types.ts';
import { formatThousandths, toWirePrice, toWireSize } from '../../pricing/prices.ts';
import { offerRecord } from '../offer.contract.ts';
import { readPrice, readSize, readTypedOffer } from './typedOffer.ts';

const SIZE = 'Informe o tamanho como 500 ou 1,5.';
const PRICE = 'Informe o preço como 12,99.';
const asked = (typed: string, decimal: string, thousands: string) =>
  `«${typed}» quer dizer ${decimal} ou ${thousands}? Escreva um dos dois.`;

describe('a typed size', () => {
  it.each([
    ['1.800', 'g', '1800'],
    ['1.000', 'g', '1000'],
    ['1.500', 'ml', '1500'],
    ['1.000', 'un', '1000'],
    ['12.500', 'g', '12500'],
    ['123.456', 'g', '123456'],
    ['1.800,5', 'g', '1800.5'],
    ['1.800,5', 'kg', '1800.5'],
    ['1,800', 'g', '1.8'],
    ['0.500', 'kg', '0.5'],
    ['0.500', 'g', '0.5'],
    ['00.500', 'g', '0.5'],
    ['1.5', 'g', '1.5'],
    ['1.80', 'g', '1.8'],
    ['1.5', 'kg', '1.5'],
    ['2,250', 'kg', '2.25'],
    ['1,875', 'kg', '1.875'],
    [',5', 'l', '0.5'],
    ['.5', 'l', '0.5'],
    ['1 800', 'g', '1800'],
    ['1\u00a0800', 'g', '1800'],
    ['1 800,5', 'g', '1800.5'],
    [' 500 ', 'g', '500'],
    ['1 ,5', 'l', '1.5'],
    ['1234.567', 'kg', '1234.567'],
    ['', 'g', ''],
    [' ', 'g', ''],
  ])('a size typed as «%s» in %s is sent as «%s»', (typed, unit, value) =>
    expect(readSize(typed, unit)).toEqual({ value }),
  );

  it.each([
    ['2.250', 'kg', asked('2.250 kg', '2,25', '2250')],
    ['1.000', 'kg', asked('1.000 kg', '1', '1000')],
    ['1.875', 'l', asked('1.875 l', '1,875', '1875')],
    ['1.500', 'dz', asked('1.500 dz', '1,5', '1500')],
    ['12 50', 'g', SIZE],
    ['0 500', 'g', SIZE],
    ['1.2.3', 'g', SIZE],
    ['1.23,5', 'g', SIZE],
    ['1,299.90', 'g', SIZE],
    ['1,2,3', 'g', SIZE],
    ['5,', 'g', SIZE],
    ['-5', 'g', SIZE],
    ['1e3', 'g', SIZE],
    ['½', 'kg', SIZE],
    ['meio', 'kg', SIZE],
  ])('a size typed as «%s» in %s is ambiguous or rejected: %s', (typed, unit, problem) =>
    expect(readSize(typed, unit)).toEqual({ value: typed, problem }),
  );
});

describe('a typed price', () => {
  it.each([
    ['12,99', '12.99'],
    ['12.99', '12.99'],
    ['12.9', '12.90'],
    ['12', '12.00'],
    ['1.299', '1299.00'],
    ['1.299,90', '1299.90'],
    ['R$ 1.299,90', '1299.90'],
    ['R$12,99', '12.99'],
    ['r$ 5', '5.00'],
    ['1 299,90', '1299.90'],
    ['R$\u00a01.299,90', '1299.90'],
    ['007,5', '7.50'],
    ['', ''],
  ])('a price typed as «%s» is sent as «%s»', (typed, value) => expect(readPrice(typed)).toEqual({ value }));

  it.each(['12 99', 'doze', '-3', '1,299.90', '12,9,9', '1.2.3'])(
    'a price typed as «%s» is rejected',
    (typed) => expect(readPrice(typed)).toEqual({ value: typed, problem: PRICE }),
  );

  it.each(['12,999', '0.999', '1.000.000,00', '1.000.000'])(
    'a price typed as «%s» is read and then rejected by the contract',
    (typed) => expect(offerRecord.input.shape.price.safeParse(readPrice(typed).value).success).toBe(false),
  );
});

it('reads a size on the wire with a decimal point, whatever its unit is', () => {
  expect(toWireSize('1.800')).toBe('1.8');
  expect(toWireSize('1.875')).toBe('1.875');
  expect(toWirePrice('1.299')).toBe('1.299');
});

it('reads every stored size and price as shown on screens and sheets as the same value', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.constantFrom(...(Object.keys(UNITS) as Unit[])),
      (thousandths, unit) => {
        const size = formatThousandths(thousandths);
        expect(readSize(typedNumber(size), unit)).toEqual({ value: size });
      },
    ),
  ));

it('reads the numbers of an offer and leaves its other fields', () => {
  expect(readTypedOffer({ customer_limit: '', place: '1.500' }).fields).toEqual({
    customer_limit: '',
    place: '1500',
  });
  expect(readTypedOffer({ customer_limit: '1,5', place: 'x' }).fields).toEqual({
    customer_limit: '1,5',
    place: 'x',
  });
  const typed = {
    product: '1.800',
    size: '2.250',
    unit: 'kg',
    price: '1.299',
    card_price: 'x',
    branches: null,
  };
  expect(readTypedOffer(typed)).toEqual({
    fields: { ...typed, price: '1299.00' },
    problems: { size: asked('2.250 kg', '2,25', '2250'), card_price: PRICE },
  });
});
