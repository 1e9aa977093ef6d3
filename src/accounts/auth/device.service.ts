import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { SignedInUser, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isToken, randomToken, secretHash } from '../../platform/security/secrets.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { newDeviceMail, sharedSessionMail } from './account.mail.ts';
import { recordAccessChange } from './securityLog.service.ts';

// A browser keeps a secret in a cookie that gives no access. It only distinguishes a sign-in with a known
// browser from one with a new browser.

/** Most devices stored per user; the least recently used are deleted. */
const MAX_DEVICES = 20;

export interface DeviceOrigin {
  /** User agent as display name. */
  browser: string;
  /** Secret from the browser's cookie; empty if it has none. */
  device: string;
}

/** Registers the browser of a sign-in and mails the user if it is new. Returns the secret for its cookie. */
export async function registerDevice(
  deps: Pick<Deps, 'mailer' | 'config' | 'siteUrl' | 'log'>,
  work: Work,
  person: Pick<SignedInUser, 'id' | 'uuid' | 'name' | 'email'>,
  { browser, device }: DeviceOrigin,
): Promise<string> {
  const { trx, now } = work;
  const known = await trx
    .selectFrom('devices')
    .select(['id', 'mark', 'browser'])
    .where('user_id', '=', person.id)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const mark = isToken(device) ? secretHash(device) : null;
  const found = known.find((row) => row.mark === mark);
  if (found) {
    await trx.updateTable('devices').set({ browser, last_used_at: now }).where('id', '=', found.id).execute();
    return device;
  }
  const secret = randomToken();
  await trx
    .insertInto('devices')
    .values({
      user_id: person.id,
      mark: secretHash(secret),
      browser,
      created_at: now,
      last_used_at: now,
    })
    .execute();
  const old = known.slice(MAX_DEVICES - 1).map(({ id }) => id);
  if (old.length > 0) await trx.deleteFrom('devices').where('id', 'in', old).execute();
  // A client without cookies is recognized by its name alone. The first browser of an account is not news.
  const isFamiliar = known.length === 0 || (mark === null && known.some((row) => row.browser === browser));
  if (!isFamiliar) {
    const { SITE_NAME: siteName } = deps.config;
    const link = `${deps.siteUrl()}/auth/forgot-it`;
    await deps.mailer.queue(
      work,
      newDeviceMail({ to: person.email, name: person.name, siteName, at: now, browser, link }),
    );
    await recordAccessChange(work, deps, { action: 'new_device', entity: 'user', uuid: person.uuid });
  }
  return secret;
}

/** Returns whether the browser with secret `device` has signed in to the account with this `email_key`. */
export async function isKnownBrowser(db: DbOrTransaction, account: string, device: string): Promise<boolean> {
  if (!isToken(device)) return false;
  const known = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select('devices.id')
    .where('users.email_key', '=', account)
    .where(isPublished('users'))
    .where('devices.mark', '=', secretHash(device))
    .executeTakeFirst();
  return known !== undefined;
}

/** Mails the user, once per session, that it is used from two places at the same time. */
export async function mailSharedSession(deps: Deps, actor: SignedInUser): Promise<void> {
  const { write, clock, config, mailer, siteUrl } = deps;
  await write(
    null,
    async (work) => {
      const { numUpdatedRows } = await work.trx
        .updateTable('sessions')
        .set({ shared_at: isoAt(clock.now()) })
        .where('id', '=', actor.sessionId)
        .where('shared_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const about = { to: actor.email, name: actor.name, siteName: config.SITE_NAME, at: work.now };
      await mailer.queue(work, sharedSessionMail({ ...about, link: `${siteUrl()}/admin/users/profile` }));
      await recordAccessChange(work, deps, { action: 'shared_session', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
}
