import type { Banner } from './banner.contract.ts';
import { type BannerState, bannerState } from './banner.state.ts';

type Status = { text: string; look: 'on' | 'off' | 'warn' };

type Shown = Pick<Banner, 'alt' | 'starts_at' | 'ends_at'>;

const STATUSES: Record<BannerState, Status> = {
  waiting: { text: 'Agendado', look: 'off' },
  'on the air': { text: 'No ar', look: 'on' },
  over: { text: 'Encerrado', look: 'off' },
};

/** Where a banner stands, and what is wrong with it where shoppers see it. */
export function statusOf(banner: Shown, now: number): Status {
  const state = bannerState(banner, now);
  if (state === 'on the air' && banner.alt === null) return { text: 'Sem texto alternativo', look: 'warn' };
  return STATUSES[state];
}

export function BannerStatus({ banner }: { banner: Shown }) {
  const { text, look } = statusOf(banner, Date.now());
  return (
    <span className="status" data-look={look}>
      {text}
    </span>
  );
}
