import { DASHBOARD } from '../../shared/addresses.ts';
import { PREVIEW_PATH } from '../../shared/preview.ts';
import { wallClock } from '../../shared/text/wallClock.ts';
import { Icon } from '../../ui/Icon.tsx';
import { momentInWords } from './previewWords.ts';

interface Props {
  at: number;
  base: string;
  page: string;
}

/** Renders the bar of a preview: its time, a form for another time, and the way out. */
export function PreviewBar({ at, base, page }: Props) {
  const now = Date.now();
  return (
    <aside className="preview-bar" aria-label="Prévia do site" data-preview={base}>
      <p>
        <Icon name="clock" />
        <span>
          Você vê o site como estará <b>{momentInWords(at, now)}</b>.
        </span>
      </p>
      <a href={`${PREVIEW_PATH}?${new URLSearchParams({ em: wallClock(at), pagina: page })}`}>
        Outro momento
      </a>
      <a href={DASHBOARD}>Sair da prévia</a>
    </aside>
  );
}
