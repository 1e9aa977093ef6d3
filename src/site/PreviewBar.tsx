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
export const PreviewBar = ({ at, base, page }: Props) => (
  <aside className="preview-bar" aria-label="Prévia do site" data-preview={base}>
    <p>
      <Icon name="clock" />
      <span>
        Você vê o site como estará <b>{momentInWords(at)}</b>. Só a equipe vê.
      </span>
    </p>
    <form action={PREVIEW_AT} method="get">
      <label>
        <span className="sr-only">Outro dia e hora</span>
        <input
          type="datetime-local"
          name="em"
          required
          defaultValue={wallClock(at)}
          max={wallClock(Date.now() + MOST_DAYS_AHEAD * DAY_MS)}
        />
      </label>
      <input type="hidden" name="pagina" value={page} />
      <button type="submit">Ver</button>
      <a href={DASHBOARD}>Sair da prévia</a>
    </form>
  </aside>
);
