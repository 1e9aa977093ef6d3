import { ChevronRight, CircleCheck, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { texts } from '../contract/texts.ts';
import { greetingAt } from '../features/auth/greeting.browser.ts';
import { DASHBOARD } from '../features/auth/signIn.browser.ts';
import { type Banner, listBanners } from '../features/banners/banner.contract.ts';
import { LinkButton } from '../ui/Button.tsx';
import { capitalize, formatDayMonth, formatLongDay, formatTime, plural } from '../ui/format.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { load } from '../ui/load.ts';
import { screenMeta } from '../ui/screenMeta.ts';
import { useSession } from '../ui/session.ts';
import { Thumb } from '../ui/Thumb.tsx';
import { toLocalTime } from '../ui/zonedTime.ts';
import { type DashboardNews, dashboardNews, type Turn } from './dashboardNews.ts';

const BANNERS = '/admin/banners';

/** Pictures of the cover; the list has them all. */
const COVER = 6;

export const meta = screenMeta('Dashboard');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(listBanners, request);
}

export default function Dashboard() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { user } = useSession();
  const now = new Date();
  const [firstName] = user?.name.trim().split(/\s+/) ?? [];
  return (
    <>
      <header className="page-head">
        <div>
          <h1>
            {greetingAt(now)}
            {firstName && `, ${firstName}`}.
          </h1>
          <p>{capitalize(formatLongDay(dayOf(now.toISOString())))}.</p>
        </div>
        <LinkButton to={`${BANNERS}/create`} icon={<Plus className="i" aria-hidden="true" />}>
          Adicionar banner
        </LinkButton>
      </header>
      <Loaded answer={answer} skeleton={<Skeleton />} back={DASHBOARD}>
        {({ data }) => <News news={dashboardNews(data, now)} today={dayOf(now.toISOString())} />}
      </Loaded>
    </>
  );
}

function News({ news, today }: { news: DashboardNews; today: string }) {
  const { live, scheduled, ended, withoutAlt, soon, changed } = news;
  return (
    <>
      <dl className="live">
        <div>
          <dt>agora, no site</dt>
          <dd>no ar</dd>
        </div>
        <Figure count={live.length} one="banner na capa" many="banners na capa" />
        <Figure count={scheduled} one="banner agendado" many="banners agendados" />
        <Figure count={ended} one="banner encerrado" many="banners encerrados" />
      </dl>
      <div className="dash">
        <div className="dash-column">
          <Block title="Esperando por você">
            {live.length === 0 && (
              <li className="dash-row">
                <div>
                  <b>A capa está sem banner</b>
                  <p>Quem abre o site vê a imagem padrão.</p>
                </div>
                <LinkButton to={`${BANNERS}/create`} variant="line" small>
                  Adicionar
                </LinkButton>
              </li>
            )}
            {withoutAlt.map((banner) => (
              <li key={banner.uuid} className="dash-row dash-row-pictured">
                <Thumb file={banner.file} width={96} />
                <div>
                  <b>{banner.title}</b>
                  <p>Banner sem texto alternativo</p>
                </div>
                <LinkButton to={editOf(banner)} variant="line" small aria-label={`Completar ${banner.title}`}>
                  Completar
                </LinkButton>
              </li>
            ))}
            {live.length > 0 && withoutAlt.length === 0 && (
              <li className="dash-done">
                <CircleCheck className="i" aria-hidden="true" />
                <div>
                  <b>Tudo em dia</b>
                  <p>Nada espera por você agora.</p>
                </div>
              </li>
            )}
          </Block>
          {live.length > 0 && (
            <Block title="Na capa agora" link={{ label: 'Ver todos', to: `${BANNERS}/index` }}>
              {live.slice(0, COVER).map((banner) => (
                <li key={banner.uuid} className="dash-cover">
                  <Link to={editOf(banner)}>
                    <Thumb file={banner.file} width={280} />
                    {banner.title}
                  </Link>
                </li>
              ))}
            </Block>
          )}
        </div>
        <div className="dash-column">
          <Block title="Vence em breve">
            {soon.map((turn) => (
              <SoonRow key={`${turn.banner.uuid} ${turn.kind}`} turn={turn} />
            ))}
            {soon.length === 0 && (
              <li className="dash-none">Nenhum banner entra ou sai nos próximos 7 dias.</li>
            )}
          </Block>
          <Block title="Última hora">
            {changed.map((banner) => (
              <li key={banner.uuid} className="dash-row dash-row-time">
                <time dateTime={banner.updated_at}>{whenOf(banner.updated_at, today)}</time>
                <p>
                  Banner{' '}
                  <Link to={editOf(banner)}>
                    <b>{banner.title}</b>
                  </Link>
                </p>
              </li>
            ))}
            {changed.length === 0 && <li className="dash-none">Nenhuma alteração ainda.</li>}
          </Block>
        </div>
      </div>
    </>
  );
}

function Figure({ count, one, many }: { count: number; one: string; many: string }) {
  return (
    <div>
      <dt>{count === 1 ? one : many}</dt>
      <dd>{count}</dd>
    </div>
  );
}

function Block({
  title,
  link,
  children,
}: {
  title: string;
  link?: { label: string; to: string };
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="dash-block" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
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

const month = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'America/Sao_Paulo' });

function SoonRow({ turn: { banner, kind, at, inDays } }: { turn: Turn }) {
  const [day, time] = [dayOf(at), formatTime(toLocalTime(at).slice(11))];
  const words = inDays === 0 ? 'hoje' : inDays === 1 ? 'amanhã' : `em ${plural(inDays, 'dia', 'dias')}`;
  return (
    <li>
      <Link to={editOf(banner)} className="dash-row dash-row-soon">
        <span className={kind === 'ends' ? 'tear' : 'tear tear-starts'} aria-hidden="true">
          {day.slice(8)}
          <small>{inDays === 0 ? 'hoje' : month.format(new Date(at)).replace('.', '')}</small>
        </span>
        <span>
          <b>{banner.title}</b>
          <span className="mut">
            {kind === 'ends' ? 'Sai da capa' : 'Entra na capa'} {words}, às {time}
          </span>
        </span>
        <ChevronRight className="i" aria-hidden="true" />
      </Link>
    </li>
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

function editOf({ uuid }: Banner): string {
  return `${BANNERS}/edit/${uuid}`;
}

/** The chain's calendar day of an instant. */
function dayOf(instant: string): string {
  return toLocalTime(instant).slice(0, 10);
}

/** `9h12` for today, else `20/11`. */
function whenOf(instant: string, today: string): string {
  const day = dayOf(instant);
  return day === today ? formatTime(toLocalTime(instant).slice(11)) : formatDayMonth(day);
}
