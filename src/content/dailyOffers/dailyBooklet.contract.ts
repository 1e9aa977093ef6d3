import { z } from 'zod';
import { data, endpoint, messageResponse, multipart } from '../../shared/endpoint.ts';
import { expectedVersion, optionalText, requiredDate } from '../../shared/fields.ts';
import { imageFile, pictureFields } from '../../shared/files/image.ts';
import { altFilter, attentionFilter, type Filters } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { recordEndpoints } from '../../shared/records.ts';

export const dailyBooklet = z.object({
  id: z.number(),
  uuid: z.string(),
  start_date: z.string(),
  photos: imageFile,
  /** Transcript of the picture, one offer a line, for shoppers who cannot read the picture. */
  text: z.string().nullable(),
});
export type DailyBooklet = z.output<typeof dailyBooklet>;

/**
 * Lists the pictures of the server's current day in America/Sao_Paulo only, so that the offers of tomorrow do
 * not leak.
 */
export const siteDailyBooklets = endpoint({
  method: 'GET',
  path: '/site/daily-booklets',
  summary: 'Encartes de hoje',
  answers: { 200: listResponse(dailyBooklet) },
  cached: true,
});

/** Longest transcript of a picture of daily offers, in characters. */
export const MAX_TRANSCRIPT_LENGTH = 5000;

/** Returns the field for the transcript of a picture of offers. */
export const transcriptField = () =>
  optionalText(MAX_TRANSCRIPT_LENGTH).describe(
    'O que está escrito na imagem, uma oferta por linha; vazio, nada fica escrito.',
  );

export const dailyInput = z.object({
  start_date: requiredDate('o dia da promoção'),
  text: transcriptField(),
  ...pictureFields,
  version: expectedVersion,
});
export type DailyInput = z.output<typeof dailyInput>;

/** Schema of a daily offer picture in responses to staff. */
export const staffDailyBooklet = dailyBooklet.extend({
  /** Position within the day, from 1; null comes last. */
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

/** Extracts the text of a PDF, so that staff who have the offers as PDF need not type the transcript. */
export const readPdfText = endpoint({
  method: 'POST',
  path: '/admin/daily-booklets/text',
  summary: 'Lê o texto das páginas de um PDF, que não é guardado',
  needs: 'booklets.write',
  body: multipart(z.object({}), { doc: { kind: 'pdf', required: true, multiple: false } }),
  answers: { 200: data(z.object({ pages: z.array(pdfText) })) },
});

/** Copies the offers of today to tomorrow, with the same pictures. */
export const repeatDailyBooklets = endpoint({
  method: 'POST',
  path: '/admin/daily-booklets/repeat',
  summary: 'Repete amanhã as ofertas de hoje',
  needs: 'booklets.publish',
  table: 'daily_booklets',
  answers: { 200: messageResponse },
  failures: ['conflict'],
});
