import sprite from './icons.svg?url';

export type IconName =
  | 'arrow-left'
  | 'arrow-right'
  | 'book-open'
  | 'calendar-days'
  | 'chef-hat'
  | 'chevron-down'
  | 'circle-alert'
  | 'circle-check'
  | 'clapperboard'
  | 'clock'
  | 'credit-card'
  | 'download'
  | 'external-link'
  | 'file-text'
  | 'info'
  | 'layout-dashboard'
  | 'list-checks'
  | 'list-plus'
  | 'locate-fixed'
  | 'log-in'
  | 'mail'
  | 'map-pin'
  | 'menu'
  | 'navigation'
  | 'pencil'
  | 'phone'
  | 'play'
  | 'printer'
  | 'search'
  | 'share-2'
  | 'sun'
  | 'tag'
  | 'triangle-alert'
  | 'utensils'
  | 'x'
  | 'zoom-in'
  | 'zoom-out'
  | 'facebook'
  | 'instagram'
  | 'twitter'
  | 'tiktok'
  | 'pinterest'
  | 'youtube'
  | 'linkedin'
  | 'whatsapp';

/**
 * Renders an icon beside text on public pages. The drawings are in one small SVG file, so that they do not
 * add to the script that every visitor loads.
 */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
