import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { banners } from '../features/banners/banner.resource.ts';
import { dailyBooklets } from '../features/booklets/dailyBooklet.resource.ts';
import { fortnightlyBooklets } from '../features/booklets/fortnightlyBooklet.resource.ts';
import type { Change, Turn } from '../features/dashboard/dashboard.contract.ts';
import { movies } from '../features/movies/movie.resource.ts';
import { vacancies } from '../features/vacancies/vacancy.resource.ts';
import { formatDayMonth } from '../ui/format.ts';
import { formatTime } from '../ui/formatTime.ts';
import { toLocalTime } from '../ui/zonedTime.ts';
import { changeInWords } from './changes.ts';

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

/** What comes or goes within the next days. */
export function SoonRow({ turn: { kind, uuid, title, at, in_days } }: { turn: Turn }) {
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

/** Who changed what, and when. */
export function ChangeRow({ change, today }: { change: Change; today: string }) {
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

/** `9h12` for today, else `20/11`. */
function whenOf(instant: string, today: string): string {
  const day = toLocalTime(instant).slice(0, 10);
  return day === today ? formatTime(toLocalTime(instant).slice(11)) : formatDayMonth(day);
}
