import type {
  BreadcrumbList,
  Graph,
  GroceryStore,
  JobPosting,
  Movie,
  MovieTheater,
  OpeningHoursSpecification,
  Organization,
  PostalAddress,
  Recipe,
  ShoppingCenter,
  Thing,
  WebSite,
} from 'schema-dts';
import type { AboutPage } from '../features/abouts/about.contract.ts';
import type { Address, SocialLinks } from '../features/addresses/address.contract.ts';
import type { Branch, WeekdayHours } from '../features/branches/branch.contract.ts';
import { minutesOf } from '../features/branches/weekdays.ts';
import type { PublicMovie } from '../features/movies/movie.contract.ts';
import { bandOf } from '../features/movies/movie.types.ts';
import { linesOf } from '../features/recipes/lines.ts';
import { recipeAddress } from '../features/recipes/recipe.address.ts';
import type { PublicRecipe } from '../features/recipes/recipe.contract.ts';
import type { PublicVacancy } from '../features/vacancies/vacancy.contract.ts';
import { formatZipCode, internationalPhone } from '../ui/format.ts';
import type { SiteData } from './siteData.ts';

// What pages say about themselves to machines, in the words of schema.org. What is not known is left out, and a
// thing without what its type requires is not said at all.

/** A step of the way to a page. */
export interface Crumb {
  name: string;
  path: string;
}

type Node<T> = Exclude<T, string>;
type Maybe<T> = { [K in keyof T]: T[K] | null | undefined };

/** Drops what is not known. */
function known<T extends object>(properties: Maybe<T>): T {
  const entries = Object.entries(properties).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as T;
}

export function graphOf(things: readonly Thing[]): Graph {
  return { '@context': 'https://schema.org', '@graph': things };
}

export function breadcrumbs({ origin }: SiteData, crumbs: readonly Crumb[]): BreadcrumbList {
  const steps = [{ name: 'Início', path: '/' }, ...crumbs];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

const organizationId = ({ origin }: SiteData) => `${origin}/#empresa`;
const nameOf = ({ settings }: SiteData) => settings?.site_name ?? '';

/** The company within another thing: enough to stand alone. */
function company(site: SiteData): Node<Organization> {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: nameOf(site),
    url: `${site.origin}/`,
    logo: `${site.origin}/brand/icon-512.png`,
  };
}

export function organization(site: SiteData): Node<Organization> {
  const { information, settings, whatsapp } = site;
  return known<Node<Organization>>({
    ...company(site),
    legalName: information?.corporate_name,
    taxID: information?.cnpj ?? settings?.fallback_cnpj,
    email: information?.email,
    address: information && postalAddress(information),
    sameAs: information && linksOf(information),
    contactPoint: whatsapp && {
      '@type': 'ContactPoint',
      telephone: whatsapp.href.replace(/^\D+/, '+'),
      contactType: 'customer service',
      availableLanguage: 'pt-BR',
    },
  });
}

export function webSite(site: SiteData): WebSite {
  return {
    '@type': 'WebSite',
    '@id': `${site.origin}/#site`,
    name: nameOf(site),
    url: `${site.origin}/`,
    inLanguage: 'pt-BR',
    publisher: { '@id': organizationId(site) },
  };
}

export function groceryStore(site: SiteData, branch: Branch): GroceryStore {
  const { file, galleries, latitude, longitude } = branch;
  const address = `${site.origin}/branches/${branch.uuid}`;
  const pictures = [file?.url_s3, ...galleries.url_s3.original.map(({ path }) => path)];
  return known<Node<GroceryStore>>({
    '@type': 'GroceryStore',
    '@id': address,
    url: address,
    name: branch.name,
    description: branch.description,
    image: imagesOf(site, pictures),
    address: postalAddress(branch),
    geo:
      latitude !== null && longitude !== null
        ? { '@type': 'GeoCoordinates', latitude, longitude }
        : undefined,
    telephone: phoneOf(branch.phone),
    email: branch.email,
    openingHoursSpecification: openingHours(branch.hours),
    hasMap: branch.localization,
    sameAs: linksOf(branch),
    parentOrganization: company(site),
  });
}

type About = Pick<AboutPage, 'description'> | null;

/** The shopping centre and the cinema stand where the company does: without its address neither is a place. */
function placeOf(site: SiteData, path: string, name: string, about: About) {
  const { information, origin } = site;
  if (!information) return null;
  return known<Omit<Node<ShoppingCenter>, '@type'>>({
    '@id': origin + path,
    url: origin + path,
    name: `${name} ${nameOf(site)}`.trim(),
    description: about?.description,
    image: `${origin}/brand/og.jpg`,
    address: postalAddress(information),
    email: information.email,
    hasMap: information.localization,
    parentOrganization: company(site),
  });
}

export function shoppingCenter(site: SiteData, about: About): ShoppingCenter | null {
  const place = placeOf(site, '/shopping', 'Shopping', about);
  return place && { '@type': 'ShoppingCenter', ...place };
}

export function movieTheater(site: SiteData, about: About): MovieTheater | null {
  const place = placeOf(site, '/cinema', 'Cinema', about);
  return place && { '@type': 'MovieTheater', ...place };
}

export function movie(site: SiteData, film: PublicMovie): Movie {
  const address = `${site.origin}/cinema/${film.uuid}`;
  return known<Movie>({
    '@type': 'Movie',
    '@id': address,
    url: address,
    name: film.name,
    image: imagesOf(site, [film.file.url_s3]),
    description: film.description,
    datePublished: film.release_date,
    duration: durationOf(film.duration),
    contentRating: bandOf(film.classification)?.label ?? film.classification,
    inLanguage: 'pt-BR',
  });
}

/** Null for a tip: only what has ingredients and steps is a dish. */
export function recipe(site: SiteData, dish: PublicRecipe): Recipe | null {
  const ingredients = linesOf(dish.ingredients);
  const steps = linesOf(dish.preparation_mode);
  if (ingredients.length === 0 || steps.length === 0) return null;
  const address = site.origin + recipeAddress(dish.uuid);
  return known<Recipe>({
    '@type': 'Recipe',
    '@id': address,
    url: address,
    name: dish.name,
    image: imagesOf(site, [dish.file.url_s3]),
    description: dish.description,
    author: company(site),
    recipeCategory: dish.revenue_category_id.name,
    recipeIngredient: ingredients,
    recipeInstructions: steps.map((text) => ({ '@type': 'HowToStep', text })),
    inLanguage: 'pt-BR',
  });
}

/** By a vacancy's type. */
const EMPLOYMENT: Record<number, string> = { 1: 'FULL_TIME', 2: 'TEMPORARY', 3: 'INTERN', 4: 'OTHER' };

/** Null where it lacks what a job's posting must say: what the work is, and in which city. */
export function jobPosting(site: SiteData, vacancy: PublicVacancy): JobPosting | null {
  const { name, description, city, open_until, posted_on, type, uuid } = vacancy;
  const place = city && placeIn(city);
  if (!description || !place || !nameOf(site)) return null;
  return known<JobPosting>({
    '@type': 'JobPosting',
    title: name,
    description,
    datePosted: posted_on,
    validThrough: open_until && `${open_until}T23:59:59-03:00`,
    employmentType: EMPLOYMENT[type.number],
    identifier: { '@type': 'PropertyValue', name: nameOf(site), value: uuid },
    hiringOrganization: company(site),
    jobLocation: { '@type': 'Place', address: place },
    directApply: true,
  });
}

/** «Fortaleza, CE», «Fortaleza/CE», «Fortaleza - CE», «Fortaleza» */
function placeIn(city: string): PostalAddress {
  const [, locality = city, region] = /^(.*?)\s*[,/–-]\s*([A-Z]{2})$/.exec(city) ?? [];
  return known<PostalAddress>({
    '@type': 'PostalAddress',
    addressLocality: locality,
    addressRegion: region,
    addressCountry: 'BR',
  });
}

function postalAddress({
  road,
  number,
  complement,
  district,
  city,
  state,
  zip_code,
}: Address): PostalAddress {
  return {
    '@type': 'PostalAddress',
    streetAddress: [`${road}, ${number}`, complement, district].filter(Boolean).join(', '),
    addressLocality: city,
    addressRegion: state,
    postalCode: formatZipCode(zip_code),
    addressCountry: 'BR',
  };
}

function linksOf(record: SocialLinks): string[] | null {
  const { facebook, instagram, twitter, tiktok, pinterest, youtube, linkedin } = record;
  const links = [facebook, instagram, twitter, tiktok, pinterest, youtube, linkedin].filter(
    (link) => link !== null,
  );
  return links.length > 0 ? links : null;
}

function imagesOf({ origin }: SiteData, addresses: (string | null | undefined)[]): string[] | null {
  const images = addresses.filter((address) => typeof address === 'string');
  return images.length > 0 ? images.map((address) => new URL(address, origin).href) : null;
}

function phoneOf(phone: string): string | null {
  const digits = internationalPhone(phone);
  return digits && `+${digits}`;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Days with the same hours together. A `closes` before its `opens` means the next day here and there. */
function openingHours(hours: readonly WeekdayHours[]): OpeningHoursSpecification[] | null {
  const spans = [...new Set(hours.map(({ opens, closes }) => `${opens} ${closes}`))];
  if (spans.length === 0) return null;
  return spans.map((span) => {
    const [opens = '', closes = ''] = span.split(' ');
    const days = hours.filter((day) => day.opens === opens && day.closes === closes);
    return {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.flatMap(({ weekday }) => DAYS[weekday - 1] ?? []),
      opens,
      closes: opens === closes ? minuteBefore(closes) : closes,
    };
  });
}

/** The same time twice is the whole day here, and no time at all there. */
function minuteBefore(time: string): string {
  const minutes = (minutesOf(time) + 24 * 60 - 1) % (24 * 60);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `02:05` → `PT2H5M` */
function durationOf(time: string | null): string | null {
  if (!time) return null;
  const minutes = minutesOf(time);
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`;
}
