import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import { choice, fromJson, requiredDate, requiredName, seenVersion, typed } from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { list } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';
import { findingInDay, spansOfDay } from '../branches/hours.contract.ts';
import { EXCEPTION_TYPES, OTHER_HOURS, PLACES } from './exception.types.ts';

const NO_PLACE = 'Escolha para quem vale.';
/** More branches than any chain has. */
const MOST_PLACES = 1000;

/** Reads `all`, or a list of `shopping`, `cinema` and branch uuids. */
const placesField = z.preprocess(
  fromJson,
  z
    .array(
      z.union([z.enum(Object.keys(PLACES) as (keyof typeof PLACES)[]), z.uuid(NO_PLACE)], {
        error: NO_PLACE,
      }),
      {
        error: NO_PLACE,
      },
    )
    .min(1, NO_PLACE)
    .max(MOST_PLACES, `Escolha até ${MOST_PLACES}, ou todos.`)
    .transform((places): string[] => (places.includes('all') ? ['all'] : [...new Set(places)])),
);

/** Returns the error of the hours of an `OTHER_HOURS` day; other types ignore their hours. */
export const hoursFinding = ({ type, hours }: { type: number; hours: readonly Times[] | null }) =>
  type === OTHER_HOURS ? findingInDay(hours ?? []) : undefined;
type Times = z.output<typeof spansOfDay>[number];

export const exceptionInput = z
  .object({
    date: requiredDate('o dia'),
    reason: requiredName('o motivo', 60),
    type: choice(EXCEPTION_TYPES, 'Escolha o que acontece neste dia.'),
    hours: z.preprocess(fromJson, spansOfDay.nullish()),
    places: placesField,
    version: seenVersion,
  })
  .superRefine(({ type, hours }, { addIssue }) => {
    // Absent hours keep the stored value, which only the server knows.
    const message = hours !== undefined && hoursFinding({ type, hours });
    if (message) addIssue({ code: 'custom', path: ['hours'], message });
  });
export type ExceptionInput = z.output<typeof exceptionInput>;

export const exception = z.object({
  id: z.number(),
  uuid: z.string(),
  /** YYYY-MM-DD in America/Sao_Paulo; hours that begin on this date and end after midnight belong to it. */
  date: z.string(),
  reason: z.string(),
  type: typed,
  /** Hours of an `OTHER_HOURS` day; empty for other types. */
  hours: z.array(z.object({ opens: z.string(), closes: z.string() })),
  places: z.array(z.string()),
  /** Names of the places, for display. */
  places_text: z.string(),
  version: z.number(),
  updated_at: z.string(),
});
export type Exception = z.output<typeof exception>;

export const publicException = exception.pick({
  uuid: true,
  date: true,
  reason: true,
  type: true,
  hours: true,
  places: true,
});
export type PublicException = z.output<typeof publicException>;

export const siteExceptions = endpoint({
  method: 'GET',
  path: '/site/exceptions',
  summary: 'Feriados e horários especiais, de ontem a daqui a um ano',
  answers: { 200: list(publicException) },
  cached: true,
});

export const exceptionFilters = {
  when: { label: 'Quando', values: { coming: 'Próximos', past: 'Passados' } },
  type: { label: 'Situação', values: EXCEPTION_TYPES },
} as const satisfies Filters;

export const {
  list: listExceptions,
  show: getException,
  store: storeException,
  update: updateException,
  destroy: destroyException,
} = recordEndpoints({
  table: 'exceptions',
  path: 'exceptions',
  area: 'exceptions',
  many: 'os horários especiais',
  one: 'um horário especial',
  record: exception,
  sortable: ['id', 'date', 'reason'],
  filters: exceptionFilters,
  body: json(exceptionInput),
});

/** Holiday without a decision, of the country or of a state with branches. */
export const proposal = z.object({
  date: z.string(),
  name: z.string(),
  /** Two-letter code; null for the whole country. */
  state: z.string().nullable(),
  /** Whether it is a legal holiday. */
  by_law: z.boolean(),
  /** Places without a decision. */
  places: z.array(z.string()),
  places_text: z.string(),
});
export type Proposal = z.output<typeof proposal>;

export const listProposals = endpoint({
  method: 'GET',
  path: '/admin/exceptions/proposals',
  summary: 'Feriados do próximo ano que ainda esperam uma decisão',
  needs: 'exceptions.read',
  answers: { 200: list(proposal) },
});

export const listPlaces = endpoint({
  method: 'GET',
  path: '/admin/exceptions/places',
  summary: 'Para quem um horário especial pode valer',
  needs: 'exceptions.read',
  answers: { 200: list(z.object({ place: z.string(), name: z.string() })) },
});
