import { z } from 'zod';
import { data, endpoint, json } from '../../shared/endpoint.ts';
import { optionalDate, wholeNumber } from '../../shared/fields.ts';
import { MAX_BULK_RECORDS } from '../../shared/history.ts';
import { offerRecord } from './offer.contract.ts';
import { unitPriceCheck } from './offer.fields.ts';

const { department, branches, former_price } = offerRecord.fields;

const CHOOSE = 'Escolha as ofertas da lista.';
const PERCENT = 'O desconto vai de 1% a 90%.';

const uuids = z
  .array(z.uuid(CHOOSE), CHOOSE)
  .min(1, 'Escolha pelo menos uma oferta.')
  .max(MAX_BULK_RECORDS, `Escolha até ${MAX_BULK_RECORDS} ofertas por vez.`);

/** Maps an empty field to `undefined`, which leaves the stored value unchanged. */
const unchanged = (value: unknown) => (value === '' || value === null ? undefined : value);

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
    unit_price_check: unitPriceCheck,
    trial: z
      .boolean('Diga se é só para conferir.')
      .default(false)
      .describe('Com `true`, nada é guardado: a resposta diz o que muda em cada oferta.'),
  })
  .superRefine((change, context) => {
    const { valid_from, valid_until, department, branches, percent_off, price_off } = change;
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (percent_off && price_off) issue('price_off', 'Baixe em porcento ou em reais, não dos dois modos.');
    if (
      ![valid_from, valid_until, department, percent_off, price_off].some(Boolean) &&
      branches === undefined
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
    'Muda os dias, o departamento, as filiais ou o preço de várias ofertas, de todas ou de nenhuma; com `trial`, só confere',
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
