import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';

/** What the deployment's configuration tells the pages. */
export const siteSettings = z.object({
  site_name: z.string(),
  public_url: z.string().nullable(),
  /** Where "Trabalhe conosco" and the popup lead: an external address, or the site's own form. */
  recruitment_link: z.string(),
  popup: z
    .object({ image: z.string(), alt: z.string(), link: z.string(), width: z.number(), height: z.number() })
    .nullable(),
  /** Shown where the company information was never saved; null where the configuration is silent. */
  fallback_address: z.string().nullable(),
  fallback_cnpj: z.string().nullable(),
  /** How long job applications are kept. */
  retention_months: z.number(),
  /** The largest résumé that an application may bring. */
  resume_megabytes: z.number(),
  /** Today in America/Sao_Paulo, YYYY-MM-DD, by the server's clock. */
  today: z.string(),
  /** Today in zones of Brazil where it is another day, YYYY-MM-DD by zone: in the hours around midnight. */
  other_days: z.record(z.string(), z.string()),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** Returns today by the clock of a zone. */
export const todayIn = ({ today, other_days }: SiteSettings, zone: string): string =>
  other_days[zone] ?? today;

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/site/settings',
  summary: 'Nome do site, link de recrutamento, popup e dados de reserva',
  answers: { 200: data(siteSettings) },
  cached: true,
});
