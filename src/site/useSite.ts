import { createContext, useContext } from 'react';
import type { SiteData } from './siteData.ts';

export const NO_SITE: SiteData = {
  information: null,
  fortnightly: null,
  whatsapp: null,
  cardWhatsapp: null,
  customerService: null,
  settings: null,
  origin: '',
  errors: [],
};

export const Site = createContext<SiteData>(NO_SITE);

/** What the frame read for every public page; empty where that could not be read. */
export const useSite = (): SiteData => useContext(Site);
