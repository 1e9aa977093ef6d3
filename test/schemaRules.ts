// The rules of structured data, from its documentation: properties of each type, forms of values, and what
// must agree within a thing.

type Json = { [name: string]: unknown };

interface TypeRules {
  /** Page that lists the properties. */
  source: string;
  /** Paths below the type, as the documentation writes them: `offers.price`. */
  required: readonly string[];
  /** Properties for special cases are left out, such as the menu of a restaurant. */
  recommended?: readonly string[];
}

const GOOGLE = 'https://developers.google.com/search/docs/appearance/structured-data';
const SCHEMA = 'https://schema.org';

const PLACE: TypeRules = {
  source: `${GOOGLE}/local-business`,
  required: ['name', 'address'],
  recommended: [
    ...['aggregateRating', 'geo', 'image', 'openingHoursSpecification', 'priceRange', 'review'],
    ...['telephone', 'url'],
  ],
};

const schemaType = (type: string, ...required: string[]) => ({ source: `${SCHEMA}/${type}`, required });

export const TYPES: Record<string, TypeRules> = {
  Organization: {
    source: `${GOOGLE}/organization`,
    required: ['name', 'url', 'logo'],
    recommended: [
      ...['address', 'alternateName', 'contactPoint', 'contactPoint.telephone', 'contactPoint.email'],
      ...['description', 'email', 'foundingDate', 'legalName', 'numberOfEmployees', 'sameAs', 'taxID'],
    ],
  },
  ContactPoint: schemaType('ContactPoint', 'contactType'),
  MemberProgram: {
    source: `${GOOGLE}/loyalty-program`,
    required: ['name', 'description', 'hasTiers'],
    recommended: ['url'],
  },
  MemberProgramTier: {
    source: `${GOOGLE}/loyalty-program`,
    required: ['@id', 'name', 'hasTierBenefit'],
    recommended: ['url', 'hasTierRequirement'],
  },
  CreditCard: { source: `${GOOGLE}/loyalty-program`, required: ['name'] },
  WebSite: {
    source: 'https://developers.google.com/search/docs/appearance/site-names',
    required: ['name', 'url'],
    recommended: ['alternateName'],
  },
  SearchAction: schemaType('SearchAction', 'target', 'query-input'),
  EntryPoint: schemaType('EntryPoint', 'urlTemplate'),
  BreadcrumbList: { source: `${GOOGLE}/breadcrumb`, required: ['itemListElement'] },
  ListItem: { source: `${GOOGLE}/breadcrumb`, required: ['position', 'name', 'item'] },
  GroceryStore: { ...PLACE, recommended: [...(PLACE.recommended ?? []), 'department'] },
  ShoppingCenter: PLACE,
  MovieTheater: PLACE,
  Store: PLACE,
  Bakery: PLACE,
  CafeOrCoffeeShop: PLACE,
  GasStation: PLACE,
  Pharmacy: PLACE,
  Restaurant: PLACE,
  PostalAddress: {
    source: `${GOOGLE}/local-business`,
    required: ['addressLocality', 'addressCountry'],
    recommended: ['streetAddress', 'addressRegion', 'postalCode'],
  },
  GeoCoordinates: { source: `${GOOGLE}/local-business`, required: ['latitude', 'longitude'] },
  OpeningHoursSpecification: { source: `${GOOGLE}/local-business`, required: ['opens', 'closes'] },
  LocationFeatureSpecification: schemaType('LocationFeatureSpecification', 'name', 'value'),
  Movie: {
    source: `${GOOGLE}/movie`,
    required: ['name', 'image'],
    recommended: ['aggregateRating', 'dateCreated', 'director', 'review'],
  },
  ScreeningEvent: {
    source: `${GOOGLE}/event`,
    required: ['name', 'startDate', 'location', 'location.address'],
    recommended: [
      ...['description', 'endDate', 'eventStatus', 'image', 'location.name', 'performer'],
      ...['offers', 'offers.availability', 'offers.price', 'offers.priceCurrency', 'offers.url'],
      ...['offers.validFrom', 'organizer', 'organizer.name', 'organizer.url'],
    ],
  },
  Product: {
    source: `${GOOGLE}/product-snippet`,
    required: ['name', 'offers', 'offers.price', 'offers.priceCurrency'],
    recommended: [
      ...['aggregateRating', 'brand', 'brand.name', 'description', 'gtin', 'image', 'review', 'sku'],
      ...['offers.availability', 'offers.itemCondition', 'offers.priceValidUntil', 'offers.url'],
    ],
  },
  Brand: { source: `${GOOGLE}/merchant-listing`, required: ['name'] },
  Offer: { source: `${GOOGLE}/merchant-listing`, required: [] },
  UnitPriceSpecification: { source: `${GOOGLE}/merchant-listing`, required: ['price', 'priceCurrency'] },
  QuantitativeValue: schemaType('QuantitativeValue'),
  Recipe: {
    source: `${GOOGLE}/recipe`,
    required: ['name', 'image'],
    recommended: [
      ...['aggregateRating', 'author', 'cookTime', 'datePublished', 'description', 'keywords', 'nutrition'],
      ...['prepTime', 'recipeCategory', 'recipeCuisine', 'recipeIngredient', 'recipeInstructions'],
      ...['recipeYield', 'totalTime', 'video'],
    ],
  },
  HowToStep: { source: `${GOOGLE}/recipe`, required: ['text'] },
  JobPosting: {
    source: `${GOOGLE}/job-posting`,
    required: [
      'title',
      'description',
      'datePosted',
      'hiringOrganization',
      'jobLocation',
      'jobLocation.address',
    ],
    recommended: ['baseSalary', 'directApply', 'employmentType', 'identifier', 'validThrough'],
  },
  Place: schemaType('Place', 'address'),
  PropertyValue: schemaType('PropertyValue', 'name', 'value'),
  FAQPage: { source: `${GOOGLE}/faqpage`, required: ['mainEntity'] },
  Question: { source: `${GOOGLE}/faqpage`, required: ['name', 'acceptedAnswer'] },
  Answer: { source: `${GOOGLE}/faqpage`, required: ['text'] },
};

type Form = (value: unknown) => boolean;

const matches =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

/** Accepts what `read` reads without an error, in one spelling. */
const readable =
  (pattern: RegExp, read: (text: string) => unknown): Form =>
  (value) => {
    if (!matches(pattern)(value)) return false;
    try {
      return Boolean(read(String(value)));
    } catch {
      return false;
    }
  };

const url = readable(/^https?:\/\/\S+$/, (text) => new URL(text));
const day = readable(/^\d{4}-\d{2}-\d{2}$/, (text) => Temporal.PlainDate.from(text));
const instant = readable(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/, (text) =>
  Temporal.Instant.from(text),
);
const duration = readable(/^PT/, (text) => Temporal.Duration.from(text).sign > 0);
const time = matches(/^([01]\d|2[0-3]):[0-5]\d$/);
const language = matches(/^pt-BR$/);
const amount: Form = (value) => matches(/^\d+\.\d{2}$/)(value) && Number(value) > 0;
const between =
  (least: number, most: number): Form =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const oneOf =
  (...values: unknown[]): Form =>
  (value) =>
    values.includes(value);
const schemaValue = (...names: string[]) => oneOf(...names.map((name) => `${SCHEMA}/${name}`));

/** Forms of the values that machines read. Other values are text or things, which the compiler checks. */
const FORMS: Record<string, Form> = {
  '@id': url,
  addressCountry: oneOf('BR'),
  addressRegion: matches(/^[A-Z]{2}$/),
  availability: schemaValue('InStoreOnly'),
  availableLanguage: language,
  closes: time,
  cookTime: duration,
  dateCreated: day,
  datePosted: day,
  datePublished: day,
  dayOfWeek: oneOf('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  duration,
  email: matches(/^[^\s@]+@[^\s@]+$/),
  employmentType: oneOf('FULL_TIME', 'TEMPORARY', 'INTERN', 'OTHER'),
  endDate: instant,
  eventAttendanceMode: schemaValue('OfflineEventAttendanceMode'),
  eventStatus: schemaValue('EventScheduled', 'EventCancelled', 'EventPostponed', 'EventRescheduled'),
  hasMap: url,
  hasTierBenefit: schemaValue('TierBenefitLoyaltyPrice'),
  image: url,
  inLanguage: language,
  item: url,
  itemCondition: schemaValue('NewCondition'),
  latitude: between(-90, 90),
  logo: url,
  longitude: between(-180, 180),
  maxValue: between(1, 999),
  opens: time,
  position: between(1, 9),
  postalCode: matches(/^\d{5}-\d{3}$/),
  prepTime: duration,
  price: amount,
  priceCurrency: oneOf('BRL'),
  priceType: schemaValue('StrikethroughPrice'),
  priceValidUntil: day,
  sameAs: url,
  startDate: instant,
  subtitleLanguage: language,
  telephone: matches(/^\+?\d{3,15}$/),
  totalTime: duration,
  unitCode: oneOf('KGM', 'LTR', 'C62'),
  url,
  validFrom: (value) => day(value) || instant(value),
  validThrough: (value) => day(value) || instant(value),
};

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
const isNode = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the minutes of a duration; 0 without one, or in a wrong form, which is a finding of its own. */
const minutes = (value: unknown) =>
  duration(value) ? Temporal.Duration.from(String(value)).total('minutes') : 0;

/** Rules between the values of a thing, by its type, and whether each holds. */
const AGREEMENTS: Record<string, (node: Json) => Record<string, boolean>> = {
  BreadcrumbList: ({ itemListElement }) => ({
    'positions count from 1': listOf(itemListElement).every(
      (item, index) => isNode(item) && item.position === index + 1,
    ),
  }),
  Offer: ({ price, priceSpecification, validFrom, validThrough }) => {
    const prices = listOf(priceSpecification).filter(isNode);
    return {
      'a struck price is higher': prices.every((one) => !one.priceType || Number(one.price) > Number(price)),
      "a member's price is lower": prices.every(
        (one) => !one.validForMemberTier || Number(one.price) < Number(price),
      ),
      'other prices are the same': prices.every(
        (one) => one.priceType || one.validForMemberTier || one.price === price,
      ),
      'it ends after it begins': !validFrom || !validThrough || String(validFrom) < String(validThrough),
    };
  },
  OpeningHoursSpecification: ({ dayOfWeek, validFrom, validThrough }) => ({
    'hours belong to a weekday or a date': Boolean(dayOfWeek || (validFrom && validThrough)),
  }),
  Recipe: ({ prepTime, cookTime, totalTime }) => ({
    'preparation and cooking take the whole time':
      !cookTime || minutes(prepTime) + minutes(cookTime) === minutes(totalTime),
  }),
  ScreeningEvent: ({ startDate, endDate }) => ({
    'it ends after it begins': !endDate || String(endDate) > String(startDate),
  }),
  UnitPriceSpecification: ({ priceType, validForMemberTier }) => ({
    'a price has a type or a tier, not both': !(priceType && validForMemberTier),
  }),
};

export interface Finding {
  thing: Json;
  /** Path from the thing: `Product.offers.price`. */
  path: string;
  problem: string;
}

export const RECOMMENDED = 'misses a recommended property';

/**
 * Returns what the structured data of the page at `address` lacks or states wrongly. A thing within another
 * one is a reference if its `@id` is that of another page, or of a thing of the graph: its properties are
 * checked where it is described.
 */
export function findingsIn(graph: readonly unknown[], address: string): Finding[] {
  const things = graph.filter(isNode);
  const described = new Set(things.map((thing) => thing['@id']));
  const findings: Finding[] = [];

  function visit(node: Json, path: string, thing: Json): void {
    const type = String(node['@type']);
    const add = (problem: string, property?: string) =>
      findings.push({ thing, path: property ? `${path}.${property}` : path, problem });
    const id = node['@id'];
    const isNested = node !== thing && typeof id === 'string';
    const isBare = isNested && node['@type'] === undefined;
    const isReference = isBare || (isNested && (id.split('#', 1)[0] !== address || described.has(id)));
    const rules = TYPES[type];
    if (!rules && !isBare) add(`has the unknown type ${type}`);
    if (!isReference) {
      for (const property of rules?.required ?? [])
        if (lacks(node, property)) add('misses a required property', property);
      for (const property of rules?.recommended ?? []) if (lacks(node, property)) add(RECOMMENDED, property);
    }
    for (const [rule, holds] of Object.entries(AGREEMENTS[type]?.(node) ?? {}))
      if (!holds) add(`breaks: ${rule}`);
    for (const [property, value] of Object.entries(node)) {
      const values = listOf(value);
      if (values.length === 0 || values.some((one) => one === null || one === '')) add('is empty', property);
      for (const one of values) {
        if (isNode(one)) visit(one, `${path}.${property}`, thing);
        else if (FORMS[property]?.(one) === false) add(`has the wrong form: ${one}`, property);
      }
    }
  }

  for (const thing of things) visit(thing, String(thing['@type']), thing);
  return findings;
}

/** Returns whether a thing at the last step of the path lacks it; an earlier step has its own rule. */
function lacks(node: Json, path: string): boolean {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return node[first] === undefined;
  return listOf(node[first])
    .filter(isNode)
    .some((one) => lacks(one, rest.join('.')));
}
