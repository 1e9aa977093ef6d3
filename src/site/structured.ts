import type {
  BreadcrumbList,
  Graph,
  GroceryStore,
  JobPosting,
  LocalBusiness,
  LocationFeatureSpecification,
  Movie,
  MovieTheater,
  Offer,
  OpeningHoursSpecification,
  Organization,
  Place,
  PostalAddress,
  Product,
  Recipe,
  ScreeningEvent,
  SearchAction,
  ShoppingCenter,
  Store,
  Thing,
  WebSite,
} from 'schema-dts';
import type { PublicAboutPage } from '../content/aboutPages/aboutPage.contract.ts';
import type { Address, SocialLinks } from '../content/addresses/address.contract.ts';
import type { Branch, WeekdayHours } from '../content/branches/branch.contract.ts';
import { type BranchService, schemaTypeOf, serviceLabel, serviceSlug } from '../content/branches/services.ts';
import { minutesOf } from '../content/branches/weekdays.ts';
import type { PublicMovie } from '../content/movies/movie.contract.ts';
import { bandOf, MOVIE_STATUSES } from '../content/movies/movie.types.ts';
import type { PublicOffer } from '../content/offers/offer.contract.ts';
import { DEPARTMENTS } from '../content/offers/offer.types.ts';
import { phoneForPlace } from '../content/phones/phone.choice.ts';
import type { PublicPhone } from '../content/phones/phone.contract.ts';
import { dialledNumber, phoneLabel, phoneTelephone } from '../content/phones/phone.format.ts';
import { linesOf } from '../content/recipes/lines.ts';
import { recipeAddress } from '../content/recipes/recipe.address.ts';
import type { PublicRecipe } from '../content/recipes/recipe.contract.ts';
import { isoDuration } from '../content/recipes/recipe.effort.ts';
import { branchPage, offerPage } from '../content/recordPages.ts';
import type { CinemaPhone } from '../content/screenings/programme.ts';
import type { Programme, PublicScreening } from '../content/screenings/screening.contract.ts';
import { IN_3D, SUBTITLED } from '../content/screenings/screening.types.ts';
import { SEARCH_PATH } from '../content/search/search.kinds.ts';
import type { Shop } from '../content/shops/shop.contract.ts';
import { type PlaceSpecialDay, placeSpecialDays } from '../content/specialDays/placeSpecialDays.ts';
import type { PublicSpecialDay } from '../content/specialDays/specialDay.contract.ts';
import { parseTicket } from '../content/ticketOffice/ticketPrices.ts';
import type { PublicVacancy } from '../content/vacancies/vacancy.contract.ts';
import { CHAIN_ZONE } from '../contract/chainZone.ts';
import { digitsOf, formatZipCode } from '../ui/format.ts';
import { telephoneOf } from '../ui/phone.ts';
import type { SiteData } from './siteData.ts';

// Structured data of pages as schema.org JSON-LD. Unknown properties are left out. A thing without a required
// property is left out as a whole.

/** Entry of the breadcrumbs. */
export interface Crumb {
  name: string;
  path: string;
}

type Node<T> = Exclude<T, string>;
type Maybe<T> = { [K in keyof T]: T[K] | null | undefined };

/** Drops null, undefined and empty properties. */
function compact<T extends object>(properties: Maybe<T>): T {
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

/** Returns a short, self-contained reference to the company. */
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
  const { customerService, information, settings } = site;
  return compact<Node<Organization>>({
    ...company(site),
    legalName: information?.corporate_name,
    taxID: information?.cnpj ?? settings?.fallback_cnpj,
    email: information?.email,
    address: information && postalAddress(information),
    sameAs: information && linksOf(information),
    contactPoint: customerService?.telephone
      ? {
          '@type': 'ContactPoint',
          telephone: customerService.telephone,
          contactType: 'customer service',
          availableLanguage: 'pt-BR',
        }
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

export function groceryStore(
  site: SiteData,
  branch: Branch,
  special: readonly PlaceSpecialDay[] = [],
): GroceryStore {
  const { file, galleries, latitude, longitude } = branch;
  const address = `${site.origin}/branches/${branch.uuid}`;
  const pictures = [file?.url_s3, ...galleries.url_s3.original.map(({ path }) => path)];
  return compact<Node<GroceryStore>>({
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
    telephone: telephoneOf(branch.phone),
    email: branch.email,
    openingHoursSpecification: openingHours(branch.hours),
    specialOpeningHoursSpecification: specialHours(special),
    hasMap: branch.localization,
    amenityFeature: amenitiesOf(branch.services),
    department: departmentsOf(branch, address),
    sameAs: linksOf(branch),
    parentOrganization: company(site),
  });
}

function amenitiesOf(services: readonly BranchService[]): LocationFeatureSpecification[] | null {
  if (services.length === 0) return null;
  return services.map(({ service, hours }) =>
    compact<Node<LocationFeatureSpecification>>({
      '@type': 'LocationFeatureSpecification',
      name: serviceLabel(service),
      value: true,
      hoursAvailable: openingHours(hours),
    }),
  );
}

/** Returns counters with opening hours of their own as shops within the shop. */
function departmentsOf(branch: Branch, address: string): LocalBusiness[] | null {
  const departments = branch.services.flatMap(({ service, hours }) => {
    const type = schemaTypeOf(service);
    if (!type || hours.length === 0) return [];
    return compact<Node<LocalBusiness>>({
      '@type': type,
      '@id': `${address}#${serviceSlug(service)}`,
      name: `${serviceLabel(service)} ${branch.name}`,
      address: postalAddress(branch),
      telephone: telephoneOf(branch.phone),
      openingHoursSpecification: openingHours(hours),
    } as Maybe<Node<LocalBusiness>>);
  });
  return departments.length > 0 ? departments : null;
}

type About = Pick<PublicAboutPage, 'description'> | null;

interface Reach {
  telephone: string | null;
  special: PlaceSpecialDay[];
}

/**
 * Describes phone and special days of a place of the company. Its usual hours are not stored: the phone
 * service hours are those of the company's office.
 */
export function placeContactOf(
  place: 'Shopping' | 'Cinema',
  phones: readonly PublicPhone[] | undefined,
  exceptions: readonly PublicSpecialDay[] = [],
): Reach {
  const phone = phoneForPlace(place, phones ?? []);
  return {
    telephone: phone ? phoneTelephone(phone) : null,
    special: placeSpecialDays(exceptions, place.toLowerCase()),
  };
}

/** Shopping centre and cinema have the company's address; without it, neither is a place. */
function placeOf(site: SiteData, path: string, name: string, about: About, reach: Reach) {
  const { information, origin } = site;
  if (!information) return null;
  return compact<Omit<Node<ShoppingCenter>, '@type'>>({
    '@id': origin + path,
    url: origin + path,
    name: `${name} ${nameOf(site)}`.trim(),
    description: about?.description,
    image: `${origin}/brand/og.jpg`,
    address: postalAddress(information),
    telephone: reach.telephone,
    specialOpeningHoursSpecification: specialHours(reach.special),
    email: information.email,
    hasMap: information.localization,
    parentOrganization: company(site),
  });
}

export function shoppingCenter(site: SiteData, about: About, reach: Reach): ShoppingCenter | null {
  const place = placeOf(site, '/shopping', 'Shopping', about, reach);
  return place && { '@type': 'ShoppingCenter', ...place };
}

export function movieTheater(site: SiteData, about: About, reach: Reach): MovieTheater | null {
  const place = placeOf(site, '/cinema', 'Cinema', about, reach);
  return place && { '@type': 'MovieTheater', ...place };
}

/** Returns the phone of a place of the company, if known. */
export function phoneOfPlace(
  place: 'Shopping' | 'Cinema',
  phones: readonly PublicPhone[] = [],
): CinemaPhone | null {
  const phone = phoneForPlace(place, phones);
  return phone ? { tel: dialledNumber(phone), shown: phoneLabel(phone) } : null;
}

/** Returns a shop of the shopping centre, with the centre's address. */
export function store(site: SiteData, shop: Shop): Store | null {
  if (!site.information) return null;
  const address = `${site.origin}/shops/${shop.uuid}`;
  return compact<Node<Store>>({
    '@type': 'Store',
    '@id': address,
    url: address,
    name: shop.name,
    description: shop.description,
    image: imagesOf(site, [shop.file.url_s3, ...shop.gallery.map(({ path }) => path)]),
    address: postalAddress(site.information),
    telephone: telephoneOf(shop.phone),
    email: shop.email,
    sameAs: linksOf(shop),
    containedInPlace: { '@id': `${site.origin}/shopping` },
  });
}

export function movie(site: SiteData, film: PublicMovie): Movie {
  const address = `${site.origin}/cinema/${film.uuid}`;
  return compact<Movie>({
    '@type': 'Movie',
    '@id': address,
    url: address,
    name: film.name,
    image: imagesOf(site, [film.file.url_s3]),
    description: film.description,
    datePublished: film.release_date,
    creativeWorkStatus: MOVIE_STATUSES[film.status],
    duration: durationOf(film.duration),
    contentRating: bandOf(film.classification)?.label ?? film.classification,
    inLanguage: 'pt-BR',
  });
}

/** Limit of events, so that the page does not consist mostly of them. */
const MAX_EVENTS = 60;

/** Returns the coming screenings. Empty without the company's address. */
export function screeningEvents(site: SiteData, days: Programme['days']): ScreeningEvent[] {
  const { information, origin } = site;
  if (!information) return [];
  const location: MovieTheater = {
    '@type': 'MovieTheater',
    '@id': `${origin}/cinema`,
    name: `Cinema ${nameOf(site)}`.trim(),
    address: postalAddress(information),
  };
  return days
    .flatMap(({ movies }) =>
      movies.flatMap(({ uuid, name, screenings }) =>
        screenings
          .filter(({ begun }) => !begun)
          .map((screening) =>
            compact<Node<ScreeningEvent>>({
              '@type': 'ScreeningEvent',
              name,
              startDate: screening.starts_at,
              eventStatus: 'https://schema.org/EventScheduled',
              eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
              location,
              workPresented: { '@type': 'Movie', '@id': `${origin}/cinema/${uuid}`, name },
              // The spoken language of a subtitled movie is unknown.
              inLanguage: screening.audio.number === SUBTITLED ? null : 'pt-BR',
              subtitleLanguage: screening.audio.number === SUBTITLED ? 'pt-BR' : null,
              videoFormat: screening.format.number === IN_3D ? '3D' : '2D',
              url: `${origin}/cinema/${uuid}`,
              offers: offersOf(screening),
            }),
          ),
      ),
    )
    .slice(0, MAX_EVENTS);
}

/** Returns the ticket prices of a screening, or its link only. */
function offersOf({ price, ticket_link }: Pick<PublicScreening, 'price' | 'ticket_link'>): Offer[] | null {
  const ticket = price ? parseTicket(price) : null;
  if (!ticket) return ticket_link ? [{ '@type': 'Offer', url: ticket_link }] : null;
  return ticket.prices.map(({ label, whole, cents }) =>
    compact<Node<Offer>>({
      '@type': 'Offer',
      name: [ticket.title, label].filter(Boolean).join(': '),
      price: `${digitsOf(whole)}.${cents}`,
      priceCurrency: 'BRL',
      url: ticket_link,
    }),
  );
}

/** Returns null for a tip: only a recipe with ingredients and steps is a dish. */
export function recipe(site: SiteData, dish: PublicRecipe): Recipe | null {
  const ingredients = linesOf(dish.ingredients);
  const steps = linesOf(dish.preparation_mode);
  if (ingredients.length === 0 || steps.length === 0) return null;
  const address = site.origin + recipeAddress(dish.uuid);
  return compact<Recipe>({
    '@type': 'Recipe',
    '@id': address,
    url: address,
    name: dish.name,
    image: imagesOf(site, [dish.file.url_s3]),
    description: dish.description,
    author: company(site),
    prepTime: isoDuration(dish.preparation_minutes),
    totalTime: isoDuration(dish.total_minutes),
    recipeYield: dish.servings,
    recipeCategory: dish.revenue_category_id.name,
    recipeIngredient: ingredients,
    recipeInstructions: steps.map((text) => ({ '@type': 'HowToStep', text })),
    inLanguage: 'pt-BR',
  });
}

/** UN/CEFACT codes of units. */
const UNIT_CODES = { kg: 'KGM', l: 'LTR', un: 'C62' };
/** Above this number of branches, the offer names the company instead. */
const MAX_PLACES = 30;

const instantOf = (local: string, zone: string): string =>
  local + Temporal.PlainDateTime.from(local).toZonedDateTime(zone).offset;

/** Returns null for an ended offer, because it cannot be bought. `branches` are those of the chain. */
export function product(
  site: SiteData,
  offer: PublicOffer,
  branches: readonly { uuid: string; name: string; time_zone: string }[],
): Product | null {
  if (offer.state === 'ended') return null;
  const { uuid, brand, price, unit_price, valid_from, valid_until, customer_limit } = offer;
  const address = site.origin + offerPage(uuid);
  const places = branches.filter((branch) => offer.branches?.includes(branch.uuid) ?? true);
  const zones = new Set(offer.branches && places.map(({ time_zone }) => time_zone));
  const [zone = CHAIN_ZONE] = zones.size === 1 ? zones : [];
  return compact<Product>({
    '@type': 'Product',
    '@id': address,
    url: address,
    name: offer.product,
    brand: brand && { '@type': 'Brand', name: brand },
    category: DEPARTMENTS[offer.department],
    image: offer.file && imagesOf(site, [offer.file.url_s3]),
    offers: compact<Node<Offer>>({
      '@type': 'Offer',
      url: address,
      price,
      priceCurrency: 'BRL',
      priceValidUntil: valid_until,
      validFrom: instantOf(`${valid_from}T00:00:00`, zone),
      validThrough: instantOf(`${valid_until}T23:59:59`, zone),
      availability: 'https://schema.org/InStoreOnly',
      itemCondition: 'https://schema.org/NewCondition',
      seller: company(site),
      priceSpecification: unit_price && {
        '@type': 'UnitPriceSpecification',
        price: unit_price.price,
        priceCurrency: 'BRL',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: UNIT_CODES[unit_price.per] },
      },
      eligibleQuantity:
        customer_limit === null ? null : { '@type': 'QuantitativeValue', maxValue: customer_limit },
      availableAtOrFrom:
        places.length > 0 && places.length <= MAX_PLACES
          ? places.map((branch) => ({
              '@type': 'GroceryStore' as const,
              '@id': site.origin + branchPage(branch.uuid),
              name: branch.name,
            }))
          : null,
    }),
  });
}

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
    validThrough: open_until && `${open_until}T23:59:59-03:00`,
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

/** Accepts «Fortaleza, CE», «Fortaleza/CE», «Fortaleza - CE», «Fortaleza». */
function addressIn(city: string): PostalAddress {
  const [, locality = city, region] = /^(.*?)\s*[,/–-]\s*([A-Z]{2})$/.exec(city) ?? [];
  return compact<PostalAddress>({
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

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Groups days with the same hours. A `closes` before its `opens` means the next day, as in schema.org. */
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

/** Returns special days. A closed day has equal `opens` and `closes`. */
function specialHours(days: readonly PlaceSpecialDay[]): OpeningHoursSpecification[] | null {
  if (days.length === 0) return null;
  return days.flatMap(({ date, reason, spans }) =>
    (spans.length > 0 ? spans : [NO_TIME]).map(({ opens, closes }) => ({
      '@type': 'OpeningHoursSpecification' as const,
      name: reason,
      validFrom: date,
      validThrough: date,
      opens,
      closes: opens === closes && spans.length > 0 ? minuteBefore(closes) : closes,
    })),
  );
}

const NO_TIME = { opens: '00:00', closes: '00:00' };

/** Equal times mean the whole day in the database, but no time in schema.org. */
function minuteBefore(time: string): string {
  const minutes = (minutesOf(time) + 24 * 60 - 1) % (24 * 60);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Converts `02:05` to `PT2H5M`. */
function durationOf(time: string | null): string | null {
  if (!time) return null;
  const minutes = minutesOf(time);
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`;
}
