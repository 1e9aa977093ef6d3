import { ChevronRight, CircleCheck, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { texts } from '../contract/texts.ts';
import { aboutPages } from '../features/abouts/about.resource.ts';
import { applications } from '../features/applications/application.resource.ts';
import { greetingAt } from '../features/auth/greeting.browser.ts';
import { banners } from '../features/banners/banner.resource.ts';
import { dailyBooklets } from '../features/booklets/dailyBooklet.resource.ts';
import { fortnightlyBooklets } from '../features/booklets/fortnightlyBooklet.resource.ts';
import { company } from '../features/company/company.resource.ts';
import {
  type Change,
  type Dashboard as DashboardData,
  getDashboard,
  type Turn,
} from '../features/dashboard/dashboard.contract.ts';
import { movies } from '../features/movies/movie.resource.ts';
import { vacancies } from '../features/vacancies/vacancy.resource.ts';
import { capitalize, formatDayMonth, formatLongDay, formatTime } from '../ui/format.ts';
import { LinkButton } from '../ui/office/Button.tsx';
import { Loaded } from '../ui/office/Loaded.tsx';
import { load } from '../ui/office/load.ts';
import { screenMeta } from '../ui/office/screenMeta.ts';
import { useSession } from '../ui/office/session.ts';
import { Thumb } from '../ui/office/Thumb.tsx';
import { toLocalTime } from '../ui/zonedTime.ts';
import { changeInWords } from './changes.ts';
import './Dashboard.css';

export const meta = screenMeta('Dashboard');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(getDashboard, request);
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
          <p>{capitalize(formatLongDay(toLocalTime(now.toISOString())))}.</p>
        </div>
        <LinkButton to={dailyBooklets.at.create} icon={<Plus className="i" aria-hidden="true" />}>
          Adicionar oferta do dia
        </LinkButton>
      </header>
      <Loaded answer={answer} skeleton={<Skeleton />}>
        {({ data }) => <News news={data} />}
      </Loaded>
    </>
  );
}

function News({ news }: { news: DashboardData }) {
  const { live, waiting, leaflets, soon, changed, today } = news;
  const rows = waitingRows(waiting, live.banners);
  return (
    <>
      <dl className="live">
        <div>
          <dt>agora, no site</dt>
          <dd>no ar</dd>
        </div>
        <Figure count={live.banners} one="banner na capa" many="banners na capa" />
        <Figure count={live.leaflets} one="oferta de hoje" many="ofertas de hoje" />
        <Figure count={live.movies} one="filme em cartaz" many="filmes em cartaz" />
        <Figure count={live.recipes} one="dica ou receita" many="dicas e receitas" />
      </dl>
      <div className="dash">
        <div className="dash-column">
          <Block title="Esperando por você">
            {rows.map(({ key, title, text, action, picture }) => (
              <li key={key} className={picture ? 'dash-row dash-row-pictured' : 'dash-row'}>
                {picture && <Thumb file={picture} width={96} />}
                <div>
                  <b>{title}</b>
                  <p>{text}</p>
                </div>
                <LinkButton to={action.to} variant="line" small aria-label={`${action.label}: ${title}`}>
                  {action.label}
                </LinkButton>
              </li>
            ))}
            {rows.length === 0 && (
              <li className="dash-done">
                <CircleCheck className="i" aria-hidden="true" />
                <div>
                  <b>Tudo em dia</b>
                  <p>Nada espera por você agora.</p>
                </div>
              </li>
            )}
          </Block>
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
        </div>
        <div className="dash-column">
          <Block title="Vence em breve">
            {soon.map((turn) => (
              <SoonRow key={`${turn.kind} ${turn.uuid}`} turn={turn} />
            ))}
            {soon.length === 0 && <li className="dash-none">Nada entra ou sai nos próximos 7 dias.</li>}
          </Block>
          <Block title="Última hora">
            {changed.map((change) => (
              <ChangeRow key={`${change.at} ${change.entity} ${change.uuid}`} change={change} today={today} />
            ))}
            {changed.length === 0 && <li className="dash-none">Nenhuma alteração ainda.</li>}
          </Block>
        </div>
      </div>
    </>
  );
}

interface WaitingRow {
  key: string;
  title: string;
  text: string;
  action: { label: string; to: string };
  picture?: DashboardData['waiting']['banners_without_alt'][number]['file'];
}

function waitingRows(waiting: DashboardData['waiting'], live: number): WaitingRow[] {
  const rows: WaitingRow[] = [];
  const { count, newest } = waiting.applications;
  if (newest) {
    const others = count - 1;
    rows.push({
      key: 'applications',
      title: others > 0 ? `${newest.name} e mais ${others}` : newest.name,
      text:
        others > 0
          ? 'Candidaturas dos últimos 7 dias'
          : `Candidatura para ${newest.vacancy}, nos últimos 7 dias`,
      action:
        others > 0
          ? { label: 'Ver lista', to: applications.at.list }
          : { label: 'Abrir', to: applications.at.show(newest) },
    });
  }
  if (!waiting.company) {
    rows.push({
      key: 'company',
      title: 'Faltam os dados da empresa',
      text: 'O rodapé e a página de contato ficam sem endereço.',
      action: { label: 'Preencher', to: company.at.single },
    });
  }
  if (waiting.booklet !== 'current') {
    rows.push({
      key: 'booklet',
      title: waiting.booklet === 'missing' ? 'Ainda não há encarte quinzenal' : 'O encarte quinzenal venceu',
      text: 'Os links do menu e do rodapé levam a ele.',
      action: { label: 'Enviar', to: fortnightlyBooklets.at.single },
    });
  }
  if (waiting.leaflets_of_tomorrow === 0) {
    rows.push({
      key: 'tomorrow',
      title: 'As ofertas de amanhã ainda não foram enviadas',
      text: 'As de hoje saem do site à meia-noite.',
      action: { label: 'Enviar', to: dailyBooklets.at.create },
    });
  }
  if (live === 0) {
    rows.push({
      key: 'cover',
      title: 'A capa está sem banner',
      text: 'Quem abre o site vê a imagem padrão.',
      action: { label: 'Adicionar', to: banners.at.create },
    });
  }
  for (const type of waiting.abouts) {
    const page = aboutPages[type as keyof typeof aboutPages];
    if (page)
      rows.push({
        key: `about ${type}`,
        title: `Falta o texto do ${page.office.menu.label.toLowerCase()}`,
        text: 'A página dele fica vazia no site.',
        action: { label: 'Escrever', to: page.at.single },
      });
  }
  for (const { uuid, title, file } of waiting.banners_without_alt) {
    rows.push({
      key: uuid,
      title,
      text: 'Banner sem texto alternativo',
      action: { label: 'Completar', to: banners.at.edit({ uuid }) },
      picture: file,
    });
  }
  return rows;
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

const month = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' });

const TURNS: Record<
  Turn['kind'],
  { title?: string; text: string; starts?: true; to: (record: { uuid: string }) => string }
> = {
  banner_starts: { text: 'Entra na capa', starts: true, to: banners.at.edit },
  banner_ends: { text: 'Sai da capa', to: banners.at.edit },
  leaflet_ends: {
    title: 'Ofertas do dia',
    text: 'Saem do site à meia-noite',
    to: () => dailyBooklets.at.list,
  },
  booklet_starts: {
    title: 'Encarte quinzenal',
    text: 'Entra no ar',
    starts: true,
    to: () => fortnightlyBooklets.at.single,
  },
  booklet_ends: { title: 'Encarte quinzenal', text: 'Vale até', to: () => fortnightlyBooklets.at.single },
  vacancy_ends: { text: 'Vaga aberta até', to: vacancies.at.edit },
  movie_starts: { text: 'Estreia', starts: true, to: movies.at.edit },
};

function SoonRow({ turn: { kind, uuid, title, at, in_days } }: { turn: Turn }) {
  const { text, starts, to, ...fixed } = TURNS[kind];
  const instant = at.length > 10;
  const day = instant ? toLocalTime(at).slice(0, 10) : at;
  const when = in_days === 0 ? 'hoje' : in_days === 1 ? 'amanhã' : formatDayMonth(day);
  return (
    <li>
      <Link to={to({ uuid: uuid ?? '' })} className="dash-row dash-row-soon">
        <span className={starts ? 'tear tear-starts' : 'tear'} aria-hidden="true">
          {day.slice(8)}
          <small>
            {in_days === 0 ? 'hoje' : month.format(new Date(`${day}T12:00:00Z`)).replace('.', '')}
          </small>
        </span>
        <span>
          <b>{title ?? fixed.title}</b>
          <span className="mut">
            {text}
            {kind !== 'leaflet_ends' && ` ${when}`}
            {instant && `, às ${formatTime(toLocalTime(at).slice(11))}`}
          </span>
        </span>
        <ChevronRight className="i" aria-hidden="true" />
      </Link>
    </li>
  );
}

function ChangeRow({ change, today }: { change: Change; today: string }) {
  const words = changeInWords(change);
  if (!words) return null;
  return (
    <li className="dash-row dash-row-time">
      <time dateTime={change.at}>{whenOf(change.at, today)}</time>
      <p>
        {words.text}{' '}
        {words.name &&
          (words.to ? (
            <Link to={words.to}>
              <b>{words.name}</b>
            </Link>
          ) : (
            <b>{words.name}</b>
          ))}
      </p>
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

/** `9h12` for today, else `20/11`. */
function whenOf(instant: string, today: string): string {
  const day = toLocalTime(instant).slice(0, 10);
  return day === today ? formatTime(toLocalTime(instant).slice(11)) : formatDayMonth(day);
}
