import { z } from 'zod';
import { hasInvisible, hasVisibleText, INVISIBLE_REFUSED, withoutInvisible } from './text/invisible.ts';

// Building blocks of text fields. Every schema trims and drops control characters, which PostgreSQL refuses
// (NUL and others, but not line breaks and tabs).

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Normalizes the value of a text field, before any other check. A number becomes text. A line break becomes
 * one character, as forms count it; multipart sends two. Text without a visible character becomes empty.
 */
export function cleanText(value: unknown): unknown {
  const text = cleanName(value);
  return typeof text === 'string' && !hasVisibleText(text) ? '' : text;
}

/** Normalizes the value of a name. A name that looks empty stays, because a stored one may be saved again unchanged. */
export function cleanName(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  return value.replace(CONTROL_CHARACTERS, '').replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/** Also removes invisible characters, pasted by accident. For anonymous users, and for fields but prose. */
function cleanInvisible(value: unknown): unknown {
  const text = cleanText(value);
  return typeof text === 'string' ? withoutInvisible(text).trim() : text;
}

const tooLong = (max: number) => `Use no máximo ${max} caracteres.`;

/**
 * Returns the schema of a required text. `what` completes "Informe …": «o título», «a cidade». A character is
 * a UTF-16 unit, as in `maxlength`.
 */
export function requiredText(what: string, max: number) {
  const missing = `Informe ${what}.`;
  return z.preprocess(cleanText, z.string({ error: missing }).min(1, missing).max(max, tooLong(max)));
}

/**
 * Returns the schema of a required name. The service refuses names that look empty or have invisible characters
 * (`ensureVisibleNames`).
 */
export function requiredName(what: string, max: number) {
  const missing = `Informe ${what}.`;
  return z.preprocess(cleanName, z.string({ error: missing }).min(1, missing).max(max, tooLong(max)));
}

/** Returns the schema of a name that is given once. Names of records are compared with the stored one instead. */
export function requiredNewName(what: string, max: number) {
  return requiredText(what, max).refine((name) => !hasInvisible(name), INVISIBLE_REFUSED);
}

/** Returns the schema of a text that an anonymous user must enter. */
export function requiredPublicText(what: string, max: number) {
  return z.preprocess(cleanInvisible, requiredText(what, max));
}

/** Returns the schema of an optional text. An absent one keeps the stored text, an empty one clears it. */
export function optionalText(max: number) {
  return z.preprocess(
    (value) => emptyIsNull(cleanText(value)),
    z.string({ error: 'Informe um texto.' }).max(max, tooLong(max)).nullish(),
  );
}

/** Returns the schema of a required telephone. Phones copy a number with direction controls around it. */
export function requiredPhone() {
  return requiredPublicText('o telefone', 40);
}

export function optionalPhone() {
  return z.preprocess(cleanInvisible, optionalText(40));
}

function emptyIsNull(value: unknown): unknown {
  return value === '' ? null : value;
}

/** Parses JSON text, because multipart fields hold only text. Other values and texts pass unchanged. */
export function fromJson(value: unknown): unknown {
  const text = emptyIsNull(cleanText(value));
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
    cleanInvisible,
    z.string({ error: missing }).min(1, missing).max(254, tooLong(254)).pipe(z.email(EMAIL).max(254)),
  );
}

const LINK = 'Cole o endereço completo, começando com https://';

/** Returns the schema of a link that staff enter: http or https only. */
export function optionalLink() {
  return z.preprocess(
    (value) => emptyIsNull(cleanText(value)),
    z
      .url({ protocol: /^https?$/, hostname: /\S/, error: LINK })
      .max(2000, tooLong(2000))
      .nullish(),
  );
}

const DESTINATION = 'Cole o endereço completo, começando com https://, ou um caminho do site, como /branches';

/** Returns the schema of a link's destination: an http or https address, or a path of this site. */
export function optionalDestination() {
  const address = z.url({ protocol: /^https?$/, hostname: /\S/ });
  const path = z.string().regex(/^\/(?![/\\])\S*$/);
  return z.preprocess(
    (value) => emptyIsNull(cleanText(value)),
    z
      .string({ error: DESTINATION })
      .max(2000, tooLong(2000))
      .refine((value) => address.safeParse(value).success || path.safeParse(value).success, DESTINATION)
      .nullish(),
  );
}

/** Returns the schema of a whole number, which may be sent as text. */
export function wholeNumber(message: string, min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
    z.number({ error: message }).int(message).min(min, message).max(max, message),
  );
}

/** Largest value of a PostgreSQL `integer` column. */
export const MAX_INTEGER_COLUMN = 2_147_483_647;

/** Returns the schema of the id of another record. `missing` asks for it: «Escolha o filme.» */
export const requiredId = (missing: string) => wholeNumber(missing, 1, MAX_INTEGER_COLUMN);

/** Returns the schema of an optional id. An empty one clears it. */
export const optionalId = (missing: string) => z.preprocess(emptyIsNull, requiredId(missing).nullish());

const FLAGS: Record<string, boolean> = { 1: true, true: true, 0: false, false: false, '': false };

/** Returns the schema of an optional yes or no, which forms may send as text. */
export const optionalFlag = (message: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value in FLAGS ? FLAGS[value] : value),
    z.boolean(message).optional(),
  );

/** A record's number in a path or a query. */
export const recordNumber = z.coerce.number().int().positive().max(MAX_INTEGER_COLUMN);

/** Version that an editor loaded (optimistic lock). An update with an older version gets a 409. */
export const expectedVersion = wholeNumber('Versão inválida.', 1, MAX_INTEGER_COLUMN).optional();

const WRONG_INSTANT = 'Informe data e hora.';

/** Returns the schema of an instant, ISO 8601 with an offset. An empty one clears it. */
export function optionalInstant() {
  return z.preprocess(
    (value) => emptyIsNull(cleanText(value)),
    z.iso.datetime({ offset: true, error: WRONG_INSTANT }).max(40, WRONG_INSTANT).nullish(),
  );
}

/** Returns the schema of a required instant. `what` completes "Informe …": «o dia e a hora». */
export function requiredInstant(what: string) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    cleanText,
    z
      .string({ error: missing })
      .min(1, { error: missing, abort: true })
      .max(40, WRONG_INSTANT)
      .pipe(z.iso.datetime({ offset: true, error: WRONG_INSTANT })),
  );
}

/** Returns the schema of an enumerated field, sent as a number or its text: `{ 1: 'Fixo', 2: 'Celular' }`. */
export function choice<const T extends Record<number, string>>(options: T, message: string) {
  const numbers = Object.keys(options).map(Number) as (keyof T & number)[];
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value),
    z.literal(numbers, message),
  );
}

/** Returns the schema of an optional enumerated field. An empty one clears it. */
export const optionalChoice = <const T extends Record<number, string>>(options: T, message: string) =>
  z.preprocess((value) => emptyIsNull(cleanText(value)), choice(options, message).nullish());

/** An enumerated field as it is read. */
export const enumValue = z.object({ number: z.number(), text: z.string() });

/** Returns the stored number of an enumerated field with its text. */
export function enumValueOf(options: Record<number, string>, number: number): z.output<typeof enumValue> {
  return { number, text: options[number] ?? '' };
}

/** Returns the schema of a number such as a phone's. Punctuation is removed. */
export function requiredDigits(what: string, max: number) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    (value) => {
      const text = cleanInvisible(value);
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

/** Returns the schema of a required time of day, `HH:MM`. */
export function requiredTime(what: string) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    (value) => withoutSeconds(cleanText(value)),
    z.string({ error: missing }).min(1, { error: missing, abort: true }).regex(TIME, WRONG_TIME),
  );
}

/** Returns the schema of an optional time of day, `HH:MM`. An empty one clears it. */
export function optionalTime() {
  return z.preprocess(
    (value) => emptyIsNull(withoutSeconds(cleanText(value))),
    z.string({ error: WRONG_TIME }).regex(TIME, WRONG_TIME).nullish(),
  );
}

const WRONG_DATE = 'Informe o dia, o mês e o ano.';

/** Returns the schema of a required day, `YYYY-MM-DD`. */
export function requiredDate(what: string) {
  const missing = `Informe ${what}.`;
  return z.preprocess(
    cleanText,
    z
      .string({ error: missing })
      .min(1, missing)
      .pipe(z.iso.date({ error: WRONG_DATE })),
  );
}

/** Returns the schema of an optional day, `YYYY-MM-DD`. An empty one clears it. */
export function optionalDate() {
  return z.preprocess((value) => emptyIsNull(cleanText(value)), z.iso.date({ error: WRONG_DATE }).nullish());
}

/**
 * Returns the longest text that `schema` accepts, for `maxlength` and counters; undefined if unlimited. Reads Zod's
 * definition: its JSON schemas, which say the same, take milliseconds each time that a form opens.
 */
export function maxLengthOf(schema: z.core.$ZodType): number | undefined {
  const stated = z.globalRegistry.get(schema)?.maxLength;
  if (typeof stated === 'number') return stated;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return schema.maxLength ?? undefined;
  if (schema instanceof z.ZodPipe) return maxLengthOf(schema.out);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch)
    return maxLengthOf(schema.unwrap());
  if (!(schema instanceof z.ZodUnion)) return undefined;
  return schema.options.map(maxLengthOf).find((length) => length !== undefined);
}
