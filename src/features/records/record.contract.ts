import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';
import { resources } from '../resources.ts';

const changes = z.object({
  /** Pages that are no record's own, where anything that they show was ever saved. */
  pages: z.array(z.object({ path: z.string(), changed: z.string() })),
  /** Records with a page of their own, but for recipes, which have a map of theirs. */
  records: z.array(z.object({ uuid: z.string(), changed: z.string() })),
});
export type Changes = z.output<typeof changes>;

/** For the sitemap: no other public answer has dates. */
export const siteChanges = endpoint({
  method: 'GET',
  path: '/site/changes',
  summary: 'Quando cada página e cada registro do site mudou',
  answers: { 200: data(changes) },
  cached: true,
});

/** For a site that is served elsewhere: no page that it keeps may outlast that. A length of time, because clocks differ. */
export const siteTurn = endpoint({
  method: 'GET',
  path: '/site/turn',
  summary: 'Em quantos milissegundos algo no site muda por si: o dia vira, ou algo entra ou sai',
  answers: { 200: data(z.object({ in_ms: z.number() })) },
});

/**
 * The tables of what the back office shows or edits on a screen for each record, by the addresses of those screens.
 * Where there is one record only, its screen is there whatever it is asked for.
 */
const tables = resources.flatMap(({ table, office: { address, screens } }) =>
  !('single' in screens) && ('show' in screens || 'edit' in screens) ? [[address, table] as const] : [],
);
export const namedTables: ReadonlyMap<string, (typeof tables)[number][1]> = new Map(tables);

/** For the status of such a screen, which is asked for before anybody is known: it tells that much and no more. */
export const siteRecord = endpoint({
  method: 'GET',
  path: '/site/records/:table/:uuid',
  summary: 'Diz se um registro existe',
  params: z.object({ table: z.enum(tables.map(([, table]) => table)), uuid: z.uuid() }),
  answers: { 204: null },
});
