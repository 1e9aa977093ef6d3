import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { live } from '../../platform/database/live.ts';
import type { Person, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isToken, randomToken, secretHash } from '../../platform/secrets.ts';
import { newDeviceMail, sharedSessionMail } from './account.mail.ts';
import { record } from './watch.service.ts';

// A browser that somebody signed in with keeps a secret of its own, in a cookie that opens nothing: by it a sign-in
// from elsewhere is told from one that is usual.

/** Of each person; the one that was used last is kept the longest. */
const MOST = 20;

export interface From {
  /** What the browser calls itself. */
  browser: string;
  /** The secret that it brought; empty where it has none. */
  device: string;
}

/** Part of a sign-in: tells the person of a browser that they have not used yet. Answers the secret that it is to keep. */
export async function noteDevice(
  deps: Pick<Deps, 'mailer' | 'config' | 'siteUrl' | 'log'>,
  work: Work,
  person: Pick<Person, 'id' | 'uuid' | 'name' | 'email'>,
  { browser, device }: From,
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
  const found = known.find((one) => one.mark === mark);
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
  const old = known.slice(MOST - 1).map(({ id }) => id);
  if (old.length > 0) await trx.deleteFrom('devices').where('id', 'in', old).execute();
  // A program that keeps no cookies is known by its name alone, and the first browser is no news.
  const isUsual = known.length === 0 || (mark === null && known.some((one) => one.browser === browser));
  if (!isUsual) {
    const { SITE_NAME: siteName } = deps.config;
    const link = `${deps.siteUrl()}/auth/forgot-it`;
    await deps.mailer.queue(
      work,
      newDeviceMail({ to: person.email, name: person.name, siteName, at: now, browser, link }),
    );
    await record(work, deps, { action: 'new_device', entity: 'user', uuid: person.uuid });
  }
  return secret;
}

/** Whether the account with this address, as it is compared, was signed in to with the browser that has this secret. */
export async function isOwnBrowser(db: DbOrTransaction, account: string, device: string): Promise<boolean> {
  if (!isToken(device)) return false;
  const known = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select('devices.id')
    .where('users.email_key', '=', account)
    .where(live('users'))
    .where('devices.mark', '=', secretHash(device))
    .executeTakeFirst();
  return known !== undefined;
}

/** Tells the person, once for a session, that it is used from two places at the same time. */
export async function tellOfSharing(deps: Deps, actor: Person): Promise<void> {
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
      await record(work, deps, { action: 'shared_session', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
}
