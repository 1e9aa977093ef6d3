import { Link } from 'react-router';
import { formatDayMonth, formatPeriod, formatWeekday } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import type { DailyBooklet, FortnightlyBooklet } from './booklet.contract.ts';

const NO_BOOKLET = 'Hoje ainda não tem encarte. Volte às 7h.';

/** The home page's way to today's offers. `booklets` is null where they could not be read. */
export function DailyShortcut({
  booklets,
  today,
}: {
  booklets: readonly DailyBooklet[] | null;
  today: string | null;
}) {
  return (
    <Link className="cut cut-day" to="/booklets-day">
      <span className="em">
        <img src="/brand/abacaxi.webp" width="158" height="158" alt="" />
        <img src="/brand/tomate.webp" width="122" height="122" alt="" />
      </span>
      <h2 className="d2">
        Ofertas <br />
        do dia
      </h2>
      <p>{booklets?.length === 0 ? NO_BOOKLET : validToday(today)}</p>
      <span className="go">
        <Icon name="arrow-right" />
      </span>
    </Link>
  );
}

function validToday(today: string | null): string {
  return today ? `Valem só hoje, ${formatWeekday(today)}, ${formatDayMonth(today)}.` : 'Valem só hoje.';
}

/** The way to the fortnightly PDF; where there is none it says so, and is no link. */
export function FortnightlyShortcut({
  booklet,
  pages,
}: {
  booklet: FortnightlyBooklet | null;
  pages: readonly DailyBooklet[];
}) {
  const content = (
    <>
      <span className="sheets">
        {pages.slice(0, 2).map((page) => (
          <Picture key={page.uuid} file={page.photos} sizes="112px" alt="" />
        ))}
      </span>
      <h2 className="d2">
        Ofertas <br />
        quinzenais
      </h2>
      <p>{booklet ? periodInWords(booklet) : 'O próximo encarte está na gráfica. Volte logo.'}</p>
    </>
  );
  return booklet ? (
    <a className="cut cut-pdf" href={booklet.file.url_s3} target="_blank" rel="noopener">
      {content}
    </a>
  ) : (
    <div className="cut cut-pdf">{content}</div>
  );
}

function periodInWords(booklet: FortnightlyBooklet): string {
  const period = formatPeriod(booklet.valid_from, booklet.valid_until);
  return period
    ? `${period.charAt(0).toUpperCase()}${period.slice(1)}, em PDF.`
    : 'O encarte inteiro, em PDF.';
}
