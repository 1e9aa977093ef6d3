import { sql } from 'kysely';
import { eraseApplication } from '../../content/applications/application.erase.ts';
import {
  RESUME_LINK_PURPOSE,
  RESUME_PATH,
  retentionEnd,
} from '../../content/applications/application.rows.ts';
import { STAGES, TEMPLATES } from '../../content/applications/application.stages.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPermitted } from '../../platform/security/access.ts';
import { fileParts } from '../../records/server/files/file.rows.ts';
import { filesById } from '../../records/server/files/file.service.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import type { Row } from '../../records/server/store/records.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { formatPhone } from '../../shared/text/phone.ts';
import { BATCH_SIZE, type PersonalDataSource } from './source.ts';

const ENTITY = 'job_applications';
/** Most applications read at once. Real applicants have far fewer. */
const MAX_APPLICATIONS = 500;

export const applicationSource: PersonalDataSource<'applications'> = {
  key: 'applications',

  async find(deps, by, email) {
    if (!mayDo(by, 'read')) return [];
    const all = await readAll(deps, email);
    const linkOf = await linksFor(deps, by);
    return all.rows.map((row) => ({
      uuid: row.uuid,
      name: row.name,
      vacancy: row.vacancy,
      stage: row.stage,
      created_at: row.created_at,
      notes: all.notes(row).length,
      messages: all.messages(row).length,
      openings: all.openings(row).length,
      mails: all.mails(row),
      doc: { url_s3: linkOf(row.uuid) },
    }));
  },

  count: (found) => found.length,

  async survey(deps, by, email, purpose) {
    const count = (await applicationsOf(deps, email)).length;
    if (count === 0) return { count, scopes: [], elsewhere: [] };
    if (mayDo(by, purpose === 'read' ? 'read' : 'delete'))
      return { count, scopes: ['applications'], elsewhere: [] };
    return { count: 0, scopes: [], elsewhere: [{ area: 'Trabalhe conosco', count }] };
  },

  /** Exports the data without the résumés, which are downloaded separately. */
  async exportData(deps, by, email) {
    if (!mayDo(by, 'read')) return {};
    const all = await readAll(deps, email);
    const resumes = await resumesOf(deps, all.rows);
    return {
      candidaturas: all.rows.map((row) => ({
        nome: row.name,
        'e-mail': row.email,
        telefone: formatPhone(row.phone),
        vaga: row.vacancy,
        'aceitou o banco de talentos': row.talent_pool === 1 ? 'sim' : 'não',
        'recebida em': formatInstant(row.created_at),
        'será apagada em': formatInstant(retentionEnd(row.created_at, deps.config.RETENTION_MONTHS)),
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
  },

  async erase(deps, by, email) {
    if (!mayDo(by, 'delete')) return { count: 0, retained: [] };
    let count = 0;
    for (;;) {
      const rows = await applicationsOf(deps, email);
      for (const { uuid } of rows) if (await eraseApplication(deps, by, 'delete', uuid)) count += 1;
      if (rows.length < MAX_APPLICATIONS) return { count, retained: [] };
    }
  },

  async *addresses({ db }) {
    for (let last = 0; ; ) {
      const rows = await db
        .selectFrom(ENTITY)
        .select(['id', 'email'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute();
      for (const { email } of rows) yield { address: email, scope: 'applications' };
      const end = rows.at(-1);
      if (!end) return;
      last = end.id;
    }
  },
};

/** Returns whether `by` has the permission; null is an operator, who has all. */
const mayDo = (by: Actor | null, verb: 'read' | 'delete') =>
  by === null || isPermitted(by, `applications.${verb}`);

/** Returns the stored résumés of a person, for exports on the command line. */
export async function resumesOfPerson(deps: Pick<Deps, 'db'>, email: string) {
  const rows = await applicationsOf(deps, email);
  const files = await resumesOf(deps, rows);
  return rows.flatMap(({ file_id }) => {
    const file = files.get(file_id);
    const [part] = file ? fileParts(file) : [];
    return file && part ? [{ name: file.name, area: file.area, key: part.key }] : [];
  });
}

/** Returns a function that signs résumé links; they are empty for an operator, who has no session. */
async function linksFor(deps: Deps, by: Actor | null): Promise<(uuid: string) => string> {
  if (!by) return () => '';
  const sign = await deps.links.signer(by, RESUME_LINK_PURPOSE);
  return (uuid) => deps.apiUrl(RESUME_PATH + sign(uuid));
}

const resumesOf = ({ db }: Pick<Deps, 'db'>, rows: readonly { file_id: number }[]) =>
  filesById(
    db,
    rows.map(({ file_id }) => file_id),
  );

const applicationsOf = ({ db }: Pick<Deps, 'db'>, email: string): Promise<Row<typeof ENTITY>[]> =>
  db
    .selectFrom(ENTITY)
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where(isNotDeleted(ENTITY))
    .orderBy('id', 'desc')
    .limit(MAX_APPLICATIONS)
    .execute();

async function readAll(deps: Pick<Deps, 'db' | 'mailer'>, email: string) {
  const { db } = deps;
  const rows = await applicationsOf(deps, email);
  // 0 is never an id; it keeps the `in` list from being empty.
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
  const mails = await deps.mailer.countWaiting(new Set(uuids));
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
