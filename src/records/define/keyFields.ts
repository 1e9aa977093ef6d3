import { z } from 'zod';
import { optionalFlag } from '../../shared/fields.ts';
import type { FieldFacts } from './fields.ts';

/** Returns the keys of `options`, as the schema of a choice needs them. */
export const keysOf = <T extends object>(options: T) =>
  Object.keys(options) as [keyof T & string, ...(keyof T & string)[]];

/** Returns a choice, stored and sent as its key, and sorted by name. `missing` asks for it: «Escolha a unidade.» */
export const keyField = <
  O extends Readonly<Record<string, string>>,
  const F extends FieldFacts & { missing: string },
>(
  options: O,
  facts: F,
) => ({
  ...facts,
  options,
  input: z.enum(keysOf(options), facts.missing),
  output: z.enum(keysOf(options)),
  folded: true as const,
  present: (stored: keyof O & string) => stored,
  text: (stored: keyof O & string): string | null => options[stored] ?? null,
  shown: (value: keyof O & string): string | null => options[value] ?? null,
});

/** Returns a yes or no, stored as 1 or 0. `missing` asks for it: «Diga se a oferta tem destaque.» */
export const flagField = <const F extends FieldFacts & { missing: string }>(
  facts: F,
  input = optionalFlag(facts.missing),
) => ({
  ...facts,
  options: { 0: 'Não', 1: 'Sim' } as const,
  input,
  output: z.boolean(),
  initial: 0,
  folded: false as const,
  store: (value: boolean): number => Number(value),
  present: (stored: number) => stored === 1,
  text: () => null,
  shown: (value: boolean): string | null => (value ? 'Sim' : 'Não'),
});
