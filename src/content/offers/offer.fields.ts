import { z } from 'zod';
import type { FieldFacts } from '../../records/define/fields.ts';
import { cleanText, fromJson, optionalFlag, wholeNumber } from '../../shared/fields.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { plural } from '../../shared/text/plural.ts';
import { typedNumber } from '../pricing/offer.format.ts';
import { formatCents, formatPrice, parseCents } from '../pricing/price.ts';
import { formatThousandths, parseThousandths, toWirePrice, toWireSize } from '../pricing/prices.ts';

// Kinds of fields that only offers have.

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
const sizeInput = z
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

/** Returns a required price, stored in cents. */
export const priceField = <const F extends FieldFacts>(facts: F) => ({
  ...facts,
  input: requiredPrice(),
  output: z.string(),
  folded: false as const,
  store: parseCents,
  present: formatCents,
  text: () => null,
  shown: formatPrice,
});

/** Returns an optional price, stored in cents. An empty value clears it. */
export const optionalPriceField = <const F extends FieldFacts>(facts: F, description: string) => ({
  ...facts,
  input: optionalPrice().describe(description),
  output: z.string().nullable(),
  folded: false as const,
  store: parseCents,
  present: priceOrNone,
  text: () => null,
  shown: (price: string | null) => price && formatPrice(price),
});

export const priceOrNone = (cents: number | null) => (cents === null ? null : formatCents(cents));

/** Returns a required size, stored in thousandths of its unit. */
export const sizeField = <const F extends FieldFacts>(facts: F) => ({
  ...facts,
  input: sizeInput,
  output: z.string(),
  folded: false as const,
  store: parseThousandths,
  present: formatThousandths,
  text: () => null,
  shown: (size: string): string | null => typedNumber(size),
});

/** Accepts an absent or empty value besides a number. */
export const optionalNumber = (message: string, max: number) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : cleanText(value) || null),
    z.union([z.null(), wholeNumber(message, 1, max)], message).optional(),
  );

const MAX_OFFER_BRANCHES = 500;
const NO_BRANCH_CHOSEN = 'Escolha pelo menos uma filial, ou todas.';
const CHOOSE_AGAIN = 'Escolha as filiais de novo.';

const branchesInput = z
  .preprocess((value) => {
    const list = fromJson(value);
    return list === 'all' ? null : list;
  }, z
    .array(z.uuid(CHOOSE_AGAIN), CHOOSE_AGAIN)
    .min(1, NO_BRANCH_CHOSEN)
    .max(MAX_OFFER_BRANCHES, CHOOSE_AGAIN)
    .nullish())
  .describe('As filiais em que vale, pelos códigos delas, como JSON; `all` ou vazio são todas.');

/** Returns the branches in which a record is valid, stored as a JSON array of uuids; null for all branches. */
export const branchesField = <const F extends FieldFacts>(facts: F) => ({
  ...facts,
  input: branchesInput,
  output: z.array(z.string()).nullable(),
  folded: false as const,
  store: (branches: string[]): string | null => JSON.stringify([...new Set(branches)].sort()),
  present: (stored: string | null) => (stored === null ? null : parseStored<string[]>(stored, [])),
  text: () => null,
  shown: (branches: string[] | null) => branches && plural(branches.length, 'filial', 'filiais'),
});

/** Confirmation flag of every endpoint that saves prices. */
export const unitPriceCheck = optionalFlag(
  'Diga se o preço por quilo, litro ou unidade é conferido antes.',
).describe(
  'Com `true`, um preço por quilo, litro ou unidade de cem vezes o comum no departamento é perguntado antes: a resposta é 409 com `question`, e nada é guardado. Sem ele, a oferta é guardada e a resposta diz o que se estranhou.',
);
