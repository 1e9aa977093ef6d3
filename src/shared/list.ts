import { z } from 'zod';
import { json } from './endpoint.ts';
import { MAX_ROW_WIDTH } from './files/pictureWidths.ts';
import { type Filters, filterCounts, filterQuery } from './filters.ts';

/** Limit of a total, so that a list's cost does not grow with its table. */
export const COUNT_LIMIT = 10_000;
export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

const positive = (max: number) => z.coerce.number().int().min(1).max(max);

/**
 * Returns the query schema of a list. All parameters are optional and wrong values are ignored, because the
 * existing client must never get an error from a list. Without `page` and `per_page` the list is whole.
 */
export function listQuery<const S extends readonly [string, ...string[]]>(sortable: S, filters?: Filters) {
  const columns = sortable.flatMap((name) => [name, `-${name}`]) as [string, ...string[]];
  const query = z.object({
    search: z.string().trim().max(200).optional().catch(undefined),
    /** Name of a column; a leading `-` sorts descending. */
    sort: z.enum(columns).optional().catch(undefined),
    page: positive(1_000_000).optional().catch(undefined),
    per_page: positive(MAX_PAGE_SIZE).optional().catch(undefined),
    fields: z
      .string()
      .max(1000)
      .optional()
      .catch(undefined)
      .describe(
        `Só estes campos de cada registro, separados por vírgula ("uuid,name"); nomes que não existem são ignorados. As imagens vêm então só com as versões WebP de até ${MAX_ROW_WIDTH} pixels e sem a miniatura embutida. Sem este parâmetro, cada registro vem inteiro.`,
      ),
    counts: z
      .literal('1')
      .optional()
      .catch(undefined)
      .describe(
        'Com `1` e uma página, diz também por que a lista se filtra e quantos registros há de cada valor.',
      ),
  });
  // Filters are dynamic, so their names are not part of the type.
  return filters ? (query.extend(filterQuery(filters)) as typeof query) : query;
}

export type ListQuery = z.output<ReturnType<typeof listQuery>>;

export const pageMeta = z.object({ page: z.number(), per_page: z.number(), total: z.number() });

/** Returns the response schema of a list: `data`, and `meta` if a page was requested. */
export function listResponse<S extends z.ZodType>(item: S) {
  return z.object({ data: z.array(item), meta: pageMeta.optional() });
}

/** Returns the response schema of a list with filters. */
export function filteredListResponse<S extends z.ZodType>(item: S) {
  return listResponse(item).extend({ filters: filterCounts.optional() });
}

const MAX_ORDERED = 1000;

/** Returns the body of a call that sorts records by `uuids`. `message` reports an invalid one. */
export function orderBody(message: string) {
  return json(
    z.object({ uuids: z.array(z.uuid(message), message).min(1, message).max(MAX_ORDERED, message) }),
  );
}
