import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import {
  choice,
  enumValue,
  expectedVersion,
  fromJson,
  requiredDate,
  requiredName,
} from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { listResponse } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';
import { dayHoursProblem, spansOfDay } from '../branches/hours.contract.ts';
import { OTHER_HOURS, SPECIAL_DAY_PLACES, SPECIAL_DAY_TYPES } from './specialDay.types.ts';

const NO_PLACE = 'Escolha para quem vale.';
/** More branches than any chain has. */
const MOST_PLACES = 1000;

/** Reads `all`, or a list of `shopping`, `cinema` and branch uuids. */
const placesField = z.preprocess(
  fromJson,
  z
    .array(
      z.union(
        [z.enum(Object.keys(SPECIAL_DAY_PLACES) as (keyof typeof SPECIAL_DAY_PLACES)[]), z.uuid(NO_PLACE)],
        {
          error: NO_PLACE,
        },
      ),
      {
        error: NO_PLACE,
      },
    )
    .min(1, NO_PLACE)
    .max(MOST_PLACES, `Escolha até ${MOST_PLACES}, ou todos.`)
    .transform((places): string[] => (places.includes('all') ? ['all'] : [...new Set(places)])),
);

/** Returns the error of the hours of an `OTHER_HOURS` day; other types ignore their hours. */
export const specialHoursProblem = ({ type, hours }: { type: number; hours: readonly Times[] | null }) =>
  type === OTHER_HOURS ? dayHoursProblem(hours ?? []) : undefined;
type Times = z.output<typeof spansOfDay>[number];

export const specialDayInput = z
  .object({
    date: requiredDate('o dia'),
    reason: requiredName('o motivo', 60),
    type: choice(SPECIAL_DAY_TYPES, 'Escolha o que acontece neste dia.'),
    hours: z.preprocess(fromJson, spansOfDay.nullish()),
    places: placesField,
    version: expectedVersion,
  })
  .superRefine(({ type, hours }, { addIssue }) => {
    // Absent hours keep the stored value, which only the server knows.
    const message = hours !== undefined && specialHoursProblem({ type, hours });
    if (message) addIssue({ code: 'custom', path: ['hours'], message });
  });
export type SpecialDayInput = z.output<typeof specialDayInput>;

export const specialDay = z.object({
  id: z.number(),
  uuid: z.string(),
  /** YYYY-MM-DD in America/Sao_Paulo; hours that begin on this date and end after midnight belong to it. */
  date: z.string(),
  reason: z.string(),
  type: enumValue,
  /** Hours of an `OTHER_HOURS` day; empty for other types. */
  hours: z.array(z.object({ opens: z.string(), closes: z.string() })),
  places: z.array(z.string()),
  /** Names of the places, for display. */
  places_text: z.string(),
  version: z.number(),
  updated_at: z.string(),
});
export type SpecialDay = z.output<typeof specialDay>;

export const publicSpecialDay = specialDay.pick({
  uuid: true,
  date: true,
  reason: true,
  type: true,
  hours: true,
  places: true,
});
export type PublicSpecialDay = z.output<typeof publicSpecialDay>;

export const siteSpecialDays = endpoint({
  method: 'GET',
  path: '/site/exceptions',
  summary: 'Feriados e horários especiais, de ontem a daqui a um ano',
  answers: { 200: listResponse(publicSpecialDay) },
  cached: true,
});

export const specialDayFilters = {
  when: { label: 'Quando', values: { coming: 'Próximos', past: 'Passados' } },
  type: { label: 'Situação', values: SPECIAL_DAY_TYPES },
} as const satisfies Filters;

export const {
  list: listSpecialDays,
  show: getSpecialDay,
  store: storeSpecialDay,
  update: updateSpecialDay,
  destroy: destroySpecialDay,
} = recordEndpoints({
  table: 'exceptions',
  path: 'exceptions',
  area: 'exceptions',
  many: 'os horários especiais',
  one: 'um horário especial',
  record: specialDay,
  sortable: ['id', 'date', 'reason'],
  filters: specialDayFilters,
  body: json(specialDayInput),
});

/** Holiday without a decision, of the country or of a state with branches. */
export const holidayProposal = z.object({
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
export type HolidayProposal = z.output<typeof holidayProposal>;

export const listHolidayProposals = endpoint({
  method: 'GET',
  path: '/admin/exceptions/proposals',
  summary: 'Feriados do próximo ano que ainda esperam uma decisão',
  needs: 'exceptions.read',
  answers: { 200: listResponse(holidayProposal) },
});

export const listSpecialDayPlaces = endpoint({
  method: 'GET',
  path: '/admin/exceptions/places',
  summary: 'Para quem um horário especial pode valer',
  needs: 'exceptions.read',
  answers: { 200: listResponse(z.object({ place: z.string(), name: z.string() })) },
});
