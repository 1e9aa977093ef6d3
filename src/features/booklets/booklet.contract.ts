import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';
import { imageFile } from '../../contract/image.ts';
import { list } from '../../contract/list.ts';

export const fortnightlyBooklet = z.object({
  file: z.object({ url_s3: z.string() }),
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

export const dailyBooklet = z.object({
  id: z.number(),
  uuid: z.string(),
  start_date: z.string(),
  photos: imageFile,
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
