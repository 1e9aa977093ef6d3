import type { RecordColumns } from '../../platform/database/tables.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PublicPhone } from './phone.contract.ts';
import { PHONE_TYPES, type PhoneType } from './phone.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    phones: PhoneTable;
  }
}

export interface PhoneTable extends RecordColumns {
  contact: string;
  ddi: string;
  ddd: string;
  number: string;
  type: number;
  search: string;
  contact_key: string;
}
