import { sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { enumValueOf } from '../../contract/fields.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList, withoutPunctuation } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { deleteRecord, findRecord, type Row } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Phone, type PhoneInput, type PublicPhone, phoneFilters } from './phone.contract.ts';
import { PHONE_TYPES } from './phone.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    phones: PhoneTable;
  }
}

export interface PhoneTable extends RecordColumns {
  contact: string;
  /** Digits only, like `ddd` and `number`. */
  ddi: string;
  ddd: string;
  number: string;
  type: number;
  search: string;
  contact_key: string;
}

declareComposition('phones', { derive: derived });

const FILTERS = filterRules('phones', phoneFilters, { type: (type) => sql`phones.type = ${Number(type)}` });

const EFFECTS = effectTexts('na página de contato');
const GONE = 'Este telefone não existe mais.';

export async function listPhones({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('phones').selectAll().where(isNotDeleted('phones'));
  return selectList(
    db,
    base,
    { ...query, search: withoutPunctuation(query.search) },
    {
      table: 'phones',
      search: 'search',
      sortable: {
        id: 'id',
        contact: 'contact_key',
        ddi: 'ddi',
        ddd: 'ddd',
        number: 'number',
        type: 'type',
      },
      filters: FILTERS,
      order: 'id',
      id: 'id',
    },
    (rows) => rows.map(present),
  );
}

export async function findPhone({ db }: Pick<Deps, 'db'>, uuid: string): Promise<Phone> {
  return present(await findRecord(db, 'phones', uuid, GONE));
}

export async function draftPhone(
  db: DbOrTransaction,
  input: PhoneInput,
  uuid?: string,
): Promise<RecordDraft<'phones'>> {
  const before = await currentRecord(db, 'phones', uuid, input.version, GONE);
  const message = before ? EFFECTS.changed : EFFECTS.added;
  return { table: 'phones', before, values: phoneColumns(input), message };
}

export const storePhone = (deps: Pick<Deps, 'write'>, actor: Actor, input: PhoneInput) =>
  saveRecord(deps, actor, (db) => draftPhone(db, input));

export const updatePhone = (deps: Pick<Deps, 'write'>, actor: Actor, uuid: string, input: PhoneInput) =>
  saveRecord(deps, actor, (db) => draftPhone(db, input, uuid));

export async function destroyPhone(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) =>
    deleteRecord(work, 'phones', await findRecord(work.trx, 'phones', uuid, GONE)),
  );
  return { message: EFFECTS.removed };
}

export async function publicPhones(db: DbOrTransaction): Promise<PublicPhone[]> {
  const rows = await db
    .selectFrom('phones')
    .select(['id', 'uuid', 'contact', 'ddi', 'ddd', 'number', 'type'])
    .where(isPublished('phones'))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, type: enumValueOf(PHONE_TYPES, row.type) }));
}

export function phoneColumns({ contact, ddi, ddd, number, type }: Omit<PhoneInput, 'version'>) {
  return {
    contact,
    ddi,
    ddd,
    number,
    type,
    ...derived({ contact, ddi, ddd, number, type }),
  };
}

function derived({
  contact,
  ddi,
  ddd,
  number,
  type,
}: Pick<PhoneTable, 'contact' | 'ddi' | 'ddd' | 'number' | 'type'>) {
  return {
    search: searchText(contact, ddi + ddd + number, enumValueOf(PHONE_TYPES, type).text),
    contact_key: searchText(contact),
  };
}

const present = (row: Row<'phones'>): Phone => ({
  id: row.id,
  uuid: row.uuid,
  contact: row.contact,
  ddi: row.ddi,
  ddd: row.ddd,
  number: row.number,
  type: enumValueOf(PHONE_TYPES, row.type),
  version: row.version,
  updated_at: row.updated_at,
});
