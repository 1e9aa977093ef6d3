import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/site/SiteLink.tsx';
import type { SiteSettings } from '../settings/settings.contract.ts';

type Content = NonNullable<SiteSettings['popup']>;

/**
 * Renders the popup about vacancies in a template, so that a browser without script shows and loads nothing.
 * `site/pageScripts/popup.ts` decides when and for how long it is shown.
 */
export const RecruitmentPopup = ({ popup }: { popup: Content }) => (
  <template data-popup="">
    <dialog className="popup" aria-label="Vagas" closedby="any">
      <button type="button" className="x" aria-label="Fechar">
        <Icon name="x" />
      </button>
      <SiteLink href={popup.link}>
        <img src={popup.image} alt={popup.alt} width={popup.width} height={popup.height} loading="lazy" />
      </SiteLink>
    </dialog>
  </template>
);
