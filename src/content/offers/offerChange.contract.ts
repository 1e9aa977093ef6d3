import { z } from 'zod';
import { data, endpoint, json } from '../../shared/endpoint.ts';
import { optionalDate, wholeNumber } from '../../shared/fields.ts';
import { MAX_BULK_RECORDS } from '../../shared/history.ts';
import { offerRecord } from './offer.contract.ts';
import { unitPriceCheck } from './offer.fields.ts';

const { department, branches, former_price, customer_limit, highlight } = offerRecord.fields;

const CHOOSE = 'Escolha as ofertas da lista.';
const PERCENT = 'O desconto vai de 1% a 90%.';
const RAISE = 'O aumento vai de 1% a 300%.';
const WAY = 'Diga como o preço muda.';

const uuids = z
  .array(z.uuid(CHOOSE), CHOOSE)
  .min(1, 'Escolha pelo menos uma oferta.')
  .max(MAX_BULK_RECORDS, `Escolha até ${MAX_BULK_RECORDS} ofertas por vez.`);

/** Maps an empty field to `undefined`, which leaves the stored value unchanged. */
const unchanged = (value: unknown) => (value === '' || value === null ? undefined : value);

/** Prices of an offer. */
export const CHANGED_PRICES = ['price', 'former_price', 'card_price'] as const;
export type ChangedPrice = (typeof CHANGED_PRICES)[number];

/** Ways to change a price. `clear` is for those that an offer may lack. */
export const PRICE_CHANGES = ['lower', 'raise', 'set', 'clear'] as const;

const priceChange = (mayLack: boolean) =>
  z
    .object(
      {
        how: z.enum(PRICE_CHANGES, WAY),
        percent: z.preprocess(unchanged, wholeNumber(RAISE, 1, 300).optional()),
        amount: z.preprocess(unchanged, former_price.input.optional()).describe('Em reais.'),
      },
      WAY,
    )
    .superRefine(({ how, percent, amount }, context) => {
      const issue = (message: string) => context.addIssue({ code: 'custom', message });
      if (percent && amount) issue('Mude em porcento ou em reais, não dos dois modos.');
      else if (how === 'clear') {
        if (!mayLack) issue('Toda oferta tem um preço.');
      } else if (how === 'set' ? !amount : !percent && !amount) issue('Diga quanto.');
      else if (how === 'lower' && percent && percent > 90) issue(PERCENT);
    })
    .optional()
    .describe(
      '`lower` e `raise` mudam em porcento ou reais, `set` para o valor, `clear` tira. Um preço que a oferta não tem continua sem.',
    );
export type PriceChange = NonNullable<z.output<ReturnType<typeof priceChange>>>;

export const offerChange = z
  .object({
    uuids,
    valid_from: optionalDate(),
    valid_until: optionalDate(),
    department: z.preprocess(unchanged, department.input.optional()),
    branches: branches.input.describe(
      'Sem este campo, cada uma fica nas filiais em que está; `all` são todas.',
    ),
    percent_off: z
      .preprocess(unchanged, wholeNumber(PERCENT, 1, 90).optional())
      .describe(
        'Quanto o preço baixa, em porcento. O preço de agora passa a ser o de antes, onde não há um.',
      ),
    price_off: former_price.input.describe('O mesmo, em reais.'),
    price: priceChange(false),
    former_price: priceChange(true),
    card_price: priceChange(true),
    customer_limit: customer_limit.input.describe('Sem este campo, fica como está; `null` tira o limite.'),
    highlight: highlight.input.describe('Sem este campo, fica como está.'),
    unit_price_check: unitPriceCheck,
    trial: z
      .boolean('Diga se é só para conferir.')
      .default(false)
      .describe('Com `true`, nada é guardado: a resposta diz o que muda em cada oferta.'),
  })
  .superRefine((change, context) => {
    const { valid_from, valid_until, department, percent_off, price_off } = change;
    const { branches, customer_limit, highlight, price, former_price, card_price } = change;
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (percent_off && price_off) issue('price_off', 'Baixe em porcento ou em reais, não dos dois modos.');
    if ((percent_off || price_off) && price) issue('price', 'Mude o preço de um modo só.');
    if (
      ![valid_from, valid_until, department, percent_off, price_off].some(Boolean) &&
      [branches, customer_limit, highlight, price, former_price, card_price].every(
        (value) => value === undefined,
      )
    )
      issue('valid_until', 'Diga o que muda.');
  });
export type OfferChange = z.output<typeof offerChange>;

const changed = z.object({
  message: z.string(),
  stored: z.boolean(),
  /** The result for each offer: its new values and version, or the problem that prevents the change. */
  offers: z.array(
    z.object({
      uuid: z.string(),
      product: z.string(),
      version: z.number(),
      price: z.string(),
      price_before: z.string(),
      /** Changes besides days, department and branches: «preço antes de R$ 9,00 para R$ 8,10». */
      changes: z.array(z.string()),
      problem: z.string().nullable(),
      /** Says why the unit price is absurd; absent otherwise. */
      unit_price_warning: z.string().optional(),
    }),
  ),
});
export type OffersChangeResult = z.output<typeof changed>;

export const changeOffers = endpoint({
  method: 'POST',
  path: '/admin/offers/change',
  summary:
    'Muda os dias, o departamento, as filiais, os preços, o limite ou o destaque de várias ofertas, de todas ou de nenhuma; com `trial`, só confere',
  needs: 'offers.publish',
  table: 'offers',
  body: json(offerChange),
  answers: { 200: data(changed) },
  failures: ['conflict'],
});

export const undoOffers = endpoint({
  method: 'POST',
  path: '/admin/offers/change/undo',
  summary: 'Volta várias ofertas à versão anterior, se ninguém as mudou desde então',
  needs: 'offers.publish',
  table: 'offers',
  body: json(
    z.object({
      uuids,
      versions: z.array(z.int(CHOOSE).positive(CHOOSE), CHOOSE).min(1, CHOOSE).max(MAX_BULK_RECORDS, CHOOSE),
    }),
  ),
  answers: { 200: data(z.object({ message: z.string(), warning: z.string().optional() })) },
  failures: ['conflict'],
});
