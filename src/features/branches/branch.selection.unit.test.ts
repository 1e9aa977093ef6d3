import { expect, test } from 'vitest';
import {
  askedCity,
  askedService,
  branchesIn,
  branchQuery,
  citiesOf,
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
const asked = (cidade: string) => askedCity(new URLSearchParams({ cidade }), cities);

test('each city once, by name, with the number of its branches', () => {
  expect(cities).toEqual([
    { city: 'Água Branca, AL', count: 1 },
    { city: 'Água Branca, PI', count: 1 },
    { city: 'São Paulo, SP', count: 2 },
    { city: 'Sobral, CE', count: 1 },
  ]);
});

test('a city is asked for with or without its state, whatever the accents and case', () => {
  expect(asked('sao paulo, sp')).toBe('São Paulo, SP');
  expect(asked('SOBRAL')).toBe('Sobral, CE');
  expect(asked('agua branca, pi')).toBe('Água Branca, PI');
  expect(asked(' ')).toBeNull();
  expect(askedCity(new URLSearchParams(), cities)).toBeNull();
  expect(asked('Lisboa')).toBe('Lisboa');
});

test('the services that any branch has, in their order, and one address for each choice', () => {
  const having = (...names: ServiceName[]) => ({
    services: names.map((service) => ({ service, note: null, hours: [] })),
  });
  expect(servicesOf([having('wifi', 'bakery'), having('wifi'), having()])).toEqual([
    { service: 'bakery', count: 1 },
    { service: 'wifi', count: 2 },
  ]);
  expect(askedService(new URLSearchParams('servico=farmacia'))).toBe('pharmacy');
  expect(askedService(new URLSearchParams('servico=heliporto'))).toBeNull();
  expect(branchQuery('Natal, RN', 'atm')).toBe('?cidade=Natal%2C+RN&servico=caixa-eletronico');
  expect(branchQuery(null, null)).toBe('');
});

test('the branches of a city, in their order; of a city without one, none', () => {
  expect(branchesIn(branches, 'São Paulo, SP').map(({ city }) => city)).toEqual(['São Paulo', 'SAO PAULO']);
  expect(branchesIn(branches, 'Lisboa')).toEqual([]);
  expect(branchesIn(branches, null)).toBe(branches);
});
