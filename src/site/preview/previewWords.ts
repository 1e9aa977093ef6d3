import { formatLongDay, formatWeekday } from '../../shared/text/format.ts';
import { formatTime } from '../../shared/text/formatTime.ts';
import { wallClock } from '../../shared/text/wallClock.ts';

/**
 * Returns a time in words: «na quinta-feira, 24 de dezembro, às 8h»; with the year if it differs from that of
 * `now`.
 */
export function momentInWords(at: number, now: number): string {
  const [day = '', time = ''] = wallClock(at).split('T');
  const year = day.slice(0, 4);
  const article = formatWeekday(day).endsWith('feira') ? 'na' : 'no';
  const yearText = year === wallClock(now).slice(0, 4) ? '' : ` de ${year}`;
  return `${article} ${formatLongDay(day)}${yearText}, ${time < '02:00' ? 'à' : 'às'} ${formatTime(time)}`;
}
