import { z } from 'zod';
import { defineSingleRecord } from '../../records/define/defineSingleRecord.ts';
import { computedField, fileField, optionalDayField } from '../../records/define/fields.ts';
import { flagField } from '../../records/define/keyFields.ts';
import { internalField, serverField } from '../../records/define/serverFields.ts';
import { data, endpoint, json, messageResponse, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { expectedVersion, optionalDate, optionalFlag } from '../../shared/fields.ts';
import { imageFile } from '../../shared/files/image.ts';
import { listResponse } from '../../shared/list.ts';

/** State of the rendering of a PDF's pages. */
const pagesState = z.enum(['pending', 'ready', 'failed']);

/** Returns whether the days are in order; as ISO text they compare by time. */
export function areDaysInOrder({
  valid_from,
  valid_until,
}: {
  valid_from?: string | null;
  valid_until?: string | null;
}): boolean {
  return !valid_from || !valid_until || valid_from <= valid_until;
}
export const DAYS_REVERSED = 'O último dia vem depois do primeiro.';

function refineDays(values: Parameters<typeof areDaysInOrder>[0], context: z.RefinementCtx): void {
  if (!areDaysInOrder(values))
    context.addIssue({ code: 'custom', path: ['valid_until'], message: DAYS_REVERSED });
}

const SAY_ANNOUNCED = 'Diga se o site anuncia este encarte.';

/** Booklets have the endpoints of a single record, because the site shows one at a time. */
export const fortnightlyRecord = defineSingleRecord({
  table: 'fortnightly_booklets',
  path: 'booklets/fortnightly',
  area: 'booklets',
  one: 'o encarte das ofertas quinzenais',
  files: { doc: { kind: 'pdf', required: true, multiple: false } },
  fields: {
    file_id: fileField({ label: 'Arquivo PDF', public: true }),
    valid_from: optionalDayField({ label: 'Vale de', public: true }),
    valid_until: optionalDayField({ label: 'Vale até', public: true }),
    /** Whether the site may announce the first day of the booklet before it begins. */
    announced: flagField(
      { label: 'Anunciado no site', missing: SAY_ANNOUNCED, inOutput: false },
      optionalFlag(SAY_ANNOUNCED).describe(
        'O site diz desde já que um encarte começa no primeiro dia deste; sem ele, não diz.',
      ),
    ),
    /** Instant from which the booklet is shown: its upload, its restoration or the start of its first day. */
    shown_from: serverField(
      { label: 'No ar desde', kind: 'instant', setBy: 'service', inOutput: false },
      z.string(),
    ),
    /** When staff took the booklet off the site; null for all others. */
    withdrawn_at: serverField(
      { label: 'Tirado do ar em', kind: 'instant', setBy: 'service', inOutput: false },
      z.string().nullable(),
    ),
    /** Number of the upload, from 1; of two booklets that begin together, the later upload is shown. */
    sequence: internalField('service', z.number()),
    pages_state: serverField({ label: 'Páginas', setBy: 'job' }, pagesState),
    /** Number of pages of the PDF, which may exceed those shown; null until they are rendered. */
    page_count: serverField({ label: 'Páginas do PDF', setBy: 'job' }, z.number().nullable()),
    /** Version of the renderer (`DRAWING`). */
    drawn_with: internalField('job', z.number()),
    /** Less than `page_count` if pages are broken or too many. */
    pages_shown: computedField(
      { label: 'Páginas no site' },
      z.number(),
      ({ pages_shown }: { pages_shown: number }) => pages_shown,
    ),
  },
  refine: refineDays,
});

export type FortnightlyInput = z.output<typeof fortnightlyRecord.input>;
/** Its `version` is the number of uploads of all booklets, as the expected version of the next one. */
export type StaffFortnightlyBooklet = z.output<typeof fortnightlyRecord.output>;

export const fortnightlyBooklet = z.object({ id: z.number() }).extend(fortnightlyRecord.publicOutput.shape);
export type FortnightlyBooklet = z.output<typeof fortnightlyBooklet>;

export const siteFortnightlyBooklet = endpoint({
  method: 'GET',
  path: '/site/booklets/fortnightly',
  summary: 'Encarte das ofertas quinzenais',
  answers: { 200: data(fortnightlyBooklet), 204: null },
  cached: true,
});

/** Largest number of rendered pages; later pages are only in the PDF. */
export const MAX_BOOKLET_PAGES = 80;

const bookletPage = z.object({
  page: z.number(),
  file: imageFile,
  /** Text of the page, one line each. */
  text: z.string(),
});
export type BookletPage = z.output<typeof bookletPage>;

export const bookletPages = fortnightlyBooklet.extend({
  pages_state: pagesState,
  page_count: z.number().nullable(),
  pages: z.array(bookletPage),
});
export type BookletPages = z.output<typeof bookletPages>;

export const siteFortnightlyPages = endpoint({
  method: 'GET',
  path: '/site/booklets/fortnightly/pages',
  summary: 'Páginas do encarte das ofertas quinzenais, em imagem e texto',
  query: z.object({
    first: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_BOOKLET_PAGES)
      .optional()
      .catch(undefined)
      .describe('Só as primeiras páginas, até este número; sem ele, todas.'),
  }),
  answers: { 200: data(bookletPages), 204: null },
  cached: true,
});

/** Announcement of the next booklet: only its first day. */
export const nextFortnightlyBooklet = z.object({ valid_from: z.string() });
export type NextFortnightlyBooklet = z.output<typeof nextFortnightlyBooklet>;

export const siteNextFortnightlyBooklet = endpoint({
  method: 'GET',
  path: '/site/booklets/fortnightly/next',
  summary: 'A partir de quando vale o próximo encarte, onde isso já se anuncia',
  answers: { 200: data(nextFortnightlyBooklet), 204: null },
  cached: true,
});

/** State of a booklet now: on the site, before its first day, or replaced by a later one. */
const bookletState = z.enum(['current', 'waiting', 'former']);
export type BookletState = z.output<typeof bookletState>;

export const listedFortnightlyBooklet = fortnightlyRecord.output.extend({
  state: bookletState,
  shown_from: z.string(),
  withdrawn_at: z.string().nullable(),
  announced: z.boolean(),
  /** Version of this booklet alone, as `version` is that of all: the expected version of a change of its days. */
  record_version: z.number(),
});
export type ListedFortnightlyBooklet = z.output<typeof listedFortnightlyBooklet>;

export const getFortnightlyBooklet = fortnightlyRecord.endpoints.read;
export const storeFortnightlyBooklet = endpoint({
  ...fortnightlyRecord.endpoints.save,
  // A booklet has days of its own instead of a scheduled publication.
  planned: false,
  needs: 'booklets.publish',
  summary: 'Troca o encarte das ofertas quinzenais',
});

/** Lists the current booklet, then the future ones, next first, then the former ones, latest first. */
export const listFortnightlyBooklets = endpoint({
  method: 'GET',
  path: '/admin/booklets/fortnightly/all',
  summary: 'Lista os encartes das ofertas quinzenais: no ar, à espera e anteriores',
  needs: 'booklets.read',
  answers: { 200: listResponse(listedFortnightlyBooklet) },
});

export const withdrawFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/withdraw/:uuid',
  summary: 'Tira um encarte do ar: volta o anterior',
  needs: 'booklets.publish',
  params: uuidParams,
  answers: { 200: savedResponse },
});

export const restoreFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/restore/:uuid',
  summary: 'Põe um encarte anterior de volta no ar',
  needs: 'booklets.publish',
  params: uuidParams,
  answers: { 200: savedResponse },
});

export const announceFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/announce/:uuid',
  summary: 'Diz, ou deixa de dizer, no site que um encarte vem aí',
  needs: 'booklets.publish',
  params: uuidParams,
  body: json(z.object({ announced: z.boolean(SAY_ANNOUNCED) })),
  answers: { 200: savedResponse },
  failures: ['conflict'],
});

/** An omitted day stays as it is; an empty one is removed. */
const bookletDays = z
  .object({
    valid_from: optionalDate(),
    valid_until: optionalDate(),
    version: expectedVersion.describe('O `record_version` do encarte, como foi lido.'),
  })
  .superRefine(refineDays);
export type BookletDaysInput = z.output<typeof bookletDays>;

export const changeFortnightlyBookletDays = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/days/:uuid',
  summary: 'Muda as datas de um encarte no ar ou à espera, sem enviar o PDF de novo',
  needs: 'booklets.publish',
  params: uuidParams,
  body: json(bookletDays),
  answers: { 200: savedResponse },
  failures: ['conflict'],
});

export const destroyFortnightlyBooklet = endpoint({
  method: 'DELETE',
  path: '/admin/booklets/fortnightly/destroy/:uuid',
  summary: 'Exclui um encarte',
  needs: 'booklets.delete',
  params: uuidParams,
  answers: { 200: messageResponse },
});
