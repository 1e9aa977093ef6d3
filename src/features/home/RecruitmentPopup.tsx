import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/site/SiteLink.tsx';
import type { SiteSettings } from '../settings/settings.contract.ts';

type Content = NonNullable<SiteSettings['popup']>;

/**
 * The vacancies' picture, of which a browser without script shows and loads nothing; when it is shown, and for how
 * long, is told by site/manners/popup.ts.
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
