import { tagsOf } from '../../../records/office/details/PublicationTag.tsx';
import type { PublishableRecord } from '../../../shared/publicationPlan.ts';
import type { Banner } from '../banner.contract.ts';
import { type BannerState, bannerState } from '../banner.state.ts';

type Status = { text: string; look: 'on' | 'off' | 'warn' };

type StatusFields = Pick<Banner, 'alt' | 'starts_at' | 'ends_at'> & PublishableRecord;

const STATUSES: Record<BannerState, Status> = {
  waiting: { text: 'Agendado', look: 'off' },
  'on the air': { text: 'No ar', look: 'on' },
  over: { text: 'Encerrado', look: 'off' },
};

/**
 * Returns the state of a banner at `now`, and a warning if a visible banner lacks an alternative text. An
 * unpublished banner is not on the air, whatever its period says.
 */
export function bannerStatusText(banner: StatusFields, now: number): Status {
  const unpublished = banner.publication && tagsOf(banner.publication).find(({ look }) => look === 'off');
  if (unpublished) return { text: unpublished.text, look: 'off' };
  const state = bannerState(banner, now);
  if (state === 'on the air' && banner.alt === null) return { text: 'Sem texto alternativo', look: 'warn' };
  return STATUSES[state];
}

export function BannerStatus({ banner }: { banner: StatusFields }) {
  const { text, look } = bannerStatusText(banner, Date.now());
  return (
    <span className="status" data-look={look}>
      {text}
    </span>
  );
}
