import { z } from 'zod';
import { hasUnseen, hasVisible, UNSEEN_REFUSED, withoutUnseen } from './unseen.ts';

// A text field's building blocks. Every schema trims, so that only white space counts as missing, and drops
// characters that no keyboard types and PostgreSQL refuses (NUL and its kin, but not line breaks and tabs).

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const UNTYPABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Cleans the value of every text field first; a number counts as its text. A line break is one character, as the form
 * counts it, though multipart carries it as two. A text without a visible character is empty.
 */
export function clean(value: unknown): unknown {
  const text = cleanName(value);
  return typeof text === 'string' && !hasVisible(text) ? '' : text;
}

/** Cleans the value of a name, and leaves it one that looks empty: a stored name may, and is saved again unchanged. */
export function cleanName(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  return value.replace(UNTYPABLE, '').replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/** Cleans what is no prose, or what strangers send: characters that nobody sees come along when it is pasted. */
function cleanUnseen(value: unknown): unknown {
  const text = clean(value);
  return typeof text === 'string' ? withoutUnseen(text).trim() : text;
}

const tooLong = (max: number) => `Use no máximo ${max} caracteres.`;

/**
 * Text that must be there. `what` completes "Informe …": «o título», «a cidade».
 * A character is a UTF-16 unit, as in `maxlength`.
 */
export function requiredText(what: string, max: number) {
  const missing = `Informe ${what}.`;
  return z.preprocess(clean, z.string({ error: missing }).min(1, missing).max(max, tooLong(max)));
}

/** Name that must be there. Where it is written, `ensureNames` refuses one that looks empty or has unseen characters. */
export function requiredName(what: string, max: number) {
  const missing = `Informe ${what}.`;
  return z.preprocess(cleanName, z.string({ error: missing }).min(1, missing).max(max, tooLong(max)));
}

/** A name that is given once and never changed. The names of records are checked beside what is stored. */
export function requiredNewName(what: string, max: number) {
  return requiredText(what, max).refine((name) => !hasUnseen(name), UNSEEN_REFUSED);
}

/** Text that a stranger must give. */
export function requiredPublicText(what: string, max: number) {
  return z.preprocess(cleanUnseen, requiredText(what, max));
}

/** Text that may be missing: absent keeps what is stored, empty clears it (`null`). */
export function optionalText(max: number) {
  return z.preprocess(
    (value) => emptyIsNull(clean(value)),
    z.string({ error: 'Informe um texto.' }).max(max, tooLong(max)).nullish(),
  );
}

/** A telephone as people write it: phones copy one with direction controls around it. */
export function requiredPhone() {
  return requiredPublicText('o telefone', 40);
}

export function optionalPhone() {
  return z.preprocess(cleanUnseen, optionalText(40));
}

function emptyIsNull(value: unknown): unknown {
  return value === '' ? null : value;
}

/**
 * For fields that are more than a text, sent as JSON text, because multipart has only text; what it stands for
 * passes too, and what is no JSON stays the text that it is.
 */
export function fromJson(value: unknown): unknown {
  const text = emptyIsNull(clean(value));
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const EMAIL = 'Confira o e-mail. Ele tem a forma nome@exemplo.com.br';

export function requiredEmail(what = 'o e-mail') {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    cleanUnseen,
    z.string({ error: missing }).min(1, missing).max(254, tooLong(254)).pipe(z.email(EMAIL).max(254)),
  );
}

const LINK = 'Cole o endereço completo, começando com https://';

/** A link that staff type: http or https only. */
export function optionalLink() {
  return z.preprocess(
    (value) => emptyIsNull(clean(value)),
    z
      .url({ protocol: /^https?$/, hostname: /\S/, error: LINK })
      .max(2000, tooLong(2000))
      .nullish(),
  );
}

const DESTINATION = 'Cole o endereço completo, começando com https://, ou um caminho do site, como /branches';

/** Where a click leads: an http or https address, or a path of this very site. */
export function optionalDestination() {
  const address = z.url({ protocol: /^https?$/, hostname: /\S/ });
  const path = z.string().regex(/^\/(?![/\\])\S*$/);
  return z.preprocess(
    (value) => emptyIsNull(clean(value)),
    z
      .string({ error: DESTINATION })
      .max(2000, tooLong(2000))
      .refine((value) => address.safeParse(value).success || path.safeParse(value).success, DESTINATION)
      .nullish(),
  );
}

/** A whole number that may arrive as text (multipart has only text). */
export function wholeNumber(message: string, min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
    z.number({ error: message }).int(message).min(min, message).max(max, message),
  );
}

/** What a column of whole numbers holds: PostgreSQL knows no larger one. */
export const MOST_IN_COLUMN = 2_147_483_647;

/** A number that the database gave something, as it comes back in an address or a query. */
export const recordNumber = z.coerce.number().int().positive().max(MOST_IN_COLUMN);

/** The version that an editor saw; an update that is behind gets a 409. */
export const seenVersion = wholeNumber('Versão inválida.', 1, MOST_IN_COLUMN).optional();

const WRONG_INSTANT = 'Informe data e hora.';

/** An instant: ISO 8601 with offset; empty clears. */
export function optionalInstant() {
  return z.preprocess(
    (value) => emptyIsNull(clean(value)),
    z.iso.datetime({ offset: true, error: WRONG_INSTANT }).max(40, WRONG_INSTANT).nullish(),
  );
}

/** An instant that must be there. `what` completes "Informe …": «o dia e a hora». */
export function requiredInstant(what: string) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    clean,
    z
      .string({ error: missing })
      .min(1, { error: missing, abort: true })
      .max(40, WRONG_INSTANT)
      .pipe(z.iso.datetime({ offset: true, error: WRONG_INSTANT })),
  );
}

/** A number of a typed field, sent as the number or its text: `{ 1: 'Fixo', 2: 'Celular' }`. */
export function choice<const T extends Record<number, string>>(options: T, message: string) {
  const numbers = Object.keys(options).map(Number) as (keyof T & number)[];
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value),
    z.literal(numbers, message),
  );
}

/** A typed field as it is read. */
export const typed = z.object({ number: z.number(), text: z.string() });

/** Presents a stored number of a typed field. */
export function typedOf(options: Record<number, string>, number: number): z.output<typeof typed> {
  return { number, text: options[number] ?? '' };
}

/** Digits, with whatever punctuation people put between them; the digits alone are kept. */
export function requiredDigits(what: string, max: number) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    (value) => {
      const text = cleanUnseen(value);
      return typeof text === 'string' ? text.replace(/[\s().+\p{Pd}]/gu, '') : text;
    },
    z
      .string({ error: missing })
      .min(1, missing)
      .regex(/^\d*$/, 'Use só números.')
      .max(max, `Use no máximo ${max} números.`),
  );
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** Browsers and databases may add seconds. */
const withoutSeconds = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^(\d\d:\d\d):\d\d(\.\d+)?$/, '$1') : value;
const WRONG_TIME = 'Informe a hora como 08:30.';

/** A time of day, `HH:MM`. */
export function requiredTime(what: string) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    (value) => withoutSeconds(clean(value)),
    z.string({ error: missing }).min(1, { error: missing, abort: true }).regex(TIME, WRONG_TIME),
  );
}

export function optionalTime() {
  return z.preprocess(
    (value) => emptyIsNull(withoutSeconds(clean(value))),
    z.string({ error: WRONG_TIME }).regex(TIME, WRONG_TIME).nullish(),
  );
}

const WRONG_DATE = 'Informe o dia, o mês e o ano.';

/** A day, `YYYY-MM-DD`. */
export function requiredDate(what: string) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    clean,
    z
      .string({ error: missing })
      .min(1, missing)
      .pipe(z.iso.date({ error: WRONG_DATE })),
  );
}

export function optionalDate() {
  return z.preprocess((value) => emptyIsNull(clean(value)), z.iso.date({ error: WRONG_DATE }).nullish());
}

/** The longest text that `schema` takes, for `maxlength` and counters; undefined where there is no limit. */
export function maxLengthOf(schema: z.ZodType): number | undefined {
  const { maxLength, anyOf } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as {
    maxLength?: number;
    anyOf?: { maxLength?: number }[];
  };
  return maxLength ?? anyOf?.find((branch) => branch.maxLength !== undefined)?.maxLength;
}
