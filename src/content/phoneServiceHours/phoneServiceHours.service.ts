import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { effectTexts } from '../../shared/effects.ts';
import { invalidField } from '../../shared/failure.ts';
import { LUNCH_MISSING, missingLunchTime, phoneServiceHoursRecord } from './phoneServiceHours.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    office_hours: PhoneServiceHoursTable;
  }
}

export interface PhoneServiceHoursTable extends TableOf<typeof phoneServiceHoursRecord> {}

export const phoneServiceHoursService = recordService(phoneServiceHoursRecord, {
  gone: 'Este horário não existe mais.',
  effects: effectTexts('na página de contato'),
  validate(hours) {
    const missing = missingLunchTime(hours);
    if (missing) throw invalidField(missing, LUNCH_MISSING[missing]);
  },
});
