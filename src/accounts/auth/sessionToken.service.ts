import { driftSafeNow, isoAt } from '../../platform/clock.ts';
import type { SignedInUser, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PageKey } from '../../platform/http/cache/pageKey.ts';
import { isPerson } from '../../platform/security/access.ts';
import { isApiToken, randomToken, secretHash, signatureOf } from '../../platform/security/secrets.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { Failure } from '../../shared/failure.ts';
import { texts } from '../../shared/text/texts.ts';
import { hasAnyFactor } from '../twoFactor/twoFactor.words.ts';
import { readTwoFactorState, type SecondFactorProof } from '../twoFactor/verification.service.ts';
import { authorOf, type findUser, readUser } from './account.service.ts';
import type { User } from './auth.contract.ts';
import { registerDevice } from './device.service.ts';
import { recordSignIn } from './securityLog.service.ts';

/**
 * Derives the page secret from the token by a one-way function. The same token always yields the same secret,
 * so it can be issued again without being stored, and two windows never invalidate each other's.
 */
const pageSecretOf = (token: string) => signatureOf(token, 'pages');

const secondsFrom = (now: number, expiresAt: string) =>
  Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000));

/** Origin of a sign-in. */
export interface SignInOrigin {
  ip: string;
  agent: string;
  /** Secret in the device cookie. */
  device: string;
  /** Value of the `Origin` header, if the browser sends one. */
  origin: string;
  /** Previous token of the browser. */
  replaces?: string | null | undefined;
}

export const signInFailure = () => new Failure('unauthenticated', texts.loginFailed);

export type AuthenticatedAccount = NonNullable<Awaited<ReturnType<typeof findUser>>> & {
  /** New hash with current parameters, if the stored one is outdated. */
  renewed?: string;
};

/** Opens a session for an authenticated user; without a proof, authenticated by the password alone. */
export async function openSession(
  deps: Deps,
  user: AuthenticatedAccount,
  { ip, agent, device, replaces }: SignInOrigin,
  proof?: SecondFactorProof,
) {
  const { db, write, clock, config } = deps;
  const token = randomToken();
  const expiresAt = isoAt(clock.now() + config.SESSION_ABSOLUTE);
  const { browserName } = await import('./browserName.ts');
  const browser = browserName(agent);
  const deviceSecret = await write(
    authorOf(user),
    async (work) => {
      const { trx, now } = work;
      // Locks the row, so that a concurrent change of password or access also ends this session.
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({ password_hash: user.renewed ?? user.password_hash, last_login_at: now })
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .where('disabled_at', 'is', null)
        .where(isPublished('users'))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw signInFailure();
      const by = proof ? await proof.spend(work) : (['password'] as const);
      if (!proof && hasAnyFactor(await readTwoFactorState(trx, user.id))) throw signInFailure();
      const safeNow = driftSafeNow(clock);
      const idleSince = isoAt(safeNow - config.SESSION_IDLE);
      await trx
        .deleteFrom('sessions')
        .where('user_id', '=', user.id)
        .where((eb) => eb.or([eb('expires_at', '<=', isoAt(safeNow)), eb('last_used_at', '<=', idleSince)]))
        .execute();
      if (replaces) await endReplaced(work, replaces);
      await trx
        .insertInto('sessions')
        .values({
          user_id: user.id,
          token_hash: secretHash(token),
          page_key_hash: secretHash(pageSecretOf(token)),
          browser,
          shared_at: null,
          created_at: now,
          last_used_at: now,
          expires_at: expiresAt,
        })
        .execute();
      await recordSignIn(work, deps, { uuid: user.uuid, by, ip });
      return registerDevice(deps, work, user, { browser, device });
    },
    { content: false },
  );
  await proof?.accepted();
  const pageKey: PageKey = {
    secret: pageSecretOf(token),
    seconds: secondsFrom(clock.now(), expiresAt),
    device: deviceSecret,
  };
  return {
    data: {
      user: await readUser(db, user.id),
      token: { access_token: token, expires_at: expiresAt },
      message: texts.loginDone,
    },
    pageKey,
  };
}

/** Ends the previous session of the browser, even of another user: its token could also sign it out. */
async function endReplaced({ trx, audit }: Work, token: string): Promise<void> {
  const session = await trx
    .deleteFrom('sessions')
    .where('token_hash', '=', secretHash(token))
    .returning('user_id')
    .executeTakeFirst();
  if (!session) return;
  const { uuid } = await trx
    .selectFrom('users')
    .select('uuid')
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow();
  await audit({ action: 'replace_session', entity: 'user', uuid });
}

/** Returns the user of a session token; null for API tokens, which have no session. */
async function personOf(
  { authenticate }: Pick<Deps, 'authenticate'>,
  token: string,
): Promise<SignedInUser | null> {
  const actor = isApiToken(token) ? null : await authenticate(token);
  return actor && isPerson(actor) ? actor : null;
}

export async function logout(deps: Deps, token: string): Promise<void> {
  const { write } = deps;
  const actor = await personOf(deps, token);
  if (!actor) return;
  await write(
    actor,
    async ({ trx, audit }) => {
      await trx.deleteFrom('sessions').where('id', '=', actor.sessionId).execute();
      await audit({ action: 'logout', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
}

/**
 * Returns the user of a token and the page secret of its session, which the browser may have lost or never
 * had.
 */
export async function userOfToken(
  deps: Deps,
  token: string,
): Promise<{ user: User | null; pageKey: PageKey | null }> {
  const { db, clock } = deps;
  const actor = await personOf(deps, token);
  const session =
    actor &&
    (await db
      .selectFrom('sessions')
      .select(['expires_at', 'page_key_hash'])
      .where('id', '=', actor.sessionId)
      .executeTakeFirst());
  if (!session) return { user: null, pageKey: null };
  const secret = pageSecretOf(token);
  if (session.page_key_hash === null) {
    await db
      .updateTable('sessions')
      .set({ page_key_hash: secretHash(secret) })
      .where('id', '=', actor.sessionId)
      .execute();
  }
  return {
    user: await readUser(db, actor.id),
    pageKey: { secret, seconds: secondsFrom(clock.now(), session.expires_at) },
  };
}

/** Ends all sessions of the user except `keep`. */
export async function endSessions(trx: Work['trx'], userId: number, keep?: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '!=', keep as number))
    .execute();
}
