import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';

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
