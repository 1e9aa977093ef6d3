import { Icon, type IconName } from '../../../ui/Icon.tsx';
import { ShareButton } from '../../../ui/site/facts/ShareButton.tsx';

interface Props {
  /** Name of the publication: «Encarte da quinzena». */
  title: string;
  /** Path of the page that shows the publication. */
  path: string;
  /** Number of pages. */
  count: number;
}

/**
 * Renders the frame of the full-screen viewer, which shows pages one at a time, turned by swipes, buttons and
 * keys, and enlarged by a click. `site/pageScripts/pageViewer` fills it with the pictures of the links
 * `a[data-enlarge]`. Without JavaScript, these links open a page's picture.
 */
export function PageViewer({ title, path, count }: Props) {
  return (
    <template data-page-viewer={path}>
      <dialog className="over" aria-label={title}>
        <div className="over-bar">
          <p className="d4" aria-live="polite">
            Página <span>de {count}</span>
          </p>
          <ShareButton title={title} path={path} className="btn-s btn-sun" />
          <Button act="close" label="Fechar" icon="x" />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of pages, not a fieldset of a form */}
        <div
          className="over-strip"
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label="Páginas"
        />
        {count > 1 && (
          <>
            <Button act="back" label="Página anterior" icon="arrow-left" className="over-turn p" />
            <Button act="forward" label="Próxima página" icon="arrow-right" className="over-turn n" />
          </>
        )}
        <div className="over-zoom">
          <Button act="smaller" label="Diminuir" icon="zoom-out" />
          <Button act="larger" label="Ampliar" icon="zoom-in" />
        </div>
        {count > 1 && <ul className="over-thumbs" />}
      </dialog>
    </template>
  );
}

interface ButtonProps {
  act: ViewerAct;
  label: string;
  icon: IconName;
  className?: string;
}

/** Actions of the viewer's buttons. */
export type ViewerAct = 'close' | 'back' | 'forward' | 'smaller' | 'larger';

const Button = ({ act, label, icon, className }: ButtonProps) => (
  <button type="button" className={className ? `x ${className}` : 'x'} aria-label={label} data-act={act}>
    <Icon name={icon} />
  </button>
);
