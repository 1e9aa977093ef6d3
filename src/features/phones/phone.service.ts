import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
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

export async function publicPhones(db: DbOrTransaction): Promise<PublicPhone[]> {
  const rows = await db
    .selectFrom('phones')
    .select(['id', 'uuid', 'contact', 'ddi', 'ddd', 'number', 'type'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ type, ...phone }) => ({
    ...phone,
    type: { number: type, text: PHONE_TYPES[type as PhoneType] ?? '' },
  }));
}
