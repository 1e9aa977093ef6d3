import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import { expectedVersion, optionalTime, requiredName, requiredTime } from '../../contract/fields.ts';
import { listResponse } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';

interface Lunch {
  lunch_start_time: string | null;
  lunch_end_time: string | null;
}

export const LUNCH_MISSING = {
  lunch_start_time: 'Informe também o início do almoço, ou deixe os dois em branco.',
  lunch_end_time: 'Informe também o fim do almoço, ou deixe os dois em branco.',
} as const satisfies Record<keyof Lunch, string>;

/** Returns the missing lunch time if only one of both is set, otherwise null. */
export function missingLunchTime({ lunch_start_time, lunch_end_time }: Lunch): keyof Lunch | null {
  if ((lunch_start_time === null) === (lunch_end_time === null)) return null;
  return lunch_start_time === null ? 'lunch_start_time' : 'lunch_end_time';
}

/**
 * Input of phone service hours. An end before its start is on the next day, so start and end are not
 * compared.
 */
export const phoneServiceHoursInput = z
  .object({
    work_start_day: requiredName('o primeiro dia', 60),
    end_of_work_day: requiredName('o último dia', 60),
    office_start_time: requiredTime('a hora de início'),
    end_of_work_time: requiredTime('a hora do fim'),
    lunch_start_time: optionalTime(),
    lunch_end_time: optionalTime(),
    version: expectedVersion,
  })
  .superRefine(({ lunch_start_time, lunch_end_time }, { addIssue }) => {
    // An absent time keeps its stored value, which only the server knows.
    if (lunch_start_time === undefined || lunch_end_time === undefined) return;
    const missing = missingLunchTime({ lunch_start_time, lunch_end_time });
    if (missing) addIssue({ code: 'custom', path: [missing], message: LUNCH_MISSING[missing] });
  });

export type PhoneServiceHoursInput = z.output<typeof phoneServiceHoursInput>;

export const phoneServiceHours = z.object({
  id: z.number(),
  uuid: z.string(),
  work_start_day: z.string(),
  end_of_work_day: z.string(),
  office_start_time: z.string(),
  end_of_work_time: z.string(),
  lunch_start_time: z.string().nullable(),
  lunch_end_time: z.string().nullable(),
  version: z.number(),
  updated_at: z.string(),
});

export type PhoneServiceHours = z.output<typeof phoneServiceHours>;

export const publicPhoneServiceHours = phoneServiceHours.pick({
  id: true,
  uuid: true,
  work_start_day: true,
  end_of_work_day: true,
  office_start_time: true,
  end_of_work_time: true,
  lunch_start_time: true,
  lunch_end_time: true,
});
export type PublicPhoneServiceHours = z.output<typeof publicPhoneServiceHours>;

export const sitePhoneServiceHours = endpoint({
  method: 'GET',
  path: '/site/office-hours',
  summary: 'Horários de atendimento',
  answers: { 200: listResponse(publicPhoneServiceHours) },
  cached: true,
});

export const {
  list: listPhoneServiceHours,
  show: getPhoneServiceHours,
  store: storePhoneServiceHours,
  update: updatePhoneServiceHours,
  destroy: destroyPhoneServiceHours,
} = recordEndpoints({
  table: 'office_hours',
  path: 'office-hours',
  area: 'officeHours',
  many: 'os horários',
  one: 'um horário',
  record: phoneServiceHours,
  sortable: ['id', 'work_start_day', 'end_of_work_day', 'office_start_time', 'end_of_work_time'],
  body: json(phoneServiceHoursInput),
});
