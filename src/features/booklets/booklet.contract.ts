import { z } from 'zod';
import { documentFile } from '../../contract/document.ts';
import { data, done, endpoint, json, multipart, uuidParams, written } from '../../contract/endpoint.ts';
import { optionalDate, optionalText, requiredDate, seenVersion } from '../../contract/fields.ts';
import { altFilter, attentionFilter, type Filters } from '../../contract/filters.ts';
import { imageFile, pictureFields } from '../../contract/image.ts';
import { list } from '../../contract/list.ts';
import { recordEndpoints, singleEndpoints } from '../../contract/records.ts';

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

/** How far a PDF's pages are: still being made, on the site, or not to be had from this PDF. */
const pagesState = z.enum(['pending', 'ready', 'failed']);
export type PagesState = z.output<typeof pagesState>;

const bookletPage = z.object({
  page: z.number(),
  file: imageFile,
  /** What is written on it, line by line. */
  text: z.string(),
});
export type BookletPage = z.output<typeof bookletPage>;

export const bookletPages = fortnightlyBooklet.extend({
  pages_state: pagesState,
  /** Of the PDF, which may have more than are shown here; null until they are made. */
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

/** Of a booklet that staff announce: its first day, and nothing else before it. */
export const nextFortnightlyBooklet = z.object({ valid_from: z.string() });
export type NextFortnightlyBooklet = z.output<typeof nextFortnightlyBooklet>;

export const siteNextFortnightlyBooklet = endpoint({
  method: 'GET',
  path: '/site/booklets/fortnightly/next',
  summary: 'A partir de quando vale o próximo encarte quinzenal, onde isso já se anuncia',
  answers: { 200: data(nextFortnightlyBooklet), 204: null },
  cached: true,
});

/** As staff see it. */
export const staffFortnightlyBooklet = fortnightlyBooklet.extend({
  uuid: z.string(),
  /** Counts what was sent, over all booklets: whoever saw fewer is behind. */
  version: z.number(),
  updated_at: z.string(),
  pages_state: pagesState,
  page_count: z.number().nullable(),
  /** Fewer than `page_count` where pages are broken, or too many to be shown. */
  pages_shown: z.number(),
});
export type StaffFortnightlyBooklet = z.output<typeof staffFortnightlyBooklet>;

/** Where a booklet stands at this minute: on the site, before its first day, or followed by another. */
const bookletState = z.enum(['current', 'waiting', 'former']);
export type BookletState = z.output<typeof bookletState>;

export const listedFortnightlyBooklet = staffFortnightlyBooklet.extend({
  state: bookletState,
  /** From when on it is shown, an instant: when it was sent or put back, or the start of its first day. */
  shown_from: z.string(),
  /** When staff took it off the site; null for all others. */
  withdrawn_at: z.string().nullable(),
  /** Whether the site may say, while it waits, that one begins on its first day. */
  announced: z.boolean(),
});
export type ListedFortnightlyBooklet = z.output<typeof listedFortnightlyBooklet>;

/** Days are text that compares as time does. */
export function untilNotBeforeFrom({
  valid_from,
  valid_until,
}: {
  valid_from?: string | null;
  valid_until?: string | null;
}): boolean {
  return !valid_from || !valid_until || valid_from <= valid_until;
}
export const UNTIL_FIRST = 'O último dia vem depois do primeiro.';

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
    version: seenVersion,
  })
  .refine(untilNotBeforeFrom, { path: ['valid_until'], error: UNTIL_FIRST });
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
  // It has days of its own.
  planned: false,
  needs: 'booklets.publish',
  summary: 'Troca o encarte quinzenal',
});

/** The one on the site, then those that wait, the next one first, then the former ones, the last one first. */
export const listFortnightlyBooklets = endpoint({
  method: 'GET',
  path: '/admin/booklets/fortnightly/all',
  summary: 'Lista os encartes quinzenais: no ar, à espera e anteriores',
  needs: 'booklets.read',
  answers: { 200: list(listedFortnightlyBooklet) },
});

export const withdrawFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/withdraw/:uuid',
  summary: 'Tira um encarte quinzenal do ar: volta o anterior',
  needs: 'booklets.publish',
  params: uuidParams,
  answers: { 200: written },
});

export const restoreFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/restore/:uuid',
  summary: 'Põe um encarte quinzenal anterior de volta no ar',
  needs: 'booklets.publish',
  params: uuidParams,
  answers: { 200: written },
});

export const announceFortnightlyBooklet = endpoint({
  method: 'POST',
  path: '/admin/booklets/fortnightly/announce/:uuid',
  summary: 'Diz, ou deixa de dizer, no site que um encarte quinzenal vem aí',
  needs: 'booklets.publish',
  params: uuidParams,
  body: json(z.object({ announced: z.boolean(SAY_ANNOUNCED) })),
  answers: { 200: written },
  failures: ['conflict'],
});

export const destroyFortnightlyBooklet = endpoint({
  method: 'DELETE',
  path: '/admin/booklets/fortnightly/destroy/:uuid',
  summary: 'Exclui um encarte quinzenal',
  needs: 'booklets.delete',
  params: uuidParams,
  answers: { 200: done },
});

export const dailyBooklet = z.object({
  id: z.number(),
  uuid: z.string(),
  start_date: z.string(),
  photos: imageFile,
  /** What is written on the picture, line by line, for whoever cannot read it there. */
  text: z.string().nullable(),
});
export type DailyBooklet = z.output<typeof dailyBooklet>;

/** Only today's, by the server's day in America/Sao_Paulo, so that tomorrow's offers do not leak. */
export const siteDailyBooklets = endpoint({
  method: 'GET',
  path: '/site/daily-booklets',
  summary: 'Encartes de hoje',
  answers: { 200: list(dailyBooklet) },
  cached: true,
});

/** More than stands on any leaflet; the longest that a picture of the day can have. */
export const LEAFLET_TEXT_LENGTH = 5000;

/** What is written on a picture of offers. */
export const leafletText = () =>
  optionalText(LEAFLET_TEXT_LENGTH).describe(
    'O que está escrito na imagem, uma oferta por linha; vazio, nada fica escrito.',
  );

export const dailyInput = z.object({
  start_date: requiredDate('o dia da promoção'),
  text: leafletText(),
  ...pictureFields,
  version: seenVersion,
});
export type DailyInput = z.output<typeof dailyInput>;

/** As staff see it. */
export const staffDailyBooklet = dailyBooklet.extend({
  /** Among those of its day, from 1 on; null comes last. */
  place: z.number().nullable(),
  version: z.number(),
  updated_at: z.string(),
});
export type StaffDailyBooklet = z.output<typeof staffDailyBooklet>;

export const dailyFilters = {
  attention: attentionFilter,
  period: { label: 'Dia', values: { today: 'Hoje', next: 'Próximas', past: 'Passadas' } },
  alt: altFilter,
  text: { label: 'Texto', values: { missing: 'Sem texto' } },
} as const satisfies Filters;

export const {
  list: listDailyBooklets,
  show: getDailyBooklet,
  store: storeDailyBooklet,
  update: updateDailyBooklet,
  destroy: destroyDailyBooklet,
} = recordEndpoints({
  table: 'daily_booklets',
  path: 'daily-booklets',
  area: 'booklets',
  many: 'as ofertas do dia',
  one: 'uma oferta do dia',
  record: staffDailyBooklet,
  sortable: ['id', 'start_date'],
  filters: dailyFilters,
  body: multipart(dailyInput, {
    photos: { kind: 'image', required: true, multiple: false, or: 'image_from' },
  }),
});

const pdfText = z.object({ page: z.number(), text: z.string() });
export type PdfText = z.output<typeof pdfText>;

/** Whoever has the leaflet as a PDF, too, need not type what is written on its picture. */
export const readPdfText = endpoint({
  method: 'POST',
  path: '/admin/daily-booklets/text',
  summary: 'Lê o texto das páginas de um PDF, que não é guardado',
  needs: 'booklets.write',
  body: multipart(z.object({}), { doc: { kind: 'pdf', required: true, multiple: false } }),
  answers: { 200: data(z.object({ pages: z.array(pdfText) })) },
});

/** Tomorrow's offers are today's once more, each with the same picture. */
export const repeatDailyBooklets = endpoint({
  method: 'POST',
  path: '/admin/daily-booklets/repeat',
  summary: 'Repete amanhã as ofertas de hoje',
  needs: 'booklets.publish',
  table: 'daily_booklets',
  answers: { 200: done },
  failures: ['conflict'],
});
