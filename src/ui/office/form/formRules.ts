import type { z } from 'zod';
import { maxLengthOf } from '../../../contract/fields.ts';

export interface FieldRule {
  required: boolean;
  maxLength: number | undefined;
}

export type FieldRules = Record<string, FieldRule>;

/** What a form shows of the contract's rules: which fields must be there and how long they may be. */
export function rulesOf(schema: z.ZodType): FieldRules {
  const shape = (schema as { shape?: Record<string, z.ZodType> }).shape ?? {};
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      { required: !field.safeParse(undefined).success, maxLength: maxLengthOf(field) },
    ]),
  );
}

/** How near its end a text is: nothing to say until 15 % (at least 10 characters) are left. */
export function charactersLeft(length: number, maxLength: number | undefined): string | undefined {
  if (maxLength === undefined) return undefined;
  const left = maxLength - length;
  if (left > Math.max(10, maxLength * 0.15)) return undefined;
  if (left < 0) return left === -1 ? '1 caractere a mais' : `${-left} caracteres a mais`;
  return left === 1 ? 'Resta 1 caractere' : `Restam ${left} caracteres`;
}
