import { randomUUID } from 'node:crypto';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { findRecord, type Row } from '../../records/server/store/records.ts';
import { Failure } from '../../shared/failure.ts';
import { plural } from '../../shared/text/plural.ts';
import { companyService } from '../company/company.service.ts';
import type { MessageInput, StageInput } from './application.contract.ts';
import { staffMail } from './application.mail.ts';
import { APPLICATION_NOT_FOUND, vacancyUuids } from './application.rows.ts';
import { type MessageTemplate, STAGES, VACANCY_PLACEHOLDER, vacancyInMessage } from './application.stages.ts';

const ENTITY = 'job_applications';

type Letter = Pick<MessageInput, 'subject' | 'text' | 'reply_to'>;

// Stages

/** Moves applications to a stage. Only applicants whose stage changes get the message. */
export async function moveApplications(
  deps: Deps,
  actor: Actor,
  { uuids, stage, message, version }: StageInput,
) {
  if (message) await countRequest(deps, actor);
  const requested = [...new Set(uuids)];
  const { found, sent, saved } = await deps.write(
    actor,
    async (work) => {
      const rows = await work.trx
        .selectFrom(ENTITY)
        .select(['uuid', 'version'])
        .where('uuid', 'in', requested)
        .execute();
      if (rows.length === 0) throw new Failure('not_found', APPLICATION_NOT_FOUND);
      const [only] = rows;
      if (version !== undefined && rows.length === 1 && only && only.version !== version)
        throw new Failure(
          'conflict',
          'Esta candidatura mudou enquanto você olhava. Recarregue e tente de novo.',
        );
      const moved = await work.trx
        .updateTable(ENTITY)
        .set((eb) => ({
          stage,
          stage_at: work.now,
          stage_by: actor.name,
          updated_at: work.now,
          version: eb('version', '+', 1),
        }))
        .where('uuid', 'in', requested)
        .where('stage', '!=', stage)
        .returningAll()
        .execute();
      for (const { uuid } of moved) await work.audit({ action: 'stage', entity: ENTITY, uuid });
      if (message) await send(deps, work, actor, moved, 'closed', message);
      const [saved] = moved.length === 1 && requested.length === 1 ? moved : [];
      return { found: rows.length, sent: message ? moved.length : 0, saved };
    },
    { content: false },
  );
  return {
    message: movedMessage(stage, { found, sent, missing: requested.length - found }),
    ...(saved && { version: saved.version }),
  };
}

function movedMessage(
  stage: StageInput['stage'],
  { found, sent, missing }: { found: number; sent: number; missing: number },
): string {
  const verb = found === 1 ? 'está' : 'estão';
  return [
    `${plural(found, 'candidatura', 'candidaturas')} ${verb} em «${STAGES[stage]}».`,
    sent > 0 && `${plural(sent, 'mensagem a caminho', 'mensagens a caminho')}.`,
    missing > 0 && `${plural(missing, 'já não existia', 'já não existiam')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

// Notes

const MAX_NOTES = 200;

export function storeNote({ write }: Pick<Deps, 'write'>, actor: Actor, uuid: string, text: string) {
  return write(
    actor,
    async (work) => {
      const { id } = await findRecord(work.trx, ENTITY, uuid, APPLICATION_NOT_FOUND);
      const { count } = await work.trx
        .selectFrom('application_notes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('application_id', '=', id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_NOTES)
        throw new Failure('invalid', `Uma candidatura tem até ${MAX_NOTES} anotações. Apague uma antes.`);
      const note = randomUUID();
      await work.trx
        .insertInto('application_notes')
        .values({ ...entryColumns(work, actor, id, note), text })
        .execute();
      await work.audit({ action: 'note', entity: ENTITY, uuid });
      return { message: 'Quem cuida das candidaturas já lê.', uuid: note };
    },
    { content: false },
  );
}

export function destroyNote({ write }: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  return write(
    actor,
    async (work) => {
      const note = await work.trx
        .selectFrom('application_notes')
        .innerJoin(ENTITY, 'job_applications.id', 'application_notes.application_id')
        .select(['application_notes.id', 'application_notes.user_id', 'job_applications.uuid as about'])
        .where('application_notes.uuid', '=', uuid)
        .executeTakeFirst();
      if (!note) throw new Failure('not_found', 'Esta anotação não existe mais.');
      if (note.user_id !== actor.id)
        throw new Failure('forbidden', 'Só quem escreveu a anotação pode apagá-la.');
      await work.trx.deleteFrom('application_notes').where('id', '=', note.id).execute();
      await work.audit({ action: 'unnote', entity: ENTITY, uuid: note.about });
      return { message: 'Ninguém mais lê.' };
    },
    { content: false },
  );
}

const entryColumns = (work: Work, actor: Actor, application_id: number, uuid: string) => ({
  uuid,
  created_at: work.now,
  application_id,
  user_id: actor.id,
  user_name: actor.name,
});

// Messages

/** Limit of requests that send messages, per user and hour. */
const MESSAGE_LIMIT = { points: 60, seconds: 3600 };
/** Most messages to one application in a day. */
const MAX_MESSAGES_PER_DAY = 5;
const DAY_SECONDS = 86_400;

const countRequest = ({ limits }: Pick<Deps, 'limits'>, actor: Actor) =>
  limits.consume('application messages', actor.uuid, MESSAGE_LIMIT);

export async function sendMessage(
  deps: Deps,
  actor: Actor,
  uuid: string,
  { template, ...letter }: MessageInput,
) {
  const { id } = await findRecord(deps.db, ENTITY, uuid, APPLICATION_NOT_FOUND);
  await countRequest(deps, actor);
  await deps.limits.consume('messages to one', String(id), {
    points: MAX_MESSAGES_PER_DAY,
    seconds: DAY_SECONDS,
  });
  return deps.write(
    actor,
    async (work) => {
      const row = await findRecord(work.trx, ENTITY, uuid, APPLICATION_NOT_FOUND);
      const [message = ''] = await send(deps, work, actor, [row], template, letter);
      return { message: 'Chega em instantes.', uuid: message };
    },
    { content: false },
  );
}

/** Queues a mail to each applicant and records it. Returns the uuids of the records. */
async function send(
  deps: Deps,
  work: Work,
  actor: Actor,
  rows: Row<typeof ENTITY>[],
  template: MessageTemplate,
  { subject, text, reply_to }: Letter,
): Promise<string[]> {
  const company =
    reply_to === 'company' ? (await companyService.published({ db: work.trx }))?.email : undefined;
  const known = await vacancyUuids({ db: work.trx }, rows);
  const uuids: string[] = [];
  for (const row of rows) {
    const isKnown = row.vacancy_id !== null && known.has(row.vacancy_id);
    const withVacancy = (words: string) =>
      words.replaceAll(VACANCY_PLACEHOLDER, () => vacancyInMessage(isKnown ? row.vacancy : null));
    await deps.mailer.queue(
      work,
      staffMail({
        about: row.uuid,
        to: row.email,
        name: row.name,
        siteName: deps.config.SITE_NAME,
        // Line breaks in a subject would add mail headers.
        subject: withVacancy(subject).replace(/\s+/g, ' '),
        text: withVacancy(text),
        replyTo: company ?? actor.email,
        sender: actor.name,
      }),
    );
    const uuid = randomUUID();
    await work.trx
      .insertInto('application_messages')
      .values({ ...entryColumns(work, actor, row.id, uuid), template })
      .execute();
    await work.audit({ action: 'message', entity: ENTITY, uuid: row.uuid });
    uuids.push(uuid);
  }
  return uuids;
}
