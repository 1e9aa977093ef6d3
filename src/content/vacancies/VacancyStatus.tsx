import { toLocalTime } from '../../shared/text/zonedTime.ts';
import type { Vacancy } from './vacancy.contract.ts';
import { isVacancyOpen } from './vacancy.state.ts';

/** Returns whether a vacancy is open at `now`, by the date in the chain's time zone. */
export const isVacancyOpenAt = (vacancy: Pick<Vacancy, 'open_until'>, now: Date) =>
  isVacancyOpen(vacancy, toLocalTime(now.toISOString()).slice(0, 10));

export function VacancyStatus({ vacancy }: { vacancy: Pick<Vacancy, 'open_until'> }) {
  const open = isVacancyOpenAt(vacancy, new Date());
  return (
    <span className="status" data-look={open ? 'on' : 'off'}>
      {open ? 'Aberta' : 'Encerrada'}
    </span>
  );
}
