import { z } from 'zod';
import { defineOrderedRecord } from '../../records/define/defineRecord.ts';
import {
  emailField,
  listField,
  nameField,
  optionalNumberField,
  optionalPhoneField,
  optionalTextField,
  phoneDigits,
  phoneField,
} from '../../records/define/fields.ts';
import { altField, galleryField, optionalPictureField } from '../../records/define/pictureFields.ts';
import { data, endpoint, uuidParams } from '../../shared/endpoint.ts';
import { cleanText } from '../../shared/fields.ts';
import { type GalleryImage, galleryImage } from '../../shared/files/image.ts';
import { altFilter, attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { galleryImageEndpoint } from '../../shared/records.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { readNumber } from '../../shared/text/typedNumber.ts';
import { ZONES, type Zone, zoneOfState } from '../../shared/text/zones.ts';
import {
  ADDRESS_ORDER,
  addressFields,
  SOCIAL_NETWORKS,
  socialFields,
} from '../addresses/address.contract.ts';
import { hoursField, weekdayHours } from '../openingHours/hours.contract.ts';
import { branchService, servicesField } from './services.contract.ts';
import { type BranchService, SERVICE_NAMES, SERVICES, serviceLabel } from './services.ts';

export type { WeekdayHours } from '../openingHours/hours.contract.ts';

/** Reads degrees with a decimal point or comma; an empty value clears the column. */
function coordinate(limit: number, message: string) {
  return z.preprocess((value) => {
    const text = cleanText(value);
    if (text === '') return null;
    if (typeof text !== 'string') return text;
    const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(text.replace('\u2212', '-')) ?? [];
    const read = readNumber(digits, 'decimal');
    return typeof read === 'string' ? Number(`${sign}${read}`) : text;
  }, z.number({ error: message }).min(-limit, message).max(limit, message).nullish());
}

const WRONG_ZONE = 'Escolha um fuso horário da lista.';
/** IANA time zone; an empty value selects the zone of the state. */
const timeZone = z
  .preprocess(
    (value) => (value === undefined ? value : cleanText(value) || null),
    z.enum(Object.keys(ZONES) as Zone[], { error: WRONG_ZONE }).nullish(),
  )
  .describe('Fuso horário (IANA). Vazio é o do estado.');

/** Selected time zone of the opening hours; null for the zone of the state, which responses give. */
const timeZoneField = {
  label: 'Fuso horário',
  public: true,
  options: ZONES,
  input: timeZone,
  output: z.string(),
  folded: false,
  present: (stored: string | null, row: object): string =>
    stored ?? zoneOfState((row as { state: string }).state),
  text: () => null,
  shown: (zone: string): string => ZONES[zone as Zone] ?? zone,
} as const;

/** Returns the stored services in the site's order, without those that `SERVICES` no longer has. */
function storedServices(text: string | null): BranchService[] {
  const stored = parseStored<BranchService[]>(text, []);
  return SERVICE_NAMES.flatMap((name) => stored.find(({ service }) => service === name) ?? []);
}

const galleries = z.object({ url_s3: z.object({ original: z.array(galleryImage) }) });

type Coordinate = number | null | undefined;

/**
 * Returns false if only one of both coordinates is cleared. An absent value keeps its stored value, so it
 * passes here.
 */
export function hasBothCoordinates({
  latitude,
  longitude,
}: {
  latitude?: Coordinate;
  longitude?: Coordinate;
}): boolean {
  return latitude === undefined || longitude === undefined || (latitude === null) === (longitude === null);
}
export const INCOMPLETE_COORDINATES = 'Informe a latitude e a longitude, ou nenhuma das duas.';

const contact = { public: true, personal: true } as const;

export const branchRecord = defineOrderedRecord({
  table: 'branches',
  path: 'branches',
  area: 'branches',
  many: 'as filiais',
  one: 'uma filial',
  orderMissing: 'Informe a ordem das filiais.',
  positionAfter: 'linkedin',
  positionIsPublic: true,
  screenOrder: [
    ...(['name', 'file_id', 'alt', 'email', 'phone', 'phone_secondary', 'description'] as const),
    ...ADDRESS_ORDER,
  ],
  outputLast: [...ADDRESS_ORDER, ...SOCIAL_NETWORKS],
  fields: {
    name: nameField({ label: 'Nome', what: 'o nome', max: 120, sortable: true, ...contact }),
    description: optionalTextField({ label: 'Descrição', max: 2000, public: true }),
    email: emailField({ label: 'E-mail', ...contact }),
    phone: phoneField({ label: 'Telefone', ...contact }),
    phone_secondary: optionalPhoneField({ label: 'Outro telefone', ...contact }),
    ...addressFields,
    city: { ...addressFields.city, sortable: true as const },
    state: { ...addressFields.state, onScreen: false as const },
    latitude: optionalNumberField(
      { label: 'Latitude', public: true },
      coordinate(90, 'A latitude vai de -90 a 90, como -3.7436.'),
    ),
    longitude: optionalNumberField(
      { label: 'Longitude', public: true, onScreen: false },
      coordinate(180, 'A longitude vai de -180 a 180, como -38.5042.'),
    ),
    hours: listField({ label: 'Horários', public: true }, hoursField, weekdayHours),
    time_zone: timeZoneField,
    services: {
      ...listField({ label: 'Serviços', public: true }, servicesField, branchService),
      present: storedServices,
    },
    ...socialFields,
    file_id: optionalPictureField({ public: true }),
    alt: altField({ inOutput: false }),
    branch_images: {
      ...galleryField({ as: 'galleries', public: true }, { owner: 'branch_id', files: 'photos' }),
      output: galleries,
      present: (_: unknown, row: object): z.output<typeof galleries> => ({
        url_s3: { original: (row as { gallery: GalleryImage[] }).gallery },
      }),
      imagesOf: ({ url_s3 }: z.output<typeof galleries>): readonly GalleryImage[] => url_s3.original,
    },
  },
  filters: {
    attention: attentionFilter,
    city: { label: 'Cidade' },
    state: { label: 'Estado' },
    service: {
      label: 'Serviço',
      values: Object.fromEntries(Object.entries(SERVICES).map(([name, { label }]) => [name, label])),
    },
    alt: altFilter,
  },
  searchTexts: ({ name, road, district, city, state, email, phone, services }) => [
    ...[name, road, district, city, state, email, phoneDigits(phone)],
    storedServices(services)
      .map(({ service, note }) => `${serviceLabel(service)} ${note ?? ''}`)
      .join(' '),
  ],
  refine(values, context) {
    if (!hasBothCoordinates(values))
      context.addIssue({ code: 'custom', path: ['longitude'], message: INCOMPLETE_COORDINATES });
  },
});

/** Branch as staff see it. */
export type StaffBranch = z.output<typeof branchRecord.output>;
/** Branch as shoppers see it. */
export type Branch = z.output<typeof branchRecord.publicOutput>;

export const siteBranches = endpoint({
  method: 'GET',
  path: '/site/branches',
  summary: 'Filiais, na ordem do site',
  answers: { 200: listResponse(branchRecord.publicOutput) },
  cached: true,
});

/** Extension of the specification: a single branch, so that its page need not load all. */
export const siteBranch = endpoint({
  method: 'GET',
  path: '/site/branches/details/:uuid',
  summary: 'Uma filial',
  params: uuidParams,
  answers: { 200: data(branchRecord.publicOutput) },
  cached: true,
});

export const {
  list: listBranches,
  show: getBranch,
  store: storeBranch,
  update: updateBranch,
  destroy: destroyBranch,
  order: orderBranches,
} = branchRecord.endpoints;

export const destroyBranchImage = galleryImageEndpoint(branchRecord);
