import { z } from 'zod';
import { data, endpoint } from '../../shared/endpoint.ts';

const changes = z.object({
  /** Pages of no single record, if anything that they show was ever saved. */
  pages: z.array(z.object({ path: z.string(), changed: z.string() })),
  /** Records with a page of their own, except recipes and offers, which have sitemaps in parts. */
  records: z.array(z.object({ uuid: z.string(), changed: z.string() })),
});
export type SitemapChanges = z.output<typeof changes>;

/** Endpoint for the sitemap. No other public response has dates of changes. */
export const siteChanges = endpoint({
  method: 'GET',
  path: '/site/changes',
  summary: 'Quando cada página e cada registro do site mudou',
  answers: { 200: data(changes) },
  cached: true,
});

/**
 * Endpoint for a site process on another host: no page that it caches may outlast this. It is a duration,
 * because the clocks of hosts differ.
 */
export const siteNextChange = endpoint({
  method: 'GET',
  path: '/site/turn',
  summary: 'Em quantos milissegundos algo no site muda por si: o dia vira, ou algo entra ou sai',
  answers: { 200: data(z.object({ in_ms: z.number() })) },
});
