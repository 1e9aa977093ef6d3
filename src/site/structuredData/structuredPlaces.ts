import type {
  GroceryStore,
  LocalBusiness,
  LocationFeatureSpecification,
  MovieTheater,
  OpeningHoursSpecification,
  ShoppingCenter,
  Store,
} from 'schema-dts';
import type { PublicAboutPage } from '../../content/aboutPages/aboutPage.contract.ts';
import type { Branch, WeekdayHours } from '../../content/branches/branch.contract.ts';
import {
  type BranchService,
  schemaTypeOf,
  serviceLabel,
  serviceSlug,
} from '../../content/branches/services.ts';
import { minutesOf } from '../../content/openingHours/weekdays.ts';
import { phoneForPlace } from '../../content/phones/phone.choice.ts';
import type { PublicPhone } from '../../content/phones/phone.contract.ts';
import { dialledNumber, phoneLabel, phoneTelephone } from '../../content/phones/phone.format.ts';
import type { CinemaPhone } from '../../content/screenings/programme.ts';
import type { Shop } from '../../content/shops/shop.contract.ts';
import { type PlaceSpecialDay, placeSpecialDays } from '../../content/specialDays/placeSpecialDays.ts';
import type { PublicSpecialDay } from '../../content/specialDays/specialDay.contract.ts';
import { telephoneOf } from '../../shared/text/phone.ts';
import type { SiteData } from '../siteData.ts';
import {
  compact,
  company,
  imagesOf,
  linksOf,
  type Maybe,
  type Node,
  nameOf,
  postalAddress,
} from './structured.ts';

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
