import type { PhoneServiceHours } from './phoneServiceHours.contract.ts';

/** Formats the days: «Segunda-feira a Sexta-feira», «Sábado». */
export function serviceDaysText({
  work_start_day,
  end_of_work_day,
}: Pick<PhoneServiceHours, 'work_start_day' | 'end_of_work_day'>): string {
  return work_start_day === end_of_work_day ? work_start_day : `${work_start_day} a ${end_of_work_day}`;
}

/** Formats the times: «08:00 às 18:00, almoço das 12:00 às 13:00». */
export function serviceTimesText({
  office_start_time,
  end_of_work_time,
  lunch_start_time,
  lunch_end_time,
}: Pick<
  PhoneServiceHours,
  'office_start_time' | 'end_of_work_time' | 'lunch_start_time' | 'lunch_end_time'
>): string {
  const lunch = lunch_start_time && `, almoço das ${lunch_start_time} às ${lunch_end_time}`;
  return `${office_start_time} às ${end_of_work_time}${lunch ?? ''}`;
}
