import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { SignedInUser as Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { callerKey, type RateLimitRule } from '../../platform/security/rateLimits.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { type AuthMethod, withFailureLog } from '../auth/securityLog.service.ts';
import { recoveryCodeUsedMail } from './twoFactor.mail.ts';
import './twoFactor.tables.ts';
import type { Assertion } from './passkey.schemas.ts';
import { createAuthenticationOptions, verifyAssertion } from './passkey.service.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recoveryCodes.service.ts';
import { secondFactorPrompt, type TwoFactorState } from './twoFactor.words.ts';

// Verification of the second factor, for sign-ins and for confirmed changes.

const QUARTER_HOUR = 15 * 60;

/** Limits of wrong codes; a correct one does not count. Callers have already proved the password. */
const CODE_LIMITS = {
  account: { points: 5, seconds: QUARTER_HOUR },
  address: { points: 50, seconds: QUARTER_HOUR },
} satisfies Record<string, RateLimitRule>;

const CHALLENGE_LIMIT: RateLimitRule = { points: 50, seconds: QUARTER_HOUR };

export async function readTwoFactorState(db: DbOrTransaction, userId: number): Promise<TwoFactorState> {
  const app = await db
    .selectFrom('authenticator_apps')
    .select('id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return { app: app !== undefined, passkeys: passkey !== undefined };
}

const factorFailure = (text: string, more: Record<string, unknown> = {}) =>
  new Failure('unauthenticated', text, { extra: { two_factor: true, ...more } });

const WRONG = 'O código não confere. Espere o próximo código do aplicativo, ou use um código de recuperação.';
const USED =
  'Este código já foi usado. Espere o aplicativo mostrar o próximo, em até 30 segundos, ou use um código de recuperação.';
const WRONG_PASSKEY = 'A chave de acesso não foi aceita. Tente de novo, ou use um código de recuperação.';

interface Person {
  id: number;
  uuid: string;
  name: string;
  email: string;
}

interface FactorInput {
  otp?: string | undefined;
  passkey?: Assertion | undefined;
}

type ProofDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl' | 'keys' | 'limits' | 'mailer' | 'log'>;

/** Returns the 401 that names the missing factor, with a passkey challenge if the account has a passkey. */
export async function secondFactorRequired(
  deps: ProofDeps,
  person: Person,
  factors: TwoFactorState,
  origin: string,
): Promise<Failure> {
  const passkey = factors.passkeys ? await challengeFor(deps, person, origin) : null;
  return factorFailure(secondFactorPrompt(factors), { app: factors.app, ...(passkey && { passkey }) });
}

/** Returns null if passkeys cannot be used here, because the other factors still work. */
async function challengeFor(deps: ProofDeps, person: Person, origin: string) {
  try {
    await deps.limits.consume('passkey challenges', person.uuid, CHALLENGE_LIMIT);
    return await createAuthenticationOptions(deps, { purpose: 'second-factor', userId: person.id, origin });
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** A second factor that is verified within the transaction of the sign-in. */
export interface SecondFactorProof {
  /** Uses the factor once. Throws if it is wrong; returns all methods that were proved so far. */
  spend(work: Work): Promise<readonly AuthMethod[]>;
  /** Called after a successful sign-in; resets the limits. */
  accepted(): Promise<void>;
}

export async function createProof(
  deps: ProofDeps,
  person: Person,
  { otp = '', passkey }: FactorInput,
  { ip, origin }: { ip: string; origin: string },
): Promise<SecondFactorProof> {
  if (passkey) return proofByPasskey(deps, person, passkey, origin);
  return proofByCode(deps, person, otp, ip, factorFailure);
}

async function proofByCode(
  deps: ProofDeps,
  person: Person,
  typed: string,
  ip: string,
  refusal: (words: string) => Failure,
): Promise<SecondFactorProof> {
  const { limits, keys } = deps;
  const address = callerKey(ip);
  await limits.consume('second factor address', address, CODE_LIMITS.address);
  await limits.consume('second factor account', person.uuid, CODE_LIMITS.account);
  const { spendAppCode } = await import('./authenticatorApp.service.ts');
  const digits = typed.replace(/[\s\p{Pd}]/gu, '');
  return {
    async spend(work) {
      const result = await spendAppCode(work, keys, person.id, digits);
      if (result === 'accepted') return ['password', 'app'];
      if (result === 'used') throw refusal(USED);
      if (!(await spendRecoveryCode(work, person.id, typed))) throw refusal(WRONG);
      await mailRecoveryCodeUsed(deps, work, person);
      return ['password', 'recovery_code'];
    },
    async accepted() {
      await limits.giveBack('second factor address', address);
      await limits.reset('second factor account', person.uuid);
    },
  };
}

async function proofByPasskey(
  deps: ProofDeps,
  person: Person,
  passkey: Assertion,
  origin: string,
): Promise<SecondFactorProof> {
  const verified = await verifyAssertion(deps, passkey, {
    purpose: 'second-factor',
    userId: person.id,
    origin,
  });
  if (!verified) throw factorFailure(WRONG_PASSKEY);
  return {
    async spend(work) {
      if (!(await verified.recordUse(work))) throw factorFailure(WRONG_PASSKEY);
      return ['password', 'passkey'];
    },
    accepted: async () => undefined,
  };
}

/** Client address and origin of a request. */
export interface RequestOrigin {
  ip: string;
  origin: string;
}

/** Confirms the owner of the session by a passkey with user verification (biometrics or PIN). */
export async function confirmByPasskey(
  deps: Deps,
  actor: Actor,
  passkey: Assertion,
  { ip, origin }: RequestOrigin,
  refusal: (words: string) => Failure,
): Promise<void> {
  const about = async () => ({ ip, actor, person: actor });
  await withFailureLog(deps, 'passkey', about, async () => {
    const verified = await verifyAssertion(deps, passkey, { purpose: 'confirm', userId: actor.id, origin });
    const isConfirmed = verified && (await deps.write(actor, verified.recordUse, { content: false }));
    if (!isConfirmed) throw refusal('A chave de acesso não foi aceita. Tente de novo,');
  });
}

/** Confirms the owner by a code. Wrong codes count against the same limits as those of the sign-in. */
export async function confirmByCode(deps: Deps, actor: Actor, typed: string, ip: string): Promise<void> {
  const about = async () => ({ ip, actor, person: actor });
  await withFailureLog(deps, 'second_factor', about, async () => {
    const proof = await proofByCode(deps, actor, typed, ip, (words) => invalidField('otp', words));
    await deps.write(actor, proof.spend, { content: false });
    await proof.accepted();
  });
}

async function mailRecoveryCodeUsed(deps: ProofDeps, work: Work, { id, uuid, name, email }: Person) {
  const { mailer, config, siteUrl, log } = deps;
  const left = await countRecoveryCodes(work.trx, id);
  const about = { to: email, name, siteName: config.SITE_NAME, at: work.now };
  await mailer.queue(
    work,
    recoveryCodeUsedMail({ ...about, left, link: `${siteUrl()}/admin/users/profile` }),
  );
  await work.audit({ action: 'use_recovery_code', entity: 'user', uuid });
  work.afterCommit(() => log.warn({ action: 'use_recovery_code', person: uuid }, 'security event'));
}
