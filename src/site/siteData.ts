import type { FortnightlyBooklet } from '../content/booklets/booklet.contract.ts';
import { siteFortnightlyBooklet } from '../content/booklets/booklet.contract.ts';
import type { CompanyInformation } from '../content/company/company.contract.ts';
import { siteInformation } from '../content/company/company.contract.ts';
import { cardWhatsApp, chainWhatsApp, customerServicePhone } from '../content/phones/phone.choice.ts';
import { type PublicPhone, sitePhones } from '../content/phones/phone.contract.ts';
import { phoneHref, phoneLabel, phoneTelephone } from '../content/phones/phone.format.ts';
import type { SiteSettings } from '../content/settings/settings.contract.ts';
import { getSiteSettings } from '../content/settings/settings.contract.ts';
import type { PageReader } from './pageReader.ts';

export interface ContactLink {
  href: string;
  label: string;
  /** Phone number for structured data. */
  telephone: string | null;
}

export interface SiteData {
  information: CompanyInformation | null;
  fortnightly: FortnightlyBooklet | null;
  /** Null without a suitable phone; then nothing links to it. */
  whatsapp: ContactLink | null;
  cardWhatsapp: ContactLink | null;
  customerService: ContactLink | null;
  settings: SiteSettings | null;
  /** Origin of the site without a trailing slash, for absolute addresses. */
  origin: string;
  errors: string[];
}

/** Loads the data of header and footer of all public pages. */
export async function siteDataOf({ read, errors }: PageReader, origin: string): Promise<SiteData> {
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
