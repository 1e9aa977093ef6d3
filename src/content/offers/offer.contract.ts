import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import {
  computedField,
  dayField,
  nameField,
  optionalNumberField,
  optionalTextField,
} from '../../records/define/fields.ts';
import { flagField, keyField, keysOf } from '../../records/define/keyFields.ts';
import { altField, removablePictureField } from '../../records/define/pictureFields.ts';
import { internalField, serverField } from '../../records/define/serverFields.ts';
import { data, endpoint, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import {
  DEPARTMENTS,
  OFFER_SORTS,
  OFFER_STATE_LABELS,
  type OfferState,
  UNITS,
  type Unit,
} from '../pricing/offer.types.ts';
import { formatCents, parseCents } from '../pricing/price.ts';
import { calculateUnitPrice, formatThousandths } from '../pricing/prices.ts';
import {
  branchesField,
  optionalNumber,
  optionalPriceField,
  priceField,
  sizeField,
  unitPriceCheck,
} from './offer.fields.ts';

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

const unitPrice = z.object({ price: z.string(), per: z.enum(['kg', 'l', 'un']) });

/** Prices are in reais on the wire, as `12.99`, and in cents in the database. */
export const offerRecord = defineRecord({
  table: 'offers',
  path: 'offers',
  area: 'offers',
  many: 'as ofertas',
  one: 'uma oferta',
  outputLast: ['place'],
  fields: {
    product: nameField({
      ...{ label: 'Produto', what: 'o produto', max: 120 },
      ...{ public: true, sortable: true, searched: true },
    }),
    brand: optionalTextField({ label: 'Marca', max: 60, public: true, searched: true }),
    size: sizeField({ label: 'Tamanho', public: true }),
    unit: keyField(UNITS, { label: 'Unidade', missing: 'Escolha a unidade.', public: true }),
    price: {
      ...priceField({ label: 'Preço', public: true, sortable: true }),
      moreInputs: { unit_price_check: unitPriceCheck },
    },
    former_price: optionalPriceField({ label: 'Preço antes', public: true }, 'O preço antes da oferta.'),
    card_price: optionalPriceField(
      { label: 'Preço com o cartão', public: true },
      'O preço com o cartão da loja.',
    ),
    /** Price of one kilogram, litre or piece. */
    unit_price: computedField(
      { label: 'Preço por unidade', public: true },
      unitPrice.nullable(),
      ({ price, size, unit }: { price: number; size: number; unit: Unit }) =>
        calculateUnitPrice({ price: formatCents(price), size: formatThousandths(size), unit }),
    ),
    /** Percent of the former price. */
    saving: serverField({ label: 'Desconto', public: true, sortable: true, setBy: 'columns' }, z.number()),
    customer_limit: optionalNumberField(
      { label: 'Limite por cliente', public: true },
      optionalNumber('O limite vai de 1 a 999 por cliente.', 999),
    ),
    department: keyField(DEPARTMENTS, {
      ...{ label: 'Departamento', missing: 'Escolha o departamento.' },
      ...{ public: true, sortable: true, searched: true },
    }),
    branches: branchesField({ label: 'Filiais', public: true }),
    valid_from: dayField({ label: 'Vale de', what: 'o primeiro dia', public: true, sortable: true }),
    valid_until: dayField({ label: 'Vale até', what: 'o último dia', public: true, sortable: true }),
    /** State on the server's current day. */
    state: computedField(
      { label: 'Validade', public: true },
      z.enum(keysOf(OFFER_STATE_LABELS)),
      ({ state }: { state: OfferState }) => state,
    ),
    highlight: flagField({ label: 'Destaque', missing: 'Diga se a oferta tem destaque.', public: true }),
    place: optionalNumberField(
      { label: 'Ordem' },
      optionalNumber('A ordem vai de 1 a 9999.', 9999).describe(
        'Ordem entre as ofertas: as menores vêm antes, as que não têm vêm depois.',
      ),
    ),
    file_id: removablePictureField({ public: true }),
    alt: altField({ inOutput: false }),
    /** Sort key: highlighted offers first, then by `place`, then those without one. */
    rank: internalField('columns', z.number()),
  },
  filters: {
    attention: attentionFilter,
    state: { label: 'Validade', values: { ...OFFER_STATE_LABELS, lasting: 'Valendo ou por começar' } },
    ends: { label: 'Término', values: { today: 'Terminam hoje' } },
    department: { label: 'Departamento', values: DEPARTMENTS },
    /**
     * A branch matches only offers that name it. Offers for all branches are a choice of their own, so that
     * staff who filter by a branch do not change them by accident.
     */
    branch: { label: 'Filial' },
    highlight: { label: 'Destaque', values: { yes: 'Com destaque' } },
    photo: { label: 'Foto', values: { missing: 'Sem foto' } },
    alt: { label: 'Imagem', values: { missing: 'Sem texto alternativo' } },
    /** Offers of one piece, for which `calculateUnitPrice` returns null. */
    unit_price: { label: 'Preço por unidade', values: { missing: 'Sem preço por quilo, litro ou unidade' } },
  },
  refine(offer, context) {
    for (const { field, text } of contradictionsIn(offer))
      context.addIssue({ code: 'custom', path: [field], message: text });
  },
});

export type OfferInput = z.output<typeof offerRecord.input>;
export type Offer = z.output<typeof offerRecord.output>;

const publicOffer = offerRecord.publicOutput;
export type PublicOffer = z.output<typeof publicOffer>;

/** Filter value for offers that are valid in all branches. */
export const ALL_BRANCHES = 'all';

const writtenOffer = z.object({
  data: savedResponse.shape.data.extend({
    /** Says why the unit price is absurd; absent otherwise. */
    unit_price_warning: z.string().optional(),
  }),
});

const { endpoints: standard } = offerRecord;
export const offerEndpoints = {
  ...standard,
  store: endpoint({ ...standard.store, answers: { 201: writtenOffer } }),
  update: endpoint({ ...standard.update, answers: { 200: writtenOffer } }),
};

export const {
  list: listOffers,
  show: getOffer,
  store: storeOffer,
  update: updateOffer,
  destroy: destroyOffer,
} = offerEndpoints;

/** Includes branches that are not published yet. */
export const listOfferBranches = endpoint({
  method: 'GET',
  path: '/admin/offers/branches',
  summary: 'As filiais em que uma oferta pode valer',
  needs: 'offers.read',
  answers: { 200: listResponse(z.object({ uuid: z.string(), name: z.string() })) },
});

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

/** Number of offers that the page of another one of their department shows. */
export const MAX_NEIGHBOURS = 4;

/**
 * The first offers of a department, for the pages of its offers: one more than they show, because one may be
 * their own. Without counts, which change with each new offer and would change all these pages.
 */
export const siteFirstOffers = endpoint({
  method: 'GET',
  path: '/site/offers/first',
  summary: 'As primeiras ofertas, de todos os departamentos ou de um, as que valem hoje primeiro',
  query: z.object({ department: z.enum(keysOf(DEPARTMENTS)).optional().catch(undefined) }),
  answers: { 200: data(z.array(publicOffer).max(MAX_NEIGHBOURS + 1)) },
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
