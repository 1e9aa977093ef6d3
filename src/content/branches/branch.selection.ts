import { fold } from '../../shared/text/fold.ts';
import type { Branch } from './branch.contract.ts';
import { SERVICE_NAMES, type ServiceName, serviceBySlug, serviceSlug } from './services.ts';

/** City filter option, such as `Fortaleza, CE`, with the number of its branches. */
export interface CityChoice {
  city: string;
  count: number;
}

type Placed = Pick<Branch, 'city' | 'state'>;

function cityOf({ city, state }: Placed): string {
  return `${city}, ${state}`;
}

type Served = Pick<Branch, 'services'>;

/** Service filter option, with the number of branches that have it. */
export interface ServiceChoice {
  service: ServiceName;
  count: number;
}

export const hasService = ({ services }: Served, service: ServiceName): boolean =>
  services.some((one) => one.service === service);

/** Returns the services that at least one branch has, in the site's order. */
export function servicesOf(branches: readonly Served[]): ServiceChoice[] {
  return SERVICE_NAMES.map((service) => ({
    service,
    count: branches.filter((branch) => hasService(branch, service)).length,
  })).filter(({ count }) => count > 0);
}

/** Returns the service in the `servico` parameter; null if it is absent or unknown. */
export const selectedService = (params: URLSearchParams): ServiceName | null =>
  serviceBySlug(params.get('servico') ?? '') ?? null;

/** Returns the canonical query of a selection: fixed order, no empty parameters. */
export function branchQuery(city: string | null, service: ServiceName | null): string {
  const query = new URLSearchParams();
  if (city) query.set('cidade', city);
  if (service) query.set('servico', serviceSlug(service));
  return query.size > 0 ? `?${query}` : '';
}

/**
 * Returns the cities of the branches, sorted by name; spellings that differ only in accents or case are
 * merged.
 */
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

/**
 * Returns the city in the `cidade` parameter as the options spell it, or as given if it has no branch; null
 * for all.
 */
export function selectedCity(params: URLSearchParams, cities: readonly CityChoice[]): string | null {
  const requested = (params.get('cidade') ?? '').trim().slice(0, LONGEST_CITY);
  if (requested === '') return null;
  const folded = fold(requested);
  const known =
    cities.find(({ city }) => fold(city) === folded) ??
    cities.find(({ city }) => fold(city.replace(/, [^,]*$/, '')) === folded);
  return known?.city ?? requested;
}

export function branchesIn<B extends Placed>(branches: readonly B[], city: string | null): readonly B[] {
  return city === null ? branches : branches.filter((branch) => fold(cityOf(branch)) === fold(city));
}
