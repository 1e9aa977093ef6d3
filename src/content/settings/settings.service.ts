import type { Deps } from '../../platform/deps.ts';
import { dayAt } from '../../shared/dates.ts';
import { differingLocalDays } from '../branches/branchZones.ts';
import type { SiteSettings } from './settings.contract.ts';

/** Size of the default popup image, which reserves its space; other images are shown at their own size. */
const POPUP_SIZE = { width: 640, height: 800 };

export function siteSettings({ config, clock }: Deps): SiteSettings {
  return {
    site_name: config.SITE_NAME,
    public_url: config.PUBLIC_URL ?? null,
    recruitment_link: config.RECRUITMENT_LINK,
    popup:
      config.POPUP_IMAGE === 'none'
        ? null
        : {
            image: config.POPUP_IMAGE,
            alt: config.POPUP_ALT,
            link: config.POPUP_LINK ?? config.RECRUITMENT_LINK,
            ...POPUP_SIZE,
          },
    fallback_address: config.FALLBACK_ADDRESS ?? null,
    fallback_cnpj: config.FALLBACK_CNPJ ?? null,
    retention_months: config.RETENTION_MONTHS,
    resume_megabytes: config.MAX_RESUME_MB,
    today: dayAt(clock.now()),
    other_days: Object.fromEntries(differingLocalDays(clock.now())),
  };
}
