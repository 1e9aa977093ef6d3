import { z } from 'zod';
import {
  choice,
  enumValue,
  enumValueOf,
  optionalChoice,
  optionalDate,
  optionalDestination,
  optionalInstant,
  optionalLink,
  optionalPhone,
  optionalText,
  optionalTime,
  requiredDate,
  requiredDigits,
  requiredEmail,
  requiredInstant,
  requiredName,
  requiredPhone,
  requiredText,
  requiredTime,
} from '../../shared/fields.ts';
import { type DocumentFile, documentFile } from '../../shared/files/document.ts';
import type { GalleryImage } from '../../shared/files/image.ts';
import { parseStored } from '../../shared/storedJson.ts';

/** A value as a column stores it. */
export type StoredValue = string | number | null;

/** The records of another table that a field names by id. */
export interface Reference {
  table: string;
  /** Name of the record in responses, which show these columns of it beside its id. The last is its name. */
  as: string;
  columns: readonly string[];
  /** Whether its records are never erased while they are named. */
  permanent?: boolean;
  /** Texts about a deleted record, if the field may be empty. */
  deleted?: {
    /** Error for a deleted record that was not chosen before. */
    gone: string;
    /** Tells staff that a save dropped a deleted record. */
    dropped: string;
  };
}

/**
 * Source of a column that no form sends: the service at each save (`adjust`), the other columns (`derived`), or
 * a background job, until which it has the default of the database.
 */
export type SetBy = 'service' | 'columns' | 'job';

/** Facts of any field. Absent ones are false. */
export interface FieldFacts {
  /** Name of the field for staff: «Contato». */
  label: string;
  /** Whether shoppers read it. */
  public?: boolean;
  /** Whether the list sorts by it. Text is sorted by a folded copy in the column `…_key`. */
  sortable?: boolean;
  /** Column by which the list is sorted, if it is not that of the field or its folded copy. */
  sortColumn?: string;
  /** Name in sort orders, if it is not that in inputs. */
  sortAs?: string;
  /** Whether a search of the list finds its words. */
  searched?: boolean;
  /** Whether the list filters by it. Only for a choice. */
  filtered?: boolean;
  /** Whether it may hold personal data. The data inventory lists its column. */
  personal?: boolean;
  /** False if responses leave it out. */
  inOutput?: boolean;
  /** False if the screen of the details leaves it out. */
  onScreen?: boolean;
  /** False if the version history leaves it out. */
  inHistory?: boolean;
  /** Name in inputs, and sort orders without a name of their own, if it is not that of the field. */
  sentAs?: string;
}

/** A column of a record, from which schemas, lists, screens and history follow. */
export interface Field<
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  Stored extends StoredValue = StoredValue,
  Folded extends boolean = boolean,
> extends FieldFacts {
  /** Absent if forms do not send the value. */
  input?: In;
  /** Inputs that forms send with this one, by name. */
  moreInputs?: Readonly<Record<string, z.ZodType>>;
  output: Out;
  /** Name in responses, if it is not that of the field. */
  as?: string;
  setBy?: SetBy;
  /** Stored value of a new record whose form sends none. */
  initial?: StoredValue;
  /** Whether the value follows from the columns, and has none of its own. The service reads its input, if any. */
  computed?: boolean;
  /** Options of a choice, by stored value. */
  options?: Readonly<Record<string | number, string>>;
  /** Kind of a value that screens do not show as plain text. */
  kind?: 'day' | 'instant' | 'link' | 'phone' | 'picture' | 'alt' | 'pictures' | 'file';
  reference?: Reference;
  /** Whether a record may be without its picture. */
  isOptional?: boolean;
  /** Whether forms may send no picture, and remove it. */
  isRemovable?: boolean;
  /** Pictures with an order of their own. The name of the field is their table. */
  gallery?: {
    /** Column of the table with the id of the record. */
    owner: string;
    /** Field of a form with new pictures. */
    files: string;
  };
  /** Returns the pictures of a gallery in a response. */
  imagesOf?(value: z.output<Out>): readonly GalleryImage[];
  /** Whether sorting uses a folded copy of the value. */
  folded: Folded;
  /** Converts the value of a request to the stored one, if they differ. */
  store?(value: NonNullable<z.output<In>>): StoredValue;
  /**
   * Converts the stored value to that of the API. `row` has all columns, those of references, the picture as
   * `file`, and the pictures of a gallery as `gallery`.
   */
  present(stored: Stored, row: object, today: string): z.output<Out>;
  /** Returns the stored value as text, for the search. */
  text(stored: Stored): string | null;
  /** Returns the value of the API as text, for screens. */
  shown(value: z.output<Out>): string | null;
}

/** Returns the column by which a list is sorted by a field. */
export const sortColumnOf = (name: string, { folded, sortColumn }: Pick<Field, 'folded' | 'sortColumn'>) =>
  sortColumn ?? (folded ? `${name}_key` : name);

/** Returns the name of a field in inputs. */
export const inputNameOf = (name: string, { sentAs }: Pick<Field, 'sentAs'>) => sentAs ?? name;

/** Returns the name of a field in sort orders. */
export const sortNameOf = (name: string, field: Pick<Field, 'sentAs' | 'sortAs'>) =>
  field.sortAs ?? inputNameOf(name, field);

export type InputName<F extends Fields, K extends keyof F> = F[K] extends { sentAs: infer N extends string }
  ? N
  : K;

/** Returns the name of a field in responses. */
export const outputNameOf = (name: string, { reference, as }: Pick<Field, 'reference' | 'as'>) =>
  reference?.as ?? as ?? name;

export type OutputName<F extends Fields, K extends keyof F> = F[K] extends { inOutput: false }
  ? never
  : F[K] extends { reference: { as: infer N extends string } } | { as: infer N extends string }
    ? N
    : K;

export type Fields = Readonly<Record<string, Field>>;

/** Values of the columns, by field. */
export type StoredValues<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends { computed: true } ? never : K]: StoredOf<F[K]>;
};

type StoredOf<F> = F extends { present(stored: infer S, row: never, today: never): unknown } ? S : never;

export type InputKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { input: z.ZodType } ? K : never;
}[keyof F];

/** Values of the columns that forms send, by field. */
export type EditedValues<F extends Fields> = {
  -readonly [K in InputKeys<F> as F[K] extends { computed: true } ? never : K]: StoredOf<F[K]>;
};

/** Values of the columns that no form sends, by what sets them. */
export type ValuesSetBy<F extends Fields, S extends SetBy> = {
  -readonly [K in keyof F as F[K] extends { setBy: S } ? K : never]: StoredOf<F[K]>;
};

/** Values of the columns that a save sets, by field. */
export type SavedValues<F extends Fields> = EditedValues<F> & ValuesSetBy<F, 'service'>;

/** Shape of the requests with `F`. */
export type InputShape<F extends Fields> = {
  -readonly [K in InputKeys<F> as InputName<F, K>]: F[K] extends { input: infer In } ? In : never;
};

/** Builds a field whose stored value is that of the API. */
export function plainField<
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

/** Returns a required text with rules of its own. */
export const checkedTextField = <const F extends FieldFacts, In extends z.ZodType<string>>(
  facts: F,
  input: In,
) => plainField(facts, input, z.string(), true);

/** Returns a required e-mail address. */
export const emailField = <const F extends FieldFacts>(facts: F) =>
  plainField(facts, requiredEmail(), z.string(), true);

/** Returns the digits of a telephone, which a search finds. */
export const phoneDigits = (phone: string | null) => phone?.replace(/\D/g, '') ?? null;

/** Returns a required telephone. */
export const phoneField = <const F extends FieldFacts>(facts: F) => ({
  ...plainField(facts, requiredPhone(), z.string(), false),
  kind: 'phone' as const,
  text: phoneDigits,
});

/** Returns an optional telephone. */
export const optionalPhoneField = <const F extends FieldFacts>(facts: F) => ({
  ...plainField(facts, optionalPhone(), z.string().nullable(), false),
  kind: 'phone' as const,
  text: phoneDigits,
});

/** Returns a required number such as a phone's, stored as digits. */
export const digitsField = <const F extends FieldFacts & { what: string; max: number }>(facts: F) =>
  plainField(facts, requiredDigits(facts.what, facts.max), z.string(), false);

/** Returns a required time of day, `HH:MM`. `what` completes "Informe …": «a hora do fim». */
export const timeField = <const F extends FieldFacts & { what: string }>(facts: F) =>
  plainField(facts, requiredTime(facts.what), z.string(), false);

/** Returns an optional time of day, `HH:MM`. */
export const optionalTimeField = <const F extends FieldFacts>(facts: F) =>
  plainField(facts, optionalTime(), z.string().nullable(), false);

/** Returns a required day, `YYYY-MM-DD`. `what` completes "Informe …": «o dia». */
export const dayField = <const F extends FieldFacts & { what: string }>(facts: F) => ({
  ...plainField(facts, requiredDate(facts.what), z.string(), false),
  kind: 'day' as const,
});

/** Returns an optional day, `YYYY-MM-DD`. */
export const optionalDayField = <const F extends FieldFacts>(facts: F) => ({
  ...plainField(facts, optionalDate(), z.string().nullable(), false),
  kind: 'day' as const,
});

/** Returns a required instant, ISO 8601. `what` completes "Informe …": «o dia e a hora». */
export const instantField = <const F extends FieldFacts & { what: string }>(facts: F) => ({
  ...plainField(facts, requiredInstant(facts.what), z.string(), false),
  kind: 'instant' as const,
});

/** Returns an optional instant, ISO 8601. */
export const optionalInstantField = <const F extends FieldFacts>(facts: F) => ({
  ...plainField(facts, optionalInstant(), z.string().nullable(), false),
  kind: 'instant' as const,
});

/** Returns an optional link: http or https only. */
export const optionalLinkField = <const F extends FieldFacts>(facts: F) => ({
  ...plainField(facts, optionalLink(), z.string().nullable(), false),
  kind: 'link' as const,
});

/** Returns an optional destination: a link, or a path of the site. */
export const optionalDestinationField = <const F extends FieldFacts>(facts: F) => ({
  ...plainField(facts, optionalDestination(), z.string().nullable(), false),
  kind: 'link' as const,
});

/** Returns an optional whole number, which `input` reads. */
export const optionalNumberField = <
  const F extends FieldFacts,
  In extends z.ZodType<number | null | undefined>,
>(
  facts: F,
  input: In,
) => ({
  ...facts,
  input,
  output: z.number().nullable(),
  folded: false as const,
  present: (stored: number | null) => stored,
  text: () => null,
  shown: (value: number | null) => value?.toString() ?? null,
});

/** Returns a list that is stored as JSON; null if it is empty. */
export const listField = <
  const F extends FieldFacts & Pick<Field, 'kind'>,
  In extends z.ZodType,
  Item extends z.ZodType,
>(
  facts: F,
  input: In,
  item: Item,
) => ({
  ...facts,
  input,
  output: z.array(item),
  folded: false as const,
  store: (value: NonNullable<z.output<In>>): string | null => JSON.stringify(value),
  present: (stored: string | null): z.output<Item>[] => parseStored(stored, []),
  text: () => null,
  shown: () => null,
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

/** Returns an optional choice. An empty value clears it. */
export function optionalChoiceField<
  const O extends Readonly<Record<number, string>>,
  const F extends FieldFacts & { missing: string },
>(options: O, facts: F) {
  const present = (stored: number | null) => (stored === null ? null : enumValueOf(options, stored));
  return {
    ...facts,
    options,
    input: optionalChoice(options, facts.missing),
    output: enumValue.nullable(),
    folded: false as const,
    present,
    text: (stored: number | null): string | null => present(stored)?.text ?? null,
    shown: (value: z.output<typeof enumValue> | null): string | null => value?.text ?? null,
  };
}

/** Returns the file of the record, the column `file_id`. */
export const fileField = <const F extends Pick<FieldFacts, 'label' | 'public'>>(facts: F) => ({
  ...facts,
  as: 'file' as const,
  output: documentFile,
  kind: 'file' as const,
  folded: false as const,
  present: (_: number, row: object) => (row as { file: DocumentFile }).file,
  text: () => null,
  shown: ({ name }: DocumentFile): string | null => name,
});

/** Returns a value of responses that follows from the columns and the date, such as a state. */
export const computedField = <
  const F extends Pick<FieldFacts, 'label' | 'public' | 'onScreen'>,
  Out extends z.ZodType,
  R extends object,
>(
  facts: F,
  output: Out,
  compute: (row: R, today: string) => z.output<Out>,
) => ({
  ...facts,
  computed: true as const,
  output,
  folded: false as const,
  present: (_: unknown, row: object, today: string) => compute(row as R, today),
  text: () => null,
  shown: () => null,
});
