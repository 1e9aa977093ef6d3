import { createContext, useContext } from 'react';
import type { SiteData } from './siteData.ts';

export const EMPTY_SITE: SiteData = {
  information: null,
  fortnightly: null,
  whatsapp: null,
  cardWhatsapp: null,
  customerService: null,
  settings: null,
  origin: '',
  errors: [],
};

export const SiteContext = createContext<SiteData>(EMPTY_SITE);

/** Returns the site data of the frame; empty if it could not be loaded. */
export const useSite = (): SiteData => useContext(SiteContext);
