import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Failure, fieldErrors, invalidField } from '../../contract/failure.ts';
import { requiredNewName } from '../../contract/fields.ts';
import { texts } from '../../contract/texts.ts';
import { driftSafeNow, isoAt } from '../../platform/clock.ts';
import { ConfigError } from '../../platform/config/config.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/duplicate.ts';
import { searchText } from '../../platform/database/list.ts';
import { declareFoldedColumns } from '../../platform/database/refold.ts';
import { isPublished } from '../../platform/database/visibility.ts';
import type { SignedInUser, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PageKey } from '../../platform/http/cache/pageKey.ts';
import { blocksWrites } from '../../platform/http/failures.ts';
import { isPerson } from '../../platform/security/access.ts';
import { callerKey, type RateLimitRule } from '../../platform/security/rateLimits.ts';
import {
  hashPassword,
  isApiToken,
  isOutdated,
  isToken,
  randomToken,
  readableCode,
  secretHash,
  signatureOf,
  UNMATCHABLE_HASH,
  verifyPassword,
} from '../../platform/security/secrets.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import { confirmInput } from '../twoFactor/twoFactor.contract.ts';
import { hasAnyFactor } from '../twoFactor/twoFactor.words.ts';
import {
  createProof,
  type RequestOrigin,
  readTwoFactorState,
  type SecondFactorProof,
  secondFactorRequired,
} from '../twoFactor/verification.service.ts';
import { peopleWithRoles } from '../users/peopleWithRoles.ts';
import { permissionRefusal } from '../users/role.service.ts';
import { ADMIN_ROLE } from '../users/rolePermissions.ts';
import { accessOf, type StoredAccess } from '../users/userAccess.ts';
import { emailChangedMail, passwordChangedMail } from './account.mail.ts';
import {
  emailKey,
  loginInput,
  NEED_PASSWORD,
  newPassword,
  type passwordInput,
  type profileInput,
  type User,
} from './auth.contract.ts';
import './auth.tables.ts';
import { waitForConstantTime } from '../../platform/security/constantTime.ts';
import { browserName } from './browserName.ts';
import {
  confirmFactor,
  confirmOwner,
  confirmPassword,
  ensureConfirmed,
  wrongPassword,
} from './confirm.service.ts';
import { isKnownBrowser, mailSharedSession, registerDevice } from './device.service.ts';
import { ensureStrong } from './passwords.service.ts';
import {
  logRefusedRequest,
  recordAccessChange,
  recordSignIn,
  withFailureLog,
} from './securityLog.service.ts';
import { createSharedSessionDetector } from './sharedSessions.ts';

const QUARTER_HOUR = 15 * 60;

/** Limits of failed sign-ins; a success restores its points. */
const LOGIN_LIMITS = {
  /** One client address and one account. */
  attempt: { points: 10, seconds: QUARTER_HOUR },
  /** One account from all addresses: generous, because it also locks the account's owner out. */
  account: { points: 100, seconds: QUARTER_HOUR },
  /** One client address over all accounts: a whole office may share it. */
  address: { points: 50, seconds: QUARTER_HOUR },
  /** A known browser of the account, counted separately: guesses elsewhere do not lock it out. */
  device: { points: 10, seconds: QUARTER_HOUR },
} satisfies Record<string, RateLimitRule>;

/**
 * Response times of refusals are multiples of this; longer than a refused sign-in takes, mostly for the hash.
 */
const REFUSAL_STEP_MS = 100;

/** Interval for updates of `last_used_at`, so that not every request is a write. */
const TOUCH_MS = 60_000;

/** Lifetime of a generated password. */
const GENERATED_PASSWORD_MS = 24 * 3_600_000;

/** Six groups are 150 bits; the password need not be memorable. */
const PASSWORD_GROUPS = 6;

const userColumns = ['id', 'uuid', 'name', 'email', 'role'] as const;

/** Returns the account with this address, even if it is disabled. */
export function findAccount(db: DbOrTransaction, email: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash', 'password_until', 'disabled_at', 'invited_at'])
    .where('email_key', '=', emailKey(email))
    .where(isPublished('users'))
    .executeTakeFirst();
}

/** Returns the active account with this address. */
export async function findUser(db: DbOrTransaction, email: string) {
  const account = await findAccount(db, email);
  return account?.disabled_at === null ? account : undefined;
}

/** Returns the account as the author of a change made before or without a session. */
export function authorOf({
  id,
  uuid,
  name,
  email,
  role,
}: Pick<User, 'id' | 'uuid' | 'name' | 'email' | 'role'>): SignedInUser {
  const noAccess = {
    permissions: new Set<never>(),
    branches: [],
    mustChangePassword: false,
    lacksSecondFactor: false,
  };
  return { id, uuid, name, email, role, ...noAccess, sessionId: 0 };
}

type StoredPerson = StoredAccess & Pick<User, 'id' | 'uuid' | 'name' | 'email'>;

/** Returns the user as sent to clients, with the permissions of the role. */
function userOf({ id, uuid, name, email, ...stored }: StoredPerson): User {
  const { roleName, permissions, branches, mustChangePassword, lacksSecondFactor } = accessOf(stored);
  return {
    id,
    uuid,
    name,
    email,
    role: stored.role,
    role_name: roleName,
    permissions: [...permissions],
    branches: branches && [...branches],
    ...(mustChangePassword && { must_change_password: true }),
    ...(lacksSecondFactor && { lacks_second_factor: true as const }),
  };
}

export async function readUser(db: DbOrTransaction, id: number): Promise<User> {
  const { photo, ...person } = await peopleWithRoles(db)
    .select('users.photo')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...userOf(person), photo };
}

// Sessions

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Query for unexpired sessions with their users. */
export function activeSessions({ db, clock, config }: SessionDeps) {
  const now = clock.now();
  return peopleWithRoles(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('sessions.id as sessionId')
    .where('sessions.expires_at', '>', isoAt(now))
    .where('sessions.last_used_at', '>', isoAt(now - config.SESSION_IDLE));
}

/** Returns the user of an active session with permissions. */
export function actorOf({
  id,
  uuid,
  name,
  email,
  sessionId,
  ...stored
}: StoredPerson & { sessionId: number }): SignedInUser {
  const { permissions, branches, mustChangePassword, lacksSecondFactor } = accessOf(stored);
  const restrictions = { mustChangePassword, lacksSecondFactor };
  return { id, uuid, name, email, role: stored.role, permissions, branches, ...restrictions, sessionId };
}

/** Parts of `Deps` that authenticate and authorize callers. */
type Auth = Pick<
  Deps,
  | 'authenticate'
  | 'userOfPageKey'
  | 'signedInUsersOf'
  | 'permissionFailure'
  | 'confirmation'
  | 'recordRefusal'
>;

export function createAuth(deps: Deps): Auth {
  const { db, clock, config } = deps;
  const touchAfter = Math.min(TOUCH_MS, config.SESSION_IDLE / 4);

  const uses = createSharedSessionDetector();

  async function authenticate(
    token: string,
    from?: { ip: string; agent: string },
  ): Promise<SignedInUser | null> {
    if (!isToken(token)) return null;
    const now = clock.now();
    const row = await activeSessions(deps)
      .select('sessions.last_used_at')
      .where('sessions.token_hash', '=', secretHash(token))
      .executeTakeFirst();
    if (!row) return null;
    const { last_used_at, ...person } = row;
    // A future time was written before the clock was set back; it would keep the session alive for too long.
    if (Math.abs(now - Date.parse(last_used_at)) >= touchAfter) {
      await db
        .updateTable('sessions')
        .set({ last_used_at: isoAt(now) })
        .where('id', '=', row.sessionId)
        .where('last_used_at', '=', last_used_at)
        .execute()
        // A read-only request must not fail because the disk is full.
        .catch((error: unknown) => {
          if (!blocksWrites(error)) throw error;
        });
    }
    const actor = actorOf(person);
    const place = from && { browser: browserName(from.agent), network: callerKey(from.ip) };
    // Runs in the background: its duration and failures must not affect the request.
    if (place && uses.isShared(actor.sessionId, place, now))
      mailSharedSession(deps, actor).catch((err: unknown) =>
        deps.log.error({ err }, 'shared session mail not queued'),
      );
    return actor;
  }

  /** Does not count as a use of the session: a page secret alone must not keep it alive. */
  async function userOfPageKey(pageKey: string): Promise<SignedInUser | null> {
    if (!isToken(pageKey)) return null;
    const row = await activeSessions(deps)
      .where('sessions.page_key_hash', '=', secretHash(pageKey))
      .executeTakeFirst();
    return row ? actorOf(row) : null;
  }

  const signedInUsersOf: Deps['signedInUsersOf'] = async (sessionIds) => {
    if (sessionIds.length === 0) return new Map();
    const rows = await activeSessions(deps).where('sessions.id', 'in', sessionIds).execute();
    const active = rows.map(actorOf).filter(({ lacksSecondFactor }) => !lacksSecondFactor);
    return new Map(active.map((person) => [person.sessionId, person]));
  };

  const permissionFailure: Deps['permissionFailure'] = (need, actor) => permissionRefusal(deps, need, actor);

  return {
    authenticate,
    userOfPageKey,
    signedInUsersOf,
    permissionFailure,
    confirmation: {
      fields: confirmInput,
      ensure: (actor, given, from) => ensureConfirmed(deps, actor, given, from),
    } satisfies Deps['confirmation'],
    recordRefusal: ((action, about) =>
      logRefusedRequest(deps, action, about)) satisfies Deps['recordRefusal'],
  };
}

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

/**
 * Signs in with e-mail and password. A refusal takes the same time and says the same for unknown addresses.
 */
export async function login(deps: Deps, input: z.output<typeof loginInput>, from: SignInOrigin) {
  return withConstantTimeRefusal(async () => {
    const { email } = input;
    const about = async () => ({
      ip: from.ip,
      email: emailKey(email),
      person: await findAccount(deps.db, email),
    });
    const user = await withFailureLog(deps, 'login', about, () => checkPassword(deps, input, from));
    const factors = await readTwoFactorState(deps.db, user.id);
    if (!hasAnyFactor(factors))
      return withFailureLog(deps, 'login', about, () => openSession(deps, user, from));
    if (!input.otp?.trim() && !input.passkey)
      throw await secondFactorRequired(deps, user, factors, from.origin);
    return withFailureLog(deps, 'second_factor', about, async () =>
      openSession(deps, user, from, await createProof(deps, user, input, from)),
    );
  });
}

/** Delays failures to a fixed time step, so that their timing does not reveal which check failed. */
export async function withConstantTimeRefusal<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } catch (error) {
    await waitForConstantTime(start, REFUSAL_STEP_MS);
    throw error;
  }
}

const refused = () => new Failure('unauthenticated', texts.loginFailed);

type Account = NonNullable<Awaited<ReturnType<typeof findUser>>> & {
  /** New hash with current parameters, if the stored one is outdated. */
  renewed?: string;
};

async function checkPassword(
  deps: Deps,
  { email, password }: z.output<typeof loginInput>,
  from: Pick<SignInOrigin, 'ip' | 'device'>,
): Promise<Account> {
  const { db, clock } = deps;
  const attempt = await countLogin(deps, emailKey(email), from);

  const user = await findUser(db, email);
  const matches = await verifyPassword(password, user?.password_hash ?? UNMATCHABLE_HASH);
  if (!user || !matches) throw refused();
  if (user.password_until !== null && Date.parse(user.password_until) <= clock.now())
    throw new Failure('forbidden', GENERATED_EXPIRED);
  await attempt.forget();
  return isOutdated(user.password_hash) ? { ...user, renewed: await hashPassword(password) } : user;
}

/** Counts a sign-in as failed until `forget` is called. Throws a 429 if there were too many. */
async function countLogin(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  account: string,
  { ip, device }: Pick<SignInOrigin, 'ip' | 'device'>,
): Promise<{ forget(): Promise<unknown> }> {
  if (await isKnownBrowser(db, account, device)) {
    const key = `${account} ${device}`;
    await limits.consume('login device', key, LOGIN_LIMITS.device);
    return { forget: () => limits.reset('login device', key) };
  }
  const address = callerKey(ip);
  const attempt = `${account} ${address}`;
  await limits.consume('login address', address, LOGIN_LIMITS.address);
  await limits.consume('login attempt', attempt, LOGIN_LIMITS.attempt);
  await limits.consume('login account', account, LOGIN_LIMITS.account);
  return {
    forget: () =>
      Promise.all([
        limits.giveBack('login address', address),
        limits.reset('login attempt', attempt),
        limits.reset('login account', account),
      ]),
  };
}

/** Opens a session for an authenticated user; without a proof, authenticated by the password alone. */
export async function openSession(
  deps: Deps,
  user: Account,
  { ip, agent, device, replaces }: SignInOrigin,
  proof?: SecondFactorProof,
) {
  const { db, write, clock, config } = deps;
  const token = randomToken();
  const expiresAt = isoAt(clock.now() + config.SESSION_ABSOLUTE);
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
      if (numUpdatedRows === 0n) throw refused();
      const by = proof ? await proof.spend(work) : (['password'] as const);
      if (!proof && hasAnyFactor(await readTwoFactorState(trx, user.id))) throw refused();
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

const GENERATED_EXPIRED =
  'Esta senha valia por 24 horas e já venceu. Peça outra a quem cuida do servidor: npm run vitrine -- user reset-password E-MAIL';

/** Resets the failed sign-ins of an account from this client address after a password reset. */
export async function resetFailedSignIns({ limits }: Deps, email: string, ip: string): Promise<void> {
  await limits.reset('login attempt', `${emailKey(email)} ${callerKey(ip)}`);
  await limits.reset('login account', emailKey(email));
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

/** Ends all sessions of the user except `keep`. */
export async function endSessions(trx: Work['trx'], userId: number, keep?: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '!=', keep as number))
    .execute();
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

// The profile

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

// Accounts, for operators

/** Returns the columns of a name and an address, with those derived from them. */
export const accountColumns = ({ name, email }: Pick<User, 'name' | 'email'>) => ({
  name,
  email,
  email_key: emailKey(email),
  ...foldedColumns({ name, email }),
});

const foldedColumns = ({ name, email }: Pick<User, 'name' | 'email'>) => ({
  search: searchText(name, email),
  name_key: searchText(name),
});

declareFoldedColumns('users', { derive: foldedColumns });

/**
 * Returns the expiry of a generated password, because it may have been seen on a screen or in a log. Null in
 * demo installations, which have nothing to protect.
 */
const generatedUntil = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): string | null =>
  config.demoContent ? null : isoAt(clock.now() + GENERATED_PASSWORD_MS);

const newUser = z.object({
  name: requiredNewName('o nome', 120),
  email: loginInput.shape.email,
  password: newPassword,
});

/** Creates an account. Returns the password only if it was generated here. */
export async function createUser(
  deps: Deps,
  input: { name: string; email: string; password?: string; role?: string; branches?: string[] },
): Promise<{ uuid: string; email: string; password: string | null }> {
  const { write, config } = deps;
  const { name, email, password } = check(newUser, {
    ...input,
    password: input.password ?? randomPassword(),
  });
  if (input.password !== undefined) await ensureStrong(password, { name, email, siteName: config.SITE_NAME });
  const { role = ADMIN_ROLE } = input;
  const password_hash = await hashPassword(password);
  const uuid = randomUUID();
  await withEmailConflictField(() =>
    write(
      null,
      async ({ trx, now, audit }) => {
        await trx
          .insertInto('users')
          .values({
            uuid,
            ...accountColumns({ name, email }),
            role,
            branches: input.branches ? JSON.stringify(input.branches) : null,
            password_hash,
            password_until: input.password === undefined ? generatedUntil(deps) : null,
            created_at: now,
            updated_at: now,
            deleted_at: null,
            disabled_at: null,
            invited_at: null,
          })
          .execute();
        await audit({ action: 'create', entity: 'user', uuid, after: { name, email, role } });
      },
      { content: false },
    ),
  );
  return { uuid, email, password: input.password === undefined ? password : null };
}

export async function listUsers({ db }: Deps) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'created_at', 'disabled_at', 'invited_at'])
    .where(isPublished('users'))
    .orderBy('email_key')
    .execute();
}

/**
 * Sets a new password, ends the account's sessions, and returns the password. A generated one expires after a
 * day and must be changed.
 */
export async function resetPasswordByOperator(deps: Deps, email: string, given?: string): Promise<string> {
  const { db, write, limits, config } = deps;
  const user = await findAccount(db, email);
  if (!user) throw noAccount(email);
  const { password } = check(z.object({ password: newPassword }), { password: given ?? randomPassword() });
  if (given !== undefined) await ensureStrong(password, { ...user, siteName: config.SITE_NAME });
  const hash = await hashPassword(password);
  const until = given === undefined ? generatedUntil(deps) : null;
  await write(
    null,
    async (work) => {
      await storePassword(work, user.id, hash, { until });
      await mailPasswordChanged(deps, work, user);
      await work.audit({ action: 'reset_password', entity: 'user', uuid: user.uuid });
    },
    { content: false },
  );
  await limits.reset('login account', emailKey(email));
  return password;
}

export const noAccount = (email: string) => new Failure('not_found', `Não há ninguém com o e-mail ${email}.`);

/** Creates the first administrator of an empty database; null if there are accounts. */
export async function ensureFirstAdmin(
  deps: Deps,
): Promise<{ email: string; password: string | null } | null> {
  const { config, db } = deps;
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anybody) return null;
  try {
    return await createUser(deps, {
      name: 'Equipe',
      email: config.ADMIN_EMAIL,
      ...(config.ADMIN_PASSWORD !== undefined && { password: config.ADMIN_PASSWORD }),
    });
  } catch (error) {
    // Another instance that started at the same time was faster.
    if (error instanceof Failure && (await findUser(db, config.ADMIN_EMAIL))) return null;
    if (error instanceof Failure && error.fields?.password)
      throw new ConfigError(`Configuração inválida:\n  ADMIN_PASSWORD: ${error.message}`);
    throw error;
  }
}

const randomPassword = () => readableCode(PASSWORD_GROUPS).toLowerCase();

function check<S extends z.ZodType>(schema: S, input: z.input<S>): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  throw new Failure('invalid', Object.values(fields).flat().join(' '), { fields });
}

export async function withEmailConflictField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('email', 'Este e-mail já é de outra conta.');
    throw error;
  }
}
