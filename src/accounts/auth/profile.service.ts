import type { z } from 'zod';
import type { SignedInUser } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { type RequestOrigin, readTwoFactorState } from '../twoFactor/verification.service.ts';
import { emailChangedMail } from './account.mail.ts';
import { accountColumns, readUser, withEmailConflictField } from './account.service.ts';
import { emailKey, NEED_PASSWORD, type profileInput, type User } from './auth.contract.ts';
import { confirmOwner, wrongPassword } from './confirm.service.ts';
import { recordAccessChange } from './securityLog.service.ts';
import { endSessions } from './sessionToken.service.ts';

export async function getProfile({ db }: Deps, actor: SignedInUser) {
  const { version } = await db
    .selectFrom('users')
    .select('version')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const { app, passkeys } = await readTwoFactorState(db, actor.id);
  return { ...(await readUser(db, actor.id)), version, has_app: app, has_passkeys: passkeys };
}

/**
 * Updates name and e-mail. Another e-mail requires a confirmation, ends the other sessions and mails the old
 * address.
 */
export async function updateProfile(
  deps: Deps,
  actor: SignedInUser,
  { name, email, version, ...given }: z.output<typeof profileInput>,
  from: RequestOrigin,
): Promise<User> {
  const { db, write, mailer, config } = deps;
  const { email_key } = await db
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const confirmed =
    email_key === emailKey(email) ? null : await confirmOwner(deps, actor, given, from, NEED_PASSWORD);
  await withEmailConflictField(() =>
    write(
      actor,
      async (work) => {
        const { trx, now } = work;
        const before = await trx
          .selectFrom('users')
          .select(['name', 'email', 'email_key', 'password_hash'])
          .where('id', '=', actor.id)
          .executeTakeFirstOrThrow();
        const after = { name, email };
        ensureVisibleNames(after, before);
        const emailChanged = before.email_key !== emailKey(email);
        if (emailChanged && !confirmed) throw invalidField('current_password', NEED_PASSWORD);
        if (emailChanged && confirmed !== before.password_hash) throw wrongPassword();
        // A code that was sent to the old address must not outlive it.
        if (emailChanged) await trx.deleteFrom('recovery_codes').where('user_id', '=', actor.id).execute();
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set((eb) => ({
            ...accountColumns(after),
            version: eb('version', '+', 1),
            updated_at: now,
          }))
          .where('id', '=', actor.id)
          .where('email_key', '=', before.email_key)
          .where('password_hash', '=', before.password_hash)
          .$if(version !== undefined, (query) => query.where('version', '=', version as number))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Failure('conflict');
        if (emailChanged) {
          await endSessions(trx, actor.id, actor.sessionId);
          const about = { to: before.email, name: before.name, siteName: config.SITE_NAME, at: now };
          await mailer.queue(work, emailChangedMail(about));
        }
        const change = {
          entity: 'user',
          uuid: actor.uuid,
          before: { name: before.name, email: before.email },
          after,
        };
        if (emailChanged) await recordAccessChange(work, deps, { ...change, action: 'change_email' });
        else await work.audit({ ...change, action: 'update' });
      },
      { content: false },
    ),
  );
  return readUser(db, actor.id);
}
