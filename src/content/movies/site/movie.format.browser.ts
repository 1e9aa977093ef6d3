import { daysBetween } from '../../../shared/dates.ts';
import { formatDate, formatDayMonth } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { MOVIE_STATUSES, type MovieStatus } from '../movie.types.ts';

/** Abbreviates a running time: `01:52` → `1h52`, `02:00` → `2h`, `00:45` → `45min`. */
export function durationInWords(duration: string): string {
  const { hours, minutes } = partsOf(duration);
  if (hours === 0) return `${minutes}min`;
  return `${hours}h${minutes === 0 ? '' : String(minutes).padStart(2, '0')}`;
}

/** Spells out a running time for screen readers: `01:52` → `1 hora e 52 minutos`. */
export function durationSpoken(duration: string): string {
  const { hours, minutes } = partsOf(duration);
  return [
    hours > 0 && plural(hours, 'hora', 'horas'),
    (minutes > 0 || hours === 0) && plural(minutes, 'minuto', 'minutos'),
  ]
    .filter(Boolean)
    .join(' e ');
}

function partsOf(duration: string): { hours: number; minutes: number } {
  const [hours = 0, minutes = 0] = duration.split(':').map(Number);
  return { hours, minutes };
}

const NEW_DAYS = 7;

interface Shown {
  status: MovieStatus;
  release_date: string | null;
}

/**
 * Returns the text of a film's tag: «Estreou esta semana», «Em breve, estreia 12/04». `today` is the server's
 * date.
 */
export function movieStatusText({ status, release_date }: Shown, today: string | null): string {
  if (status === 'ended') return 'Saiu de cartaz';
  if (status === 'soon')
    return [MOVIE_STATUSES.soon, release_date && `estreia ${formatPremiere(release_date, today)}`]
      .filter(Boolean)
      .join(', ');
  const days = release_date && today ? daysBetween(release_date, today) : NEW_DAYS;
  if (days === 0) return 'Estreia hoje';
  return days < NEW_DAYS ? 'Estreou esta semana' : MOVIE_STATUSES.showing;
}

/** Formats a release date: `12/04`, with the year if it is not the current one. */
export function formatPremiere(date: string, today: string | null): string {
  return today && date.slice(0, 4) !== today.slice(0, 4) ? formatDate(date) : formatDayMonth(date);
}
