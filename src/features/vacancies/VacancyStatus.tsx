import { toLocalTime } from '../../ui/zonedTime.ts';
import type { Vacancy } from './vacancy.contract.ts';

/** Whether shoppers see a vacancy at `now`: through the whole of its last day on the chain's calendar. */
export function isOpen({ open_until }: Pick<Vacancy, 'open_until'>, now: Date): boolean {
  return open_until === null || open_until >= toLocalTime(now.toISOString()).slice(0, 10);
}

export function VacancyStatus({ vacancy }: { vacancy: Pick<Vacancy, 'open_until'> }) {
  const open = isOpen(vacancy, new Date());
  return (
    <span className="status" data-look={open ? 'on' : 'off'}>
      {open ? 'Aberta' : 'Encerrada'}
    </span>
  );
}
