import type { z } from 'zod';
import type { Field, FieldFacts, SetBy, StoredValue } from './fields.ts';

/** Returns a column that no form sends. */
export const serverField = <
  const F extends FieldFacts & Pick<Field, 'kind'> & { setBy: SetBy },
  Out extends z.ZodType<StoredValue>,
>(
  facts: F,
  output: Out,
) => ({
  ...facts,
  output,
  folded: false as const,
  present: (stored: z.output<Out>) => stored,
  text: () => null,
  shown: (value: z.output<Out>): string | null => value?.toString() ?? null,
});

/** Returns a column that only the service reads, so it needs no label. */
export const internalField = <const S extends SetBy, Out extends z.ZodType<StoredValue>>(
  setBy: S,
  stored: Out,
) => serverField({ label: '', setBy, inOutput: false, inHistory: false }, stored);
