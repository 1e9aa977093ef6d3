import { z } from 'zod';

/** A filter of a list, as data: a query parameter by its name, shown as chips on the screen. */
export interface Filter {
  label: string;
  /** Values with their labels. Absent if the values come from the records (cities, vacancies). */
  values?: Readonly<Record<string, string>>;
}

export type Filters = Readonly<Record<string, Filter>>;

/** Filter of every record that can be unpublished or scheduled. */
export const publicationFilter = {
  label: 'Publicação',
  values: {
    shown: 'No site',
    draft: 'Rascunho',
    ended: 'Fora do site',
    waiting: 'Com mudança esperando',
  },
} as const satisfies Filter;

export const altFilter = {
  label: 'Imagem',
  values: { missing: 'Sem texto alternativo' },
} as const satisfies Filter;

/** Name of the filter that is also a predefined view, before the saved ones. */
export const ATTENTION_FILTER = 'attention';
export const attentionFilter = {
  label: 'Atenção',
  values: { yes: 'Pedem atenção' },
} as const satisfies Filter;

/** Limit of a count, so that its cost does not grow with the table. */
export const FILTER_COUNT_LIMIT = 1000;
/** Limit of values that come from records. More would be no useful choice. */
export const MAX_FILTER_VALUES = 100;

/** Number of records by filter and value. */
export const filterCounts = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    /** Whether the values come from the listed records; otherwise the contract names them. */
    from_records: z.boolean().optional(),
    values: z.array(z.object({ value: z.string(), text: z.string(), count: z.number() })),
  }),
);
export type FilterCounts = z.output<typeof filterCounts>;

/** Returns the query parameters of `filters`. As in every list query, wrong values are ignored. */
export function filterQuery(filters: Filters): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { label, values }]) => [
      name,
      (values ? z.enum(Object.keys(values) as [string, ...string[]]) : z.string().trim().min(1).max(200))
        .optional()
        .catch(undefined)
        .describe(
          `Só os registros com este valor de «${label}»${
            values
              ? `: ${Object.entries(values)
                  .map(([value, text]) => `${value} (${text})`)
                  .join(', ')}.`
              : '.'
          }`,
        ),
    ]),
  );
}
