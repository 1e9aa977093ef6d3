import { data, Link } from 'react-router';
import { siteDailyBooklets } from '../features/booklets/booklet.contract.ts';
import { DailyOffers } from '../features/booklets/DailyOffers.tsx';
import { formatDayMonth, formatLongDay, plural } from '../ui/format.ts';
import type { Route } from './+types/BookletsDayPage.ts';
import { pageMeta } from './meta.ts';
import { PageError } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';
import { useSite } from './useSite.ts';

export { PageError as ErrorBoundary };

export async function loader({ context }: Route.LoaderArgs) {
  const { read, errors, status } = readerOf(context);
  const booklets = await read(siteDailyBooklets);
  return data({ booklets: booklets?.data ?? null, errors }, { status: status() });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ofertas do dia',
    description: 'Os preços de hoje, página por página. Amanhã tem outras.',
    path: '/booklets-day',
    image: loaderData?.booklets?.[0]?.photos,
  });
}

export default function BookletsDayPage({ loaderData: { booklets } }: Route.ComponentProps) {
  const { settings, fortnightly } = useSite();
  const today = settings?.today;
  const some = booklets !== null && booklets.length > 0;
  return (
    <>
      <PageHead
        title="Ofertas do dia"
        text={textOf(booklets?.length, today)}
        beside={
          today &&
          some && (
            <div className="burst">
              <span>só hoje</span>
              <b>{formatDayMonth(today)}</b>
            </div>
          )
        }
      />
      <div className="wrap sec">
        {some ? <DailyOffers booklets={booklets} /> : <Nothing unread={booklets === null} />}
        {fortnightly && (
          <p className="also">
            <span className="d3">Quer planejar a quinzena?</span>
            <Link className="btn btn-line" to="/booklet">
              Folhear o encarte
            </Link>
          </p>
        )}
      </div>
    </>
  );
}

function textOf(count: number | undefined, today: string | undefined): string | undefined {
  if (!count) return today && `Hoje é ${formatLongDay(today)}.`;
  return `${plural(count, 'página', 'páginas')}. Toque ${count === 1 ? 'nela' : 'numa'} para ver de perto.`;
}

function Nothing({ unread }: { unread: boolean }) {
  return (
    <div className="nothing">
      <h2 className="d3">
        {unread ? 'Não conseguimos mostrar as ofertas agora' : 'Hoje ainda não tem encarte.'}
      </h2>
      <p className="lead">
        {unread
          ? 'Tente de novo em instantes.'
          : 'Volte às 7h. Enquanto isso, a loja está cheia de preço bom esperando por você.'}
      </p>
      <Link className="btn btn-red" to="/branches">
        Achar uma filial
      </Link>
    </div>
  );
}
