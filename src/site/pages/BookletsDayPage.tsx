import {
  type FortnightlyBooklet,
  type NextFortnightlyBooklet,
  siteNextFortnightlyBooklet,
} from '../../content/booklets/booklet.contract.ts';
import { endingSentence } from '../../content/booklets/bookletNotices.ts';
import { hasEnded } from '../../content/booklets/fortnightlyBooklet.state.ts';
import { NextBooklet } from '../../content/booklets/site/NextBooklet.tsx';
import { weekdayDate } from '../../content/booklets/validity.ts';
import { siteDailyBooklets } from '../../content/dailyOffers/dailyBooklet.contract.ts';
import { DailyOffers } from '../../content/dailyOffers/site/DailyOffers.tsx';
import { siteHighlights } from '../../content/offers/offer.contract.ts';
import { HighlightedOffers } from '../../content/offers/site/HighlightedOffers.tsx';
import { formatDayMonth, formatLongDay } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { Icon } from '../../ui/Icon.tsx';
import { DayBoundText } from '../../ui/site/DayBoundText.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { useSite } from '../useSite.ts';
import sheet from './BookletsDayPage.css?inline';

export { sheet };

/** Replaces the line under the title after the page's day. */
const LATER = 'Eram as desse dia. Com internet, recarregue a página para ver as de hoje.';
const EMPTY_LATER = 'Com internet, recarregue a página para ver as de hoje.';

export async function load({ reader }: LoaderInput) {
  const { read, errors, status } = reader;
  const [booklets, next, offers] = await Promise.all([
    read(siteDailyBooklets),
    read(siteNextFortnightlyBooklet),
    read(siteHighlights),
  ]);
  return withStatus(
    { booklets: booklets?.data ?? null, next: next?.data ?? null, offers: offers?.data ?? [], errors },
    booklets ? 200 : status(),
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: 'Ofertas do dia',
    description: 'O encarte do supermercado hoje: os preços do dia para folhear, página por página.',
    path: '/booklets-day',
    image: data.booklets?.[0]?.photos,
  };
}

export default function BookletsDayPage({ data: { booklets, next, offers } }: PageProps<typeof load>) {
  const { settings, fortnightly } = useSite();
  const today = settings?.today;
  const hasBooklets = booklets !== null && booklets.length > 0;
  return (
    <>
      <PageHead
        title={
          <DayBoundText day={hasBooklets ? today : null} past={today && `Ofertas de ${weekdayDate(today)}`}>
            Ofertas do dia
          </DayBoundText>
        }
        text={
          <DayBoundText day={today} past={hasBooklets ? LATER : EMPTY_LATER}>
            {textOf(booklets?.length, today)}
          </DayBoundText>
        }
        beside={
          today &&
          hasBooklets && (
            <div className="burst">
              <span>
                <DayBoundText day={today} past="em">
                  hoje
                </DayBoundText>
              </span>
              <b>{formatDayMonth(today)}</b>
            </div>
          )
        }
      />
      <div className="wrap sec">
        {hasBooklets ? (
          <DailyOffers booklets={booklets} />
        ) : (
          <Nothing unread={booklets === null} today={today} />
        )}
        <Fortnight booklet={fortnightly && !hasEnded(fortnightly, today) ? fortnightly : null} next={next} />
      </div>
      <HighlightedOffers offers={offers} today={today ?? null} />
    </>
  );
}

/** Shows the current fortnightly booklet, its last day and the next booklet. */
function Fortnight({
  booklet,
  next,
}: {
  booklet: FortnightlyBooklet | null;
  next: NextFortnightlyBooklet | null;
}) {
  const { settings } = useSite();
  if (!booklet && !next) return null;
  const until = booklet?.valid_until;
  const ending = endingSentence(until, settings?.today);
  return (
    <p className="also">
      <span>
        <span className="d3">{booklet ? 'Quer planejar a quinzena?' : 'O encarte da quinzena'}</span>
        {until && ending && (
          <b className="next-leaflet">
            <Icon name="clock" />
            <DayBoundText day={settings?.today} past={`Validade: até ${formatDayMonth(until)}.`}>
              {ending}
            </DayBoundText>
          </b>
        )}
        <NextBooklet next={next} />
      </span>
      {booklet && (
        <a className="btn btn-line" href="/booklet">
          Folhear o encarte
        </a>
      )}
    </p>
  );
}

function textOf(count: number | undefined, today: string | undefined): string | undefined {
  if (!count) return today && `Hoje é ${formatLongDay(today)}.`;
  return `${plural(count, 'página', 'páginas')}. Toque ${count === 1 ? 'nela' : 'numa'} para ver de perto.`;
}

function Nothing({ unread, today }: { unread: boolean; today: string | undefined }) {
  return (
    <div className="nothing">
      <h2 className="d3">
        {unread ? (
          'Não conseguimos mostrar as ofertas agora'
        ) : (
          <DayBoundText day={today} past="As ofertas de hoje não chegaram aqui">
            Hoje ainda não tem encarte.
          </DayBoundText>
        )}
      </h2>
      {!unread && <p className="lead">Quando tiver um, ele aparece aqui.</p>}
      <a className="btn btn-red" href="/branches">
        Achar uma filial
      </a>
    </div>
  );
}
