import type { FortnightlyBooklet } from '../features/booklets/booklet.contract.ts';
import type { CompanyInformation } from '../features/company/company.contract.ts';
import type { SiteSettings } from '../features/settings/settings.contract.ts';

export interface WhatsApp {
  href: string;
  label: string;
}

export interface SiteData {
  information: CompanyInformation | null;
  fortnightly: FortnightlyBooklet | null;
  /** The first phone of that type; null where there is none, and then nothing links to it. */
  whatsapp: WhatsApp | null;
  settings: SiteSettings | null;
  /** The site's own address, without a last slash, for what must name pages in full. */
  origin: string;
  errors: string[];
}
