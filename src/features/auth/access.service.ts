import { randomBytes } from 'node:crypto';
import { Failure } from '../../contract/failure.ts';
import { live } from '../../platform/database/live.ts';
import { locks } from '../../platform/database/records.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashPassword } from '../../platform/secrets.ts';
import { dropFactors } from '../factors/factor.service.ts';
import { ADMIN } from '../users/permissions.ts';
import { endSessions, findAccount, noAccount } from './auth.service.ts';

// Who has a way in, for operators. Sessions are looked up in the database at each request, so that one ends on
// every instance at once.

/** Switches a person's access on or off. Off ends the sessions and codes. False where it was so already. */
export async function setAccess(deps: Deps, email: string, on: boolean): Promise<boolean> {
  return deps.write(
    null,
    async (work) => {
      const account = await findForChange(work, email);
      if (on === (account.disabled_at === null)) return false;
      if (!on) await ensureOthers(work, account);
      await change(work, account.id, { disabled_at: on ? null : work.now });
      await work.audit({ action: on ? 'enable' : 'disable', entity: 'user', uuid: account.uuid });
      return true;
    },
    { content: false },
  );
}

/** Takes a person out. What they did stays in the audit log under the name that they had; the address is free. */
export async function removeUser(deps: Deps, email: string): Promise<void> {
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  await deps.write(
    null,
    async (work) => {
      const account = await findForChange(work, email);
      if (account.disabled_at === null) await ensureOthers(work, account);
      await change(work, account.id, { deleted_at: work.now, password_hash });
      await dropFactors(work.trx, account.id);
      const before = { name: account.name, email: account.email, role: account.role };
      await work.audit({ action: 'delete', entity: 'user', uuid: account.uuid, before });
    },
    { content: false },
  );
}

async function findForChange({ trx }: Work, email: string) {
  const account = await findAccount(trx, email);
  if (!account) throw noAccount(email);
  // Codes before users, as in `storePassword`.
  await trx.deleteFrom('recovery_codes').where('user_id', '=', account.id).execute();
  return account;
}

async function change(
  { trx, now }: Work,
  id: number,
  values: { disabled_at?: string | null; deleted_at?: string; password_hash?: string },
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
  await endSessions(trx, id);
}

/** Two operators at once must not each leave the other's person as the last. */
async function ensureOthers(
  { trx }: Work,
  { id, email, role }: { id: number; email: string; role: string },
): Promise<void> {
  if (role !== ADMIN) return;
  const people = await trx
    .selectFrom('users')
    .select('id')
    .where(live('users'))
    .where('role', '=', ADMIN)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .$if(locks(trx), (query) => query.forUpdate())
    .execute();
  if (people.some((person) => person.id !== id)) return;
  throw new Failure(
    'conflict',
    `${email} é a última pessoa que administra. Crie ou ative outra antes, para que alguém ainda possa tudo.`,
  );
}
