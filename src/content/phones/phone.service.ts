import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { effectTexts } from '../../shared/effects.ts';
import { phoneRecord } from './phone.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    phones: PhoneTable;
  }
}

export interface PhoneTable extends TableOf<typeof phoneRecord> {}

export const phoneService = recordService(phoneRecord, {
  gone: 'Este telefone não existe mais.',
  effects: effectTexts('na página de contato'),
  hasPhones: true,
});
