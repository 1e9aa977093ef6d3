import { z } from 'zod';

/** One thing by which a list is narrowed, as data: its calls take it by its name, and the screen shows it as chips. */
export interface Filter {
  label: string;
  /** Each value and its words; absent where the records themselves say which there are (cities, vacancies). */
  values?: Readonly<Record<string, string>>;
}

export type Filters = Readonly<Record<string, Filter>>;

/** Of every record that may be withheld or changed later. */
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

/** Stands as a view of its own before those that people save. */
export const ATTENTION = 'attention';
export const attentionFilter = {
  label: 'Atenção',
  values: { yes: 'Pedem atenção' },
} as const satisfies Filter;

/** Counting stops here: what a filter costs does not grow with its table. */
export const FILTER_COUNT_LIMIT = 1000;
/** Of what the records themselves say: more would be no choice any more. */
export const MOST_VALUES = 100;

export const filterCounts = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    values: z.array(z.object({ value: z.string(), text: z.string(), count: z.number() })),
  }),
);
export type FilterCounts = z.output<typeof filterCounts>;

/** What the query of a list takes for `filters`. As all of it, wrong values fall back. */
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
