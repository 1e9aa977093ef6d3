import { Link } from 'react-router';
import { plural } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';
import type { DailyBooklet, FortnightlyBooklet } from './booklet.contract.ts';

interface Props {
  /** Today's; null where they could not be read. */
  booklets: readonly DailyBooklet[] | null;
  fortnightly: FortnightlyBooklet | null;
}

export function OffersStrip({ booklets, fortnightly }: Props) {
  const none = booklets?.length === 0;
  return (
    <section className={`strip ${booklets?.length ? '' : 'strip-bare'}`}>
      <div className="wrap">
        <div className="strip-text">
          <h2 className="d2">{none ? 'Hoje ainda não tem encarte.' : 'Encarte novo na praça.'}</h2>
          <p className="lead">{textOf(booklets)}</p>
          <div className="acts">
            {!none && (
              <Link className="btn btn-red" to="/booklets-day">
                Ver ofertas do dia
              </Link>
            )}
            {fortnightly && (
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
  if (booklets.length === 0) return 'Volte às 7h.';
  return `${plural(booklets.length, 'página', 'páginas')} com os preços de hoje. Amanhã tem outras.`;
}

function Fan({ booklets }: { booklets: readonly DailyBooklet[] }) {
  return (
    <div className="fan">
      {booklets.map((booklet, index) => (
        <Link key={booklet.uuid} to="/booklets-day">
          <Picture
            file={booklet.photos}
            sizes="(width < 60em) 190px, 270px"
            alt={booklet.photos.alt ?? `Encarte de hoje, página ${index + 1}`}
          />
        </Link>
      ))}
    </div>
  );
}
