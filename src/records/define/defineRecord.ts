import { z } from 'zod';
import { json } from '../../contract/endpoint.ts';
import { expectedVersion, wholeNumber } from '../../contract/fields.ts';
import type { Filter, Filters } from '../../contract/filters.ts';
import type { Area } from '../../contract/permissions.ts';
import { orderedEndpoints, recordEndpoints } from '../../contract/records.ts';
import { type Fields, inputShapeOf, type OutputName, outputShapeOf, type StoredValues } from './fields.ts';

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
  /** Fields in the order of screens and history, if it is not that of `fields`. */
  screenOrder?: readonly (keyof F & string)[];
  /**
   * Returns the texts that a search looks through, if they are not those of the searched fields in their
   * order.
   */
  searchTexts?(values: StoredValues<F>): (string | null)[];
  /** Checks fields that depend on each other. An absent value keeps the stored one, which only the service knows. */
  refine?(values: z.output<InputSchema<F, boolean>>, context: z.RefinementCtx): void;
}

/** Message for an empty order, of records that staff sort: «Informe a ordem das perguntas.» */
interface OrderFacts {
  orderMissing: string;
}

type PublicKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { public: true } ? K : never;
}[keyof F];

type FilteredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { filtered: true } ? K : never;
}[keyof F];

type Position = z.ZodOptional<ReturnType<typeof wholeNumber>>;

type InputSchema<F extends Fields, O extends boolean> = z.ZodObject<
  { -readonly [K in keyof F]: F[K]['input'] } & (O extends true ? { position: Position } : unknown) & {
      version: typeof expectedVersion;
    }
>;

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

type PublicSchema<F extends Fields> = z.ZodObject<{ id: z.ZodNumber; uuid: z.ZodString } & PublicShape<F>>;

type FiltersOf<F extends Fields> = { [K in FilteredKeys<F>]: Filter };

/** Defines a record that has its place by a rule: schemas, filters and endpoints. */
export function defineRecord<
  const T extends string,
  const P extends string,
  const A extends Area,
  const F extends Fields,
  const L extends Filters = FiltersOf<F>,
>(facts: RecordFacts<T, P, A, F, L>) {
  const schemas = schemasOf<F, false, L>(facts, false);
  const endpoints = recordEndpoints({ ...endpointFacts(facts, schemas, false), body: json(schemas.input) });
  return { ...facts, ...schemas, endpoints, ordered: false as const };
}

/** Defines a record that staff sort. */
export function defineOrderedRecord<
  const T extends string,
  const P extends string,
  const A extends Area,
  const F extends Fields,
  const L extends Filters = FiltersOf<F>,
>(facts: RecordFacts<T, P, A, F, L> & OrderFacts) {
  const schemas = schemasOf<F, true, L>(facts, true);
  const endpoints = orderedEndpoints({
    ...endpointFacts(facts, schemas, true),
    body: json(schemas.input),
    orderMissing: facts.orderMissing,
  });
  return { ...facts, ...schemas, endpoints, ordered: true as const };
}

/** Returns the schemas and filters that follow from the fields. */
export function schemasOf<F extends Fields, O extends boolean, L extends Filters>(
  facts: Pick<RecordFacts<string, string, Area, F, L>, 'fields' | 'refine' | 'filters'>,
  ordered: O,
) {
  const { fields, refine } = facts;
  const all = Object.entries(fields);
  const publicShape = outputShapeOf(Object.fromEntries(all.filter(([, field]) => field.public)));
  const input = z.object({
    ...inputShapeOf(fields),
    ...(ordered && { position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional() }),
    version: expectedVersion,
  });
  const output = z.object({
    ...{ id: z.number(), uuid: z.string() },
    ...outputShapeOf(fields),
    ...(ordered && { position: z.number() }),
    ...{ version: z.number(), updated_at: z.string() },
  });
  const publicOutput = z.object({ ...{ id: z.number(), uuid: z.string() }, ...publicShape });
  const fieldFilters = Object.fromEntries(
    all.flatMap(([name, { label, options, filtered }]) =>
      filtered && options ? [[name, { label, values: options }]] : [],
    ),
  );
  // The entries above do not keep the types of the fields.
  return {
    input: (refine ? input.superRefine(refine as never) : input) as unknown as InputSchema<F, O>,
    output: output as unknown as OutputSchema<F, O>,
    publicOutput: publicOutput as unknown as PublicSchema<F>,
    publicFields: z.object(publicShape) as unknown as z.ZodObject<PublicShape<F>>,
    filters: facts.filters ?? (fieldFilters as unknown as L),
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
  const sorted = Object.keys(fields).filter((name) => fields[name]?.sortable);
  const sortable: [string, ...string[]] = ['id', ...sorted, ...(ordered ? ['position'] : [])];
  return { table, path, area, many, one, record: output, sortable, filters };
}
