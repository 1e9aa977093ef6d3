import type { FortnightlyBooklet } from '../features/booklets/booklet.contract.ts';
import { siteFortnightlyBooklet } from '../features/booklets/booklet.contract.ts';
import type { CompanyInformation } from '../features/company/company.contract.ts';
import { siteInformation } from '../features/company/company.contract.ts';
import { sitePhones } from '../features/phones/phone.contract.ts';
import { WHATSAPP } from '../features/phones/phone.types.ts';
import { phoneHref, phoneLabel } from '../features/phones/phone.words.ts';
import type { SiteSettings } from '../features/settings/settings.contract.ts';
import { getSiteSettings } from '../features/settings/settings.contract.ts';
import type { Reader } from './read.ts';

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

/** What all public pages show around what is theirs. */
export async function siteDataOf({ read, errors }: Reader, origin: string): Promise<SiteData> {
  const [information, phones, fortnightly, settings] = await Promise.all([
    read(siteInformation),
    read(sitePhones),
    read(siteFortnightlyBooklet),
    read(getSiteSettings),
  ]);
  const phone = phones?.data.find(({ type }) => type.number === WHATSAPP);
  return {
    information: information?.data ?? null,
    fortnightly: fortnightly?.data ?? null,
    whatsapp: phone ? { href: phoneHref(phone), label: phoneLabel(phone) } : null,
    settings: settings?.data ?? null,
    origin,
    errors,
  };
}
