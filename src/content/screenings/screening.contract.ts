import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { choiceField, instantField, nameField, optionalLinkField } from '../../records/define/fields.ts';
import { optionalReferenceField, referenceField } from '../../records/define/referenceFields.ts';
import { data, endpoint, json, messageResponse } from '../../shared/endpoint.ts';
import { enumValue, optionalId } from '../../shared/fields.ts';
import { AUDIOS, PROGRAMME_DAYS, SCREENING_FORMATS, SCREENING_TIMES } from './screening.types.ts';

const FILM = 'Escolha o filme.';
const PRICE = 'Escolha o preço entre os itens da bilheteria.';

export const screeningRecord = defineRecord({
  table: 'screenings',
  path: 'screenings',
  area: 'screenings',
  many: 'as sessões',
  one: 'uma sessão',
  fields: {
    movie_id: referenceField(
      { label: 'Filme', missing: FILM },
      { table: 'movies', as: 'movie', columns: ['uuid', 'name'] },
    ),
    /** To the minute, in UTC. */
    starts_at: instantField({ label: 'Começa em', what: 'o dia e a hora', sortable: true }),
    room: nameField({ label: 'Sala', what: 'a sala', max: 40, sortable: true, searched: true }),
    audio: choiceField(AUDIOS, {
      ...{ label: 'Áudio', missing: 'Diga se é dublado, legendado ou nacional.' },
      searched: true,
    }),
    format: choiceField(SCREENING_FORMATS, {
      ...{ label: 'Formato', missing: 'Escolha 2D ou 3D.' },
      searched: true,
    }),
    price_id: optionalReferenceField(
      { label: 'Preço', missing: PRICE },
      {
        ...{ table: 'ticket_office_items', as: 'price', columns: ['item'] },
        deleted: {
          gone: 'Este item da bilheteria não existe mais. Escolha outro.',
          dropped: 'O preço desta sessão foi excluído da bilheteria e saiu dela.',
        },
      },
    ),
    ticket_link: optionalLinkField({ label: 'Link dos ingressos' }),
  },
  filters: {
    when: { label: 'Quando', values: SCREENING_TIMES },
    movie: { label: 'Filme' },
    room: { label: 'Sala' },
  },
});

export type Screening = z.output<typeof screeningRecord.output>;

export const {
  list: listScreenings,
  show: getScreening,
  store: storeScreening,
  update: updateScreening,
  destroy: destroyScreening,
} = screeningRecord.endpoints;

// A week of sessions is read and saved as a whole.

export const WEEK_DAYS = 7;
export const MAX_WEEK_ROWS = 60;
/** Most start times in a cell. */
export const MAX_TIMES_PER_CELL = 12;
/** Most sessions in a week. */
export const MAX_WEEK_SCREENINGS = 700;

const week = z.object({ from: z.iso.date() });

/** Ticket link of a session; `day` counts from 0. */
const ticketLink = z.object({ day: z.number(), time: z.string(), link: z.string() });

const weekRow = z.object({
  movie_id: z.number(),
  room: z.string(),
  audio: z.number(),
  format: z.number(),
  /** Absent if the row uses the price of each day. */
  price_id: z.number().nullable().optional(),
  /** Start times of each of the seven days: «14:30 17:00». */
  times: z.array(z.string()),
  /** Ticket links of the sessions that have one. */
  ticket_links: z.array(ticketLink),
});
export type StoredWeekRow = z.output<typeof weekRow>;

const sevenDays = {
  rows: z.array(weekRow),
  /** Usual price of each day. */
  day_prices: z.array(z.number().nullable()),
};
export type WeekOfScreenings = z.output<z.ZodObject<typeof sevenDays>>;

const film = z.object({
  id: z.number(),
  name: z.string(),
  /** `HH:MM`; null if the running time is not known. */
  duration: z.string().nullable(),
  /** Whether it has not ended. */
  current: z.boolean(),
});

const storedWeek = z.object({
  from: z.string(),
  today: z.string(),
  ...sevenDays,
  /** Days on which the cinema has special hours; `day` counts from 0, and empty `hours` mean closed. */
  special_days: z.array(
    z.object({
      day: z.number(),
      reason: z.string(),
      hours: z.array(z.object({ opens: z.string(), closes: z.string() })),
    }),
  ),
  /** The previous seven days, to copy from. */
  before: z.object(sevenDays),
  /** First day of the next week without sessions; null if it is too far ahead. */
  next_empty: z.string().nullable(),
  films: z.array(film),
  prices: z.array(z.object({ id: z.number(), item: z.string() })),
  /** Rooms of this week and the previous one. */
  rooms: z.array(z.string()),
  /** Number of sessions that are not published yet. */
  drafts: z.number(),
  /** Digest of the week for the optimistic lock. */
  version: z.string(),
});
export type StoredWeek = z.output<typeof storedWeek>;

export const getWeek = endpoint({
  method: 'GET',
  path: '/admin/screenings/weeks/:from',
  summary: 'Mostra as sessões de sete dias seguidos, por filme e sala',
  needs: 'screenings.read',
  params: week,
  answers: { 200: data(storedWeek) },
});

/** `price_id` of a row that uses the price of each day. */
export const PRICE_OF_DAY = 'day';

/** Longest text of a cell, before it is parsed. */
const LONGEST = 100;
const ROWS = 'Envie as linhas da semana como lista.';
const TIMES = 'Envie os horários dos sete dias, cada dia um texto.';
const LINKS = 'Envie os links dos ingressos com dia, hora e link.';
const LONGEST_LINK = 2000;
/** Longest total of all links in a week: 700 sessions with 85 characters each, or 200 with 300. */
const MOST_OF_LINKS = 60_000;
/** Longest row without its links. */
const LONGEST_ROW = 920;

/** Returns the length with day, time and JSON syntax. */
const linkLength = (sum: number, { link, time }: { link: string; time: string }) =>
  sum + link.length + time.length + 32;

/** Checks only shape and size; `weekProblems` reports errors at single cells. */
export const weekInput = z.object({
  rows: z
    .array(
      z.object(
        {
          movie_id: optionalId(FILM),
          room: z.string('Informe a sala.').max(LONGEST, ROWS),
          audio: screeningRecord.fields.audio.input,
          format: screeningRecord.fields.format.input,
          price_id: z
            .preprocess((value) => (value === PRICE_OF_DAY ? undefined : value), optionalId(PRICE))
            .describe('Ausente ou `day`, o preço de cada dia; vazio, nenhum.'),
          ticket_links: z
            .array(
              z.object(
                {
                  day: z
                    .int(LINKS)
                    .min(0, LINKS)
                    .max(WEEK_DAYS - 1, LINKS),
                  time: z.string(LINKS).max(LONGEST, LINKS),
                  link: z.string(LINKS).max(LONGEST_LINK, `Use no máximo ${LONGEST_LINK} caracteres.`),
                },
                LINKS,
              ),
              LINKS,
            )
            .max(MAX_WEEK_SCREENINGS, LINKS)
            .optional()
            .describe(
              'Onde se compra o ingresso de cada sessão, por dia (0 é o primeiro) e hora. A sessão que não está aqui fica com o seu; um link vazio o tira.',
            ),
          times: z
            .array(z.string(TIMES).max(LONGEST, TIMES), TIMES)
            .min(WEEK_DAYS, TIMES)
            .max(WEEK_DAYS, TIMES),
        },
        ROWS,
      ),
      ROWS,
    )
    .max(MAX_WEEK_ROWS, `Cabem ${MAX_WEEK_ROWS} linhas por semana.`)
    .refine(
      (rows) => rows.flatMap(({ ticket_links = [] }) => ticket_links).reduce(linkLength, 0) <= MOST_OF_LINKS,
      'Os links desta semana são longos demais juntos. Use links mais curtos.',
    )
    .meta({ maxLength: MAX_WEEK_ROWS * LONGEST_ROW + MOST_OF_LINKS })
    .describe(
      'Cada linha é um filme numa sala, com os horários de cada dia num texto: «14:30 17:00». O que não está em nenhuma linha sai da semana.',
    ),
  day_prices: z
    .array(optionalId(PRICE), PRICE)
    .min(WEEK_DAYS, PRICE)
    .max(WEEK_DAYS, PRICE)
    .optional()
    .describe('O preço de cada um dos sete dias, entre os itens da bilheteria.'),
  version: z
    .string('Recarregue a tela e tente de novo.')
    .max(64, 'Recarregue a tela e tente de novo.')
    .optional()
    .describe('A versão da semana que foi lida.'),
});
export type WeekInput = z.output<typeof weekInput>;

/** Saves all sessions of the week or none. */
export const saveWeek = endpoint({
  method: 'PUT',
  path: '/admin/screenings/weeks/:from',
  summary: 'Monta as sessões de sete dias seguidos, de uma vez',
  needs: 'screenings.publish',
  params: week,
  body: json(weekInput),
  answers: { 200: messageResponse },
});

// Public programme

const publicScreening = z.object({
  uuid: z.string(),
  /** Local time with the offset of the cinema's time zone. */
  starts_at: z.string(),
  /** Whether the session has begun. */
  begun: z.boolean(),
  room: z.string(),
  audio: enumValue,
  format: enumValue,
  price: z.string().nullable(),
  ticket_link: z.string().nullable(),
});
export type PublicScreening = z.output<typeof publicScreening>;

const programme = z.object({
  today: z.string(),
  /** Days with sessions, in order. */
  days: z.array(
    z.object({
      day: z.string(),
      movies: z.array(z.object({ uuid: z.string(), name: z.string(), screenings: z.array(publicScreening) })),
    }),
  ),
});
export type Programme = z.output<typeof programme>;

export const siteScreenings = endpoint({
  method: 'GET',
  path: '/site/screenings',
  summary: `Sessões do cinema, por dia, de hoje e dos ${PROGRAMME_DAYS - 1} dias seguintes`,
  answers: { 200: data(programme) },
  cached: true,
});
