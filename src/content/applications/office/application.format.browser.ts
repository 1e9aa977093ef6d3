import { formatDayMonth } from '../../../shared/text/format.ts';
import { formatTime } from '../../../shared/text/formatTime.ts';
import { toLocalTime } from '../../../shared/text/zonedTime.ts';

/** Returns «20/11 às 9h12», with the year unless it is the current one. */
export function formatMoment(instant: string, now = Date.now()): string {
  const local = toLocalTime(instant);
  const year = local.slice(0, 4);
  const isThisYear = year === toLocalTime(new Date(now).toISOString()).slice(0, 4);
  return `${formatDayMonth(local)}${isThisYear ? '' : `/${year}`} às ${formatTime(local.slice(11))}`;
}

/** Returns author and time: «por Lúcia, 20/11 às 9h12». */
export const formatAuthorAndTime = ({ by, at }: { by: string | null; at: string }) =>
  `por ${by ?? 'alguém que saiu'}, ${formatMoment(at)}`;
