import type { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { nameField, optionalTimeField, timeField } from '../../records/define/fields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { listResponse } from '../../shared/list.ts';

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

const shown = { public: true, searched: true } as const;
const sorted = { ...shown, sortable: true } as const;

/** An end before its start is on the next day, so start and end are not compared. */
export const phoneServiceHoursRecord = defineRecord({
  table: 'office_hours',
  path: 'office-hours',
  area: 'officeHours',
  many: 'os horários',
  one: 'um horário',
  fields: {
    work_start_day: nameField({
      ...{ label: 'Primeiro dia', what: 'o primeiro dia', max: 60, sortColumn: 'start_key' },
      ...sorted,
    }),
    end_of_work_day: nameField({
      ...{ label: 'Último dia', what: 'o último dia', max: 60, sortColumn: 'end_key' },
      ...sorted,
    }),
    office_start_time: timeField({ label: 'Início', what: 'a hora de início', ...sorted }),
    end_of_work_time: timeField({ label: 'Fim', what: 'a hora do fim', ...sorted }),
    lunch_start_time: optionalTimeField({ label: 'Início do almoço', ...shown }),
    lunch_end_time: optionalTimeField({ label: 'Fim do almoço', ...shown }),
  },
  refine({ lunch_start_time, lunch_end_time }, { addIssue }) {
    // An absent time keeps its stored value, which only the server knows.
    if (lunch_start_time === undefined || lunch_end_time === undefined) return;
    const missing = missingLunchTime({ lunch_start_time, lunch_end_time });
    if (missing) addIssue({ code: 'custom', path: [missing], message: LUNCH_MISSING[missing] });
  },
});

export type PhoneServiceHours = z.output<typeof phoneServiceHoursRecord.output>;
export type PublicPhoneServiceHours = z.output<typeof phoneServiceHoursRecord.publicOutput>;

export const {
  list: listPhoneServiceHours,
  show: getPhoneServiceHours,
  store: storePhoneServiceHours,
  update: updatePhoneServiceHours,
  destroy: destroyPhoneServiceHours,
} = phoneServiceHoursRecord.endpoints;

export const sitePhoneServiceHours = endpoint({
  method: 'GET',
  path: '/site/office-hours',
  summary: 'Horários de atendimento',
  answers: { 200: listResponse(phoneServiceHoursRecord.publicOutput) },
  cached: true,
});
