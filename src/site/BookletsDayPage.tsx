import { siteDailyBooklets } from '../features/booklets/booklet.contract.ts';
import { DailyOffers } from '../features/booklets/DailyOffers.tsx';
import { isOver } from '../features/booklets/fortnightlyBooklet.state.ts';
import { shortDay } from '../features/booklets/validity.ts';
import { HighlightedOffers } from '../features/offers/HighlightedOffers.tsx';
import { siteHighlights } from '../features/offers/offer.contract.ts';
import { formatDayMonth, formatLongDay, plural } from '../ui/format.ts';
import { OfDay } from '../ui/site/OfDay.tsx';
import sheet from './BookletsDayPage.css?url';
import { Island } from './Island.tsx';
import type { PageMeta } from './meta.ts';
import { PageHead } from './PageHead.tsx';
import { type Asked, type HeadArgs, loaded, type PageProps } from './page.ts';
import { useSite } from './useSite.ts';

export { sheet };

/** In place of the line under the title, once the day has turned. */
const LATER = 'Valeram só nesse dia. Com internet, recarregue a página para ver as de hoje.';
const EMPTY_LATER = 'Com internet, recarregue a página para ver as de hoje.';

export async function load({ reader }: Asked) {
  const { read, errors, status } = reader;
  const [booklets, offers] = await Promise.all([read(siteDailyBooklets), read(siteHighlights)]);
  return loaded(
    { booklets: booklets?.data ?? null, offers: offers?.data ?? [], errors },
    booklets ? 200 : status(),
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: 'Ofertas do dia',
    description: 'Os preços de hoje, página por página. Amanhã tem outras.',
    path: '/booklets-day',
    image: data.booklets?.[0]?.photos,
  };
}

export default function BookletsDayPage({ data: { booklets, offers } }: PageProps<typeof load>) {
  const { settings, fortnightly } = useSite();
  const today = settings?.today;
  const some = booklets !== null && booklets.length > 0;
  return (
    <>
      <PageHead
        title={
          <OfDay day={some ? today : null} past={today && `Ofertas de ${shortDay(today)}`}>
            Ofertas do dia
          </OfDay>
        }
        text={
          <OfDay day={today} past={some ? LATER : EMPTY_LATER}>
            {textOf(booklets?.length, today)}
          </OfDay>
        }
        beside={
          today &&
          some && (
            <div className="burst">
              <span>
                <OfDay day={today} past="só em">
                  só hoje
                </OfDay>
              </span>
              <b>{formatDayMonth(today)}</b>
            </div>
          )
        }
      />
      <div className="wrap sec">
        {some ? (
          <Island name="DailyOffers" of={DailyOffers} props={{ booklets }} />
        ) : (
          <Nothing unread={booklets === null} today={today} />
        )}
        {fortnightly && !isOver(fortnightly, today) && (
          <p className="also">
            <span className="d3">Quer planejar a quinzena?</span>
            <a className="btn btn-line" href="/booklet">
              Folhear o encarte
            </a>
          </p>
        )}
      </div>
      <HighlightedOffers offers={offers} today={today ?? null} />
    </>
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
          <OfDay day={today} past="As ofertas de hoje ainda não chegaram aqui">
            Hoje ainda não tem encarte.
          </OfDay>
        )}
      </h2>
      <p className="lead">
        {unread
          ? 'Tente de novo em instantes.'
          : 'Volte mais tarde. Enquanto isso, a loja está cheia de preço bom esperando por você.'}
      </p>
      <a className="btn btn-red" href="/branches">
        Achar uma filial
      </a>
    </div>
  );
}
