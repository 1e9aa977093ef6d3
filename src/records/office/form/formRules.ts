import type { z } from 'zod';
import { maxLengthOf } from '../../../shared/fields.ts';

export interface FieldRule {
  required: boolean;
  maxLength: number | undefined;
}

export type FieldRules = Record<string, FieldRule>;

const known = new WeakMap<z.ZodType, FieldRules>();

/** Returns the contract's rules that a form shows: required fields and maximum lengths. */
export function rulesOf(schema: z.ZodType): FieldRules {
  const found = known.get(schema);
  if (found) return found;
  const shape = (schema as { shape?: Record<string, z.ZodType> }).shape ?? {};
  const rules = Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      { required: !field.safeParse(undefined).success, maxLength: maxLengthOf(field) },
    ]),
  );
  known.set(schema, rules);
  return rules;
}

/** Returns a message about the remaining characters; undefined while more than 15 % (at least 10) are left. */
export function charactersLeft(length: number, maxLength: number | undefined): string | undefined {
  if (maxLength === undefined) return undefined;
  const left = maxLength - length;
  if (left > Math.max(10, maxLength * 0.15)) return undefined;
  if (left < 0) return left === -1 ? '1 caractere a mais' : `${-left} caracteres a mais`;
  return left === 1 ? 'Resta 1 caractere' : `Restam ${left} caracteres`;
}
