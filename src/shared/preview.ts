import { z } from 'zod';
import { BACK_OFFICE } from './addresses.ts';
import { data, endpoint, json } from './endpoint.ts';
import type { Need } from './permissions.ts';

// Preview of the site at a future time, or with unsaved changes.

/** Path of the screen where staff choose the time. The site at that time is below it. */
export const PREVIEW_PATH = `${BACK_OFFICE}/preview`;
/** Path that redirects to the time in its query. */
export const PREVIEW_REDIRECT_PATH = `${PREVIEW_PATH}/em`;
/** Longest time ahead, in days. */
export const MAX_DAYS_AHEAD = 366;

/** Default time of a previewed day: the stores are open. */
export const DEFAULT_PREVIEW_TIME = 'T08:00';

/** Limit of previews per person, both of forms and of future times. */
export const PREVIEW_LIMIT = { points: 90, seconds: 60 };

/** How a preview renders a public page. */
export interface PreviewContext {
  /** The previewed instant in ms. */
  at: number;
  /** Prefix of the page's links; null if the page is embedded and its links lead nowhere. */
  base: string | null;
}

/** Returns the address of the preview of `path` at a minute in the chain's zone, `2026-12-24T08:00`. */
export const previewAt = (local: string, path = '/'): string =>
  `${PREVIEW_PATH}/${local}${path === '/' ? '' : path}`;

const AGAIN = 'Recarregue a tela e tente de novo.';
const TOO_LONG = 'Há texto demais para pré-visualizar. Salvar funciona como sempre.';
const whole = z.int(AGAIN).nonnegative(AGAIN);
const side = z.int(AGAIN).positive(AGAIN).max(100_000, AGAIN);

const codec = z.string(AGAIN).max(24, AGAIN).nullable();
/** `VideoFormat` as read by the browser. */
const video = z.object(
  {
    container: z.string(AGAIN).max(24, AGAIN),
    video: codec,
    audio: codec,
    profile: z.int(AGAIN).min(0, AGAIN).max(255, AGAIN).optional(),
  },
  AGAIN,
);

/** A chosen file that was not uploaded: what the page needs to know of it. */
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
export type PreviewFile = z.output<typeof standIn>;

const MAX_FIELDS = 100;
const MAX_CHARACTERS = 110_000;
const MAX_FILES = 30;
/** Limit of a form's file fields: a cover, a gallery and a few others. */
const MAX_FILE_FIELDS = 5;

/** Values of a form as it would send them, with descriptions in place of files. */
export const previewInput = z.object({
  uuid: z.uuid(AGAIN).optional(),
  /** Path of the endpoint that would save the form, where a table has several, such as the about pages. */
  save: z.string(AGAIN).max(200, AGAIN).optional(),
  fields: z
    .record(z.string().max(100, AGAIN), z.unknown(), AGAIN)
    .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, AGAIN)
    .refine((fields) => JSON.stringify(fields).length <= MAX_CHARACTERS, TOO_LONG)
    .meta({ maxLength: MAX_CHARACTERS }),
  files: z
    .record(z.string().max(100, AGAIN), z.array(standIn, AGAIN).max(MAX_FILES, AGAIN), AGAIN)
    .refine((files) => Object.keys(files).length <= MAX_FILE_FIELDS, AGAIN)
    .meta({ maxProperties: MAX_FILE_FIELDS })
    .optional(),
  /** Page to show, one of `previewResult.pages`. The default is the first that shows the record. */
  page: z.string(AGAIN).max(200, AGAIN).optional(),
  /** Instant of publication; the default is now. */
  at: z.iso
    .datetime({ offset: true, error: 'Informe um dia e uma hora.' })
    .max(40, 'Informe um dia e uma hora.')
    .optional(),
});

/** A rendered preview. */
export const previewResult = z.object({
  /** The whole page, without scripts. */
  html: z.string(),
  page: z.string(),
  pages: z.array(z.object({ path: z.string(), label: z.string() })),
  /** The previewed instant; null for now. */
  at: z.string().nullable(),
  /** True if the page shows the record. */
  seen: z.boolean(),
  /** Uuid of the record's own picture, if it has one. */
  picture: z.string().nullable(),
  /** The message that a save would return. */
  message: z.string(),
  /** Pictures that only the browser has: the file itself, or the picture from which they are cropped. */
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
export type PreviewResult = z.output<typeof previewResult>;

/** Returns the endpoint that previews a form of `table`, for users who may save it. */
export const previewOf = (table: string, needs: Need) =>
  endpoint({
    method: 'POST',
    path: `/admin/preview/${table.replaceAll('_', '-')}`,
    summary: `Mostra no site, sem salvar, o que se escreve (${table})`,
    needs,
    body: json(previewInput),
    answers: { 200: data(previewResult) },
    failures: ['not_found', 'conflict', 'too_many', 'too_slow'],
    keepsNothing: true,
  });
