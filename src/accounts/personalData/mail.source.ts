import { sql } from 'kysely';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPermitted } from '../../platform/security/access.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { emailKey } from '../auth/auth.contract.ts';
import type { PersonalDataSource } from './source.ts';

const OF_ACCOUNT =
  'Os e-mails da conta da equipe ficam: são avisos de segurança para a pessoa que usa a conta.';

/** Subjects are limited because queued mails are about an application or go to an account that still exists. */
const seesSubjects = (by: Actor | null) => by === null || isPermitted(by, 'applications.read');

async function hasAccount({ db }: Pick<Deps, 'db'>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where(isNotDeleted('users'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Personal-data source of mails to an address: queued mails and, without an SMTP server, mails stored as files. */
export const mailSource: PersonalDataSource<'mails'> = {
  key: 'mails',

  async find({ mailer }, _by, email) {
    const { waiting, files } = await mailer.unsentTo(email);
    return { waiting: waiting.length, files: files.length };
  },

  count: ({ waiting, files }) => waiting + files,

  async survey(deps, by, email, purpose) {
    const { waiting, files } = await deps.mailer.unsentTo(email);
    const count = waiting.length + files.length;
    const own = purpose === 'read' || (await mayDrop(deps, by, email)) ? count : 0;
    return { count: own, scopes: own > 0 ? ['mails'] : [], elsewhere: [] };
  },

  async exportData({ mailer }, by, email) {
    const { waiting, files } = await mailer.unsentTo(email);
    return {
      'e-mails na fila': waiting.map(({ at, subject }) => ({
        quando: formatInstant(at),
        ...(seesSubjects(by) && { assunto: subject }),
      })),
      'e-mails guardados em arquivo': files.map(({ at }) => ({ quando: formatInstant(at) })),
    };
  },

  async erase(deps, by, email) {
    const { waiting, files } = await deps.mailer.unsentTo(email);
    const count = waiting.length + files.length;
    if (count === 0) return { count, retained: [] };
    if (await hasAccount(deps, email)) return { count: 0, retained: [OF_ACCOUNT] };
    if (!(await mayDrop(deps, by, email))) return { count: 0, retained: [] };
    await deps.write(by, (work) => deps.mailer.deleteTo(work, email), { content: false });
    return { count, retained: [] };
  },

  async *addresses({ mailer }) {
    for (const address of await mailer.recipients()) yield { address, scope: 'mails' };
  },
};

/** Mails about an application that stays may only be erased with permission to delete applications. */
async function mayDrop(deps: Deps, by: Actor | null, email: string): Promise<boolean> {
  if (await hasAccount(deps, email)) return false;
  return by === null || isPermitted(by, 'applications.delete') || !(await hasApplications(deps, email));
}

async function hasApplications({ db }: Pick<Deps, 'db'>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('job_applications')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where(isNotDeleted('job_applications'))
    .executeTakeFirst();
  return row !== undefined;
}
