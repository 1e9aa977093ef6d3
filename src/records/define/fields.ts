import { z } from 'zod';
import {
  choice,
  enumValue,
  enumValueOf,
  optionalDate,
  optionalText,
  optionalTime,
  requiredDigits,
  requiredName,
  requiredText,
  requiredTime,
} from '../../contract/fields.ts';

/** A value as a column stores it. */
export type StoredValue = string | number | null;

/** Facts of any field. Absent ones are false. */
export interface FieldFacts {
  /** Name of the field for staff: «Contato». */
  label: string;
  /** Whether shoppers read it. */
  public?: boolean;
  /** Whether the list sorts by it. Text is sorted by a folded copy in the column `…_key`. */
  sortable?: boolean;
  /** Column of the folded copy, if it is not the name of the field with `_key`. */
  sortColumn?: string;
  /** Whether a search of the list finds its words. */
  searched?: boolean;
  /** Whether the list filters by it. Only for a choice. */
  filtered?: boolean;
  /** Whether it may hold personal data. The data inventory lists its column. */
  personal?: boolean;
}

/** A column of a record, from which schemas, lists, screens and history follow. */
export interface Field<
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  Stored extends StoredValue = StoredValue,
  Folded extends boolean = boolean,
> extends FieldFacts {
  input: In;
  output: Out;
  /** Options of a choice, by number. */
  options?: Readonly<Record<number, string>>;
  /** Kind of a value that screens do not show as plain text. */
  kind?: 'day';
  /** Whether sorting uses a folded copy of the value. */
  folded: Folded;
  /** Converts the stored value to that of the API. */
  present(stored: Stored): z.output<Out>;
  /** Returns the stored value as text, for the search. */
  text(stored: Stored): string | null;
  /** Returns the value of the API as text, for screens. */
  shown(value: z.output<Out>): string | null;
}

/** Returns the column by which a list is sorted by a field. */
export const sortColumnOf = (name: string, { folded, sortColumn }: Pick<Field, 'folded' | 'sortColumn'>) =>
  folded ? (sortColumn ?? `${name}_key`) : name;

export type Fields = Readonly<Record<string, Field<z.ZodType, z.ZodType, never>>>;

/** Values of the columns, by field. */
export type StoredValues<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends { present(stored: infer S): unknown } ? S : never;
};

/** Builds a field whose stored value is that of the API. */
function plainField<
  const F extends FieldFacts,
  In extends z.ZodType,
  Out extends z.ZodType<string | null>,
  const D extends boolean,
>(facts: F, input: In, output: Out, folded: D) {
  return {
    ...facts,
    input,
    output,
    folded,
    present: (stored: z.output<Out>): z.output<Out> => stored,
    text: (stored: z.output<Out>): string | null => stored,
    shown: (value: z.output<Out>): string | null => value,
  };
}

/** Returns a required name on one line. `what` completes "Informe …": «o contato». */
export const nameField = <const F extends FieldFacts & { what: string; max: number }>(facts: F) =>
  plainField(facts, requiredName(facts.what, facts.max), z.string(), true);

/** Returns a required text of several lines. */
export const textField = <const F extends FieldFacts & { what: string; max: number }>(facts: F) =>
  plainField(facts, requiredText(facts.what, facts.max), z.string(), true);

/** Returns an optional text. An absent input keeps the stored text, an empty one clears it. */
export const optionalTextField = <const F extends FieldFacts & { max: number }>(facts: F) =>
  plainField(facts, optionalText(facts.max), z.string().nullable(), true);

/** Returns a required number such as a phone's, stored as digits. */
export const digitsField = <const F extends FieldFacts & { what: string; max: number }>(facts: F) =>
  plainField(facts, requiredDigits(facts.what, facts.max), z.string(), false);

/** Returns a required time of day, `HH:MM`. `what` completes "Informe …": «a hora do fim». */
export const timeField = <const F extends FieldFacts & { what: string }>(facts: F) =>
  plainField(facts, requiredTime(facts.what), z.string(), false);

/** Returns an optional time of day, `HH:MM`. */
export const optionalTimeField = <const F extends FieldFacts>(facts: F) =>
  plainField(facts, optionalTime(), z.string().nullable(), false);

/** Returns an optional day, `YYYY-MM-DD`. */
export const optionalDayField = <const F extends FieldFacts>(facts: F) => ({
  ...plainField(facts, optionalDate(), z.string().nullable(), false),
  kind: 'day' as const,
});

/** Returns a choice, stored as its number. `missing` asks for it: «Escolha o tipo.» */
export function choiceField<
  const O extends Readonly<Record<number, string>>,
  const F extends FieldFacts & { missing: string },
>(options: O, facts: F) {
  return {
    ...facts,
    options,
    input: choice(options, facts.missing),
    output: enumValue,
    folded: false as const,
    present: (stored: number) => enumValueOf(options, stored),
    text: (stored: number): string | null => enumValueOf(options, stored).text,
    shown: ({ text }: z.output<typeof enumValue>): string | null => text,
  };
}
