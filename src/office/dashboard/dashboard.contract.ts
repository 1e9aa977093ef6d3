import { z } from 'zod';
import { OFFER_TASKS } from '../../content/offers/offerTasks.ts';
import { holidayProposal } from '../../content/specialDays/specialDay.contract.ts';
import { keysOf } from '../../records/define/keyFields.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { data, endpoint, json, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { expectedVersion } from '../../shared/fields.ts';
import { imageFile } from '../../shared/files/image.ts';
import { planEvent } from '../../shared/planEvents.ts';

/** Days of the fortnight, from today. */
export const FORTNIGHT_DAYS = 14;

/** A scheduled change within the fortnight: something is published or ends. */
const scheduledEvent = z.object({
  kind: z.enum([
    'banner_starts',
    'banner_ends',
    'booklet_starts',
    'booklet_ends',
    'vacancy_ends',
    'movie_starts',
    /** A scheduled change of content. */
    'change_published',
    'record_leaves',
  ]),
  table: z.string(),
  /** Null for a record that exists once. */
  uuid: z.string().nullable(),
  title: z.string().nullable(),
  /** Instant, or the first or last day (`YYYY-MM-DD`). */
  at: z.string(),
});
export type ScheduledEvent = z.output<typeof scheduledEvent>;

const day = z.object({
  day: z.string(),
  holiday: z.string().nullable(),
  /** Number of daily offer pictures. */
  leaflets: z.number(),
  turns: z.array(scheduledEvent),
});
export type FortnightDay = z.output<typeof day>;

const change = z.object({
  at: z.string(),
  user_name: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  uuid: z.string().nullable(),
  /** Title of the record, if it has one and is no personal data. */
  name: z.string().nullable(),
  /** True if the record can still be opened. */
  exists: z.boolean(),
  /** The plan that the change made or carried out; null for other changes. */
  plan: planEvent.nullable().optional(),
});
export type RecentChange = z.output<typeof change>;

/** Tables with unique names. */
export const UNIQUE_NAME_TABLES = ['recipe_categories', 'roles', 'tokens'] as const;

const titledRecord = z.object({ uuid: z.string(), title: z.string() });

/** A picture without alternative text; a decorative one has an empty text. */
const undescribedPicture = z.object({
  table: z.string(),
  uuid: z.string(),
  /** Null if records of the table have no titles. */
  title: z.string().nullable(),
  /** Version, for saving the text from the dashboard. */
  version: z.number(),
  file: imageFile,
});
export type UndescribedPicture = z.output<typeof undescribedPicture>;

/** A draft, or a record that was never published. */
const waitingDraft = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  /** Id of the draft; null if the whole record is unpublished. */
  change: z.number().nullable(),
  version: z.number(),
  at: z.string(),
  by: z.string().nullable(),
});
export type OldDraft = z.output<typeof waitingDraft>;

const refused = waitingDraft
  .pick({ table: true, uuid: true, title: true, change: true, version: true, at: true })
  .extend({ reason: z.string().nullable() });
export type FailedChange = z.output<typeof refused>;

const openSpan = z.object({ opens: z.string(), closes: z.string() });

/** A branch of a user who is limited to some branches, as it is today. */
const ownBranch = z.object({
  uuid: z.string(),
  name: z.string(),
  /** True if the branch is on the site. */
  published: z.boolean(),
  /** Opening hours of today, empty if it is closed; null if they are not known. */
  hours: z.array(openSpan).nullable(),
  /** Reason of the special day that today is. */
  reason: z.string().nullable(),
  /** Null without the permission to see offers. */
  offers: z
    .object({
      /** Valid offers in the user's list, and those of them that end today, each up to `FILTER_COUNT_LIMIT`. */
      current: z.number(),
      ending_today: z.number(),
      /** Further offers that are valid in the branch, which also belong to other branches. */
      shared: z.number(),
    })
    .nullable(),
  /** The next special days, and holidays for which nothing is decided. */
  coming: z.array(
    z.object({
      date: z.string(),
      reason: z.string(),
      /** Empty if the branch is closed; null if nothing is decided. */
      hours: z.array(openSpan).nullable(),
    }),
  ),
});
export type OwnBranch = z.output<typeof ownBranch>;

export const dashboard = z.object({
  /** `YYYY-MM-DD` in the chain's time zone. */
  today: z.string(),
  live: z.object({
    banners: z.number(),
    /** Instant at which the next one ends. */
    banners_until: z.string().nullable(),
    leaflets: z.number(),
    movies: z.number(),
    recipes: z.number(),
    /** Last day of the current fortnightly booklet, if it has one. */
    booklet_until: z.string().nullable(),
  }),
  waiting: z.object({
    /** Applications of the last seven days, with the newest one. */
    applications: z.object({
      count: z.number(),
      newest: z
        .object({ uuid: z.string(), name: z.string(), vacancy: z.string(), created_at: z.string() })
        .nullable(),
    }),
    without_alt: z.object({
      /** Total number, up to `MAX_COUNTED`. */
      count: z.number(),
      first: z.array(undescribedPicture),
    }),
    branches_without_photo: z.array(titledRecord),
    long_running_movies: z.array(titledRecord.extend({ version: z.number(), since: z.string() })),
    drafts: z.array(waitingDraft),
    refused: z.array(refused),
    /** Holidays of the next three weeks without a special day. */
    holidays: z.array(holidayProposal),
    /** Records whose names differ only in accents, quotes and the like. */
    same_names: z.array(
      z.object({ table: z.enum(UNIQUE_NAME_TABLES), uuid: z.string(), names: z.array(z.string()) }),
    ),
    /** Offers to look at, each up to `FILTER_COUNT_LIMIT`; zero without the permission to see offers. */
    offers: z.record(z.enum(keysOf(OFFER_TASKS)), z.number()),
    leaflets_of_tomorrow: z.number(),
    /** Daily offer pictures of today and later without a text, up to `MAX_COUNTED`. */
    leaflets_without_text: z.number(),
    booklet: z.enum(['missing', 'over', 'ends_soon', 'current']),
    company: z.boolean(),
    /** Types of about pages without a text. */
    abouts: z.array(z.number()),
  }),
  /** Branches of a user who is limited to some, the first `MAX_OWN_BRANCHES`; empty for all others. */
  own_branches: z.array(ownBranch),
  /** True if the user may see the site on a future day. */
  previews: z.boolean(),
  leaflets: z.array(z.object({ uuid: z.string(), photos: imageFile })),
  days: z.array(day),
  changed: z.array(change),
  /** Recent page views, counted without reference to visitors. */
  reads: z.object({
    days: z.array(z.object({ day: z.string(), count: z.number() })),
    records: z.array(z.object({ table: z.string(), uuid: z.string(), title: z.string(), count: z.number() })),
    pages: z.array(z.object({ page: z.string(), count: z.number() })),
    missed: z.array(z.object({ words: z.string(), count: z.number() })),
  }),
});
export type DashboardData = z.output<typeof dashboard>;

/** Most branches with a card. */
export const MAX_OWN_BRANCHES = 4;

/** Most pictures without a text that are counted. */
export const MAX_COUNTED = 100;

/** Endpoint of the dashboard, which the specification does not have. */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  summary: 'O que está no ar, o que espera e o que vem na quinzena',
  needs: 'signed-in',
  answers: { 200: data(dashboard) },
});

/** Tables of records with one picture and its text, in the order in which shoppers meet them. */
export const DESCRIBED_TABLES = [
  'banners',
  'daily_booklets',
  'movies',
  'branches',
  'shops',
  'recipes',
] as const;
export type DescribedTable = (typeof DESCRIBED_TABLES)[number];

const description = json(
  z.object({
    /** An empty text marks the picture as decorative. */
    alt: z.string('Escreva o texto alternativo.').trim().max(300, 'Use até 300 caracteres.'),
    version: expectedVersion,
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
    answers: { 200: savedResponse },
  });
}

export const describeEndpoints: ReadonlyMap<string, ReturnType<typeof describeEndpoint>> = new Map(
  DESCRIBED_TABLES.map((table) => [table, describeEndpoint(table)]),
);
