import { z } from 'zod';
import { data, endpoint, multipart, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import {
  cleanText,
  expectedVersion,
  fromJson,
  optionalText,
  requiredDate,
  requiredName,
  wholeNumber,
} from '../../shared/fields.ts';
import { imageFile, optionalPictureFields } from '../../shared/files/image.ts';
import { attentionFilter, type Filters } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { recordEndpoints } from '../../shared/records.ts';
import { DEPARTMENTS, OFFER_SORTS, OFFER_STATE_LABELS, UNITS } from '../pricing/offer.types.ts';
import { parseCents } from '../pricing/price.ts';
import { toWirePrice, toWireSize } from '../pricing/prices.ts';

const keysOf = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

const asText = (value: unknown, as: (text: string) => string) => {
  const text = cleanText(value);
  return typeof text === 'string' ? as(text) : text;
};

export const WRONG_PRICE = 'Informe o preço como 12,99.';
const NO_PRICE = 'O preço vai de R$ 0,01 a R$ 999.999,99.';
const isPrice = (text: string) => parseCents(text) > 0;
const PRICE = /^\d{1,6}\.\d{2}$/;

/** Accepts reais and cents with a comma or a point; the output is always in wire format (`12.99`). */
const requiredPrice = () =>
  z
    .preprocess(
      (value) => asText(value, toWirePrice),
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
    (value) => asText(value, toWirePrice) || (value === undefined ? undefined : null),
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
    (value) => asText(value, toWireSize),
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

/** Accepts an absent or empty value besides a number. */
const optionalNumber = (message: string, max: number) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : cleanText(value) || null),
    z.union([z.null(), wholeNumber(message, 1, max)], message).optional(),
  );

export const MAX_OFFER_BRANCHES = 500;
const NO_BRANCH_CHOSEN = 'Escolha pelo menos uma filial, ou todas.';
const CHOOSE_AGAIN = 'Escolha as filiais de novo.';

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
    }, z
      .array(z.uuid(CHOOSE_AGAIN), CHOOSE_AGAIN)
      .min(1, NO_BRANCH_CHOSEN)
      .max(MAX_OFFER_BRANCHES, CHOOSE_AGAIN)
      .nullish())
    .describe('As filiais em que vale, pelos códigos delas, como JSON; `all` ou vazio são todas.'),
  valid_from: requiredDate('o primeiro dia'),
  valid_until: requiredDate('o último dia'),
  highlight: flag,
  place: optionalNumber('A ordem vai de 1 a 9999.', 9999).describe(
    'Ordem entre as ofertas: as menores vêm antes, as que não têm vêm depois.',
  ),
  ...optionalPictureFields,
});

interface ComparedFields {
  price: string;
  former_price?: string | null | undefined;
  card_price?: string | null | undefined;
  valid_from: string;
  valid_until: string;
}

/** Returns the fields that contradict another field, with messages. */
export function contradictionsIn(offer: ComparedFields): { field: keyof ComparedFields; text: string }[] {
  const { price, former_price, card_price, valid_from, valid_until } = offer;
  const found: { field: keyof ComparedFields; text: string }[] = [];
  if (former_price && parseCents(former_price) <= parseCents(price))
    found.push({ field: 'former_price', text: 'O preço de antes é maior que o da oferta.' });
  if (card_price && parseCents(card_price) >= parseCents(price))
    found.push({ field: 'card_price', text: 'O preço com o cartão é menor que o da oferta.' });
  if (valid_until < valid_from)
    found.push({ field: 'valid_until', text: 'O último dia não vem antes do primeiro.' });
  return found;
}

/** Confirmation flag of every endpoint that saves prices. */
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
  .extend({ version: expectedVersion, unit_price_check: unitPriceCheck })
  .superRefine((offer, context) => {
    for (const { field, text } of contradictionsIn(offer))
      context.addIssue({ code: 'custom', path: [field], message: text });
  });
export type OfferInput = z.output<typeof offerInput>;

const unitPrice = z.object({ price: z.string(), per: z.enum(['kg', 'l', 'un']) });

/** Schema of an offer in public responses; prices are in reais, as `12.99`. */
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
  /** Price of one kilogram, litre or piece; computed, never sent by clients. */
  unit_price: unitPrice.nullable(),
  /** Percent of the former price. */
  saving: z.number(),
  customer_limit: z.number().nullable(),
  department: z.enum(keysOf(DEPARTMENTS)),
  /** Null for all branches. */
  branches: z.array(z.string()).nullable(),
  valid_from: z.string(),
  valid_until: z.string(),
  /** State on the server's current day. */
  state: z.enum(keysOf(OFFER_STATE_LABELS)),
  highlight: z.boolean(),
  file: imageFile.nullable(),
});
export type PublicOffer = z.output<typeof publicOffer>;

/** Schema of an offer in responses to staff. */
export const offer = publicOffer.extend({
  place: z.number().nullable(),
  version: z.number(),
  updated_at: z.string(),
});
export type Offer = z.output<typeof offer>;

/** Filter value for offers that are valid in all branches. */
export const ALL_BRANCHES = 'all';

export const offerFilters = {
  attention: attentionFilter,
  state: { label: 'Validade', values: OFFER_STATE_LABELS },
  department: { label: 'Departamento', values: DEPARTMENTS },
  /**
   * A branch matches only offers that name it. Offers for all branches are a choice of their own, so that
   * staff who filter by a branch do not change them by accident.
   */
  branch: { label: 'Filial' },
  highlight: { label: 'Destaque', values: { yes: 'Com destaque' } },
  alt: { label: 'Imagem', values: { missing: 'Sem texto alternativo' } },
} as const satisfies Filters;

const endpoints = recordEndpoints({
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

export const { list: listOffers, show: getOffer, destroy: destroyOffer } = endpoints;

/** Includes branches that are not published yet. */
export const listOfferBranches = endpoint({
  method: 'GET',
  path: '/admin/offers/branches',
  summary: 'As filiais em que uma oferta pode valer',
  needs: 'offers.read',
  answers: { 200: listResponse(z.object({ uuid: z.string(), name: z.string() })) },
});

const writtenOffer = z.object({
  data: savedResponse.shape.data.extend({
    /** Says why the unit price is absurd; absent otherwise. */
    unit_price_warning: z.string().optional(),
  }),
});
export const storeOffer = endpoint({ ...endpoints.store, answers: { 201: writtenOffer } });
export const updateOffer = endpoint({ ...endpoints.update, answers: { 200: writtenOffer } });

export const OFFERS_PER_PAGE = 24;
const MAX_SEARCH_LENGTH = 100;

const selection = z.object({
  offers: z.array(publicOffer),
  /** Number of offers on all pages; capped if `more` is true. */
  total: z.number(),
  more: z.boolean(),
  page: z.number(),
  pages: z.number(),
  /** Departments with offers, in store order; `count` covers all offers of the chosen branch. */
  departments: z.array(
    z.object({ department: z.enum(keysOf(DEPARTMENTS)), name: z.string(), count: z.number() }),
  ),
  /** The server's current day, to which `state` refers. */
  today: z.string(),
});
export type OfferSelection = z.output<typeof selection>;

/**
 * Lists valid offers first, then future ones. Invalid query values fall back to defaults, so that a mistyped
 * address still shows offers.
 */
export const siteOffers = endpoint({
  method: 'GET',
  path: '/site/offers',
  summary: 'Uma página de ofertas, as que valem hoje primeiro',
  query: z.object({
    search: z.string().max(MAX_SEARCH_LENGTH).default('').catch(''),
    department: z.enum(keysOf(DEPARTMENTS)).optional().catch(undefined),
    branch: z.uuid().optional().catch(undefined),
    sort: z.enum(keysOf(OFFER_SORTS)).default('place').catch('place'),
    page: z.coerce.number().int().min(1).max(10_000).default(1).catch(1),
  }),
  answers: { 200: data(selection) },
  cached: true,
});
export type OfferQuery = z.output<(typeof siteOffers)['query']>;

/** Ended offers are returned too, with state `ended`, because their addresses were shared. */
export const siteOffer = endpoint({
  method: 'GET',
  path: '/site/offers/details/:uuid',
  summary: 'Uma oferta',
  params: uuidParams,
  answers: { 200: data(publicOffer) },
  cached: true,
});

export const MAX_HIGHLIGHTS = 8;

/** Offers for a strip on other pages. */
export const siteHighlights = endpoint({
  method: 'GET',
  path: '/site/offers/highlights',
  summary: 'As primeiras ofertas com destaque que valem hoje',
  answers: { 200: data(z.array(publicOffer)) },
  cached: true,
});

const mapParts = z.array(z.object({ part: z.number(), count: z.number(), changed: z.string() }));

/** Parts of the sitemap, with `siteOfferSitemapPart`; ended offers are left out. */
export const siteOfferSitemap = endpoint({
  method: 'GET',
  path: '/site/offers/map',
  summary: 'Quando as ofertas mudaram, por parte, e os departamentos que têm alguma',
  answers: { 200: data(z.object({ parts: mapParts, departments: z.array(z.enum(keysOf(DEPARTMENTS))) })) },
  cached: true,
});

export const siteOfferSitemapPart = endpoint({
  method: 'GET',
  path: '/site/offers/map/part',
  summary: 'Quando cada oferta de uma parte mudou, e a foto dela',
  query: z.object({ part: z.coerce.number().int().min(1).max(1_000_000).default(1).catch(1) }),
  answers: {
    200: data(z.array(z.object({ uuid: z.string(), changed: z.string(), image: z.string().nullable() }))),
  },
  cached: true,
});
