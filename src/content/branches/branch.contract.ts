import { z } from 'zod';
import { data, endpoint, messageResponse, multipart, uuidParams } from '../../contract/endpoint.ts';
import {
  cleanText,
  expectedVersion,
  optionalPhone,
  optionalText,
  requiredEmail,
  requiredName,
  requiredPhone,
  wholeNumber,
} from '../../contract/fields.ts';
import { altFilter, attentionFilter, type Filters } from '../../contract/filters.ts';
import { galleryFields, galleryFiles, galleryImage, imageFile, pictureFields } from '../../contract/image.ts';
import { listResponse } from '../../contract/list.ts';
import { orderedEndpoints } from '../../contract/records.ts';
import { readNumber } from '../../contract/typedNumber.ts';
import { ZONES, type Zone } from '../../contract/zones.ts';
import { address, addressInput, socialInput, socialLinks } from '../addresses/address.contract.ts';
import { hoursField, weekdayHours } from './hours.contract.ts';
import { branchService, servicesField } from './services.contract.ts';
import { SERVICES } from './services.ts';

export type { WeekdayHours } from './hours.contract.ts';

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

export const branchFields = z
  .object({
    name: requiredName('o nome', 120),
    description: optionalText(2000),
    email: requiredEmail(),
    phone: requiredPhone(),
    phone_secondary: optionalPhone(),
  })
  .extend(addressInput.shape)
  .extend({
    latitude: coordinate(90, 'A latitude vai de -90 a 90, como -3.7436.'),
    longitude: coordinate(180, 'A longitude vai de -180 a 180, como -38.5042.'),
    hours: hoursField,
    time_zone: timeZone,
    services: servicesField,
  })
  .extend(socialInput.shape)
  .extend({
    position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
    ...pictureFields,
  })
  .extend(galleryFields.shape);

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

export const branchInput = branchFields
  .extend({ version: expectedVersion })
  .refine(hasBothCoordinates, { path: ['longitude'], error: INCOMPLETE_COORDINATES });
export type BranchInput = z.output<typeof branchInput>;

export const branch = z
  .object({
    id: z.number(),
    uuid: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    phone_secondary: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    hours: z.array(weekdayHours),
    /** IANA time zone of the opening hours: the zone of the state, or a selected one. */
    time_zone: z.string(),
    /** Extension of the specification: services in the site's order. */
    services: z.array(branchService),
    position: z.number(),
    file: imageFile.nullable(),
    galleries: z.object({ url_s3: z.object({ original: z.array(galleryImage) }) }),
  })
  .extend(address.shape)
  .extend(socialLinks.shape);
export type Branch = z.output<typeof branch>;

/** Branch as staff see it. */
export const staffBranch = branch.extend({ version: z.number(), updated_at: z.string() });
export type StaffBranch = z.output<typeof staffBranch>;

export const siteBranches = endpoint({
  method: 'GET',
  path: '/site/branches',
  summary: 'Filiais, na ordem do site',
  answers: { 200: listResponse(branch) },
  cached: true,
});

/** Extension of the specification: a single branch, so that its page need not load all. */
export const siteBranch = endpoint({
  method: 'GET',
  path: '/site/branches/details/:uuid',
  summary: 'Uma filial',
  params: uuidParams,
  answers: { 200: data(branch) },
  cached: true,
});

export const branchFilters = {
  attention: attentionFilter,
  city: { label: 'Cidade' },
  state: { label: 'Estado' },
  service: {
    label: 'Serviço',
    values: Object.fromEntries(Object.entries(SERVICES).map(([name, { label }]) => [name, label])),
  },
  alt: altFilter,
} as const satisfies Filters;

export const {
  list: listBranches,
  show: getBranch,
  store: storeBranch,
  update: updateBranch,
  destroy: destroyBranch,
  order: orderBranches,
} = orderedEndpoints({
  table: 'branches',
  path: 'branches',
  area: 'branches',
  many: 'as filiais',
  one: 'uma filial',
  record: staffBranch,
  sortable: ['id', 'name', 'city', 'position'],
  filters: branchFilters,
  body: multipart(branchInput, {
    image: { kind: 'image', required: true, multiple: false, or: 'image_from' },
    /** New pictures are appended to the gallery. */
    photos: galleryFiles,
  }),
  orderMissing: 'Informe a ordem das filiais.',
});

export const destroyBranchImage = endpoint({
  method: 'DELETE',
  path: '/admin/branches/destroy/gallery-img/:uuid',
  summary: 'Exclui uma foto da galeria de uma filial',
  needs: 'branches.publish',
  params: uuidParams,
  answers: { 200: messageResponse },
});
