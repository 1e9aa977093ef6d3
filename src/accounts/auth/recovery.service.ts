import { setTimeout as delay } from 'node:timers/promises';
import { isoAt } from '../../platform/clock.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { waitForConstantTime } from '../../platform/security/constantTime.ts';
import { callerKey, type RateLimitRule } from '../../platform/security/rateLimits.ts';
import {
  hashPassword,
  isToken,
  parseReadableCode,
  randomToken,
  readableCode,
  secretHash,
} from '../../platform/security/secrets.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { invalidField } from '../../shared/failure.ts';
import { authorOf, findAccount, findUser } from './account.service.ts';
import { emailKey } from './auth.contract.ts';
import type { RecoveryCodeTable } from './auth.tables.ts';
import { ensureDifferentPassword, mailPasswordChanged, storePassword } from './passwordChange.service.ts';
import { ensureStrong } from './passwords.service.ts';
import { recoveryMail } from './recovery.mail.ts';
import { logSecurityEvent, recordAccessChange, withFailureLog } from './securityLog.service.ts';
import { resetFailedSignIns } from './signIn.service.ts';

const VALID_MINUTES = 10;
const VALID_SECONDS = VALID_MINUTES * 60;
export const INVITATION_DAYS = 3;
const INVITED_SECONDS = INVITATION_DAYS * 24 * 3600;

/** Two groups of five characters are 50 bits: not guessable in ten minutes within the rate limits. */
const CODE_GROUPS = 2;

const LIMITS = {
  asks: { points: 20, seconds: 3600 },
  guesses: { points: 10, seconds: VALID_SECONDS },
  resets: { points: 20, seconds: VALID_SECONDS },
} satisfies Record<string, RateLimitRule>;

/**
 * Most mails to one address within the lifetime of a code. Further requests change nothing, not even the last
 * code, so an attacker who keeps requesting cannot lock the owner out.
 */
const MAX_MAILS = 3;

/** Responses are sent at multiples of this time, so that their timing reveals nothing. */
const STEP_MS = 250;

/** Wrong codes of all callers, after which each further wrong code slows down every attempt. */
const FREE_FAILURES = 20;
const DELAY_STEP_MS = 50;
const MAX_DELAY_MS = 2000;

const badCode = () =>
  invalidField('code', 'Código inválido ou vencido. Confira o e-mail ou peça um novo código.');
const badReset = () => invalidField('code', 'Este pedido de nova senha venceu. Peça um novo código.');
const badInvitation = () =>
  invalidField('code', 'Este convite venceu. Peça outro a quem convidou você: um novo e-mail chega na hora.');

/** Mails a code to the address if it has an account. The caller cannot tell whether it has. */
export async function requestRecovery(deps: Deps, email: string, ip: string): Promise<void> {
  const start = performance.now();
  const about = async () => ({ ip, email: emailKey(email), person: await findAccount(deps.db, email) });
  try {
    await withFailureLog(deps, 'recovery', about, () =>
      deps.limits.consume('recovery asks', callerKey(ip), LIMITS.asks),
    );
    if (!(await queueCodeMail(deps, email))) await logSecurityEvent(deps, 'recovery_unmailed', await about());
  } finally {
    await waitForConstantTime(start, STEP_MS);
  }
}

/** Queues the mail with a code. Returns false if none is sent. */
async function queueCodeMail(deps: Deps, email: string): Promise<boolean> {
  const { db, write, limits, mailer, config, siteUrl } = deps;
  const mails = await limits.count('recovery mails', emailKey(email), { seconds: VALID_SECONDS });
  const user = await findUser(db, email);
  // An invited user who has not accepted yet signs in by the invitation, which has its own expiry.
  if (!user || user.invited_at !== null || mails > MAX_MAILS) return false;
  const code = readableCode(CODE_GROUPS);
  // No author: the caller has not proved to own the account.
  await write(
    null,
    async (work) => {
      await work.trx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute();
      const expiresAt = await storeCode(work, user.id, 'mail', code);
      const mail = recoveryMail({
        to: user.email,
        name: user.name,
        siteName: config.SITE_NAME,
        code,
        minutes: VALID_MINUTES,
        expiresAt,
        link: `${siteUrl()}/auth/verification-code`,
      });
      await mailer.queue(work, mail);
      await recordAccessChange(work, deps, { action: 'request_recovery', entity: 'user', uuid: user.uuid });
    },
    { content: false },
  );
  return true;
}

/** Exchanges the mailed code for a reset token. */
export async function verifyCode(deps: Deps, typed: string, ip: string): Promise<string> {
  return withFailureLog(
    deps,
    'code',
    async () => ({ ip }),
    () => exchangeCode(deps, typed, ip),
  );
}

async function exchangeCode(deps: Deps, typed: string, ip: string): Promise<string> {
  const { limits, db, write, clock } = deps;
  await limits.consume('recovery guesses', callerKey(ip), LIMITS.guesses);
  const failures = await limits.used('recovery failures', 'all');
  const pause = Math.min((failures - FREE_FAILURES) * DELAY_STEP_MS, MAX_DELAY_MS);
  if (pause > 0) await delay(pause);

  const code = parseReadableCode(typed, CODE_GROUPS);
  const owner = code && (await ownerOf({ db, clock }, 'mail', code));
  if (!owner) {
    await limits.count('recovery failures', 'all', { seconds: VALID_SECONDS });
    throw badCode();
  }
  const token = randomToken();
  await write(
    authorOf(owner),
    async (work) => {
      if (!(await useCode(work, 'mail', code))) throw badCode();
      await storeCode(work, owner.id, 'reset', token);
      await recordAccessChange(work, deps, { action: 'verify_recovery', entity: 'user', uuid: owner.uuid });
    },
    { content: false },
  );
  return token;
}

/**
 * Sets a new password by a reset token, or the first password by an invitation. Ends all sessions of the
 * user.
 */
export async function resetPassword(deps: Deps, token: string, password: string, ip: string): Promise<void> {
  const { limits, db, write, clock, config } = deps;
  const owner = await withFailureLog(
    deps,
    'reset',
    async () => ({ ip }),
    async () => {
      await limits.consume('recovery resets', callerKey(ip), LIMITS.resets);
      const found = isToken(token) && (await ownerOf({ db, clock }, 'reset', token));
      const invited = !found && isToken(token) && (await ownerOf({ db, clock }, 'invite', token));
      if (found || invited)
        return { ...(found || (invited as Owner)), kind: found ? 'reset' : 'invite' } as const;
      throw (await isInvitation(db, token)) ? badInvitation() : badReset();
    },
  );
  await ensureDifferentPassword(password, owner.password_hash);
  await ensureStrong(password, { ...owner, siteName: config.SITE_NAME });
  const hash = await hashPassword(password);
  await write(
    authorOf(owner),
    async (work) => {
      const isInvited = owner.kind === 'invite';
      if (!(await useCode(work, owner.kind, token))) throw isInvited ? badInvitation() : badReset();
      await storePassword(work, owner.id, hash);
      // The first password needs no notice.
      if (!isInvited) await mailPasswordChanged(deps, work, owner);
      const action = isInvited ? 'accept_invitation' : 'reset_password';
      await recordAccessChange(work, deps, { action, entity: 'user', uuid: owner.uuid });
    },
    { content: false },
  );
  await resetFailedSignIns(deps, owner.email, ip);
}

/** Creates an invitation token that replaces the previous one. `expiresAt` is in milliseconds since 1970. */
export async function storeInvitation(
  work: Work,
  userId: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = randomToken();
  return { token, expiresAt: await storeCode(work, userId, 'invite', token, INVITED_SECONDS) };
}

type Kind = RecoveryCodeTable['kind'];
type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>;

/**
 * Stores a code, replacing the user's previous code of that kind. Returns its expiry in milliseconds since
 * 1970.
 */
async function storeCode(
  { trx, now }: Work,
  userId: number,
  kind: Kind,
  code: string,
  seconds = VALID_SECONDS,
): Promise<number> {
  const expiresAt = Date.parse(now) + seconds * 1000;
  const values = { hash: secretHash(code), created_at: now, expires_at: isoAt(expiresAt) };
  await trx
    .insertInto('recovery_codes')
    .values({ user_id: userId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(values))
    .execute();
  return expiresAt;
}

function ownerOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, kind: Kind, code: string) {
  return db
    .selectFrom('recovery_codes')
    .innerJoin('users', 'users.id', 'recovery_codes.user_id')
    .select(['users.id', 'users.uuid', 'users.name', 'users.email', 'users.role', 'users.password_hash'])
    .where('recovery_codes.hash', '=', secretHash(code))
    .where('recovery_codes.kind', '=', kind)
    .where('recovery_codes.expires_at', '>', isoAt(clock.now()))
    .where(isPublished('users'))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Returns whether the token belongs to an invitation, expired or not. */
async function isInvitation(db: Deps['db'], token: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('id')
    .where('hash', '=', secretHash(token))
    .where('kind', '=', 'invite')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a code by deleting it. Returns false if a concurrent request has already used it. */
async function useCode({ trx }: Work, kind: Kind, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('hash', '=', secretHash(code))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
