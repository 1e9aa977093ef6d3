import { type Generated, type RawBuilder, type SqlBool, sql } from 'kysely';
import { driftSafeNow, fromStored, isoAt } from '../../platform/clock.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import type { Row } from '../../records/server/store/records.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';
import { type Application, MAX_OTHERS } from './application.contract.ts';
import type { MessageTemplate, Stage } from './application.stages.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    job_applications: ApplicationTable;
    application_notes: NoteTable;
    application_messages: MessageTable;
    resume_pages: ResumePageTable;
  }
}

/** Columns of applications. Rows are erased, never soft-deleted, so `deleted_at` stays empty. */
export interface ApplicationTable extends RecordColumns {
  name: string;
  email: string;
  phone: string;
  /** Name that the applicant chose or typed; kept when the vacancy is deleted. */
  vacancy: string;
  vacancy_id: number | null;
  talent_pool: number;
  file_id: number;
  stage: Generated<Stage>;
  /** Time and author of the last stage change; both null if there was none. */
  stage_at: Generated<string | null>;
  stage_by: Generated<string | null>;
  /** Null until staff open the résumé. */
  pages_state: Generated<'pending' | 'ready' | 'failed' | null>;
  page_count: Generated<number | null>;
  /** Version of the renderer (`DRAWING`) that drew the pages. */
  drawn_with: Generated<number>;
  search: string;
  name_key: string;
  vacancy_key: string;
}

interface StaffEntry {
  id: Generated<number>;
  uuid: string;
  created_at: string;
  application_id: number;
  user_id: number | null;
  user_name: string | null;
}

export interface NoteTable extends StaffEntry {
  text: string;
}

/** Columns of sent messages, without their text. */
export interface MessageTable extends StaffEntry {
  template: MessageTemplate;
}

export interface ResumePageTable {
  id: Generated<number>;
  application_id: number;
  /** Page number, from 1. */
  page: number;
  file_id: number;
}

export const APPLICATION_NOT_FOUND = 'Esta candidatura não existe mais.';
export const RESUME_LINK_PURPOSE = 'resume';

export const RESUME_PATH = '/files/private/';

export type ApplicationDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'links' | 'apiUrl'>;

export async function presentApplications(
  deps: ApplicationDeps,
  actor: Actor,
  rows: Row<'job_applications'>[],
): Promise<Application[]> {
  const uuids = await vacancyUuids(deps, rows);
  const counts = await countByPerson(deps, rows);
  const sign = await deps.links.signer(actor, RESUME_LINK_PURPOSE);
  return rows.map((row) => {
    const uuid = row.vacancy_id === null ? undefined : uuids.get(row.vacancy_id);
    return {
      id: row.id,
      uuid: row.uuid,
      name: row.name,
      email: row.email,
      phone: row.phone,
      vacancie_id: { id: uuid ? row.vacancy_id : null, uuid: uuid ?? null, name: row.vacancy },
      talent_pool: row.talent_pool === 1,
      doc: { url_s3: deps.apiUrl(RESUME_PATH + sign(row.uuid)) },
      stage: row.stage,
      created_at: row.created_at,
      version: row.version,
      of_person: counts.get(row.id) ?? 1,
    };
  });
}

/**
 * Returns the digits of a phone number without leading zeros and without the country code of Brazil. Migration
 * 0067 has an index of this expression.
 */
function nationalPhone(phone: RawBuilder<unknown>) {
  const digits = sql`ltrim(${phone}, '0')`;
  return sql`case when length(${digits}) > 11 and substr(${digits}, 1, 2) = '55'
    then substr(${digits}, 3) else ${digits} end`;
}

/**
 * Selects the ids of all applications with this e-mail address or phone number. A union uses the index of each;
 * `or` would scan the table on SQLite.
 */
const idsOfPerson = (email: RawBuilder<unknown>, phone: RawBuilder<unknown>) => sql`
  select id from job_applications where lower(email) = lower(${email})
  union select id from job_applications where ${nationalPhone(sql`phone`)} = ${nationalPhone(phone)}
`;

/** Returns the number of applications of the person of each row, by the id of the row. */
async function countByPerson({ db }: Pick<Deps, 'db'>, rows: Row<'job_applications'>[]) {
  if (rows.length === 0) return new Map<number, number>();
  const { rows: found } = await sql<{ id: number; count: number }>`
    select id, (select count(*) from (${idsOfPerson(sql`one.email`, sql`one.phone`)}) as person) as count
    from job_applications as one where id in (${sql.join(rows.map(({ id }) => id))})
  `.execute(db);
  return new Map(found.map(({ id, count }) => [Number(id), Number(count)]));
}

/** Returns the other applications with the e-mail address or phone number of `row`, newest first. */
export async function otherApplications({ db }: Pick<Deps, 'db'>, row: Row<'job_applications'>) {
  return db
    .selectFrom('job_applications')
    .select(['uuid', 'name', 'vacancy', 'stage', 'created_at'])
    .where(sql<SqlBool>`id in (${idsOfPerson(sql`${row.email}`, sql`${row.phone}`)})`)
    .where('id', '!=', row.id)
    .orderBy('id', 'desc')
    .limit(MAX_OTHERS)
    .execute();
}

/** Returns the uuids of vacancies by id, without deleted ones. */
export async function vacancyUuids({ db }: Pick<Deps, 'db'>, rows: Row<'job_applications'>[]) {
  const ids = [...new Set(rows.map((row) => row.vacancy_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map<number, string>();
  const found = await db
    .selectFrom('vacancies')
    .select(['id', 'uuid'])
    .where(isNotDeleted('vacancies'))
    // For more ids than one statement can hold, read all vacancies.
    .$if(ids.length <= 500, (query) => query.where('id', 'in', ids))
    .execute();
  return new Map(found.map(({ id, uuid }) => [id, uuid]));
}

// Retention

/** Returns the instant before which applications have reached the end of their retention, `ahead` days from now. */
export function retentionCutoff({ clock, config }: Pick<Deps, 'clock' | 'config'>, ahead = 0): string {
  const received = Temporal.Instant.fromEpochMilliseconds(driftSafeNow(clock))
    .toZonedDateTimeISO(CHAIN_ZONE)
    .add({ days: ahead })
    .subtract({ months: config.RETENTION_MONTHS });
  return isoAt(received.epochMilliseconds);
}

/** Returns the end of the retention of an application received at `created_at`. */
export function retentionEnd(created_at: string, months: number): string {
  return fromStored(created_at, (received) =>
    isoAt(received.toZonedDateTimeISO(CHAIN_ZONE).add({ months }).epochMilliseconds),
  );
}
