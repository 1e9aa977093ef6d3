import type { JobPosting, Place } from 'schema-dts';
import type { PublicVacancy } from '../../content/vacancies/vacancy.contract.ts';
import type { SiteData } from '../siteData.ts';
import { addressIn, compact, company, instantOf, nameOf } from './structured.ts';

/** Employment types by the type of a vacancy. */
const EMPLOYMENT: Record<number, string> = { 1: 'FULL_TIME', 2: 'TEMPORARY', 3: 'INTERN', 4: 'OTHER' };

/**
 * Returns null without the description or city that a job posting requires. `cities` are those of the chain,
 * for a vacancy in all of them.
 */
export function jobPosting(
  site: SiteData,
  vacancy: PublicVacancy,
  cities: readonly string[],
): JobPosting | null {
  const { name, description, city, open_until, posted_on, type, uuid } = vacancy;
  const places = placesOf(city ?? '', cities);
  if (!description || places.length === 0 || !nameOf(site)) return null;
  return compact<JobPosting>({
    '@type': 'JobPosting',
    title: name,
    description,
    datePosted: posted_on,
    validThrough: open_until && instantOf(`${open_until}T23:59:59`),
    employmentType: EMPLOYMENT[type.number],
    identifier: { '@type': 'PropertyValue', name: nameOf(site), value: uuid },
    hiringOrganization: company(site),
    jobLocation: places.length > 1 ? places : places[0],
    directApply: true,
  });
}

const EVERYWHERE = /^tod[ao]s?\b/i;

const NOWHERE = /^(v[áa]ri[ao]s|divers[ao]s|qualquer|outr[ao]s?|remot[ao]|home office|a combinar)\b/i;

/** Returns whether a vacancy is in every city: «Todas as cidades», «Todas as lojas». */
export function isEverywhere(city: string | null): boolean {
  return EVERYWHERE.test(city ?? '');
}

/** The city of a vacancy is free text and need not be a city. */
function placesOf(city: string, cities: readonly string[]): Place[] {
  const names = isEverywhere(city) ? cities : city === '' || NOWHERE.test(city) ? [] : [city];
  return names.map((name) => ({ '@type': 'Place', address: addressIn(name) }));
}
