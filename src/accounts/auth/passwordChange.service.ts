import type { z } from 'zod';
import type { SignedInUser, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashPassword, verifyPassword } from '../../platform/security/secrets.ts';
import { invalidField } from '../../shared/failure.ts';
import type { RequestOrigin } from '../twoFactor/verification.service.ts';
import { passwordChangedMail } from './account.mail.ts';
import type { passwordInput, User } from './auth.contract.ts';
import { confirmFactor, confirmPassword, wrongPassword } from './confirm.service.ts';
import { ensureStrong } from './passwords.service.ts';
import { recordAccessChange } from './securityLog.service.ts';
import { endSessions } from './sessionToken.service.ts';

/**
 * Stores a new password. Ends all sessions of the user except `keep`, and deletes pending codes and
 * invitations. Returns false if `replaces` is given and not the current hash. `until` is the expiry of a
 * generated password.
 */
export async function storePassword(
  { trx, now }: Work,
  userId: number,
  passwordHash: string,
  { keep, replaces, until = null }: { keep?: number; replaces?: string; until?: string | null } = {},
): Promise<boolean> {
  // Always lock codes before users: PostgreSQL aborts one of two transactions that lock in opposite order.
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_until: until, invited_at: null, updated_at: now })
    .where('id', '=', userId)
    .$if(replaces !== undefined, (query) => query.where('password_hash', '=', replaces as string))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endSessions(trx, userId, keep);
  return true;
}

/** Mails the user that the password was changed. */
export async function mailPasswordChanged(
  { mailer, config, siteUrl }: Pick<Deps, 'mailer' | 'config' | 'siteUrl'>,
  work: Work,
  { email, name }: Pick<User, 'email' | 'name'>,
): Promise<void> {
  const link = `${siteUrl()}/auth/forgot-it`;
  const about = { to: email, name, siteName: config.SITE_NAME, at: work.now };
  await mailer.queue(work, passwordChangedMail({ ...about, link }));
}

/**
 * Throws a 422 for the current password: retyping a generated or leaked password must not make it permanent.
 */
export async function ensureDifferentPassword(password: string, present: string): Promise<void> {
  if (await verifyPassword(password, present))
    throw invalidField('password', 'Escolha uma senha diferente da atual.');
}

export async function changePassword(
  deps: Deps,
  actor: SignedInUser,
  input: z.output<typeof passwordInput>,
  from: RequestOrigin,
): Promise<void> {
  const replaces = await confirmPassword(deps, actor, input.current_password, from.ip);
  await ensureDifferentPassword(input.password, replaces);
  await ensureStrong(input.password, { ...actor, siteName: deps.config.SITE_NAME });
  // Checked last, so that no code is used up for a refused password.
  await confirmFactor(deps, actor, input, from);
  const hash = await hashPassword(input.password);
  await deps.write(
    actor,
    async (work) => {
      const options = { keep: actor.sessionId, replaces };
      if (!(await storePassword(work, actor.id, hash, options))) throw wrongPassword();
      await mailPasswordChanged(deps, work, actor);
      await recordAccessChange(work, deps, { action: 'change_password', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
}
