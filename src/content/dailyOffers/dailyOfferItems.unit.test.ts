import { describe, expect, it } from 'vitest';
import { addDays } from '../../shared/dates.ts';
import {
  altProblem,
  countDays,
  haveSameOffers,
  initialValues,
  lineCountText,
  missingItems,
  offersOfDayText,
  textProblem,
} from './dailyOfferItems.ts';
import type { DailyOffersOfDay } from './dailyOffers.contract.ts';

const offer = (picture: string, alt: string | null = null, text: string | null = null) => ({
  uuid: `record of ${picture}`,
  version: 1,
  picture,
  photos: { url_s3: '', width: 1, height: 1, alt, variants: [], placeholder: null },
  text,
});
const leaflet = (day: string, ...offers: DailyOffersOfDay['offers']): DailyOffersOfDay => ({ day, offers });

describe('initial values of the form', () => {
  it('starts with the offers of a single day, and which are decorative', () => {
    const { offers, existing } = initialValues([
      leaflet('2026-11-24', offer('a', 'Tomate'), offer('b', ''), offer('c')),
    ]);
    expect(offers.map(({ picture, alt, decorative }) => [picture, alt, decorative])).toEqual([
      ['a', 'Tomate', false],
      ['b', '', true],
      ['c', '', false],
    ]);
    expect(existing).toBe('replace');
  });

  it('starts with the offers of several days if they are the same, and none otherwise', () => {
    const [one, same] = [leaflet('2026-11-24', offer('a')), leaflet('2026-11-25', offer('a'))];
    expect(initialValues([one, same])).toMatchObject({ offers: [{ picture: 'a' }], existing: 'replace' });
    const others = [
      leaflet('2026-11-26'),
      leaflet('2026-11-26', offer('a', 'Outro texto')),
      leaflet('2026-11-26', offer('b')),
      leaflet('2026-11-26', offer('a', null, 'Pão, R$ 1,00')),
    ];
    for (const other of others) {
      expect(haveSameOffers([one, other])).toBe(false);
      expect(initialValues([one, other])).toEqual({ offers: [], existing: 'keep', waiting: [] });
    }
  });
});

it('repeats only missing pictures, as new items', () => {
  const [{ offers: there }, before] = [
    initialValues([leaflet('2026-11-24', offer('a'))]),
    leaflet('2026-11-23', offer('a'), offer('b', 'Pão', 'Pão, R$ 1,00')),
  ];
  const added = missingItems(before, there);
  expect(added).toMatchObject([{ picture: 'b', alt: 'Pão', text: 'Pão, R$ 1,00' }]);
  expect(added[0]?.key).not.toBe('record of b');
  expect(missingItems(before, [...there, ...added])).toEqual([]);
});

it.each([
  ['2026-11-24', 'os de hoje'],
  ['2026-11-23', 'os de ontem'],
  ['2026-11-20', 'os de sex., 20/11'],
  ['2025-12-31', 'os de 31/12/2025'],
])('names the offers of %s «%s»', (day, words) => {
  expect(offersOfDayText(day, '2026-11-24')).toBe(words);
});

it('counts days across months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(countDays('2026-12-30', '2027-01-02')).toBe(4);
  expect(countDays('2026-12-30', '2026-12-29')).toBe(0);
});

it('reports which text is too long', () => {
  const item = { key: 'n1', picture: '', name: '', decorative: false, alt: '', text: '' };
  expect(altProblem({ ...item, alt: 'x'.repeat(300) })).toBeUndefined();
  expect(altProblem({ ...item, alt: 'x'.repeat(301) })).toBe('Use no máximo 300 caracteres.');
  expect(textProblem({ ...item, text: 'x'.repeat(5000) })).toBeUndefined();
  expect(textProblem({ ...item, text: 'x'.repeat(5001) })).toBe('Use no máximo 5000 caracteres.');
});

it('counts the lines of a transcript', () => {
  expect(lineCountText(null)).toBe('Sem texto');
  expect(lineCountText('Tomate, R$ 4,99')).toBe('1 linha');
  expect(lineCountText('Feira fresca\n\nTomate, R$ 4,99\nAbacate, R$ 6,90')).toBe('3 linhas');
});
