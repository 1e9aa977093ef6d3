import { createHash } from 'node:crypto';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPermitted } from '../../platform/security/access.ts';
import { CROCKFORD } from '../../platform/security/secrets.ts';
import { auditText } from '../../records/server/history/history.words.ts';
import { Failure } from '../../shared/failure.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { ensureOtherAdministrator, randomPasswordHash, removeAccount } from '../auth/access.service.ts';
import { accountColumns } from '../auth/account.service.ts';
import { emailKey } from '../auth/auth.contract.ts';
import { recordErasure } from '../personalData/erasures.job.ts';
import type { PersonAccount } from '../personalData/personalData.contract.ts';
import type { PersonalDataSource } from '../personalData/source.ts';
import { personState } from './person.service.ts';
import {
  branchNames,
  ensureNotSelf,
  OWN_ACCOUNT_REFUSAL,
  parseBranches,
  personRefusal,
  readRoles,
  roleAccessOfPerson,
  type StoredPerson,
} from './personAccess.service.ts';

const AREA = 'Pessoas e papéis';
const NEEDS_WRITE =
  'A conta da equipe fica: para apagá-la é preciso poder preparar em Pessoas e papéis. Peça a quem pode.';
/** Most audit entries in a personal-data export. All of them would be a history of the site. */
const MAX_AUDIT_ENTRIES = 1000;

/** Personal-data source of staff accounts, including removed ones, whose rows still have the name. */
export const accountSource: PersonalDataSource<'accounts'> = {
  key: 'accounts',

  async find(deps, by, email) {
    if (by && !isPermitted(by, 'users.read')) return null;
    const roles = await readRoles(deps.db);
    return Promise.all(
      (await accountsOf(deps, email)).map(
        async (row): Promise<PersonAccount> => ({
          uuid: row.uuid,
          name: row.name,
          state: row.deleted_at === null ? personState(row) : 'removed',
          role_name: roleAccessOfPerson(row, roles).roleName,
          created_at: row.created_at,
          deeds: await countAuditEntries(deps, row.id),
          refused: await refusalFor(deps, by, row),
        }),
      ),
    );
  },

  count: (found) => found?.length ?? 0,

  async survey(deps, by, email, purpose) {
    const rows = await accountsOf(deps, email);
    if (by && !isPermitted(by, 'users.read'))
      return { count: 0, scopes: [], elsewhere: rows.length > 0 ? [{ area: AREA, count: rows.length }] : [] };
    if (purpose === 'read') return { count: rows.length, scopes: [], elsewhere: [] };
    const refusals = await Promise.all(rows.map((row) => refusalFor(deps, by, row)));
    return { count: refusals.filter((why) => why === null).length, scopes: [], elsewhere: [] };
  },

  async exportData(deps, by, email) {
    if (by && !isPermitted(by, 'users.read')) return {};
    const rows = await accountsOf(deps, email);
    return { 'contas da equipe': await Promise.all(rows.map((row) => handOver(deps, row))) };
  },

  async erase(deps, by, email) {
    if (by && !isPermitted(by, 'users.read')) return { count: 0, retained: [] };
    const retained: string[] = [];
    let count = 0;
    for (const row of await accountsOf(deps, email)) {
      const refused = await eraseAccount(deps, by, row);
      if (refused) retained.push(refused);
      else count += 1;
    }
    return { count, retained };
  },

  async *addresses({ db }) {
    const rows = await db.selectFrom('users').select('email').where('email', '<>', '').execute();
    for (const { email } of rows) yield { address: email, scope: 'accounts' };
  },
};

const accountsOf = ({ db }: Pick<Deps, 'db'>, email: string): Promise<StoredPerson[]> =>
  db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).orderBy('id').execute();

async function countAuditEntries({ db }: Pick<Deps, 'db'>, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function refusalFor(
  { db }: Pick<Deps, 'db'>,
  by: Actor | null,
  row: StoredPerson,
): Promise<string | null> {
  if (!by) return null;
  if (!isPermitted(by, 'users.write')) return NEEDS_WRITE;
  if (row.deleted_at !== null) return null;
  if (row.id === by.id) return OWN_ACCOUNT_REFUSAL;
  return personRefusal(db, by, row);
}

/** Erases an account. Returns why it was kept, or null if it was erased. */
async function eraseAccount(deps: Deps, by: Actor | null, row: StoredPerson): Promise<string | null> {
  if (by && !isPermitted(by, 'users.write')) return NEEDS_WRITE;
  const password_hash = await randomPasswordHash();
  try {
    await deps.write(
      by,
      async (work) => {
        if (row.deleted_at === null) await removeFromTeam(work, by, row, password_hash);
        await replaceName(work, row);
        await recordErasure(deps, work, ['accounts'], row.email);
      },
      { content: false },
    );
    return null;
  } catch (error) {
    if (error instanceof Failure && (error.code === 'conflict' || error.code === 'forbidden'))
      return error.message;
    throw error;
  }
}

async function removeFromTeam(
  work: Work,
  by: Actor | null,
  row: StoredPerson,
  password_hash: string,
): Promise<void> {
  const refused = by && (await personRefusal(work.trx, by, row));
  if (refused) throw new Failure('forbidden', refused);
  if (by) await ensureNotSelf(work, by, row);
  else if (row.disabled_at === null) await ensureOtherAdministrator(work, row);
  await removeAccount(work, row, password_hash, { isErased: true });
}

/** Returns a pseudonym such as «Pessoa apagada 7F3K», by which the history distinguishes erased people. */
export function pseudonymOf({ uuid }: { uuid: string }): string {
  const bytes = createHash('sha256').update(uuid).digest().subarray(0, 4);
  const code = Array.from(bytes, (byte) => CROCKFORD[byte % 32]).join('');
  return `Pessoa apagada ${code}`;
}

/** Replaces the name of an erased person by the pseudonym in all history, and clears the account. */
async function replaceName({ trx, now }: Work, { id, uuid, name }: StoredPerson): Promise<void> {
  const pseudonym = pseudonymOf({ uuid });
  for (const table of ['saved_views', 'devices', 'passkey_challenges', 'recovery_codes'] as const)
    await trx.deleteFrom(table).where('user_id', '=', id).execute();
  const names = await namesOf(trx, id, name);
  for (const table of ['audit_log', 'record_versions', 'application_notes', 'application_messages'] as const)
    await trx.updateTable(table).set({ user_name: pseudonym }).where('user_id', '=', id).execute();
  if (names.length > 0) {
    await trx.updateTable('files').set({ user_name: pseudonym }).where('user_name', 'in', names).execute();
    await trx
      .updateTable('job_applications')
      .set({ stage_by: pseudonym })
      .where('stage_by', 'in', names)
      .execute();
  }
  await trx
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('entity', '=', 'user')
    .where('entity_uuid', '=', uuid)
    .execute();
  await trx
    .updateTable('users')
    .set((eb) => ({
      ...accountColumns({ name: pseudonym, email: '' }),
      search: '',
      branches: null,
      photo: null,
      last_login_at: '',
      disabled_at: null,
      invited_at: null,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * Returns all names of the account in the audit log, to find records that store only a name. Omits names that
 * another account shares, because such records may be about that account.
 */
async function namesOf(trx: Work['trx'], id: number, name: string): Promise<string[]> {
  const entries = await trx
    .selectFrom('audit_log')
    .select('user_name')
    .distinct()
    .where('user_id', '=', id)
    .execute();
  const names = [...new Set([name, ...entries.flatMap(({ user_name }) => user_name ?? [])])];
  const others = await trx
    .selectFrom('users')
    .select('name')
    .where('id', '<>', id)
    .where('name', 'in', names)
    .execute();
  const shared = new Set(others.map((account) => account.name));
  return names.filter((candidate) => !shared.has(candidate));
}

interface Usage {
  browser: string | null;
  created_at: string;
  last_used_at: string;
}

async function handOver({ db }: Pick<Deps, 'db'>, row: StoredPerson) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['browser', 'created_at', 'last_used_at'])
    .where('user_id', '=', row.id)
    .execute();
  const devices = await db
    .selectFrom('devices')
    .select(['browser', 'created_at', 'last_used_at'])
    .where('user_id', '=', row.id)
    .execute();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('user_id', '=', row.id)
    .execute();
  const apps = await db
    .selectFrom('authenticator_apps')
    .select('created_at')
    .where('user_id', '=', row.id)
    .where('confirmed_at', 'is not', null)
    .execute();
  const views = await db.selectFrom('saved_views').select(['name']).where('user_id', '=', row.id).execute();
  const deeds = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'entity', 'user_name'])
    .where('user_id', '=', row.id)
    .orderBy('id', 'desc')
    .limit(MAX_AUDIT_ENTRIES)
    .execute();
  const instant = (at: string | null) => (at ? formatInstant(at) : null);
  const presentUsage = ({ browser, created_at, last_used_at }: Usage) => ({
    navegador: browser,
    desde: instant(created_at),
    'último uso': instant(last_used_at),
  });
  return {
    nome: row.name,
    'e-mail': row.email,
    papel: roleAccessOfPerson(row, await readRoles(db)).roleName,
    filiais: await branchNames(db, parseBranches(row)),
    'criada em': instant(row.created_at),
    'fora da equipe desde': instant(row.deleted_at),
    'última entrada': instant(row.last_login_at || null),
    foto: row.photo,
    sessões: sessions.map(presentUsage),
    aparelhos: devices.map(presentUsage),
    'chaves de acesso': passkeys.map(({ name, created_at, last_used_at }) => ({
      nome: name,
      'criada em': instant(created_at),
      'último uso': instant(last_used_at),
    })),
    'aplicativos autenticadores': apps.map(({ created_at }) => ({ 'ligado em': instant(created_at) })),
    'vistas guardadas': views.map(({ name }) => name),
    [`o que fez, até as últimas ${MAX_AUDIT_ENTRIES.toLocaleString('pt-BR')} vezes`]: deeds.map((deed) => ({
      quando: instant(deed.at),
      'o quê': auditText(deed),
    })),
  };
}
