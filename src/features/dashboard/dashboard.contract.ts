import { z } from 'zod';
import { data, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import { seenVersion } from '../../contract/fields.ts';
import { imageFile } from '../../contract/image.ts';
import { proposal } from '../exceptions/exception.contract.ts';
import { resourceOf } from '../resources.ts';

/** The days that the strip shows, today first. */
export const STRIP_DAYS = 14;

/** Something that goes up or comes down by itself soon. */
const turn = z.object({
  kind: z.enum([
    'banner_starts',
    'banner_ends',
    'booklet_starts',
    'booklet_ends',
    'vacancy_ends',
    'movie_starts',
    /** A change that waits for its minute. */
    'change_published',
    'record_leaves',
  ]),
  table: z.string(),
  /** Absent where there is one of its kind only. */
  uuid: z.string().nullable(),
  title: z.string().nullable(),
  /** An instant, or a day (`YYYY-MM-DD`): the last on which it holds, or the first. */
  at: z.string(),
});
export type Turn = z.output<typeof turn>;

const day = z.object({
  day: z.string(),
  holiday: z.string().nullable(),
  /** Offers of this day. */
  leaflets: z.number(),
  turns: z.array(turn),
});
export type Day = z.output<typeof day>;

const change = z.object({
  at: z.string(),
  user_name: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  uuid: z.string().nullable(),
  /** What the record is called, where it has a name and is no personal matter. */
  name: z.string().nullable(),
  /** Whether it is still there to be opened. */
  exists: z.boolean(),
});
export type Change = z.output<typeof change>;

/** Tables in which no two names may be the same. */
export const NAMED_ONCE = ['recipe_categories', 'roles', 'tokens'] as const;

const named = z.object({ uuid: z.string(), title: z.string() });

/** A picture that has no alternative text; one that is only decoration has an empty one. */
const bare = z.object({
  table: z.string(),
  uuid: z.string(),
  /** Null where its kind has no names. */
  title: z.string().nullable(),
  /** The count of its saves, for whoever describes it from here. */
  version: z.number(),
  file: imageFile,
});
export type Bare = z.output<typeof bare>;

/** Something that staff prepared and nobody published. */
const waitingDraft = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  /** The change that waits; null where the whole record does. */
  change: z.number().nullable(),
  version: z.number(),
  at: z.string(),
  by: z.string().nullable(),
});
export type WaitingDraft = z.output<typeof waitingDraft>;

const refused = waitingDraft
  .pick({ table: true, uuid: true, title: true, change: true, version: true, at: true })
  .extend({ reason: z.string().nullable() });
export type Refused = z.output<typeof refused>;

export const dashboard = z.object({
  /** `YYYY-MM-DD` by the chain's calendar. */
  today: z.string(),
  live: z.object({
    banners: z.number(),
    /** When the next of them leaves by itself. */
    banners_until: z.string().nullable(),
    leaflets: z.number(),
    movies: z.number(),
    recipes: z.number(),
    /** The last day of the fortnight's booklet, where it has one. */
    booklet_until: z.string().nullable(),
  }),
  waiting: z.object({
    /** Received within the last seven days, the newest by name. */
    applications: z.object({
      count: z.number(),
      newest: z
        .object({ uuid: z.string(), name: z.string(), vacancy: z.string(), created_at: z.string() })
        .nullable(),
    }),
    without_alt: z.object({
      /** Of all; it stops at `MOST_COUNTED`. */
      count: z.number(),
      first: z.array(bare),
    }),
    branches_without_photo: z.array(named),
    long_running_movies: z.array(named.extend({ version: z.number(), since: z.string() })),
    drafts: z.array(waitingDraft),
    refused: z.array(refused),
    /** Of the coming three weeks, those that nobody decided on. */
    holidays: z.array(proposal),
    /** Records that readers cannot tell apart: their names are the same but for accents, quotes and the like. */
    same_names: z.array(
      z.object({ table: z.enum(NAMED_ONCE), uuid: z.string(), names: z.array(z.string()) }),
    ),
    leaflets_of_tomorrow: z.number(),
    /** Of today and of days to come, those whose text nobody wrote down; it stops at `MOST_COUNTED`. */
    leaflets_without_text: z.number(),
    booklet: z.enum(['missing', 'over', 'ends_soon', 'current']),
    company: z.boolean(),
    /** Types of abouts that have no text yet. */
    abouts: z.array(z.number()),
  }),
  leaflets: z.array(z.object({ uuid: z.string(), photos: imageFile })),
  days: z.array(day),
  changed: z.array(change),
  /** What shoppers read of late, counted for nobody in particular. */
  reads: z.object({
    days: z.array(z.object({ day: z.string(), count: z.number() })),
    records: z.array(z.object({ table: z.string(), uuid: z.string(), title: z.string(), count: z.number() })),
    pages: z.array(z.object({ page: z.string(), count: z.number() })),
    missed: z.array(z.object({ words: z.string(), count: z.number() })),
  }),
});
export type Dashboard = z.output<typeof dashboard>;

/** As many pictures without a text are counted at most. */
export const MOST_COUNTED = 100;

/** An addition: what a person needs to know on arrival. */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  summary: 'O que está no ar, o que espera e o que vem na quinzena',
  needs: 'signed-in',
  answers: { 200: data(dashboard) },
});

/** Records with one picture and its text, in the order in which shoppers meet them. */
export const DESCRIBED = ['banners', 'daily_booklets', 'movies', 'branches', 'shops', 'recipes'] as const;
export type DescribedTable = (typeof DESCRIBED)[number];

const description = json(
  z.object({
    /** Empty says that the picture is decoration. */
    alt: z.string('Escreva o texto alternativo.').trim().max(300, 'Use até 300 caracteres.'),
    version: seenVersion,
  }),
);

function describeEndpoint(table: DescribedTable) {
  const known = resourceOf(table);
  if (!known) throw new Error(`No resource has the table ${table}`);
  const { area, one, office } = known;
  return endpoint({
    method: 'POST',
    path: `/admin/descriptions/${office.address.replaceAll('/', '-')}/:uuid`,
    summary: `Escreve o texto alternativo da imagem d${one}`,
    needs: `${area as 'banners'}.publish`,
    table,
    params: uuidParams,
    body: description,
    answers: { 200: written },
  });
}

export const describeEndpoints: ReadonlyMap<string, ReturnType<typeof describeEndpoint>> = new Map(
  DESCRIBED.map((table) => [table, describeEndpoint(table)]),
);
