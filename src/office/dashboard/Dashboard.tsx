import { CalendarPlus, CircleCheck } from 'lucide';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useRevalidator } from 'react-router';
import { greetingAt } from '../../accounts/auth/office/greeting.browser.ts';
import { dailyBooklets } from '../../content/dailyOffers/dailyBooklet.resource.ts';
import { LinkButton } from '../../records/office/Button.tsx';
import { Icon } from '../../records/office/Icon.tsx';
import { LoadedContent } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { useSession } from '../../records/office/session.ts';
import { Thumb } from '../../records/office/Thumb.tsx';
import { useChangeFeed, useQuietReload } from '../../records/office/useChangeFeed.ts';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { capitalize, formatDayMonth, formatLongDay } from '../../shared/text/format.ts';
import { texts } from '../../shared/text/texts.ts';
import { toLocalTime } from '../../shared/text/zonedTime.ts';
import { DashboardBranches } from './DashboardBranches.tsx';
import { DashboardFortnight } from './DashboardFortnight.tsx';
import { DashboardMissingAlts } from './DashboardMissingAlts.tsx';
import { DashboardPageViews } from './DashboardPageViews.tsx';
import { ChangeItem, TaskItem } from './DashboardRows.tsx';
import { type DashboardData, getDashboard } from './dashboard.contract.ts';
import { taskRows } from './taskRows.ts';

export const meta = screenMeta('Dashboard');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(getDashboard, request);
}

/** The dashboard is expensive, so it reloads at most this often. */
const RELOAD_MS = 3000;

export default function Dashboard() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { user } = useSession();
  const reload = useQuietReload(RELOAD_MS);
  useChangeFeed(({ missed }) => reload(missed));
  const now = new Date();
  const [firstName] = user?.name.trim().split(/\s+/) ?? [];
  const composes = usePermissions().inArea(dailyBooklets.area).publish;
  return (
    <>
      <header className="page-head">
        <div>
          {/* The hour may change between the server's and the browser's reading of the clock. */}
          <h1 suppressHydrationWarning>
            {greetingAt(now)}
            {firstName && `, ${firstName}`}.
          </h1>
          <p suppressHydrationWarning>{capitalize(formatLongDay(toLocalTime(now.toISOString())))}.</p>
        </div>
        {composes && (
          <LinkButton to={dailyBooklets.at.compose} icon={<Icon of={CalendarPlus} />}>
            Montar o dia
          </LinkButton>
        )}
      </header>
      <LoadedContent answer={answer} skeleton={<Skeleton />}>
        {({ data }) => <News news={data} />}
      </LoadedContent>
    </>
  );
}

function News({ news }: { news: DashboardData }) {
  const { live, waiting, leaflets, days, changed, reads, today, own_branches, previews } = news;
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  const rightsOf = usePermissions().inArea;
  const rows = taskRows(waiting, live)
    .filter(({ area, forReaders }) => rightsOf(area).write || (forReaders && rightsOf(area).read))
    .map(({ quickAction, ...row }) =>
      quickAction && rightsOf(row.area).publish ? { ...row, quickAction } : row,
    );
  const sees = (area: string) => rightsOf(area).read;
  // The pressed row may have disappeared, so the focus moves to the heading of the list.
  const onMended = async () => {
    await revalidate();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
  };
  const hasPageViews = reads.days.some(({ count }) => count > 0) || reads.missed.length > 0;
  const showsFortnight = sees('booklets') || previews || days.some(({ turns }) => turns.length > 0);
  return (
    <>
      <DashboardBranches own={own_branches} />
      {['banners', 'booklets', 'movies', 'recipes'].some(sees) && (
        <dl className="live">
          <div>
            <dt>agora, no site</dt>
            <dd>no ar</dd>
          </div>
          {sees('banners') && (
            <Figure
              count={live.banners}
              one="banner na capa"
              many="banners na capa"
              until={live.banners_until && `o próximo sai em ${dayOf(live.banners_until)}`}
            />
          )}
          {sees('booklets') && (
            <Figure
              count={live.leaflets}
              one="oferta de hoje"
              many="ofertas de hoje"
              until={live.leaflets > 0 ? 'até a meia-noite' : null}
            />
          )}
          {sees('movies') && <Figure count={live.movies} one="filme em cartaz" many="filmes em cartaz" />}
          {sees('recipes') && <Figure count={live.recipes} one="dica ou receita" many="dicas e receitas" />}
        </dl>
      )}
      {showsFortnight && <DashboardFortnight days={days} previews={previews} />}
      <div className="dash">
        <div className="dash-column">
          <Block title="Esperando por você" heading={heading}>
            {rows.map((row) => (
              <TaskItem key={row.key} row={row} onMended={onMended} />
            ))}
            {rows.length === 0 && (
              <li className="dash-done">
                <Icon of={CircleCheck} />
                <div>
                  <b>Tudo em dia</b>
                  <p>Nada espera por você agora.</p>
                </div>
              </li>
            )}
          </Block>
          <DashboardMissingAlts waiting={waiting.without_alt} onMended={onMended} />
          {sees('booklets') && (
            <Block title="Ofertas de hoje" link={{ label: 'Ver todas', to: dailyBooklets.at.list }}>
              {leaflets.map(({ uuid, photos }, index) => (
                <li key={uuid} className="dash-cover">
                  <Link to={dailyBooklets.at.edit({ uuid })}>
                    <Thumb file={photos} width={280} />
                    {photos.alt || `Oferta ${index + 1}`}
                  </Link>
                </li>
              ))}
              {leaflets.length === 0 && (
                <li className="dash-none">
                  Hoje não há oferta no site. Quem abre a página lê um recado gentil.
                </li>
              )}
            </Block>
          )}
        </div>
        <div className="dash-column">
          {(previews || (hasPageViews && ['recipes', 'branches', 'booklets'].some(sees))) && (
            <DashboardPageViews reads={reads} />
          )}
          {changed.length > 0 && (
            <Block title="Última hora">
              {changed.map((change) => (
                <ChangeItem
                  key={`${change.at} ${change.entity} ${change.uuid}`}
                  change={change}
                  today={today}
                />
              ))}
            </Block>
          )}
        </div>
      </div>
    </>
  );
}

const dayOf = (instant: string) => formatDayMonth(toLocalTime(instant).slice(0, 10));

function Figure({
  count,
  one,
  many,
  until,
}: {
  count: number;
  one: string;
  many: string;
  until?: string | null;
}) {
  return (
    <div>
      <dt>
        {count === 1 ? one : many}
        {until && <span className="live-until">{until}</span>}
      </dt>
      <dd>{count}</dd>
    </div>
  );
}

function Block({
  title,
  link,
  heading,
  children,
}: {
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  link?: { label: string; to: string };
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="dash-block" aria-labelledby={id}>
      <header>
        <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined}>
          {title}
        </h2>
        {link && (
          <Link className="link" to={link.to}>
            {link.label}
          </Link>
        )}
      </header>
      <ul>{children}</ul>
    </section>
  );
}

function Skeleton() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <div className="live live-bone" />
      <div className="dash">
        <span className="bone bone-block" />
        <span className="bone bone-block" />
      </div>
    </div>
  );
}
