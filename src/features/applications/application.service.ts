import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { Failure } from '../../contract/failure.ts';
import { fold, type ListQuery } from '../../contract/list.ts';
import { dayAt, isoAt, ZONE } from '../../platform/clock.ts';
import { releaseFiles } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { plainFilterRules, valuesOf } from '../../platform/database/listFilters.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import { findRecord, insertRecord, type Row } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { type JobKind, light } from '../../platform/jobs/kind.ts';
import { linkSigner, openLink } from '../auth/link.service.ts';
import { partsOf } from '../files/file.rows.ts';
import { claimFile, eraseFiles, type FileDeps, filesById, storeFile } from '../files/file.service.ts';
import { type Application, type ApplicationInput, applicationFilters } from './application.contract.ts';
import { applicationMail } from './application.mail.ts';
import { RECEIVED } from './application.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    job_applications: ApplicationTable;
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
  search: string;
  name_key: string;
  vacancy_key: string;
}

const GONE = 'Esta candidatura não existe mais.';
const LINK_PURPOSE = 'resume';

/** Mails to one address in a day: anybody can type anybody's. */
const MAILS = 3;
const DAY_SECONDS = 86_400;

type Reading = Pick<Deps, 'db' | 'clock' | 'config' | 'apiUrl'>;

// From applicants

export async function receiveApplication(deps: Deps, input: ApplicationInput, doc: ReceivedFile) {
  const { config, mailer, siteUrl } = deps;
  const uuid = randomUUID();
  if (isFilled(input.website)) return { message: RECEIVED.confirmada, uuid };

  const { name, email, phone } = input;
  const known = await findVacancy(deps, input.vacancy);
  const vacancy = known?.name ?? input.vacancy;
  const mails = await deps.limits.count('application mails', email.toLowerCase(), { seconds: DAY_SECONDS });
  const confirmed = mails <= MAILS;
  const file = await storeFile(deps, doc, 'private');
  await deps.write(
    null,
    async (work) => {
      await claimFile(deps, work, file);
      await insertRecord(
        work,
        'job_applications',
        {
          uuid,
          name,
          email,
          phone,
          vacancy,
          vacancy_id: known?.id ?? null,
          talent_pool: input.talent_pool ?? 0,
          file_id: file.id,
          search: searchText(name, email, phone, vacancy),
          name_key: searchText(name),
          vacancy_key: searchText(vacancy),
        },
        { personal: true },
      );
      if (!confirmed) return;
      const mail = applicationMail({
        about: uuid,
        to: email,
        name,
        siteName: config.SITE_NAME,
        vacancy: known ? vacancy : null,
        talentPool: input.talent_pool === 1,
        retentionMonths: config.RETENTION_MONTHS,
        contacts: `${siteUrl()}/contacts`,
      });
      await mailer.queue(work, mail);
    },
    { content: false },
  );
  return { message: confirmed ? RECEIVED.confirmada : RECEIVED.recebida, uuid };
}

const isFilled = (value: unknown) => value !== undefined && String(value).trim() !== '';

/** The open vacancy of that name, the newest where several are. */
function findVacancy({ db, clock }: Pick<Deps, 'db' | 'clock'>, name: string) {
  return db
    .selectFrom('vacancies')
    .select(['id', 'name'])
    .where('name_key', '=', fold(name))
    .where(live('vacancies'))
    .where((eb) => eb.or([eb('open_until', 'is', null), eb('open_until', '>=', dayAt(clock.now()))]))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

// For staff

export async function listApplications(deps: Reading, actor: Actor, query: ListQuery) {
  const base = deps.db.selectFrom('job_applications').selectAll().where(inOffice('job_applications'));
  return selectList(
    deps.db,
    base,
    query,
    {
      table: 'job_applications',
      search: 'search',
      // Ids are given in the order of arrival.
      sortable: { id: 'id', name: 'name_key', vacancy: 'vacancy_key', created_at: 'id' },
      filters: filtersIn(deps.db),
      order: '-id',
      id: 'id',
    },
    (rows) => presentAll(deps, actor, rows),
  );
}

function filtersIn(db: Reading['db']) {
  return plainFilterRules(applicationFilters, {
    vacancy: {
      where: (vacancy) => sql`job_applications.vacancy_key = ${vacancy}`,
      values: valuesOf(db, 'job_applications', 'vacancy_key', 'vacancy'),
    },
  });
}

export async function findApplication(deps: Reading, actor: Actor, uuid: string): Promise<Application> {
  const [found] = await presentAll(deps, actor, [await findRecord(deps.db, 'job_applications', uuid, GONE)]);
  if (!found) throw new Failure('not_found', GONE);
  return found;
}

export async function destroyApplication(deps: Erasing, actor: Actor, uuid: string) {
  if (!(await erase(deps, actor, 'delete', uuid))) throw new Failure('not_found', GONE);
  return { message: 'Os dados e o currículo foram apagados para sempre.' };
}

async function presentAll(
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
      created_at: row.created_at,
    };
  });
}

/** Of vacancies that are still there. */
async function vacancyUuids({ db }: Pick<Deps, 'db'>, rows: Row<'job_applications'>[]) {
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

// Résumés

export const RESUME_PATH = '/files/private/';

/** The résumé behind a signed link; that it was opened is in the audit log before its first byte leaves. */
export async function openResume(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'store' | 'write' | 'log'>,
  link: string,
) {
  const { subject: uuid, actor } = await openLink(deps, LINK_PURPOSE, link);
  const { name, file_id } = await findRecord(deps.db, 'job_applications', uuid, GONE);
  const file = (await filesById(deps.db, [file_id])).get(file_id);
  const part = file && partsOf(file)[0];
  const stored = part && (await deps.store.read(file.area, part.key));
  if (!stored) {
    deps.log.warn({ file: file?.uuid }, 'stored file is missing');
    throw new Failure('not_found', 'Não encontramos o arquivo deste currículo.');
  }
  try {
    await deps.write(actor, (work) => work.audit({ action: 'open', entity: 'job_applications', uuid }), {
      content: false,
    });
  } catch (error) {
    stored.stream.destroy();
    throw error;
  }
  return { ...stored, type: part.type, name: `Currículo ${name}` };
}

// Erasing

type Erasing = FileDeps & Pick<Deps, 'mailer'>;

/** Takes the row, the résumé and a mail that still waits; false when it is gone already. */
function erase(
  deps: Erasing,
  actor: Actor | null,
  action: 'delete' | 'purge',
  uuid: string,
): Promise<boolean> {
  return deps.write(
    actor,
    async (work) => {
      const row = await work.trx
        .deleteFrom('job_applications')
        .where('uuid', '=', uuid)
        .returning('file_id')
        .executeTakeFirst();
      if (!row) return false;
      const of = { entity: 'job_applications', uuid } as const;
      await eraseFiles(deps, work, of, await releaseFiles(work, of.entity, uuid, [row.file_id]));
      await deps.mailer.drop(work, uuid);
      await work.audit({ action, entity: 'job_applications', uuid });
      return true;
    },
    { content: false },
  );
}

const PURGED_AT_ONCE = 100;
const MINUTE_MS = 60_000;

/** Erases applications that were kept for as long as applicants were told; answers how many. */
export async function purgeApplications(
  deps: Erasing & Pick<Deps, 'config'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = Temporal.Instant.fromEpochMilliseconds(deps.clock.now())
    .toZonedDateTimeISO(ZONE)
    .subtract({ months: deps.config.RETENTION_MONTHS }).epochMilliseconds;
  let purged = 0;
  for (;;) {
    const due = await deps.db
      .selectFrom('job_applications')
      .select('uuid')
      .where('created_at', '<', isoAt(before))
      .orderBy('created_at')
      .limit(PURGED_AT_ONCE)
      .execute();
    for (const { uuid } of due) {
      signal?.throwIfAborted();
      if (await erase(deps, null, 'purge', uuid)) purged += 1;
    }
    if (due.length < PURGED_AT_ONCE) return purged;
  }
}

const PURGE: JobKind<object> = {
  name: 'purge applications',
  payload: z.object({}),
  lane: light,
  attempts: 10,
  retry: { first: MINUTE_MS, last: 60 * MINUTE_MS },
  limit: 60 * MINUTE_MS,
  every: { period: 24 * 60 * MINUTE_MS },
};

export function applicationJobs(deps: Deps): void {
  deps.jobs.define(PURGE, {
    async run(_, { signal }) {
      await purgeApplications(deps, signal);
    },
  });
}
