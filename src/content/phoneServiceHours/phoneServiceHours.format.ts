import { formatTime } from '../../shared/text/formatTime.ts';
import type { PublicPhoneServiceHours } from './phoneServiceHours.contract.ts';

/** Formats the days: «Segunda-feira a quinta-feira», or a single day. */
export const formatServiceDays = ({ work_start_day, end_of_work_day }: PublicPhoneServiceHours): string =>
  work_start_day === end_of_work_day
    ? work_start_day
    : `${work_start_day} a ${end_of_work_day.toLocaleLowerCase('pt-BR')}`;

/** Formats the times: «8h às 18h». */
export const formatServiceTimes = ({
  office_start_time,
  end_of_work_time,
}: PublicPhoneServiceHours): string => `${formatTime(office_start_time)} às ${formatTime(end_of_work_time)}`;

/** Formats the break: «pausa das 12h às 13h»; null if there is none. */
export const formatServiceBreak = ({
  lunch_start_time,
  lunch_end_time,
}: PublicPhoneServiceHours): string | null =>
  lunch_start_time && lunch_end_time
    ? `pausa das ${formatTime(lunch_start_time)} às ${formatTime(lunch_end_time)}`
    : null;
