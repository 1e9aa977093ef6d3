import { z } from 'zod';
import { choice, optionalId, requiredId } from '../../shared/fields.ts';
import type { FieldFacts, Reference } from './fields.ts';

// Fields with the id of a record of another table.

type ReferencedRecord<C extends readonly string[]> = z.ZodObject<
  { id: z.ZodNumber } & { [K in C[number]]: z.ZodString }
>;

type ReferenceOutput<R extends Reference> = R extends { permanent: true }
  ? ReferencedRecord<R['columns']>
  : z.ZodNullable<ReferencedRecord<R['columns']>>;

function referenceTo<const F extends FieldFacts, In extends z.ZodType, const R extends Reference>(
  facts: F,
  input: In,
  reference: R,
) {
  const { as, columns } = reference;
  const shape = Object.fromEntries(columns.map((column) => [column, z.string()]));
  const record = z.object({ id: z.number(), ...shape });
  return {
    ...facts,
    input,
    // The entries do not keep the names of the columns.
    output: (reference.permanent ? record : record.nullable()) as ReferenceOutput<R>,
    reference,
    folded: false as const,
    /** Null for a record that was erased. */
    present(stored: Exclude<z.output<In>, undefined>, row: object) {
      const joined = row as Record<string, string | null>;
      const values = columns.map((column) => [column, joined[referenceColumn(as, column)]]);
      const isThere = values.every(([, value]) => value !== null);
      return (isThere ? { id: stored, ...Object.fromEntries(values) } : null) as z.output<ReferenceOutput<R>>;
    },
    text: () => null,
    shown: (value: object | null): string | null =>
      (value as Record<string, string> | null)?.[columns.at(-1) ?? ''] ?? null,
  };
}

/** Returns the name of a column of a referenced record in the rows of a query. */
export const referenceColumn = (as: string, column: string) => `${as}_${column}`;

/** Returns the id of another record, which responses show by name. `missing` asks for it: «Escolha o filme.» */
export const referenceField = <const F extends FieldFacts & { missing: string }, const R extends Reference>(
  facts: F,
  reference: R,
) => referenceTo(facts, requiredId(facts.missing), reference);

/** Returns the id of another record, of which there is one for each option. */
export const choiceReferenceField = <
  const O extends Readonly<Record<number, string>>,
  const F extends FieldFacts & { missing: string },
  const R extends Reference,
>(
  options: O,
  facts: F,
  reference: R,
) => ({ ...referenceTo(facts, choice(options, facts.missing), reference), options });

/** Returns the id of another record, or null. An empty value clears it. */
export const optionalReferenceField = <
  const F extends FieldFacts & { missing: string },
  const R extends Reference & { deleted: object },
>(
  facts: F,
  reference: R,
) => referenceTo(facts, optionalId(facts.missing), reference);
