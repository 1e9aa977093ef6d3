import { randomUUID } from 'node:crypto';
import { z } from 'zod';

import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { GiveWay } from '../../platform/jobs/giveWay.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import { fileParts, openPart } from '../../records/server/files/file.rows.ts';
import { claimFile, filesById, storeFile } from '../../records/server/files/file.service.ts';
import { searchText } from '../../records/server/lists/list.ts';
import { declareFoldedColumns } from '../../records/server/lists/refold.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { findRecord, insertRecord } from '../../records/server/store/records.ts';
import { dayAt, MINUTE_MS } from '../../shared/dates.ts';
import { Failure } from '../../shared/failure.ts';
import { fold } from '../../shared/text/fold.ts';
import { companyService } from '../company/company.service.ts';
import type { ApplicationDetails, ApplicationInput } from './application.contract.ts';
import { type EraseDeps, eraseApplication } from './application.erase.ts';
import { applicationMail } from './application.mail.ts';
import {
  APPLICATION_NOT_FOUND,
  type ApplicationDeps,
  type ApplicationTable,
  otherApplications,
  presentApplications,
  RESUME_LINK_PURPOSE,
  retentionCutoff,
  retentionEnd,
} from './application.rows.ts';
import { RECEIPT_MESSAGES } from './application.types.ts';
import { resumePageJobs } from './resumePages.job.ts';

/** Most confirmation mails to one address in a day, because an applicant can type any address. */
const MAX_MAILS_PER_DAY = 3;
const DAY_SECONDS = 86_400;

// For applicants

export async function receiveApplication(deps: Deps, input: ApplicationInput, doc: ReceivedFile) {
  const { config, mailer, siteUrl } = deps;
  const uuid = randomUUID();
  if (isFilled(input.website)) return { message: RECEIPT_MESSAGES.confirmada, uuid };

  const { name, email, phone } = input;
  const known = await findVacancy(deps, input.vacancy);
  const vacancy = known?.name ?? input.vacancy;
  const mails = await deps.limits.count('application mails', email.toLowerCase(), { seconds: DAY_SECONDS });
  const confirmed = mails <= MAX_MAILS_PER_DAY;
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
          ...foldedColumns({ name, email, phone, vacancy }),
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
  return { message: confirmed ? RECEIPT_MESSAGES.confirmada : RECEIPT_MESSAGES.recebida, uuid };
}

function foldedColumns({
  name,
  email,
  phone,
  vacancy,
}: Pick<ApplicationTable, 'name' | 'email' | 'phone' | 'vacancy'>) {
  return {
    search: searchText(name, email, phone, vacancy),
    name_key: searchText(name),
    vacancy_key: searchText(vacancy),
  };
}

declareFoldedColumns('job_applications', { derive: foldedColumns });

const isFilled = (value: unknown) => value !== undefined && String(value).trim() !== '';

/** Returns the newest open vacancy of that name. */
function findVacancy({ db, clock }: Pick<Deps, 'db' | 'clock'>, name: string) {
  return db
    .selectFrom('vacancies')
    .select(['id', 'name'])
    .where('name_key', '=', fold(name))
    .where(isPublished('vacancies'))
    .where((eb) => eb.or([eb('open_until', 'is', null), eb('open_until', '>=', dayAt(clock.now()))]))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

// For staff

/** Most openings that the details show, latest first. */
const MAX_OPENINGS = 20;

export async function findApplication(
  deps: ApplicationDeps,
  actor: Actor,
  uuid: string,
): Promise<ApplicationDetails> {
  const { db, config } = deps;
  const row = await findRecord(db, 'job_applications', uuid, APPLICATION_NOT_FOUND);
  const [found] = await presentApplications(deps, actor, [row]);
  if (!found) throw new Failure('not_found', APPLICATION_NOT_FOUND);
  const notes = await db
    .selectFrom('application_notes')
    .selectAll()
    .where('application_id', '=', row.id)
    .orderBy('id', 'desc')
    .execute();
  const messages = await db
    .selectFrom('application_messages')
    .selectAll()
    .where('application_id', '=', row.id)
    .orderBy('id', 'desc')
    .execute();
  const openings = await db
    .selectFrom('audit_log')
    .select(['at', 'user_name'])
    .where('entity', '=', 'job_applications')
    .where('entity_uuid', '=', uuid)
    .where('action', '=', 'open')
    .orderBy('id', 'desc')
    .limit(MAX_OPENINGS)
    .execute();
  const company = await companyService.published({ db });
  return {
    ...found,
    staged: row.stage_at ? { at: row.stage_at, by: row.stage_by } : null,
    notes: notes.map((note) => ({
      uuid: note.uuid,
      at: note.created_at,
      by: note.user_name,
      text: note.text,
      own: note.user_id === actor.id,
    })),
    messages: messages.map((message) => ({
      uuid: message.uuid,
      at: message.created_at,
      by: message.user_name,
      template: message.template,
    })),
    openings: openings.map(({ at, user_name }) => ({ at, by: user_name })),
    replies: { sender: actor.email, company: company?.email ?? null },
    erased_at: retentionEnd(row.created_at, config.RETENTION_MONTHS),
    others: await otherApplications(deps, row),
  };
}

export async function destroyApplication(deps: EraseDeps, actor: Actor, uuid: string) {
  if (!(await eraseApplication(deps, actor, 'delete', uuid)))
    throw new Failure('not_found', APPLICATION_NOT_FOUND);
  return { message: 'Os dados e o currículo foram apagados para sempre.' };
}

// Résumés

/** Opens the résumé of a signed link. The audit log has the opening before the first byte is sent. */
export async function openResume(deps: Pick<Deps, 'db' | 'links' | 'store' | 'write' | 'log'>, link: string) {
  const { subject: uuid, actor } = await deps.links.open(RESUME_LINK_PURPOSE, link);
  const { name, file_id } = await findRecord(deps.db, 'job_applications', uuid, APPLICATION_NOT_FOUND);
  const file = (await filesById(deps.db, [file_id])).get(file_id);
  const part = file && fileParts(file)[0];
  const stored = part && (await openPart(deps, file, part));
  if (!stored) throw new Failure('not_found', 'Não encontramos o arquivo deste currículo.');
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

const PURGE_BATCH = 100;

/** Erases applications whose retention has ended. Returns their number. */
export async function purgeApplications(
  deps: EraseDeps & Pick<Deps, 'config'>,
  giveWay?: GiveWay,
): Promise<number> {
  const before = retentionCutoff(deps);
  let purged = 0;
  for (;;) {
    const due = await deps.db
      .selectFrom('job_applications')
      .select('uuid')
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(PURGE_BATCH)
      .execute();
    for (const { uuid } of due) {
      await giveWay?.();
      if (await eraseApplication(deps, null, 'purge', uuid)) purged += 1;
    }
    if (due.length < PURGE_BATCH) return purged;
  }
}

const PURGE: JobKind<object> = {
  name: 'purge applications',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  timeLimit: 60 * MINUTE_MS,
  recurrence: { period: 24 * 60 * MINUTE_MS },
};

export function applicationJobs(deps: Deps): void {
  resumePageJobs(deps);
  deps.jobs.define(PURGE, {
    async run(_, { giveWay }) {
      await purgeApplications(deps, giveWay);
    },
  });
}
