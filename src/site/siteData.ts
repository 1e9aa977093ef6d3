import type { FortnightlyBooklet } from '../features/booklets/booklet.contract.ts';
import { siteFortnightlyBooklet } from '../features/booklets/booklet.contract.ts';
import type { CompanyInformation } from '../features/company/company.contract.ts';
import { siteInformation } from '../features/company/company.contract.ts';
import { cardWhatsApp, chainWhatsApp, customerServicePhone } from '../features/phones/phone.choice.ts';
import { type PublicPhone, sitePhones } from '../features/phones/phone.contract.ts';
import { phoneHref, phoneLabel, phoneTelephone } from '../features/phones/phone.words.ts';
import type { SiteSettings } from '../features/settings/settings.contract.ts';
import { getSiteSettings } from '../features/settings/settings.contract.ts';
import type { Reader } from './read.ts';

export interface ContactLink {
  href: string;
  label: string;
  /** The number for structured data. */
  telephone: string | null;
}

export interface SiteData {
  information: CompanyInformation | null;
  fortnightly: FortnightlyBooklet | null;
  /** Null where no phone is right for it, and then nothing links to it. */
  whatsapp: ContactLink | null;
  cardWhatsapp: ContactLink | null;
  customerService: ContactLink | null;
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
  const listed = phones?.data ?? [];
  return {
    information: information?.data ?? null,
    fortnightly: fortnightly?.data ?? null,
    whatsapp: contactLink(chainWhatsApp(listed)),
    cardWhatsapp: contactLink(cardWhatsApp(listed)),
    customerService: contactLink(customerServicePhone(listed)),
    settings: settings?.data ?? null,
    origin,
    errors,
  };
}

function contactLink(phone: PublicPhone | undefined): ContactLink | null {
  const href = phone ? phoneHref(phone) : null;
  if (!phone || href === null) return null;
  return { href, label: phoneLabel(phone), telephone: phoneTelephone(phone) };
}
