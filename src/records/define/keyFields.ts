import { z } from 'zod';
import { optionalFlag } from '../../shared/fields.ts';
import type { FieldFacts } from './fields.ts';

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
