import { z } from 'zod';
import { data, done, endpoint, json } from '../../contract/endpoint.ts';
import { altFields, imageFile } from '../../contract/image.ts';
import { publication } from '../../contract/plan.ts';
import { leafletText } from './booklet.contract.ts';

// A leaflet is all that holds on one day: its pictures in their order, seen and saved at once.

export const MOST_DAYS = 31;
/** Of one day. */
export const MOST_OFFERS = 20;

const offer = z.object({
  uuid: z.string(),
  version: z.number(),
  /** The code of its picture, by which a save names it. */
  picture: z.string(),
  photos: imageFile,
  /** What is written on it. */
  text: z.string().nullable(),
  /** How it stands; absent where shoppers see it and nothing waits. */
  publication: publication.optional(),
});

const leaflet = z.object({ day: z.string(), offers: z.array(offer) });
export type Leaflet = z.output<typeof leaflet>;

const leaflets = z.object({
  /** Of today, by the server's day. */
  today: z.string(),
  /** Each day from the first to the last, those without offers too. */
  days: z.array(leaflet),
  /** The last day before them that has offers. */
  last: leaflet.nullable(),
  /** Changes with whatever changes on these days: a save that brings another is behind. */
  version: z.string(),
});
export type Leaflets = z.output<typeof leaflets>;

const days = z.object({ from: z.iso.date(), until: z.iso.date() });
export type DaysAsked = z.output<typeof days>;

export const getLeaflets = endpoint({
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
    text: leafletText(),
  },
  GONE,
);

export const leafletInput = z.object({
  offers: z
    .array(offerInput, 'Envie as fotos como lista.')
    .max(MOST_OFFERS, `Cabem ${MOST_OFFERS} fotos por dia.`)
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
export type LeafletInput = z.output<typeof leafletInput>;

/** All days or none; each of them says the same afterwards, or `keep`s what it has. */
export const saveLeaflets = endpoint({
  method: 'PUT',
  path: '/admin/daily-booklets/days/:from/:until',
  summary: 'Monta as ofertas de um dia, ou de vários dias seguidos, de uma vez',
  needs: 'booklets.publish',
  params: days,
  body: json(leafletInput),
  answers: { 200: done },
});
