import { sql } from 'kysely';
import { Failure, invalidField } from '../../contract/failure.ts';
import { inOffice } from '../../platform/database/live.ts';
import type { Row } from '../../platform/database/records.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Rule } from '../../platform/limits.ts';
import { formatInstant, formatPhone } from '../../ui/format.ts';
import { linkSigner } from '../auth/link.service.ts';
import { filesById } from '../files/file.service.ts';
import type { PersonApplication } from './application.contract.ts';
import { type Erasing, erase } from './application.erase.ts';
import { erasedAt, LINK_PURPOSE, RESUME_PATH, type Reading } from './application.rows.ts';
import { STAGES, TEMPLATES } from './application.stages.ts';

// All that is kept of one person, by the address that the person gave: to show, to hand over and to erase (LGPD,
// art. 18). The audit log says that it was done and of how many applications, never whose.

const ENTITY = 'job_applications';
/** Of one member of staff: enough for a day of requests, too few to try addresses. */
const LOOKS: Rule = { points: 30, seconds: 3600 };
/** No person has more; whoever sends so many is a program. */
const MOST = 500;
const NOTHING = 'Não há nada guardado com este e-mail.';

type PersonDeps = Reading & Pick<Deps, 'write' | 'limits' | 'mailer'>;

const countLook = ({ limits }: Pick<Deps, 'limits'>, actor: Actor) =>
  limits.consume('data of a person', actor.uuid, LOOKS);

export async function findPerson(deps: PersonDeps, actor: Actor, email: string) {
  await countLook(deps, actor);
  const all = await readAll(deps, email);
  const sign = await linkSigner(deps, actor, LINK_PURPOSE);
  await note(deps, actor, 'find', all.rows.length);
  const applications = all.rows.map(
    (row): PersonApplication => ({
      uuid: row.uuid,
      name: row.name,
      vacancy: row.vacancy,
      stage: row.stage,
      created_at: row.created_at,
      notes: all.notes(row).length,
      messages: all.messages(row).length,
      openings: all.openings(row).length,
      mails: all.mails(row),
      doc: { url_s3: deps.apiUrl(RESUME_PATH + sign(row.uuid)) },
    }),
  );
  return { applications };
}

/** As the person gets it: every key says in Portuguese what it is. The résumés are downloaded beside it. */
export async function exportPerson(
  deps: PersonDeps,
  actor: Actor,
  email: string,
): Promise<Record<string, unknown>> {
  await countLook(deps, actor);
  const all = await readAll(deps, email);
  if (all.rows.length === 0) throw new Failure('not_found', NOTHING);
  const resumes = await filesById(
    deps.db,
    all.rows.map(({ file_id }) => file_id),
  );
  await note(deps, actor, 'export', all.rows.length);
  const { SITE_NAME, RETENTION_MONTHS } = deps.config;
  return {
    empresa: SITE_NAME,
    'gerado em': formatInstant(new Date(deps.clock.now()).toISOString()),
    'e-mail': email,
    'para que usamos': 'Só para a seleção de pessoas.',
    candidaturas: all.rows.map((row) => ({
      nome: row.name,
      'e-mail': row.email,
      telefone: formatPhone(row.phone),
      vaga: row.vacancy,
      'aceitou o banco de talentos': row.talent_pool === 1 ? 'sim' : 'não',
      'recebida em': formatInstant(row.created_at),
      'será apagada em': formatInstant(erasedAt(row.created_at, RETENTION_MONTHS)),
      etapa: STAGES[row.stage],
      'na etapa desde': row.stage_at && formatInstant(row.stage_at),
      currículo: resumes.get(row.file_id)?.name ?? null,
      anotações: all.notes(row).map(({ created_at, user_name, text }) => ({
        quando: formatInstant(created_at),
        'por quem': user_name,
        texto: text,
      })),
      'mensagens enviadas': all.messages(row).map(({ created_at, user_name, template }) => ({
        quando: formatInstant(created_at),
        'por quem': user_name,
        modelo: TEMPLATES[template].label,
      })),
      'e-mails que ainda não saíram': all.mails(row),
      'aberturas do currículo': all.openings(row).map(({ at, user_name }) => ({
        quando: formatInstant(at),
        'por quem': user_name,
      })),
    })),
  };
}

export async function erasePerson(
  deps: PersonDeps & Erasing,
  actor: Actor,
  { email, confirmation }: { email: string; confirmation: string },
) {
  if (confirmation.toLowerCase() !== email.toLowerCase())
    throw invalidField('confirmation', 'Digite o mesmo e-mail, para confirmar.');
  await countLook(deps, actor);
  let erased = 0;
  for (;;) {
    const rows = await applicationsOf(deps, email);
    for (const { uuid } of rows) if (await erase(deps, actor, 'delete', uuid)) erased += 1;
    if (rows.length < MOST) break;
  }
  if (erased === 0) throw new Failure('not_found', NOTHING);
  await note(deps, actor, 'forget', erased);
  return { message: 'Tudo o que havia guardado desta pessoa foi apagado para sempre.' };
}

const note = (
  { write }: Pick<Deps, 'write'>,
  actor: Actor,
  action: 'find' | 'export' | 'forget',
  count: number,
) =>
  write(actor, (work) => work.audit({ action, entity: ENTITY, uuid: null, after: { count } }), {
    content: false,
  });

const applicationsOf = ({ db }: Pick<Deps, 'db'>, email: string): Promise<Row<typeof ENTITY>[]> =>
  db
    .selectFrom(ENTITY)
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where(inOffice(ENTITY))
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();

async function readAll(deps: PersonDeps, email: string) {
  const { db } = deps;
  const rows = await applicationsOf(deps, email);
  // 0 is nobody's id.
  const ids = [0, ...rows.map(({ id }) => id)];
  const uuids = rows.map(({ uuid }) => uuid);
  const notes = await db
    .selectFrom('application_notes')
    .selectAll()
    .where('application_id', 'in', ids)
    .orderBy('id')
    .execute();
  const messages = await db
    .selectFrom('application_messages')
    .selectAll()
    .where('application_id', 'in', ids)
    .orderBy('id')
    .execute();
  const openings = await db
    .selectFrom('audit_log')
    .select(['at', 'user_name', 'entity_uuid'])
    .where('entity', '=', ENTITY)
    .where('entity_uuid', 'in', ['', ...uuids])
    .where('action', '=', 'open')
    .orderBy('id')
    .execute();
  const mails = await deps.mailer.waiting(new Set(uuids));
  const notesOf = Map.groupBy(notes, ({ application_id }) => application_id);
  const messagesOf = Map.groupBy(messages, ({ application_id }) => application_id);
  const openingsOf = Map.groupBy(openings, ({ entity_uuid }) => entity_uuid);
  return {
    rows,
    notes: ({ id }: { id: number }) => notesOf.get(id) ?? [],
    messages: ({ id }: { id: number }) => messagesOf.get(id) ?? [],
    openings: ({ uuid }: { uuid: string }) => openingsOf.get(uuid) ?? [],
    mails: ({ uuid }: { uuid: string }) => mails.get(uuid) ?? 0,
  };
}
