import { z } from 'zod';
import { data, endpoint, json, messageResponse } from '../../shared/endpoint.ts';
import { altFields, imageFile } from '../../shared/files/image.ts';
import { publicationState } from '../../shared/publicationPlan.ts';
import { transcriptInput } from './dailyBooklet.contract.ts';

// The daily offers of one day: its pictures in their order, read and saved together.

export const MAX_DAYS = 31;
/** Largest number of pictures of one day. */
export const MAX_OFFERS_PER_DAY = 20;

const offer = z.object({
  uuid: z.string(),
  version: z.number(),
  /** Uuid of the picture, which a save refers to. */
  picture: z.string(),
  photos: imageFile,
  /** Transcript of the picture. */
  text: z.string().nullable(),
  /** Publication state; absent if the record is published without pending changes. */
  publication: publicationState.optional(),
});

const leaflet = z.object({ day: z.string(), offers: z.array(offer) });
export type DailyOffersOfDay = z.output<typeof leaflet>;

const leaflets = z.object({
  /** The server's current day. */
  today: z.string(),
  /** Each day of the period, also those without offers. */
  days: z.array(leaflet),
  /** The last earlier day that has offers. */
  last: leaflet.nullable(),
  /** Digest of all records of these days; a save with another one is rejected as stale. */
  version: z.string(),
});
export type DailyOffersOfDays = z.output<typeof leaflets>;

const days = z.object({ from: z.iso.date(), until: z.iso.date() });
export type DayRange = z.output<typeof days>;

export const getDailyOffers = endpoint({
  method: 'GET',
  path: '/admin/daily-booklets/days/:from/:until',
  summary: 'Mostra as ofertas de um dia, ou de vários dias seguidos, na ordem',
  needs: 'booklets.read',
  params: days,
  answers: { 200: data(leaflets) },
  failures: ['invalid'],
});

const GONE = 'Escolha a foto de novo.';

const offerInput = z.object(
  {
    picture: z.uuid(GONE).describe('Uma imagem da biblioteca, pelo código dela.'),
    ...altFields,
    text: transcriptInput(),
  },
  GONE,
);

export const dailyOffersInput = z.object({
  offers: z
    .array(offerInput, 'Envie as fotos como lista.')
    .max(MAX_OFFERS_PER_DAY, `Cabem ${MAX_OFFERS_PER_DAY} fotos por dia.`)
    .describe('As fotos, na ordem em que aparecem.'),
  existing: z
    .enum(['replace', 'keep'], 'Diga se o que já está nesses dias fica ou sai.')
    .default('replace')
    .describe(
      '`replace` deixa cada dia como `offers` diz; `keep` deixa o que cada dia já tem e põe as novas depois.',
    ),
  version: z
    .string('Recarregue a tela e tente de novo.')
    .max(64, 'Recarregue a tela e tente de novo.')
    .optional()
    .describe('A versão dos dias que foi lida.'),
});
export type DailyOffersInput = z.output<typeof dailyOffersInput>;

/** Saves all days or none; each gets the same pictures, or keeps its own and adds the new ones (`keep`). */
export const saveDailyOffers = endpoint({
  method: 'PUT',
  path: '/admin/daily-booklets/days/:from/:until',
  summary: 'Monta as ofertas de um dia, ou de vários dias seguidos, de uma vez',
  needs: 'booklets.publish',
  params: days,
  body: json(dailyOffersInput),
  answers: { 200: messageResponse },
});
