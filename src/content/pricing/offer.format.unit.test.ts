import { expect, test } from 'vitest';
import { spokenPrice } from './offer.format.ts';

test('says all prices of an offer and their unit in one sentence', () => {
  const offer = {
    price: '59.90',
    former_price: '74.90',
    card_price: '54.90',
    size: '1',
    unit: 'kg',
  } as const;
  expect(spokenPrice(offer)).toBe('De R$ 74,90 por R$ 59,90 o quilo, ou R$ 54,90 no cartão');
  expect(spokenPrice({ ...offer, former_price: null, card_price: null })).toBe('R$ 59,90 o quilo');
  expect(spokenPrice({ ...offer, size: '500', unit: 'g', card_price: null })).toBe(
    'De R$ 74,90 por R$ 59,90',
  );
});
