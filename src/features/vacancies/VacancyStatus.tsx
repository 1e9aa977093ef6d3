import { toLocalTime } from '../../ui/zonedTime.ts';
import type { Vacancy } from './vacancy.contract.ts';
import { isOpen } from './vacancy.state.ts';

/** Returns whether a vacancy is open at `now`, by the date in the chain's time zone. */
export const isOpenAt = (vacancy: Pick<Vacancy, 'open_until'>, now: Date) =>
  isOpen(vacancy, toLocalTime(now.toISOString()).slice(0, 10));

export function VacancyStatus({ vacancy }: { vacancy: Pick<Vacancy, 'open_until'> }) {
  const open = isOpenAt(vacancy, new Date());
  return (
    <span className="status" data-look={open ? 'on' : 'off'}>
      {open ? 'Aberta' : 'Encerrada'}
    </span>
  );
}
