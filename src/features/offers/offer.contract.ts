import { z } from 'zod';
import { data, endpoint, multipart, uuidParams, written } from '../../contract/endpoint.ts';
import {
  clean,
  fromJson,
  optionalText,
  requiredDate,
  requiredName,
  seenVersion,
  wholeNumber,
} from '../../contract/fields.ts';
import { attentionFilter, type Filters } from '../../contract/filters.ts';
import { imageFile, optionalPictureFields } from '../../contract/image.ts';
import { list } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';
import { DEPARTMENTS, OFFER_SORTS, OFFER_STATES, UNITS } from './offer.types.ts';
import { centsOf } from './price.ts';
import { asPrice, asSize } from './prices.ts';

const keysOf = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

const asText = (value: unknown, as: (text: string) => string) => {
  const text = clean(value);
  return typeof text === 'string' ? as(text) : text;
};

export const WRONG_PRICE = 'Informe o preço como 12,99.';
const NO_PRICE = 'O preço vai de R$ 0,01 a R$ 999.999,99.';
const isPrice = (text: string) => centsOf(text) > 0;
const PRICE = /^\d{1,6}\.\d{2}$/;

/** Reais and cents, with a comma or a point; on the wire always as `12.99`. */
const requiredPrice = () =>
  z
    .preprocess(
      (value) => asText(value, asPrice),
      z
        .string({ error: 'Informe o preço.' })
        .min(1, { error: 'Informe o preço.', abort: true })
        .max(20, WRONG_PRICE)
        .regex(PRICE, { error: WRONG_PRICE, abort: true })
        .refine(isPrice, NO_PRICE),
    )
    .describe('Em reais, como 12.99 ou 12,99.');

const optionalPrice = () =>
  z.preprocess(
    (value) => asText(value, asPrice) || (value === undefined ? undefined : null),
    z
      .string({ error: WRONG_PRICE })
      .max(20, WRONG_PRICE)
      .regex(PRICE, { error: WRONG_PRICE, abort: true })
      .refine(isPrice, NO_PRICE)
      .nullish(),
  );

export const WRONG_SIZE = 'Informe o tamanho como 500 ou 1,5.';
const size = z
  .preprocess(
    (value) => asText(value, asSize),
    z
      .string({ error: 'Informe o tamanho.' })
      .min(1, { error: 'Informe o tamanho.', abort: true })
      .max(20, WRONG_SIZE)
      .regex(/^\d{1,6}(\.\d{1,3})?$/, { error: WRONG_SIZE, abort: true })
      .refine((text) => Number(text) > 0, WRONG_SIZE),
  )
  .describe('Quanto se leva pelo preço, na unidade ao lado: 500 com g, 1.5 com l, 1 com kg.');

const FLAGS: Record<string, boolean> = { 1: true, true: true, 0: false, false: false, '': false };
const flag = z.preprocess(
  (value) => (typeof value === 'string' && value in FLAGS ? FLAGS[value] : value),
  z.boolean('Diga se a oferta tem destaque.').optional(),
);

/** What is not there is none of these numbers. */
const optionalNumber = (message: string, most: number) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : clean(value) || null),
    z.union([z.null(), wholeNumber(message, 1, most)], message).optional(),
  );

export const MOST_BRANCHES = 500;
const CHOOSE_BRANCHES = 'Escolha pelo menos uma filial, ou todas.';
const AGAIN = 'Escolha as filiais de novo.';

export const offerFields = z.object({
  product: requiredName('o produto', 120),
  brand: optionalText(60),
  size,
  unit: z.enum(keysOf(UNITS), 'Escolha a unidade.'),
  price: requiredPrice(),
  former_price: optionalPrice().describe('O preço antes da oferta.'),
  card_price: optionalPrice().describe('O preço com o cartão da loja.'),
  customer_limit: optionalNumber('O limite vai de 1 a 999 por cliente.', 999),
  department: z.enum(keysOf(DEPARTMENTS), 'Escolha o departamento.'),
  branches: z
    .preprocess((value) => {
      const list = fromJson(value);
      return list === 'all' ? null : list;
    }, z.array(z.uuid(AGAIN), AGAIN).min(1, CHOOSE_BRANCHES).max(MOST_BRANCHES, AGAIN).nullish())
    .describe('As filiais em que vale, pelos códigos delas, como JSON; `all` ou vazio são todas.'),
  valid_from: requiredDate('o primeiro dia'),
  valid_until: requiredDate('o último dia'),
  highlight: flag,
  place: optionalNumber('A ordem vai de 1 a 9999.', 9999).describe(
    'Ordem entre as ofertas: as menores vêm antes, as que não têm vêm depois.',
  ),
  ...optionalPictureFields,
});

interface Compared {
  price: string;
  former_price?: string | null | undefined;
  card_price?: string | null | undefined;
  valid_from: string;
  valid_until: string;
}

/** What one field says against another. */
export function contradictionsIn(offer: Compared): { field: keyof Compared; text: string }[] {
  const { price, former_price, card_price, valid_from, valid_until } = offer;
  const found: { field: keyof Compared; text: string }[] = [];
  if (former_price && centsOf(former_price) <= centsOf(price))
    found.push({ field: 'former_price', text: 'O preço de antes é maior que o da oferta.' });
  if (card_price && centsOf(card_price) >= centsOf(price))
    found.push({ field: 'card_price', text: 'O preço com o cartão é menor que o da oferta.' });
  if (valid_until < valid_from)
    found.push({ field: 'valid_until', text: 'O último dia não vem antes do primeiro.' });
  return found;
}

/** Taken by every call that saves prices. */
export const unitPriceCheck = z.preprocess(
  (value) => (typeof value === 'string' && value in FLAGS ? FLAGS[value] : value),
  z
    .boolean('Diga se o preço por quilo, litro ou unidade é conferido antes.')
    .optional()
    .describe(
      'Com `true`, um preço por quilo, litro ou unidade de cem vezes o comum no departamento é perguntado antes: a resposta é 409 com `question`, e nada é guardado. Sem ele, a oferta é guardada e a resposta diz o que se estranhou.',
    ),
);

export const offerInput = offerFields
  .extend({ version: seenVersion, unit_price_check: unitPriceCheck })
  .superRefine((offer, context) => {
    for (const { field, text } of contradictionsIn(offer))
      context.addIssue({ code: 'custom', path: [field], message: text });
  });
export type OfferInput = z.output<typeof offerInput>;

const unitPrice = z.object({ price: z.string(), per: z.enum(['kg', 'l', 'un']) });

/** What a shopper's browser gets of an offer; prices in reais, as `12.99`. */
export const publicOffer = z.object({
  id: z.number(),
  uuid: z.string(),
  product: z.string(),
  brand: z.string().nullable(),
  size: z.string(),
  unit: z.enum(keysOf(UNITS)),
  price: z.string(),
  former_price: z.string().nullable(),
  card_price: z.string().nullable(),
  /** Of one kilogram, litre or piece; worked out, never sent. */
  unit_price: unitPrice.nullable(),
  /** In percent of what it was. */
  saving: z.number(),
  customer_limit: z.number().nullable(),
  department: z.enum(keysOf(DEPARTMENTS)),
  /** Null for all. */
  branches: z.array(z.string()).nullable(),
  valid_from: z.string(),
  valid_until: z.string(),
  /** By the server's day. */
  state: z.enum(keysOf(OFFER_STATES)),
  highlight: z.boolean(),
  file: imageFile.nullable(),
});
export type PublicOffer = z.output<typeof publicOffer>;

/** What staff get of an offer. */
export const offer = publicOffer.extend({
  place: z.number().nullable(),
  version: z.number(),
  updated_at: z.string(),
});
export type Offer = z.output<typeof offer>;

/** Beside the branches, by which offers are narrowed. */
export const EVERYWHERE = 'all';

export const offerFilters = {
  attention: attentionFilter,
  state: { label: 'Validade', values: OFFER_STATES },
  department: { label: 'Departamento', values: DEPARTMENTS },
  /** Of one branch, those that name it; what is for all is a choice of its own, so that no change of a branch's reaches it. */
  branch: { label: 'Filial' },
  highlight: { label: 'Destaque', values: { yes: 'Com destaque' } },
  alt: { label: 'Imagem', values: { missing: 'Sem texto alternativo' } },
} as const satisfies Filters;

const calls = recordEndpoints({
  table: 'offers',
  path: 'offers',
  area: 'offers',
  many: 'as ofertas',
  one: 'uma oferta',
  record: offer,
  sortable: ['id', 'product', 'department', 'price', 'saving', 'valid_from', 'valid_until'],
  filters: offerFilters,
  body: multipart(offerInput, {
    image: { kind: 'image', required: false, multiple: false, or: 'image_from' },
  }),
});

export const { list: listOffers, show: getOffer, destroy: destroyOffer } = calls;

/** Branches that the site does not show yet are among them. */
export const listOfferBranches = endpoint({
  method: 'GET',
  path: '/admin/offers/branches',
  summary: 'As filiais em que uma oferta pode valer',
  needs: 'offers.read',
  answers: { 200: list(z.object({ uuid: z.string(), name: z.string() })) },
});

const writtenOffer = z.object({
  data: written.shape.data.extend({
    /** Says why its unit price is absurd; absent where it is not. */
    unit_price_warning: z.string().optional(),
  }),
});
export const storeOffer = endpoint({ ...calls.store, answers: { 201: writtenOffer } });
export const updateOffer = endpoint({ ...calls.update, answers: { 200: writtenOffer } });

export const OFFERS_PER_PAGE = 24;
const LONGEST_SEARCH = 100;

const selection = z.object({
  offers: z.array(publicOffer),
  /** Of all pages; where there are `more`, it is what they are counted to. */
  total: z.number(),
  more: z.boolean(),
  page: z.number(),
  pages: z.number(),
  /** Those that offers have, in the shop's order; `count` is of all offers at the chosen branch. */
  departments: z.array(
    z.object({ department: z.enum(keysOf(DEPARTMENTS)), name: z.string(), count: z.number() }),
  ),
  /** The server's day, which `state` is of. */
  today: z.string(),
});
export type OfferSelection = z.output<typeof selection>;

/** Those that hold today first, then those to come. Wrong values fall back: a typed address still shows offers. */
export const siteOffers = endpoint({
  method: 'GET',
  path: '/site/offers',
  summary: 'Uma página de ofertas, as que valem hoje primeiro',
  query: z.object({
    search: z.string().max(LONGEST_SEARCH).default('').catch(''),
    department: z.enum(keysOf(DEPARTMENTS)).optional().catch(undefined),
    branch: z.uuid().optional().catch(undefined),
    sort: z.enum(keysOf(OFFER_SORTS)).default('place').catch('place'),
    page: z.coerce.number().int().min(1).max(10_000).default(1).catch(1),
  }),
  answers: { 200: data(selection) },
  cached: true,
});
export type OfferQuery = z.output<(typeof siteOffers)['query']>;

/** One that has ended answers too, as ended: its address was shared. */
export const siteOffer = endpoint({
  method: 'GET',
  path: '/site/offers/details/:uuid',
  summary: 'Uma oferta',
  params: uuidParams,
  answers: { 200: data(publicOffer) },
  cached: true,
});

export const MOST_HIGHLIGHTS = 8;

/** For a strip on other pages. */
export const siteHighlights = endpoint({
  method: 'GET',
  path: '/site/offers/highlights',
  summary: 'As primeiras ofertas com destaque que valem hoje',
  answers: { 200: data(z.array(publicOffer)) },
  cached: true,
});

const mapParts = z.array(z.object({ part: z.number(), count: z.number(), changed: z.string() }));

/** For the sitemap, with `siteOfferMapPart`: what has ended is not in it. */
export const siteOfferMap = endpoint({
  method: 'GET',
  path: '/site/offers/map',
  summary: 'Quando as ofertas mudaram, por parte, e os departamentos que têm alguma',
  answers: { 200: data(z.object({ parts: mapParts, departments: z.array(z.enum(keysOf(DEPARTMENTS))) })) },
  cached: true,
});

export const siteOfferMapPart = endpoint({
  method: 'GET',
  path: '/site/offers/map/part',
  summary: 'Quando cada oferta de uma parte mudou, e a foto dela',
  query: z.object({ part: z.coerce.number().int().min(1).max(1_000_000).default(1).catch(1) }),
  answers: {
    200: data(z.array(z.object({ uuid: z.string(), changed: z.string(), image: z.string().nullable() }))),
  },
  cached: true,
});
