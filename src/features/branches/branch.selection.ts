import { fold } from '../../contract/fold.ts';
import type { Branch } from './branch.contract.ts';
import { SERVICE_NAMES, type ServiceName, serviceOf, serviceSlug } from './services.ts';

/** A city to choose, such as `Fortaleza, CE`, with the number of branches in it. */
export interface CityChoice {
  city: string;
  count: number;
}

type Placed = Pick<Branch, 'city' | 'state'>;

function cityOf({ city, state }: Placed): string {
  return `${city}, ${state}`;
}

type Served = Pick<Branch, 'services'>;

/** A service to choose, with the number of branches that have it. */
export interface ServiceChoice {
  service: ServiceName;
  count: number;
}

export const has = ({ services }: Served, service: ServiceName): boolean =>
  services.some((one) => one.service === service);

/** The services that any of the branches has, in their order. */
export function servicesOf(branches: readonly Served[]): ServiceChoice[] {
  return SERVICE_NAMES.map((service) => ({
    service,
    count: branches.filter((branch) => has(branch, service)).length,
  })).filter(({ count }) => count > 0);
}

/** The asked service; what is none asks for nothing. */
export const askedService = (params: URLSearchParams): ServiceName | null =>
  serviceOf(params.get('servico') ?? '') ?? null;

/** The query of an address that asks for them: always in the same order, and without what it does not need. */
export function branchQuery(city: string | null, service: ServiceName | null): string {
  const query = new URLSearchParams();
  if (city) query.set('cidade', city);
  if (service) query.set('servico', serviceSlug(service));
  return query.size > 0 ? `?${query}` : '';
}

/** The cities that branches are in, by name; two spellings of one are one. */
export function citiesOf(branches: readonly Placed[]): CityChoice[] {
  const cities = new Map<string, CityChoice>();
  for (const branch of branches) {
    const key = fold(cityOf(branch));
    const choice = cities.get(key) ?? { city: cityOf(branch), count: 0 };
    choice.count += 1;
    cities.set(key, choice);
  }
  return [...cities.values()].sort((one, other) => one.city.localeCompare(other.city, 'pt-BR'));
}

const LONGEST_CITY = 120;

/** The asked city as the choices spell it, or as it was asked where no branch is; null for all. */
export function askedCity(params: URLSearchParams, cities: readonly CityChoice[]): string | null {
  const asked = (params.get('cidade') ?? '').trim().slice(0, LONGEST_CITY);
  if (asked === '') return null;
  const wanted = fold(asked);
  const known =
    cities.find(({ city }) => fold(city) === wanted) ??
    cities.find(({ city }) => fold(city.replace(/, [^,]*$/, '')) === wanted);
  return known?.city ?? asked;
}

export function branchesIn<B extends Placed>(branches: readonly B[], city: string | null): readonly B[] {
  return city === null ? branches : branches.filter((branch) => fold(cityOf(branch)) === fold(city));
}
