import { z } from 'zod';
import {
  data,
  endpoint,
  json,
  messageResponse,
  multipart,
  savedResponse,
  uuidParams,
} from '../../shared/endpoint.ts';
import { expectedVersion, optionalDate } from '../../shared/fields.ts';
import { documentFile } from '../../shared/files/document.ts';
import { imageFile } from '../../shared/files/image.ts';
import { listResponse } from '../../shared/list.ts';
import { singleEndpoints } from '../../shared/records.ts';

export const fortnightlyBooklet = z.object({
  id: z.number(),
  file: documentFile,
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
});
export type FortnightlyBooklet = z.output<typeof fortnightlyBooklet>;

export const siteFortnightlyBooklet = endpoint({
  method: 'GET',
  path: '/site/booklets/fortnightly',
  summary: 'Encarte quinzenal',
  answers: { 200: data(fortnightlyBooklet), 204: null },
  cached: true,
});

/** State of the rendering of a PDF's pages. */
const pagesState = z.enum(['pending', 'ready', 'failed']);
export type PagesState = z.output<typeof pagesState>;

const bookletPage = z.object({
  page: z.number(),
  file: imageFile,
  /** Text of the page, one line each. */
  text: z.string(),
});
export type BookletPage = z.output<typeof bookletPage>;

export const bookletPages = fortnightlyBooklet.extend({
  pages_state: pagesState,
  /** Number of pages of the PDF, which may exceed those shown; null until they are rendered. */
  page_count: z.number().nullable(),
  pages: z.array(bookletPage),
});
export type BookletPages = z.output<typeof bookletPages>;

export const siteFortnightlyPages = endpoint({
  method: 'GET',
  path: '/site/booklets/fortnightly/pages',
  summary: 'Páginas do encarte quinzenal, em imagem e texto',
  answers: { 200: data(bookletPages), 204: null },
  cached: true,
});

/** Announcement of the next booklet: only its first day. */
export const nextFortnightlyBooklet = z.object({ valid_from: z.string() });
export type NextFortnightlyBooklet = z.output<typeof nextFortnightlyBooklet>;

export const siteNextFortnightlyBooklet = endpoint({
  method: 'GET',
  path: '/site/booklets/fortnightly/next',
  summary: 'A partir de quando vale o próximo encarte quinzenal, onde isso já se anuncia',
  answers: { 200: data(nextFortnightlyBooklet), 204: null },
  cached: true,
});

/** Schema of a fortnightly booklet in responses to staff. */
export const staffFortnightlyBooklet = fortnightlyBooklet.extend({
  uuid: z.string(),
  /** Number of uploads of all booklets, as the expected version of the next one. */
  version: z.number(),
  updated_at: z.string(),
  pages_state: pagesState,
  page_count: z.number().nullable(),
  /** Less than `page_count` if pages are broken or too many. */
  pages_shown: z.number(),
});
export type StaffFortnightlyBooklet = z.output<typeof staffFortnightlyBooklet>;

/** State of a booklet now: on the site, before its first day, or replaced by a later one. */
const bookletState = z.enum(['current', 'waiting', 'former']);
export type BookletState = z.output<typeof bookletState>;

export const listedFortnightlyBooklet = staffFortnightlyBooklet.extend({
  state: bookletState,
  /** Instant from which the booklet is shown: its upload, its restoration or the start of its first day. */
  shown_from: z.string(),
  /** When staff took the booklet off the site; null for all others. */
  withdrawn_at: z.string().nullable(),
  /** Whether the site may announce the first day of the booklet before it begins. */
  announced: z.boolean(),
});
export type ListedFortnightlyBooklet = z.output<typeof listedFortnightlyBooklet>;

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

const FLAGS: Record<string, boolean> = { 1: true, true: true, 0: false, false: false, '': false };
const SAY_ANNOUNCED = 'Diga se o site anuncia este encarte.';

export const fortnightlyInput = z
  .object({
    valid_from: optionalDate(),
    valid_until: optionalDate(),
    announced: z
      .preprocess(
        (value) => (typeof value === 'string' && value in FLAGS ? FLAGS[value] : value),
        z.boolean(SAY_ANNOUNCED).optional(),
      )
      .describe('O site diz desde já que um encarte começa no primeiro dia deste; sem ele, não diz.'),
    version: expectedVersion,
  })
  .refine(areDaysInOrder, { path: ['valid_until'], error: DAYS_REVERSED });
export type FortnightlyInput = z.output<typeof fortnightlyInput>;

const fortnightly = singleEndpoints({
  table: 'fortnightly_booklets',
  path: 'booklets/fortnightly',
  area: 'booklets',
  one: 'o encarte quinzenal',
  record: staffFortnightlyBooklet,
  body: multipart(fortnightlyInput, { doc: { kind: 'pdf', required: true, multiple: false } }),
});
export const getFortnightlyBooklet = fortnightly.read;
export const storeFortnightlyBooklet = endpoint({
  ...fortnightly.save,
  // A booklet has days of its own instead of a scheduled publication.
  planned: false,
  needs: 'booklets.publish',
  summary: 'Troca o encarte quinzenal',
});

/** Lists the current booklet, then the future ones, next first, then the former ones, latest first. */
export const listFortnightlyBooklets = endpoint({
  method: 'GET',
  path: '/admin/booklets/fortnightly/all',
  summary: 'Lista os encartes quinzenais: no ar, à espera e anteriores',
  needs: 'booklets.read',
  answers: { 200: listResponse(listedFortnightlyBooklet) },
});

export const withdrawFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/withdraw/:uuid',
  summary: 'Tira um encarte quinzenal do ar: volta o anterior',
  needs: 'booklets.publish',
  params: uuidParams,
  answers: { 200: savedResponse },
});

export const restoreFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/restore/:uuid',
  summary: 'Põe um encarte quinzenal anterior de volta no ar',
  needs: 'booklets.publish',
  params: uuidParams,
  answers: { 200: savedResponse },
});

export const announceFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/announce/:uuid',
  summary: 'Diz, ou deixa de dizer, no site que um encarte quinzenal vem aí',
  needs: 'booklets.publish',
  params: uuidParams,
  body: json(z.object({ announced: z.boolean(SAY_ANNOUNCED) })),
  answers: { 200: savedResponse },
  failures: ['conflict'],
});

export const destroyFortnightlyBooklet = endpoint({
  method: 'DELETE',
  path: '/admin/booklets/fortnightly/destroy/:uuid',
  summary: 'Exclui um encarte quinzenal',
  needs: 'booklets.delete',
  params: uuidParams,
  answers: { 200: messageResponse },
});
