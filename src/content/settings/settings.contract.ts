import { z } from 'zod';
import { data, endpoint } from '../../shared/endpoint.ts';

/** Configuration of the deployment that pages need. */
export const siteSettings = z.object({
  site_name: z.string(),
  public_url: z.string().nullable(),
  /** Target of "Trabalhe conosco" and the popup: an external address, or the site's own form. */
  recruitment_link: z.string(),
  popup: z
    .object({ image: z.string(), alt: z.string(), link: z.string(), width: z.number(), height: z.number() })
    .nullable(),
  /** Shown before the first save of the company information; null if not configured. */
  fallback_address: z.string().nullable(),
  fallback_cnpj: z.string().nullable(),
  /** Retention of job applications, in months. */
  retention_months: z.number(),
  /** Maximum size of a résumé, in megabytes. */
  resume_megabytes: z.number(),
  /** Date in America/Sao_Paulo by the server's clock, YYYY-MM-DD. */
  today: z.string(),
  /** Dates by zone, for zones of Brazil whose date differs from `today` (around midnight). */
  other_days: z.record(z.string(), z.string()),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** Returns the date in a zone. */
export const todayIn = ({ today, other_days }: SiteSettings, zone: string): string =>
  other_days[zone] ?? today;

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/site/settings',
  summary: 'Nome do site, link de recrutamento, popup e dados de reserva',
  answers: { 200: data(siteSettings) },
  cached: true,
});
