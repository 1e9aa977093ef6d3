import { z } from 'zod';
import type { Endpoint } from '../../../shared/endpoint.ts';

const KIB = 1024;

/**
 * Lowest limits, with room for fields that an endpoint does not read. Staff get more, so that a text that is
 * far too long is reported at its field.
 */
const MIN_LIMITS = {
  anyone: { json: 16 * KIB, multipart: 64 * KIB },
  staff: { json: 256 * KIB, multipart: 256 * KIB },
};
const MAX_LIMIT = 1024 * KIB;

/** Length of one UTF-16 unit that JSON escapes (`\u0000`). In UTF-8 it takes three bytes at most. */
const BYTES_PER_CHARACTER = 6;

/** Length of the quotes, colon and comma of a field or an item. */
const PUNCTUATION = 6;

const NUMBER_LENGTH = 25;
const SHORT_LENGTH = 100;
const UNLIMITED = Number.POSITIVE_INFINITY;

/** Matches unbounded repetition. Other patterns describe short values: times, dates, postcodes, uuids. */
const UNBOUNDED = /[*+]|,\}/;

/** Returns how many characters `schema` takes at most as JSON, or Infinity if it sets no limit. */
export function maxCharacters(schema: z.core.$ZodType): number {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { maxLength, maxProperties } = metaOf(schema);
  if (maxLength !== undefined) return maxLength;
  switch (def.type) {
    case 'string':
      return Math.min(maxLengthOf(def), isShort(def) ? SHORT_LENGTH : UNLIMITED);
    case 'number':
    case 'boolean':
    case 'null':
      return NUMBER_LENGTH;
    case 'literal':
      return Math.max(...def.values.map((value) => String(value).length));
    case 'enum':
      return Math.max(...Object.values(def.entries).map((value) => String(value).length));
    case 'union':
      return Math.max(...def.options.map(maxCharacters));
    case 'object':
      return sum(Object.entries(def.shape).map(([name, field]) => entryLength(name.length, field)));
    case 'array':
      return maxLengthOf(def) * entryLength(0, def.element);
    case 'record':
      return (maxProperties ?? UNLIMITED) * entryLength(maxCharacters(def.keyType), def.valueType);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return maxCharacters(def.innerType);
    case 'pipe':
      // Preprocessing and transforms set no limits. If both sides do, the stricter one applies.
      return Math.min(maxCharacters(def.in), maxCharacters(def.out));
    default:
      return UNLIMITED;
  }
}

/** Returns the limit that `.max()` sets. */
function maxLengthOf({ checks = [] }: z.core.$ZodTypeDef): number {
  const limits = checks.map(
    ({ _zod }) => (_zod.def as Partial<z.core.$ZodCheckMaxLengthDef>).maximum ?? UNLIMITED,
  );
  return Math.min(UNLIMITED, ...limits);
}

function isShort({ checks = [], ...def }: z.core.$ZodTypeDef): boolean {
  const patterns = [def, ...checks.map(({ _zod }) => _zod.def)].map(
    (rule) => (rule as { pattern?: RegExp }).pattern,
  );
  return patterns.some((pattern) => pattern && !UNBOUNDED.test(pattern.source));
}

const metaOf = (schema: z.core.$ZodType) =>
  (z.globalRegistry.get(schema) ?? {}) as { maxProperties?: number; maxLength?: number };
const entryLength = (name: number, value: z.core.$ZodType) => name + maxCharacters(value) + PUNCTUATION;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the limit of a request's text in bytes: the longest that its contract allows, plus some room. */
export function textLimit({ body, needs }: Pick<Endpoint, 'body' | 'needs'>): number {
  if (!body) return UNREAD_BODY_LIMIT;
  const needed = maxCharacters(body.schema) * BYTES_PER_CHARACTER;
  return Math.min(MAX_LIMIT, Math.max(MIN_LIMITS[needs ? 'staff' : 'anyone'][body.type], needed));
}

/** Limit in bytes of a body that no endpoint reads. */
export const UNREAD_BODY_LIMIT = MIN_LIMITS.anyone.json;
