import { randomBytes } from 'node:crypto';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashPassword } from '../../platform/security/secrets.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { locksRows } from '../../records/server/store/records.ts';
import { Failure } from '../../shared/failure.ts';
import { deleteSecondFactors } from '../twoFactor/twoFactor.service.ts';
import { ADMIN_ROLE } from '../users/rolePermissions.ts';
import { findAccount, noAccount } from './account.service.ts';
import { endSessions } from './sessionToken.service.ts';

// Access of accounts, for operators and user management. Sessions are looked up in the database at each
// request, so a deleted session ends on every instance at once.

/**
 * Enables or disables an account. Disabling ends its sessions and codes. Returns false if nothing changed.
 */
export async function setAccess(deps: Deps, email: string, on: boolean): Promise<boolean> {
  return deps.write(
    null,
    async (work) => {
      return switchAccount(work, await findForChange(work, email), on);
    },
    { content: false },
  );
}

export interface Account {
  id: number;
  uuid: string;
  name: string;
  email: string;
  role: string;
  disabled_at: string | null;
}

/** Enables or disables `account` within `work`. Returns false if nothing changed. */
export async function switchAccount(work: Work, account: Account, on: boolean): Promise<boolean> {
  if (on === (account.disabled_at === null)) return false;
  await deletePendingCodes(work, account);
  if (!on) await ensureOtherAdministrator(work, account);
  await change(work, account.id, { disabled_at: on ? null : work.now });
  await work.audit({ action: on ? 'enable' : 'disable', entity: 'user', uuid: account.uuid });
  return true;
}

/** Deletes an account. Its audit entries keep the name; the e-mail address becomes free. */
export async function removeUser(deps: Deps, email: string): Promise<void> {
  const password_hash = await randomPasswordHash();
  await deps.write(
    null,
    async (work) => removeAccount(work, await findForChange(work, email), password_hash),
    { content: false },
  );
}

/** Returns the hash of a random password that is not stored anywhere. */
export const randomPasswordHash = () => hashPassword(randomBytes(32).toString('base64url'));

/** Deletes an account within `work`. With `isErased` the audit entry contains no personal data. */
export async function removeAccount(
  work: Work,
  account: Account,
  password_hash: string,
  { isErased = false } = {},
): Promise<void> {
  await deletePendingCodes(work, account);
  if (account.disabled_at === null) await ensureOtherAdministrator(work, account);
  await change(work, account.id, { deleted_at: work.now, password_hash, photo: null });
  await deleteSecondFactors(work.trx, account.id);
  const before = { name: account.name, email: account.email, role: account.role };
  await work.audit({ action: 'delete', entity: 'user', uuid: account.uuid, ...(!isErased && { before }) });
}

async function findForChange({ trx }: Work, email: string) {
  const account = await findAccount(trx, email);
  if (!account) throw noAccount(email);
  return account;
}

/**
 * Deletes pending codes of an account. Call it before locking `users`: same lock order as `storePassword`.
 */
export async function deletePendingCodes({ trx }: Work, { id }: Pick<Account, 'id'>): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
}

async function change(
  { trx, now }: Work,
  id: number,
  values: { disabled_at?: string | null; deleted_at?: string; password_hash?: string; photo?: null },
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
  await endSessions(trx, id);
}

/**
 * Throws a conflict if no other active administrator is left. Locks the rows, so that two concurrent
 * operators cannot each remove the other's last administrator.
 */
export async function ensureOtherAdministrator(
  { trx }: Work,
  { id, name, role }: Pick<Account, 'id' | 'name' | 'role'>,
): Promise<void> {
  if (role !== ADMIN_ROLE) return;
  const administrators = await trx
    .selectFrom('users')
    .select('id')
    .where(isPublished('users'))
    .where('role', '=', ADMIN_ROLE)
    .where('disabled_at', 'is', null)
    // An invited administrator may never accept, so it does not count.
    .where('invited_at', 'is', null)
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute();
  if (administrators.some((person) => person.id !== id)) return;
  throw new Failure(
    'conflict',
    `${name} é a última pessoa que administra. Crie ou ative outra antes, para que alguém ainda possa tudo.`,
  );
}
