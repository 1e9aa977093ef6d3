import type { Generated } from 'kysely';
import { fromStored, isoAt, surely, ZONE } from '../../platform/clock.ts';
import { inOffice } from '../../platform/database/live.ts';
import type { Row } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { linkSigner } from '../auth/link.service.ts';
import type { Application } from './application.contract.ts';
import type { Stage, Template } from './application.stages.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    job_applications: ApplicationTable;
    application_notes: NoteTable;
    application_messages: MessageTable;
    resume_pages: ResumePageTable;
  }
}

/** Erased for good, never marked: `deleted_at` stays empty. */
export interface ApplicationTable extends RecordColumns {
  name: string;
  email: string;
  phone: string;
  /** What the applicant chose or typed; outlives the vacancy. */
  vacancy: string;
  vacancy_id: number | null;
  talent_pool: number;
  file_id: number;
  stage: Generated<Stage>;
  /** Both null for one that nobody has touched. */
  stage_at: Generated<string | null>;
  stage_by: Generated<string | null>;
  /** Null until somebody opens the résumé. */
  pages_state: Generated<'pending' | 'ready' | 'failed' | null>;
  page_count: Generated<number | null>;
  /** Version of the drawing (`DRAWING`). */
  drawn_with: Generated<number>;
  search: string;
  name_key: string;
  vacancy_key: string;
}

interface ByStaff {
  id: Generated<number>;
  uuid: string;
  created_at: string;
  application_id: number;
  user_id: number | null;
  user_name: string | null;
}

export interface NoteTable extends ByStaff {
  text: string;
}

/** That it was sent, not what it said. */
export interface MessageTable extends ByStaff {
  template: Template;
}

export interface ResumePageTable {
  id: Generated<number>;
  application_id: number;
  /** From 1. */
  page: number;
  file_id: number;
}

export const GONE = 'Esta candidatura não existe mais.';
export const LINK_PURPOSE = 'resume';

export const RESUME_PATH = '/files/private/';

export type Reading = Pick<Deps, 'db' | 'clock' | 'config' | 'keys' | 'apiUrl'>;

export async function presentAll(
  deps: Reading,
  actor: Actor,
  rows: Row<'job_applications'>[],
): Promise<Application[]> {
  const uuids = await vacancyUuids(deps, rows);
  const sign = await linkSigner(deps, actor, LINK_PURPOSE);
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
    };
  });
}

/** Of vacancies that are still there. */
export async function vacancyUuids({ db }: Pick<Deps, 'db'>, rows: Row<'job_applications'>[]) {
  const ids = [...new Set(rows.map((row) => row.vacancy_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map<number, string>();
  const found = await db
    .selectFrom('vacancies')
    .select(['id', 'uuid'])
    .where(inOffice('vacancies'))
    // All of them where a list is so long that its vacancies would not fit into one statement.
    .$if(ids.length <= 500, (query) => query.where('id', 'in', ids))
    .execute();
  return new Map(found.map(({ id, uuid }) => [id, uuid]));
}

// How long they are kept

/** What was received before this instant has been kept for as long as applicants were told, `ahead` days from now. */
export function receivedBefore({ clock, config }: Pick<Deps, 'clock' | 'config'>, ahead = 0): string {
  const received = Temporal.Instant.fromEpochMilliseconds(surely(clock))
    .toZonedDateTimeISO(ZONE)
    .add({ days: ahead })
    .subtract({ months: config.RETENTION_MONTHS });
  return isoAt(received.epochMilliseconds);
}

/** When what was received at `created_at` has been kept for long enough. */
export function erasedAt(created_at: string, months: number): string {
  return fromStored(created_at, (received) =>
    isoAt(received.toZonedDateTimeISO(ZONE).add({ months }).epochMilliseconds),
  );
}
