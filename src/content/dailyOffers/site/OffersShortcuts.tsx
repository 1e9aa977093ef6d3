import { formatDayMonth, formatPeriod } from '../../../shared/text/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { DayBoundText } from '../../../ui/site/DayBoundText.tsx';
import { Picture } from '../../../ui/site/Picture.tsx';
import type {
  BookletPage,
  FortnightlyBooklet,
  NextFortnightlyBooklet,
} from '../../booklets/booklet.contract.ts';
import { endingNotice, nextBookletNotice } from '../../booklets/bookletNotices.ts';
import { hasEnded } from '../../booklets/fortnightlyBooklet.state.ts';
import { weekdayDate } from '../../booklets/validity.ts';
import type { DailyBooklet } from '../dailyBooklet.contract.ts';

const NO_BOOKLET = 'Hoje ainda não tem encarte.';

/** Renders the shortcut to the offers of today. `booklets` is null if loading failed. */
export function DailyOffersShortcut({
  booklets,
  today,
}: {
  booklets: readonly DailyBooklet[] | null;
  today: string | null;
}) {
  return (
    <a className="cut cut-day" href="/booklets-day">
      <span className="em">
        <img src="/brand/abacaxi.webp" width="158" height="158" alt="" fetchPriority="low" />
        <img src="/brand/tomate.webp" width="122" height="122" alt="" fetchPriority="low" />
      </span>
      <h2 className="d2">
        Ofertas <br />
        do dia
      </h2>
      <p>
        {booklets?.length === 0 ? (
          <DayBoundText day={today} past="Toque para ver as de hoje.">
            {NO_BOOKLET}
          </DayBoundText>
        ) : (
          <DayBoundText day={today} past={today ? `Estas eram as de ${weekdayDate(today)}.` : ''}>
            {today ? `As de hoje, ${weekdayDate(today)}.` : 'As de hoje.'}
          </DayBoundText>
        )}
      </p>
      <span className="go">
        <Icon name="arrow-right" />
      </span>
    </a>
  );
}

/** Renders the shortcut to the fortnightly PDF; without one, a note instead of a link. */
export function FortnightlyBookletShortcut({
  booklet,
  next,
  pages,
  today,
}: {
  booklet: FortnightlyBooklet | null;
  /** The next booklet, if staff announce it. */
  next: NextFortnightlyBooklet | null;
  /** The first pages of the booklet, its cover first. */
  pages: readonly Pick<BookletPage, 'page' | 'file'>[];
  today: string | null;
}) {
  const content = (
    <>
      <span className="sheets">
        {pages.map(({ page, file }) => (
          <Picture key={page} file={file} sizes="112px" alt="" />
        ))}
      </span>
      <h2 className="d2">
        Ofertas <br />
        quinzenais
      </h2>
      <p>
        {booklet ? <Period booklet={booklet} today={today} /> : !next && 'Agora não tem encarte da quinzena.'}
        {next && ` ${nextBookletNotice(next.valid_from)}.`}
      </p>
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

function Period({ booklet, today }: { booklet: FortnightlyBooklet; today: string | null }) {
  const { valid_until } = booklet;
  if (valid_until && hasEnded(booklet, today)) return `Valeu até ${formatDayMonth(valid_until)}.`;
  const ending = endingNotice(valid_until, today);
  if (!ending) return periodInWords(booklet);
  return (
    <DayBoundText day={today} past={periodInWords(booklet)}>
      {ending}, {formatDayMonth(valid_until ?? '')}.
    </DayBoundText>
  );
}

function periodInWords(booklet: FortnightlyBooklet): string {
  const period = formatPeriod(booklet.valid_from, booklet.valid_until);
  return period
    ? `${period.charAt(0).toUpperCase()}${period.slice(1)}, em PDF.`
    : 'O encarte inteiro, em PDF.';
}
