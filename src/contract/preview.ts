import { z } from 'zod';
import { OFFICE } from './addresses.ts';
import { data, endpoint, json } from './endpoint.ts';
import type { Need } from './needs.ts';

// The site before it is what shoppers see: as of another minute, and with what nobody saved yet.

/** Where staff choose the minute; the site as of then is below it. */
export const PREVIEW = `${OFFICE}/preview`;
/** Below it, in place of a minute: goes on to the one that the query names. */
export const PREVIEW_AT = `${PREVIEW}/em`;
/** How far ahead one can look. */
export const MOST_DAYS_AHEAD = 366;

/** When a day is looked at of which nobody said a time: the stores are open. */
export const MORNING = 'T08:00';

/** How often a person may look, by a form or ahead of time. */
export const PREVIEW_LIMIT = { points: 90, seconds: 60 };

/** How a public page is made that only staff see. */
export interface Preview {
  /** The instant (ms) that it shows. */
  at: number;
  /** The address below which its links stay; null where it is a picture of a page, which leads nowhere. */
  base: string | null;
}

/** The site's address `path` as of a minute of the chain's clock, `2026-12-24T08:00`. */
export const previewAt = (local: string, path = '/'): string =>
  `${PREVIEW}/${local}${path === '/' ? '' : path}`;

const AGAIN = 'Recarregue a tela e tente de novo.';
const TOO_LONG = 'Há texto demais para pré-visualizar. Salvar funciona como sempre.';
const whole = z.int(AGAIN).nonnegative(AGAIN);
const side = z.int(AGAIN).positive(AGAIN).max(100_000, AGAIN);

const codec = z.string(AGAIN).max(24, AGAIN).nullable();
/** `VideoFormat`, as the browser read it. */
const video = z.object(
  {
    container: z.string(AGAIN).max(24, AGAIN),
    video: codec,
    audio: codec,
    profile: z.int(AGAIN).min(0, AGAIN).max(255, AGAIN).optional(),
  },
  AGAIN,
);

/** A file that is chosen and has not been sent: what the page needs to know of it. */
const standIn = z.object(
  {
    name: z.string(AGAIN).max(300, AGAIN),
    type: z.string(AGAIN).max(100, AGAIN),
    bytes: whole,
    width: side,
    height: side,
    video: video.optional(),
  },
  AGAIN,
);
export type StandIn = z.output<typeof standIn>;

const MOST_FIELDS = 100;
const MOST_CHARACTERS = 110_000;
const MOST_FILES = 30;
/** A cover, a gallery and what else a form may have. */
const MOST_FILE_FIELDS = 5;

/** What a form holds, as it would be sent; of its files, what they are. */
export const previewInput = z.object({
  uuid: z.uuid(AGAIN).optional(),
  /** The path of the call that would save it, where there are several such as for the texts about the chain. */
  save: z.string(AGAIN).max(200, AGAIN).optional(),
  fields: z
    .record(z.string().max(100, AGAIN), z.unknown(), AGAIN)
    .refine((fields) => Object.keys(fields).length <= MOST_FIELDS, AGAIN)
    .refine((fields) => JSON.stringify(fields).length <= MOST_CHARACTERS, TOO_LONG)
    .meta({ maxLength: MOST_CHARACTERS }),
  files: z
    .record(z.string().max(100, AGAIN), z.array(standIn, AGAIN).max(MOST_FILES, AGAIN), AGAIN)
    .refine((files) => Object.keys(files).length <= MOST_FILE_FIELDS, AGAIN)
    .meta({ maxProperties: MOST_FILE_FIELDS })
    .optional(),
  /** The page to show, of those that the answer names; without it the first on which it is seen. */
  page: z.string(AGAIN).max(200, AGAIN).optional(),
  /** The minute at which it is to be published; now without it. */
  at: z.iso
    .datetime({ offset: true, error: 'Informe um dia e uma hora.' })
    .max(40, 'Informe um dia e uma hora.')
    .optional(),
});

export const previewed = z.object({
  /** The whole page, without a script. */
  html: z.string(),
  page: z.string(),
  pages: z.array(z.object({ path: z.string(), label: z.string() })),
  /** The instant that it shows; null for now. */
  at: z.string().nullable(),
  /** Whether the record is found on the page. */
  seen: z.boolean(),
  /** Code of the record's own picture, where it has one. */
  picture: z.string().nullable(),
  /** What a save would have said. */
  message: z.string(),
  /** Pictures of the page that only the browser has: the file that is theirs, or the one that they are cut out of. */
  standIns: z.array(
    z.object({
      uuid: z.string(),
      field: z.string().nullable(),
      index: z.number(),
      url: z.string().nullable(),
      crop: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
    }),
  ),
});
export type Previewed = z.output<typeof previewed>;

/** The call that shows what a form of `table` holds, for who may save it. */
export const previewOf = (table: string, needs: Need) =>
  endpoint({
    method: 'POST',
    path: `/admin/preview/${table.replaceAll('_', '-')}`,
    summary: `Mostra no site, sem salvar, o que se escreve (${table})`,
    needs,
    body: json(previewInput),
    answers: { 200: data(previewed) },
    failures: ['not_found', 'conflict', 'too_many', 'too_slow'],
    keepsNothing: true,
  });
