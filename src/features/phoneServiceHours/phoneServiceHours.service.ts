import { effectTexts } from '../../contract/effects.ts';
import { invalidField } from '../../contract/failure.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { deleteRecord, findRecord, type Row, valueOrStored } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  LUNCH_MISSING,
  missingLunchTime,
  type PhoneServiceHours,
  type PhoneServiceHoursInput,
  type PublicPhoneServiceHours,
} from './phoneServiceHours.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    office_hours: PhoneServiceHoursTable;
  }
}

export interface PhoneServiceHoursTable extends RecordColumns {
  work_start_day: string;
  end_of_work_day: string;
  /** HH:MM, like the other times. */
  office_start_time: string;
  end_of_work_time: string;
  lunch_start_time: string | null;
  lunch_end_time: string | null;
  search: string;
  start_key: string;
  end_key: string;
}

declareComposition('office_hours', { derive: derived });

const FILTERS = filterRules('office_hours', {}, {});
const EFFECTS = effectTexts('na página de contato');
const GONE = 'Este horário não existe mais.';

export async function listPhoneServiceHours({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('office_hours').selectAll().where(isNotDeleted('office_hours'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'office_hours',
      search: 'search',
      sortable: {
        id: 'id',
        work_start_day: 'start_key',
        end_of_work_day: 'end_key',
        office_start_time: 'office_start_time',
        end_of_work_time: 'end_of_work_time',
      },
      filters: FILTERS,
      order: 'id',
      id: 'id',
    },
    (rows) => rows.map(present),
  );
}

export async function findPhoneServiceHours(
  { db }: Pick<Deps, 'db'>,
  uuid: string,
): Promise<PhoneServiceHours> {
  return present(await findRecord(db, 'office_hours', uuid, GONE));
}

export async function draftPhoneServiceHours(
  db: DbOrTransaction,
  input: PhoneServiceHoursInput,
  uuid?: string,
): Promise<RecordDraft<'office_hours'>> {
  const before = await currentRecord(db, 'office_hours', uuid, input.version, GONE);
  const values = phoneServiceHoursColumns(input, before ?? undefined);
  return { table: 'office_hours', before, values, message: before ? EFFECTS.changed : EFFECTS.added };
}

export const storePhoneServiceHours = (
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  input: PhoneServiceHoursInput,
) => saveRecord(deps, actor, (db) => draftPhoneServiceHours(db, input));

export const updatePhoneServiceHours = (
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  input: PhoneServiceHoursInput,
) => saveRecord(deps, actor, (db) => draftPhoneServiceHours(db, input, uuid));

export async function destroyPhoneServiceHours(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) =>
    deleteRecord(work, 'office_hours', await findRecord(work.trx, 'office_hours', uuid, GONE)),
  );
  return { message: EFFECTS.removed };
}

export async function publicPhoneServiceHours({ db }: Pick<Deps, 'db'>): Promise<PublicPhoneServiceHours[]> {
  return db
    .selectFrom('office_hours')
    .select([
      'id',
      'uuid',
      'work_start_day',
      'end_of_work_day',
      'office_start_time',
      'end_of_work_time',
      'lunch_start_time',
      'lunch_end_time',
    ])
    .where(isPublished('office_hours'))
    .orderBy('id')
    .execute();
}

export function phoneServiceHoursColumns(
  input: Omit<PhoneServiceHoursInput, 'version'>,
  stored?: Row<'office_hours'>,
) {
  const { work_start_day, end_of_work_day, office_start_time, end_of_work_time } = input;
  const lunch = {
    lunch_start_time: valueOrStored(input.lunch_start_time, stored?.lunch_start_time),
    lunch_end_time: valueOrStored(input.lunch_end_time, stored?.lunch_end_time),
  };
  const columns = { work_start_day, end_of_work_day, office_start_time, end_of_work_time, ...lunch };
  return { ...columns, ...derived(columns) };
}

function derived(hours: Omit<PhoneServiceHoursTable, keyof RecordColumns | `${string}_key` | 'search'>) {
  const missing = missingLunchTime(hours);
  if (missing) throw invalidField(missing, LUNCH_MISSING[missing]);
  const { work_start_day, end_of_work_day } = hours;
  return {
    search: searchText(
      work_start_day,
      end_of_work_day,
      hours.office_start_time,
      hours.end_of_work_time,
      hours.lunch_start_time,
      hours.lunch_end_time,
    ),
    start_key: searchText(work_start_day),
    end_key: searchText(end_of_work_day),
  };
}

const present = (row: Row<'office_hours'>): PhoneServiceHours => ({
  id: row.id,
  uuid: row.uuid,
  work_start_day: row.work_start_day,
  end_of_work_day: row.end_of_work_day,
  office_start_time: row.office_start_time,
  end_of_work_time: row.end_of_work_time,
  lunch_start_time: row.lunch_start_time,
  lunch_end_time: row.lunch_end_time,
  version: row.version,
  updated_at: row.updated_at,
});
