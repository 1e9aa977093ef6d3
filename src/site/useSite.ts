import { useRouteLoaderData } from 'react-router';
import type { SiteData } from './siteData.ts';

export const SITE_ROUTE = 'site/SiteLayout';

const NOTHING: SiteData = {
  information: null,
  fortnightly: null,
  whatsapp: null,
  settings: null,
  origin: '',
  errors: [],
};

/** What the layout read for every public page; empty where the layout itself could not be read. */
export function useSite(): SiteData {
  return useRouteLoaderData<SiteData>(SITE_ROUTE) ?? NOTHING;
}
