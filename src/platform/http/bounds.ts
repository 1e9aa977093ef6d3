import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';

const KIB = 1024;

/**
 * Room for what clients send beside the fields that an endpoint reads. Staff, whom we know, get more: a text
 * that is far too long is then told at its field.
 */
const LEAST = {
  anyone: { json: 16 * KIB, multipart: 64 * KIB },
  staff: { json: 256 * KIB, multipart: 256 * KIB },
};
const MOST = 1024 * KIB;

/** A UTF-16 unit as JSON escapes it; in UTF-8 it takes three at most. */
const BYTES_PER_CHARACTER = 6;

/** Quotes, colon and comma of a field, or of an item. */
const PUNCTUATION = 6;

const NUMBER = 25;
const SHORT = 100;
const NONE = Number.POSITIVE_INFINITY;

/** Patterns that repeat nothing without end hold something short: times, dates, postcodes, uuids. */
const ENDLESS = /[*+]|,\}/;

/** How many characters `schema` takes at most, as JSON; Infinity where it sets no limit. */
export function mostCharacters(schema: z.core.$ZodType): number {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { maxLength, maxProperties } = metaOf(schema);
  if (maxLength !== undefined) return maxLength;
  switch (def.type) {
    case 'string':
      return Math.min(longest(def), isShort(def) ? SHORT : NONE);
    case 'number':
    case 'boolean':
    case 'null':
      return NUMBER;
    case 'literal':
      return Math.max(...def.values.map((value) => String(value).length));
    case 'enum':
      return Math.max(...Object.values(def.entries).map((value) => String(value).length));
    case 'union':
      return Math.max(...def.options.map(mostCharacters));
    case 'object':
      return sum(Object.entries(def.shape).map(([name, field]) => entry(name.length, field)));
    case 'array':
      return longest(def) * entry(0, def.element);
    case 'record':
      return (maxProperties ?? NONE) * entry(mostCharacters(def.keyType), def.valueType);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return mostCharacters(def.innerType);
    case 'pipe':
      // Preparing and reshaping set no limits; of two rules the stricter one holds.
      return Math.min(mostCharacters(def.in), mostCharacters(def.out));
    default:
      return NONE;
  }
}

/** What `.max()` says. */
function longest({ checks = [] }: z.core.$ZodTypeDef): number {
  const found = checks.map(({ _zod }) => (_zod.def as Partial<z.core.$ZodCheckMaxLengthDef>).maximum ?? NONE);
  return Math.min(NONE, ...found);
}

function isShort({ checks = [], ...def }: z.core.$ZodTypeDef): boolean {
  const patterns = [def, ...checks.map(({ _zod }) => _zod.def)].map(
    (rule) => (rule as { pattern?: RegExp }).pattern,
  );
  return patterns.some((pattern) => pattern && !ENDLESS.test(pattern.source));
}

const metaOf = (schema: z.core.$ZodType) =>
  (z.globalRegistry.get(schema) ?? {}) as { maxProperties?: number; maxLength?: number };
const entry = (name: number, value: z.core.$ZodType) => name + mostCharacters(value) + PUNCTUATION;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** How many bytes of text a request may bring: what its contract can hold, with a little on top. */
export function textLimit({ body, needs }: Pick<Endpoint, 'body' | 'needs'>): number {
  if (!body) return UNREAD_LIMIT;
  const held = mostCharacters(body.schema) * BYTES_PER_CHARACTER;
  return Math.min(MOST, Math.max(LEAST[needs ? 'staff' : 'anyone'][body.type], held));
}

/** What a body may bring that no endpoint asks for. */
export const UNREAD_LIMIT = LEAST.anyone.json;
