import type { Banner } from './banner.contract.ts';

type Status = { text: string; look: 'on' | 'off' | 'warn' };

type Shown = Pick<Banner, 'alt' | 'starts_at' | 'ends_at'>;

/** Whether shoppers see a banner at `now`, and what is wrong with it where they do. */
export function statusOf(banner: Shown, now: number): Status {
  if (banner.ends_at && Date.parse(banner.ends_at) <= now) return { text: 'Encerrado', look: 'off' };
  if (banner.starts_at && Date.parse(banner.starts_at) > now) return { text: 'Agendado', look: 'off' };
  return banner.alt ? { text: 'No ar', look: 'on' } : { text: 'Sem texto alternativo', look: 'warn' };
}

export function BannerStatus({ banner }: { banner: Shown }) {
  const { text, look } = statusOf(banner, Date.now());
  return (
    <span className="status" data-look={look}>
      {text}
    </span>
  );
}
