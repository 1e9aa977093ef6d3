import type {
  BreadcrumbList,
  ContactPoint,
  Graph,
  Organization,
  PostalAddress,
  SearchAction,
  Thing,
  WebSite,
} from 'schema-dts';
import type { Address, SocialLinks } from '../../content/addresses/address.contract.ts';
import { SEARCH_PATH } from '../../content/searchIndex/search.kinds.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';
import { formatZipCode } from '../../shared/text/format.ts';
import type { SiteData } from '../siteData.ts';

// Structured data of pages as schema.org JSON-LD. Unknown properties are left out. A thing without a required
// property is left out as a whole.

/** Entry of the breadcrumbs. */
export interface Crumb {
  name: string;
  path: string;
}

export type Node<T> = Exclude<T, string>;

export type Maybe<T> = { [K in keyof T]: T[K] | null | undefined };

/** Drops null, undefined and empty properties. */
export function compact<T extends object>(properties: Maybe<T>): T {
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

export const nameOf = ({ settings }: SiteData) => settings?.site_name ?? '';

/** Returns a short, self-contained reference to the company. */
export function company(site: SiteData): Node<Organization> {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: nameOf(site),
    url: `${site.origin}/`,
    logo: `${site.origin}/brand/icon-512.png`,
  };
}

/** Returns the company in full, for the page that describes it. */
export function organization(site: SiteData, description?: string | null): Node<Organization> {
  const { customerService, information, settings } = site;
  return compact<Node<Organization>>({
    ...company(site),
    description,
    legalName: information?.corporate_name,
    taxID: information?.cnpj ?? settings?.fallback_cnpj,
    email: information?.email,
    address: information && postalAddress(information),
    sameAs: information && linksOf(information),
    contactPoint: customerService?.telephone
      ? compact<ContactPoint>({
          '@type': 'ContactPoint',
          telephone: customerService.telephone,
          email: information?.email,
          contactType: 'customer service',
          availableLanguage: 'pt-BR',
        })
      : null,
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
    potentialAction: searchAction(site),
  };
}

/** `query-input` is not in schema.org's own vocabulary, nor in its types. */
const searchAction = ({ origin }: SiteData) =>
  ({
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${SEARCH_PATH}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }) as SearchAction;

export function linksOf(record: SocialLinks): string[] | null {
  const { facebook, instagram, twitter, tiktok, pinterest, youtube, linkedin } = record;
  const links = [facebook, instagram, twitter, tiktok, pinterest, youtube, linkedin].filter(
    (link) => link !== null,
  );
  return links.length > 0 ? links : null;
}

export function imagesOf({ origin }: SiteData, addresses: (string | null | undefined)[]): string[] | null {
  const images = addresses.filter((address) => typeof address === 'string');
  return images.length > 0 ? images.map((address) => new URL(address, origin).href) : null;
}

/** Returns a local time with the offset of its zone, as `2026-11-21T23:59:59-03:00`. */
export const instantOf = (local: string, zone: string = CHAIN_ZONE): string =>
  local + Temporal.PlainDateTime.from(local).toZonedDateTime(zone).offset;

/** Accepts «Fortaleza, CE», «Fortaleza/CE», «Fortaleza - CE», «Fortaleza». */
export function addressIn(city: string): PostalAddress {
  const [, locality = city, region] = /^(.*?)\s*[,/–-]\s*([A-Z]{2})$/.exec(city) ?? [];
  return compact<PostalAddress>({
    '@type': 'PostalAddress',
    addressLocality: locality,
    addressRegion: region,
    addressCountry: 'BR',
  });
}

export function postalAddress({
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
