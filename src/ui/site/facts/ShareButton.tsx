import { Icon } from '../../Icon.tsx';

interface Props {
  title: string;
  /** A path of this site, such as `/booklet#pagina-3`. */
  path: string;
  className?: string;
}

/**
 * Renders a button that opens the system's share sheet, or else copies the link (site/pageScripts/share.ts, also
 * for islands). Hidden without scripting.
 */
export const ShareButton = ({ title, path, className = '' }: Props) => (
  <button type="button" className={`btn needs-script ${className}`} data-share={path} data-title={title}>
    <Icon name="share-2" />
    <span aria-live="polite">Compartilhar</span>
  </button>
);
