import { expect, test } from 'vitest';
import { distanceKm, kmInWords, sortByDistance } from './nearby.browser.ts';

const fortaleza = { name: 'Fortaleza', latitude: -3.7275, longitude: -38.5275 };
const natal = { name: 'Natal', latitude: -5.8822, longitude: -35.1756 };
const brasilia = { name: 'Brasília', latitude: -15.7386, longitude: -47.8456 };
const unknown = { name: 'Nova', latitude: null, longitude: null };

test('calculates great-circle distances', () => {
  expect(distanceKm(fortaleza, fortaleza)).toBe(0);
  expect(distanceKm(fortaleza, natal)).toBeCloseTo(442, -1);
  expect(distanceKm(fortaleza, brasilia)).toBeCloseTo(1688, -2);
});

test('sorts by distance, with branches without coordinates last in their order', () => {
  const near = sortByDistance([unknown, brasilia, { ...unknown, name: 'Outra' }, natal, fortaleza], natal);
  expect(near.map(({ branch }) => branch.name)).toEqual(['Natal', 'Fortaleza', 'Brasília', 'Nova', 'Outra']);
  expect(near.map(({ km }) => km === null)).toEqual([false, false, false, true, true]);
});

/** Replaces the no-break space between number and unit. */
const plain = (text: string) => text.replace('\u00a0', ' ');

test('formats kilometres with fewer digits for longer distances', () => {
  expect([0.04, 0.42, 9.94, 9.96, 12.6, 1240].map(kmInWords).map(plain)).toEqual([
    '0,1 km',
    '0,4 km',
    '9,9 km',
    '10 km',
    '13 km',
    '1.240 km',
  ]);
});
