import { effectsOn } from '../../contract/effects.ts';
import { invalidField } from '../../contract/failure.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type Draft, saveRecord } from '../../platform/database/drafts.ts';
import { composeOf } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import { deleteRecord, findRecord, kept, type Row } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  LUNCH_MISSING,
  missingLunchTime,
  type OfficeHours,
  type OfficeHoursInput,
  type PublicOfficeHours,
} from './officeHours.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    office_hours: OfficeHoursTable;
  }
}

export interface OfficeHoursTable extends RecordColumns {
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

composeOf('office_hours', { derive: derived });

const FILTERS = filterRules('office_hours', {}, {});
const EFFECTS = effectsOn('na página de contato');
const GONE = 'Este horário não existe mais.';

export async function listOfficeHours({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('office_hours').selectAll().where(inOffice('office_hours'));
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

export async function findOfficeHours({ db }: Pick<Deps, 'db'>, uuid: string): Promise<OfficeHours> {
  return present(await findRecord(db, 'office_hours', uuid, GONE));
}

export async function draftOfficeHours(
  db: DbOrTransaction,
  input: OfficeHoursInput,
  uuid?: string,
): Promise<Draft<'office_hours'>> {
  const before = await currentRecord(db, 'office_hours', uuid, input.version, GONE);
  const values = officeHoursColumns(input, before ?? undefined);
  return { table: 'office_hours', before, values, message: before ? EFFECTS.changed : EFFECTS.added };
}

export const storeOfficeHours = (deps: Pick<Deps, 'write'>, actor: Actor, input: OfficeHoursInput) =>
  saveRecord(deps, actor, (db) => draftOfficeHours(db, input));

export const updateOfficeHours = (
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  input: OfficeHoursInput,
) => saveRecord(deps, actor, (db) => draftOfficeHours(db, input, uuid));

export async function destroyOfficeHours(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) =>
    deleteRecord(work, 'office_hours', await findRecord(work.trx, 'office_hours', uuid, GONE)),
  );
  return { message: EFFECTS.removed };
}

export async function publicOfficeHours({ db }: Pick<Deps, 'db'>): Promise<PublicOfficeHours[]> {
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
    .where(live('office_hours'))
    .orderBy('id')
    .execute();
}

export function officeHoursColumns(input: Omit<OfficeHoursInput, 'version'>, stored?: Row<'office_hours'>) {
  const { work_start_day, end_of_work_day, office_start_time, end_of_work_time } = input;
  const lunch = {
    lunch_start_time: kept(input.lunch_start_time, stored?.lunch_start_time),
    lunch_end_time: kept(input.lunch_end_time, stored?.lunch_end_time),
  };
  const columns = { work_start_day, end_of_work_day, office_start_time, end_of_work_time, ...lunch };
  return { ...columns, ...derived(columns) };
}

function derived(hours: Omit<OfficeHoursTable, keyof RecordColumns | `${string}_key` | 'search'>) {
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

const present = (row: Row<'office_hours'>): OfficeHours => ({
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
