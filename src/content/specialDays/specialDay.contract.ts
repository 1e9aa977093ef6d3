import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { choiceField, computedField, dayField, listField, nameField } from '../../records/define/fields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { enumValueOf, fromJson } from '../../shared/fields.ts';
import { listResponse } from '../../shared/list.ts';
import { formatDate } from '../../shared/text/format.ts';
import { dayHoursProblem, spansOfDay } from '../openingHours/hours.contract.ts';
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

export const specialDayRecord = defineRecord({
  table: 'exceptions',
  path: 'exceptions',
  area: 'exceptions',
  many: 'os horários especiais',
  one: 'um horário especial',
  fields: {
    /** In America/Sao_Paulo; hours that begin on this date and end after midnight belong to it. */
    date: dayField({ label: 'Dia', what: 'o dia', public: true, sortable: true }),
    reason: nameField({ label: 'Motivo', what: 'o motivo', max: 60, public: true, sortable: true }),
    type: choiceField(SPECIAL_DAY_TYPES, {
      ...{ label: 'O que acontece', missing: 'Escolha o que acontece neste dia.' },
      ...{ public: true, filtered: true },
    }),
    /** Hours of an `OTHER_HOURS` day; empty for other types. */
    hours: listField(
      { label: 'Horários', public: true },
      z.preprocess(fromJson, spansOfDay.nullish()),
      z.object({ opens: z.string(), closes: z.string() }),
    ),
    /** `all`, or `shopping`, `cinema` and branch uuids. */
    places: listField({ label: 'Para quem', public: true }, placesField, z.string()),
    /** Names of the places, for display. */
    places_text: computedField(
      { label: 'Para quem' },
      z.string(),
      ({ places_text }: { places_text: string }) => places_text,
    ),
  },
  filters: {
    when: { label: 'Quando', values: { coming: 'Próximos', past: 'Passados' } },
    type: { label: 'Situação', values: SPECIAL_DAY_TYPES },
  },
  searchTexts: ({ reason, date, type }) => [
    reason,
    date,
    formatDate(date),
    enumValueOf(SPECIAL_DAY_TYPES, type).text,
  ],
  refine({ type, hours }, { addIssue }) {
    // Absent hours keep the stored value, which only the server knows.
    const message = hours !== undefined && specialHoursProblem({ type, hours });
    if (message) addIssue({ code: 'custom', path: ['hours'], message });
  },
});

export type SpecialDay = z.output<typeof specialDayRecord.output>;

const publicSpecialDay = z.object({ uuid: z.string() }).extend(specialDayRecord.publicFields.shape);
export type PublicSpecialDay = z.output<typeof publicSpecialDay>;

export const siteSpecialDays = endpoint({
  method: 'GET',
  path: '/site/exceptions',
  summary: 'Feriados e horários especiais, de ontem a daqui a um ano',
  answers: { 200: listResponse(publicSpecialDay) },
  cached: true,
});

export const {
  list: listSpecialDays,
  show: getSpecialDay,
  store: storeSpecialDay,
  update: updateSpecialDay,
  destroy: destroySpecialDay,
} = specialDayRecord.endpoints;

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
