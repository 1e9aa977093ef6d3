import { expect, test } from 'vitest';
import {
  branchesIn,
  branchQuery,
  citiesOf,
  selectedCity,
  selectedService,
  servicesOf,
} from './branch.selection.ts';
import type { ServiceName } from './services.ts';

const branches = [
  { city: 'Sobral', state: 'CE' },
  { city: 'São Paulo', state: 'SP' },
  { city: 'Água Branca', state: 'PI' },
  { city: 'SAO PAULO', state: 'SP' },
  { city: 'Água Branca', state: 'AL' },
];
const cities = citiesOf(branches);
const asked = (cidade: string) => selectedCity(new URLSearchParams({ cidade }), cities);

test('lists each city once, by name, with the number of its branches', () => {
  expect(cities).toEqual([
    { city: 'Água Branca, AL', count: 1 },
    { city: 'Água Branca, PI', count: 1 },
    { city: 'São Paulo, SP', count: 2 },
    { city: 'Sobral, CE', count: 1 },
  ]);
});

test('reads a city with or without its state, ignoring accents and case', () => {
  expect(asked('sao paulo, sp')).toBe('São Paulo, SP');
  expect(asked('SOBRAL')).toBe('Sobral, CE');
  expect(asked('agua branca, pi')).toBe('Água Branca, PI');
  expect(asked(' ')).toBeNull();
  expect(selectedCity(new URLSearchParams(), cities)).toBeNull();
  expect(asked('Lisboa')).toBe('Lisboa');
});

test('lists the services of any branch in order, with one canonical address for each selection', () => {
  const having = (...names: ServiceName[]) => ({
    services: names.map((service) => ({ service, note: null, hours: [] })),
  });
  expect(servicesOf([having('wifi', 'bakery'), having('wifi'), having()])).toEqual([
    { service: 'bakery', count: 1 },
    { service: 'wifi', count: 2 },
  ]);
  expect(selectedService(new URLSearchParams('servico=farmacia'))).toBe('pharmacy');
  expect(selectedService(new URLSearchParams('servico=heliporto'))).toBeNull();
  expect(branchQuery('Natal, RN', 'atm')).toBe('?cidade=Natal%2C+RN&servico=caixa-eletronico');
  expect(branchQuery(null, null)).toBe('');
});

test('returns the branches of a city in order, and none for a city without a branch', () => {
  expect(branchesIn(branches, 'São Paulo, SP').map(({ city }) => city)).toEqual(['São Paulo', 'SAO PAULO']);
  expect(branchesIn(branches, 'Lisboa')).toEqual([]);
  expect(branchesIn(branches, null)).toBe(branches);
});
