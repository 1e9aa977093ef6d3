import { DASHBOARD } from '../contract/addresses.ts';
import { MOST_DAYS_AHEAD, PREVIEW_AT } from '../contract/preview.ts';
import { Icon } from '../ui/Icon.tsx';
import { wallClock } from '../ui/zonedTime.ts';
import { momentInWords } from './previewWords.ts';

interface Props {
  at: number;
  base: string;
  page: string;
}

const DAY_MS = 86_400_000;

/** Below a page that staff see as of another minute: which one, the way to another, and the way out. */
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
      <details>
        <summary>Outro momento</summary>
        <form action={PREVIEW_AT} method="get">
          <label>
            <span className="sr-only">Dia e hora</span>
            <input
              type="datetime-local"
              name="em"
              required
              defaultValue={wallClock(at)}
              min={wallClock(now)}
              max={wallClock(now + MOST_DAYS_AHEAD * DAY_MS)}
            />
          </label>
          <input type="hidden" name="pagina" value={page} />
          <button type="submit">Ver</button>
        </form>
      </details>
      <a href={DASHBOARD}>Sair da prévia</a>
    </aside>
  );
}
