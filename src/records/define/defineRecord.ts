import { z } from 'zod';
import { type JsonBody, json, type MultipartBody, multipart } from '../../shared/endpoint.ts';
import { expectedVersion, wholeNumber } from '../../shared/fields.ts';
import type { Filter, Filters } from '../../shared/filters.ts';
import type { Area } from '../../shared/permissions.ts';
import { orderedEndpoints, recordEndpoints } from '../../shared/records.ts';
import {
  type EditedValues,
  type Fields,
  type InputShape,
  inputNameOf,
  type OutputName,
  outputNameOf,
  sortNameOf,
} from './fields.ts';
import { formFilesOf } from './pictureFields.ts';

// A record is defined once, by its fields. Its schemas, endpoints, filters, list, service and labels follow.

/** Facts of a record beside its fields. */
export interface RecordFacts<
  T extends string,
  P extends string,
  A extends Area,
  F extends Fields,
  L extends Filters = FiltersOf<F>,
> {
  table: T;
  /** Path on the wire, below `/admin/`: `phones`. */
  path: P;
  area: A;
  /** Nouns of the summaries: «os telefones», «um telefone». */
  many: `${'os' | 'as'} ${string}`;
  one: `${'um' | 'uma'} ${string}`;
  fields: F;
  /** Filters of the list, if they are not those of the filtered fields. */
  filters?: L;
  /** Fields in the order of screens and history, if it is not that of `fields`. Others follow them. */
  screenOrder?: readonly (keyof F & string)[];
  /** Fields that follow all others in responses. */
  outputLast?: readonly (keyof F & string)[];
  /**
   * Returns the texts that a search looks through, if they are not those of the searched fields in their
   * order.
   */
  searchTexts?(values: EditedValues<F>): (string | null)[];
  /** Checks fields that depend on each other. An absent value keeps the stored one, which only the service knows. */
  refine?(values: z.output<InputSchema<F, boolean>>, context: z.RefinementCtx): void;
}

/** Facts of records that staff sort. */
interface OrderFacts<F extends Fields, V extends boolean = boolean> {
  /** Message for an empty order: «Informe a ordem das perguntas.» */
  orderMissing: string;
  /** Field that precedes `position` on the wire, if it is not the last. */
  positionAfter?: keyof F & string;
  /** Whether shoppers read the position. */
  positionIsPublic?: V;
}

type PublicKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { public: true } ? K : never;
}[keyof F];

type FilteredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { filtered: true } ? K : never;
}[keyof F];

type Position = z.ZodOptional<ReturnType<typeof wholeNumber>>;

export type InputSchema<F extends Fields, O extends boolean> = z.ZodObject<
  InputShape<F> &
    MoreInputs<F> &
    (O extends true ? { position: Position } : unknown) & { version: typeof expectedVersion }
>;

type MoreInputsOf<F> = F extends { moreInputs: infer M } ? (inputs: M) => void : never;

/** The additional inputs of all fields. */
type MoreInputs<F extends Fields> = [MoreInputsOf<F[keyof F]>] extends [never]
  ? unknown
  : MoreInputsOf<F[keyof F]> extends (inputs: infer M) => void
    ? M
    : never;

type BodyOf<F extends Fields, O extends boolean> = [F] extends [{ file_id: object }]
  ? MultipartBody<InputSchema<F, O>, ReturnType<typeof formFilesOf<F>>>
  : JsonBody<InputSchema<F, O>>;

type OutputSchema<F extends Fields, O extends boolean> = z.ZodObject<
  { id: z.ZodNumber; uuid: z.ZodString } & {
    -readonly [K in keyof F as OutputName<F, K>]: F[K]['output'];
  } & (O extends true ? { position: z.ZodNumber } : unknown) & {
      version: z.ZodNumber;
      updated_at: z.ZodString;
    }
>;

type PublicShape<F extends Fields> = {
  -readonly [K in PublicKeys<F> as OutputName<F, K>]: F[K]['output'];
};

type PublicSchema<F extends Fields, V extends boolean> = z.ZodObject<
  { id: z.ZodNumber; uuid: z.ZodString } & PublicShape<F> &
    (V extends true ? { position: z.ZodNumber } : unknown)
>;

type FiltersOf<F extends Fields> = { [K in FilteredKeys<F>]: Filter };

/** Defines a record that has its place by a rule: schemas, filters and endpoints. */
export function defineRecord<
  const T extends string,
  const P extends string,
  const A extends Area,
  const F extends Fields,
  const L extends Filters = FiltersOf<F>,
>(facts: RecordFacts<T, P, A, F, L>) {
  const schemas = schemasOf<F, false, L, false>(facts, false);
  const endpoints = recordEndpoints({
    ...endpointFacts(facts, schemas, false),
    body: bodyOf<F, false>(facts.fields, schemas.input),
  });
  return { ...facts, ...schemas, endpoints, ordered: false as const };
}

/** Defines a record that staff sort. */
export function defineOrderedRecord<
  const T extends string,
  const P extends string,
  const A extends Area,
  const F extends Fields,
  const L extends Filters = FiltersOf<F>,
  const V extends boolean = false,
>(facts: RecordFacts<T, P, A, F, L> & OrderFacts<F, V>) {
  const schemas = schemasOf<F, true, L, V>(facts, true);
  const endpoints = orderedEndpoints({
    ...endpointFacts(facts, schemas, true),
    body: bodyOf<F, true>(facts.fields, schemas.input),
    orderMissing: facts.orderMissing,
  });
  return { ...facts, ...schemas, endpoints, ordered: true as const };
}

function bodyOf<F extends Fields, O extends boolean>(fields: F, input: InputSchema<F, O>) {
  return ('file_id' in fields ? multipart(input, formFilesOf(fields)) : json(input)) as BodyOf<F, O>;
}

type Shape = [string, z.ZodType][];

/** Returns the schemas and filters that follow from the fields. */
export function schemasOf<F extends Fields, O extends boolean, L extends Filters, V extends boolean = false>(
  facts: Pick<RecordFacts<string, string, Area, F, L>, 'fields' | 'refine' | 'filters' | 'outputLast'> &
    Partial<OrderFacts<F, V>>,
  ordered: O,
) {
  const { fields, refine, positionAfter = Object.keys(fields).at(-1), outputLast = [] } = facts;
  const all = Object.entries(fields);
  /** Returns the shape of a schema, with `position` at its place. */
  const shapeOf = (partsOf: (name: string, field: Fields[string]) => Shape, position: z.ZodType | null) =>
    all.flatMap(([name, field]): Shape => {
      const parts = partsOf(name, field);
      return position && name === positionAfter ? [...parts, ['position', position]] : parts;
    });
  const lastNames = new Set(outputLast.map((name) => outputNameOf(name, fields[name] ?? {})));
  function outputShape(position: z.ZodType | null, isIncluded = (_: Fields[string]) => true) {
    const parts = shapeOf(
      (name, field) =>
        isIncluded(field) && field.inOutput !== false ? [[outputNameOf(name, field), field.output]] : [],
      position,
    );
    const [first, last] = [false, true].map((wanted) =>
      parts.filter(([name]) => lastNames.has(name) === wanted),
    );
    return Object.fromEntries([...(first ?? []), ...(last ?? [])]);
  }
  const input = z.object({
    ...Object.fromEntries(
      shapeOf(
        (name, field) => [
          ...(field.input ? ([[inputNameOf(name, field), field.input]] satisfies Shape) : []),
          ...Object.entries(field.moreInputs ?? {}),
        ],
        ordered ? wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional() : null,
      ),
    ),
    version: expectedVersion,
  });
  const output = z.object({
    ...{ id: z.number(), uuid: z.string() },
    ...outputShape(ordered ? z.number() : null),
    ...{ version: z.number(), updated_at: z.string() },
  });
  const publicShape = outputShape(
    facts.positionIsPublic ? z.number() : null,
    (field) => field.public === true,
  );
  const publicOutput = z.object({ ...{ id: z.number(), uuid: z.string() }, ...publicShape });
  const fieldFilters = Object.fromEntries(
    all.flatMap(([name, { label, options, filtered }]) =>
      filtered && options ? [[name, { label, values: options }]] : [],
    ),
  );
  // The entries above do not keep the types of the fields.
  return {
    input: (refine ? input.superRefine(refine as never) : input) as InputSchema<F, O>,
    output: output as OutputSchema<F, O>,
    publicOutput: publicOutput as PublicSchema<F, V>,
    publicFields: z.object(publicShape) as z.ZodObject<PublicShape<F>>,
    filters: facts.filters ?? (fieldFilters as L),
  };
}

function endpointFacts<
  const T extends string,
  const P extends string,
  const A extends Area,
  const F extends Fields,
  O extends boolean,
  L extends Filters,
>(
  { table, path, area, many, one, fields }: RecordFacts<T, P, A, F, L>,
  { output, filters }: { output: OutputSchema<F, O>; filters: L },
  ordered: boolean,
) {
  const sorted = Object.entries(fields).flatMap(([name, field]) =>
    field.sortable ? [sortNameOf(name, field)] : [],
  );
  const sortable: [string, ...string[]] = ['id', ...sorted, ...(ordered ? ['position'] : [])];
  return { table, path, area, many, one, record: output, sortable, filters };
}
