import { formatDayMonth } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { DayBoundText } from '../../../ui/site/DayBoundText.tsx';
import { Picture } from '../../../ui/site/Picture.tsx';
import type { FortnightlyBooklet } from '../../booklets/booklet.contract.ts';
import { hasEnded } from '../../booklets/fortnightlyBooklet.state.ts';
import { weekdayDate } from '../../booklets/validity.ts';
import type { DailyBooklet } from '../dailyBooklet.contract.ts';

interface Props {
  /** Booklets of today; null if loading failed. */
  booklets: readonly DailyBooklet[] | null;
  fortnightly: FortnightlyBooklet | null;
  today: string | null;
}

export function OffersStrip({ booklets, fortnightly, today }: Props) {
  const none = booklets?.length === 0;
  return (
    <section className={`strip ${booklets?.length ? '' : 'strip-bare'}`}>
      <div className="wrap">
        <div className="strip-text">
          <h2 className="d2">
            {none ? (
              <DayBoundText day={today} past="Ofertas do dia">
                Hoje ainda não tem encarte.
              </DayBoundText>
            ) : booklets ? (
              'Encarte novo na praça.'
            ) : (
              'Ofertas do dia'
            )}
          </h2>
          <p className="lead">
            <DayBoundText day={today} past={pastOf(booklets)}>
              {textOf(booklets)}
            </DayBoundText>
          </p>
          <div className="acts">
            {!none && (
              <a className="btn btn-red" href="/booklets-day">
                Ver ofertas do dia
              </a>
            )}
            {fortnightly && !hasEnded(fortnightly, today) && (
              <a className="link" href={fortnightly.file.url_s3} target="_blank" rel="noopener">
                Quinzena em PDF
              </a>
            )}
          </div>
        </div>
        {booklets && booklets.length > 0 && <Fan booklets={booklets.slice(0, 4)} />}
      </div>
    </section>
  );
}

function textOf(booklets: readonly DailyBooklet[] | null): string {
  if (!booklets) return 'Os preços de hoje, página por página.';
  if (booklets.length === 0) return 'Quando tiver um, ele aparece aqui.';
  return `${plural(booklets.length, 'página', 'páginas')} com os preços de hoje.`;
}

/** Returns the text that is shown after midnight on a page rendered before it. */
function pastOf(booklets: readonly DailyBooklet[] | null): string {
  const [first] = booklets ?? [];
  if (!booklets || !first) return 'Os preços de cada dia, página por página.';
  return `${plural(booklets.length, 'página', 'páginas')} com os preços de ${weekdayDate(first.start_date)}.`;
}

function Fan({ booklets }: { booklets: readonly DailyBooklet[] }) {
  return (
    <div className="fan">
      {booklets.map((booklet, index) => (
        <a key={booklet.uuid} href="/booklets-day">
          <Picture
            // At the end of the page, the picture is there before anybody scrolls to it.
            file={{ ...booklet.photos, placeholder: null }}
            sizes="(width < 60em) 190px, 270px"
            alt={
              // The link has no other text.
              booklet.photos.alt || `Encarte de ${formatDayMonth(booklet.start_date)}, página ${index + 1}`
            }
          />
        </a>
      ))}
    </div>
  );
}
