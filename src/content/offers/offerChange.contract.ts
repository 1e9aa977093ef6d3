import { z } from 'zod';
import { data, endpoint, json } from '../../shared/endpoint.ts';
import { optionalDate, optionalFlag, wholeNumber } from '../../shared/fields.ts';
import { MAX_BULK_RECORDS } from '../../shared/history.ts';
import { plural } from '../../shared/text/plural.ts';
import { offerRecord } from './offer.contract.ts';
import { unitPriceCheck } from './offer.fields.ts';

const { department, branches, former_price } = offerRecord.fields;

const CHOOSE = 'Escolha as ofertas da lista.';
const PERCENT = 'O desconto vai de 1% a 90%.';
const RAISE = 'O aumento vai de 1% a 200%.';
const HOW = 'Escolha entre baixar, subir, definir e tirar.';
const LIMIT = 'O limite vai de 1 a 999 por cliente.';

const uuids = z
  .array(z.uuid(CHOOSE), CHOOSE)
  .min(1, 'Escolha pelo menos uma oferta.')
  .max(MAX_BULK_RECORDS, `Escolha até ${MAX_BULK_RECORDS} ofertas por vez.`);

/** Maps an empty field to `undefined`, which leaves the stored value unchanged. */
const unchanged = (value: unknown) => (value === '' || value === null ? undefined : value);

const MOST_OFF = 90;
const MOST_RAISE = 200;

/** Returns the schema of a change of a price, relative to the stored one or to a new value. */
const priceEdit = <const H extends string>(ways: readonly H[]) =>
  z
    .object(
      {
        how: z.enum(ways, HOW),
        percent: z.preprocess(unchanged, wholeNumber(RAISE, 1, MOST_RAISE).optional()),
        amount: former_price.input,
      },
      HOW,
    )
    .superRefine(({ how, percent, amount }, context) => {
      const issue = (message: string) => context.addIssue({ code: 'custom', message });
      if (how === 'clear') return;
      if (how === 'set') {
        if (!amount || percent) issue('Informe o novo valor em reais, como 12,99.');
      } else if (percent && amount) issue('Mude em porcento ou em reais, não dos dois modos.');
      else if (!percent && !amount) issue('Diga quanto muda, em porcento ou em reais.');
      else if (how === 'lower' && percent && percent > MOST_OFF) issue(PERCENT);
    })
    .optional();

const limitEdit = z
  .object(
    {
      how: z.enum(['lower', 'raise', 'set', 'clear'], HOW),
      amount: z.preprocess(unchanged, wholeNumber(LIMIT, 1, 999).optional()),
    },
    HOW,
  )
  .refine(({ how, amount }) => how === 'clear' || amount !== undefined, LIMIT)
  .optional();

const versions = z.array(z.int(CHOOSE).positive(CHOOSE), CHOOSE).min(1, CHOOSE).max(MAX_BULK_RECORDS, CHOOSE);

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
    price: priceEdit(['lower', 'raise', 'set']).describe(
      'Baixa, sobe ou define o preço, em porcento ou em reais; meio centavo arredonda para cima.',
    ),
    former_price: priceEdit(['lower', 'raise', 'set', 'clear']).describe(
      'O mesmo do preço de antes; `clear` o tira. Baixar e subir só valem onde há um.',
    ),
    card_price: priceEdit(['lower', 'raise', 'set', 'clear']).describe('O mesmo do preço com o cartão.'),
    customer_limit: limitEdit.describe('O mesmo do limite por cliente, em unidades.'),
    highlight: optionalFlag('Diga se as ofertas ficam com destaque.').describe(
      'Sem este campo, fica como está.',
    ),
    skip_invalid: optionalFlag('Diga se as ofertas que não podem mudar ficam de fora.').describe(
      'Com `true`, as que não podem mudar assim ficam como estão, e as outras mudam.',
    ),
    versions: versions
      .optional()
      .describe('A versão de cada uma em `uuids`, na conferência: se outra pessoa a mudou desde então, 409.'),
    unit_price_check: unitPriceCheck,
    trial: z
      .boolean('Diga se é só para conferir.')
      .default(false)
      .describe('Com `true`, nada é guardado: a resposta diz o que muda em cada oferta.'),
  })
  .superRefine((change, context) => {
    const { valid_from, valid_until, department, branches, percent_off, price_off } = change;
    const { price, former_price, card_price, customer_limit, highlight } = change;
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (percent_off && price_off) issue('price_off', 'Baixe em porcento ou em reais, não dos dois modos.');
    if (price && (percent_off || price_off)) issue('price', 'Mude o preço de um só modo.');
    if (change.versions && change.versions.length !== change.uuids.length) issue('versions', CHOOSE);
    const parts = [valid_from, valid_until, department, percent_off, price_off, price];
    if (
      ![...parts, former_price, card_price, customer_limit].some(Boolean) &&
      branches === undefined &&
      highlight === undefined
    )
      issue('valid_until', 'Diga o que muda.');
  });
export type OfferChange = z.output<typeof offerChange>;

/** Fields that a bulk change may set, in the order in which people read them. */
export const CHANGED_FIELDS = [
  ...(['price', 'former_price', 'card_price', 'customer_limit', 'highlight'] as const),
  ...(['valid_from', 'valid_until', 'department', 'branches'] as const),
] as const;

const changed = z.object({
  message: z.string(),
  stored: z.boolean(),
  /**
   * The result for each offer: its new values and version, or the problem that prevents the change. Once stored,
   * only the offers that changed.
   */
  offers: z.array(
    z.object({
      uuid: z.string(),
      product: z.string(),
      version: z.number(),
      price: z.string(),
      price_before: z.string(),
      problem: z.string().nullable(),
      /** Fields that differ, in words. */
      changes: z.array(z.object({ field: z.enum(CHANGED_FIELDS), before: z.string(), after: z.string() })),
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
    'Muda preços, limite, destaque, dias, departamento ou filiais de várias ofertas, de todas ou de nenhuma; com `trial`, só confere',
  needs: 'offers.publish',
  table: 'offers',
  body: json(offerChange),
  answers: { 200: data(changed) },
  failures: ['not_found', 'conflict'],
});

/** Returns what an undo did, by the numbers of offers. */
export function undoneText({
  deleted,
  restored,
  left,
}: Record<'deleted' | 'restored' | 'left', number>): string {
  const parts = [
    restored > 0 && `${plural(restored, 'oferta voltou', 'ofertas voltaram')} a ser como antes.`,
    deleted > 0 && `${plural(deleted, 'oferta foi', 'ofertas foram')} para a lixeira.`,
    left > 0 &&
      `${plural(left, 'mudou desde então e fica como está', 'mudaram desde então e ficam como estão')}.`,
  ];
  return parts.filter(Boolean).join(' ');
}

const undone = z.object({
  message: z.string(),
  warning: z.string().optional(),
  /** Number of offers that are as before. */
  restored: z.number(),
  /** Number of offers in the trash. */
  deleted: z.number(),
  /** Offers that stay, because they changed since. */
  left: z.array(z.object({ uuid: z.string(), product: z.string().nullable() })),
});

export const undoOffers = endpoint({
  method: 'POST',
  path: '/admin/offers/change/undo',
  summary:
    'Volta várias ofertas à versão anterior, se ninguém as mudou desde então; as criadas vão para a lixeira',
  needs: 'offers.publish',
  table: 'offers',
  body: json(
    z.object({
      uuids,
      versions,
      new_uuids: z
        .array(z.uuid(CHOOSE), CHOOSE)
        .max(MAX_BULK_RECORDS, CHOOSE)
        .optional()
        .describe('Das ofertas de `uuids`, as que a importação criou: vão para a lixeira.'),
      skip_changed: optionalFlag('Diga se as ofertas que mudaram desde então ficam como estão.').describe(
        'Com `true`, as que mudaram desde então ficam como estão, e as outras voltam.',
      ),
    }),
  ),
  answers: { 200: data(undone) },
  failures: ['not_found', 'conflict'],
});
