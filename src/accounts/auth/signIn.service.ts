import type { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { waitForConstantTime } from '../../platform/security/constantTime.ts';
import { callerKey, type RateLimitRule } from '../../platform/security/rateLimits.ts';
import {
  hashPassword,
  isOutdated,
  UNMATCHABLE_HASH,
  verifyPassword,
} from '../../platform/security/secrets.ts';
import { Failure } from '../../shared/failure.ts';
import { hasAnyFactor } from '../twoFactor/twoFactor.words.ts';
import { createProof, readTwoFactorState, secondFactorRequired } from '../twoFactor/verification.service.ts';
import { findAccount, findUser } from './account.service.ts';
import { emailKey, type loginInput } from './auth.contract.ts';
import { isKnownBrowser } from './device.service.ts';
import { withFailureLog } from './securityLog.service.ts';
import {
  type AuthenticatedAccount,
  openSession,
  type SignInOrigin,
  signInFailure,
} from './sessionToken.service.ts';

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
 * Response times of refusals are multiples of this; longer than a signInFailure sign-in takes, mostly for the hash.
 */
const REFUSAL_STEP_MS = 100;

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

async function checkPassword(
  deps: Deps,
  { email, password }: z.output<typeof loginInput>,
  from: Pick<SignInOrigin, 'ip' | 'device'>,
): Promise<AuthenticatedAccount> {
  const { db, clock } = deps;
  const attempt = await countLogin(deps, emailKey(email), from);

  const user = await findUser(db, email);
  const matches = await verifyPassword(password, user?.password_hash ?? UNMATCHABLE_HASH);
  if (!user || !matches) throw signInFailure();
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

const GENERATED_EXPIRED =
  'Esta senha valia por 24 horas e já venceu. Peça outra a quem cuida do servidor: npm run vitrine -- user reset-password E-MAIL';

/** Resets the failed sign-ins of an account from this client address after a password reset. */
export async function resetFailedSignIns({ limits }: Deps, email: string, ip: string): Promise<void> {
  await limits.reset('login attempt', `${emailKey(email)} ${callerKey(ip)}`);
  await limits.reset('login account', emailKey(email));
}
