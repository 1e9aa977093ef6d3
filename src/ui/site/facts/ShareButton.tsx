import { Icon } from '../../Icon.tsx';

interface Props {
  title: string;
  /** A path of this site, such as `/booklet#pagina-3`. */
  path: string;
  className?: string;
}

/**
 * The system's own sheet where there is one, else the link is copied (site/manners/share.ts, for islands too). There
 * is none without a script.
 */
export const ShareButton = ({ title, path, className = '' }: Props) => (
  <button type="button" className={`btn needs-script ${className}`} data-share={path} data-title={title}>
    <Icon name="share-2" />
    <span aria-live="polite">Compartilhar</span>
  </button>
);
