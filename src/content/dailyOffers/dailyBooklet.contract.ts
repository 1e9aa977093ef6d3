import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { dayField, plainField } from '../../records/define/fields.ts';
import { altField, pictureField } from '../../records/define/pictureFields.ts';
import { internalField, serverField } from '../../records/define/serverFields.ts';
import { data, endpoint, messageResponse, multipart } from '../../shared/endpoint.ts';
import { optionalText } from '../../shared/fields.ts';
import { altFilter, attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { formatDate } from '../../shared/text/format.ts';

/** Longest transcript of a picture of daily offers, in characters. */
export const MAX_TRANSCRIPT_LENGTH = 5000;

/** Returns the input for the transcript of a picture of offers. */
export const transcriptInput = () =>
  optionalText(MAX_TRANSCRIPT_LENGTH).describe(
    'O que está escrito na imagem, uma oferta por linha; vazio, nada fica escrito.',
  );

export const dailyBookletRecord = defineRecord({
  table: 'daily_booklets',
  path: 'daily-booklets',
  area: 'booklets',
  many: 'as ofertas do dia',
  one: 'uma oferta do dia',
  screenOrder: ['start_date', 'place', 'file_id', 'alt'],
  fields: {
    /** In America/Sao_Paulo. */
    start_date: dayField({
      ...{ label: 'Dia da promoção', what: 'o dia da promoção' },
      ...{ public: true, sortable: true },
    }),
    file_id: { ...pictureField({ public: true }), as: 'photos' as const, sentAs: 'photos' as const },
    /** Transcript of the picture, one offer a line, for shoppers who cannot read the picture. */
    text: plainField(
      { label: 'Texto da imagem', public: true },
      transcriptInput(),
      z.string().nullable(),
      true,
    ),
    alt: altField({ inOutput: false }),
    /** Position within the day, from 1; null comes last. */
    place: serverField({ label: 'Ordem no dia', setBy: 'service' }, z.number().nullable()),
    /** 1 for unmodified demo content, which is always shown on the current day. */
    demo: internalField('service', z.number()),
  },
  filters: {
    attention: attentionFilter,
    period: {
      label: 'Dia',
      values: { coming: 'De hoje em diante', today: 'Hoje', next: 'Próximas', past: 'Passadas' },
    },
    alt: altFilter,
    text: { label: 'Texto', values: { missing: 'Sem texto' } },
  },
  searchTexts: ({ start_date, text }) => [formatDate(start_date), text],
});

export type StaffDailyBooklet = z.output<typeof dailyBookletRecord.output>;
export type DailyBooklet = z.output<typeof dailyBookletRecord.publicOutput>;

export const {
  list: listDailyBooklets,
  show: getDailyBooklet,
  store: storeDailyBooklet,
  update: updateDailyBooklet,
  destroy: destroyDailyBooklet,
} = dailyBookletRecord.endpoints;

/**
 * Lists the pictures of the server's current day in America/Sao_Paulo only, so that the offers of tomorrow do
 * not leak.
 */
export const siteDailyBooklets = endpoint({
  method: 'GET',
  path: '/site/daily-booklets',
  summary: 'Ofertas do dia de hoje',
  answers: { 200: listResponse(dailyBookletRecord.publicOutput) },
  cached: true,
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
