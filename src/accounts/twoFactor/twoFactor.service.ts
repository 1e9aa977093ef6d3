import { randomUUID } from 'node:crypto';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/duplicate.ts';
import type { SignedInUser, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { callerKey, type RateLimitRule } from '../../platform/security/rateLimits.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { findAccount, findUser, noAccount } from '../auth/account.service.ts';
import { confirmOwner } from '../auth/confirm.service.ts';
import { recordAccessChange, withFailureLog } from '../auth/securityLog.service.ts';
import { endSessions, openSession, type SignInOrigin } from '../auth/sessionToken.service.ts';
import { withConstantTimeRefusal } from '../auth/signIn.service.ts';
import { peopleWithRoles } from '../users/peopleWithRoles.ts';
import { accessOf } from '../users/userAccess.ts';
import { type ConfirmationInput, MAX_PASSKEYS, type SecondFactor } from './twoFactor.contract.ts';
import { type FactorChange, factorChangedMail, recoveryCodesRenewedMail } from './twoFactor.mail.ts';
import './twoFactor.tables.ts';
import type { Assertion, Attestation } from './passkey.schemas.ts';
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  passkeyDescriptors,
  relyingParty,
  verifyAssertion,
  verifyAttestation,
} from './passkey.service.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recoveryCodes.service.ts';
import { hasAnyFactor, type TwoFactorState } from './twoFactor.words.ts';
import { type RequestOrigin, readTwoFactorState, type SecondFactorProof } from './verification.service.ts';

// Management of second factors in the profile, and sign-in with a passkey alone.

const QUARTER_HOUR = 15 * 60;
const FIRST_CODE_LIMIT: RateLimitRule = { points: 10, seconds: QUARTER_HOUR };
const CHALLENGE_LIMIT: RateLimitRule = { points: 50, seconds: QUARTER_HOUR };
const PASSKEY_LIMIT: RateLimitRule = { points: 50, seconds: QUARTER_HOUR };

/** Longest time between the start of the setup of an app and its first code. */
const SETUP_MS = 15 * 60_000;

export async function getSecondFactor({ db }: Pick<Deps, 'db'>, actor: SignedInUser): Promise<SecondFactor> {
  const app = await db
    .selectFrom('authenticator_apps')
    .select('confirmed_at')
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['uuid', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.id)
    .orderBy('id')
    .execute();
  return {
    app_since: app?.confirmed_at ?? null,
    passkeys,
    recovery_codes_left: await countRecoveryCodes(db, actor.id),
    required: await isRequired(db, actor),
  };
}

async function isRequired(db: DbOrTransaction, { id }: Pick<SignedInUser, 'id'>): Promise<boolean> {
  const person = await peopleWithRoles(db).where('users.id', '=', id).executeTakeFirst();
  return person !== undefined && accessOf(person).needsFactor;
}

export async function createConfirmationChallenge(deps: Deps, actor: SignedInUser, origin: string) {
  await deps.limits.consume('passkey challenges', actor.uuid, CHALLENGE_LIMIT);
  const { passkeys } = await readTwoFactorState(deps.db, actor.id);
  if (!passkeys) throw new Failure('conflict', 'Esta conta não tem chave de acesso. Confirme com a senha.');
  return createAuthenticationOptions(deps, { purpose: 'confirm', userId: actor.id, origin });
}

/** Completes a change of second factors: ends the other sessions, mails the owner and audits the change. */
async function completeChange(
  deps: Deps,
  work: Work,
  { id, uuid, name, email }: Pick<SignedInUser, 'id' | 'uuid' | 'name' | 'email'>,
  change: FactorChange,
  keep?: number,
): Promise<void> {
  const { mailer, config, siteUrl } = deps;
  await endSessions(work.trx, id, keep);
  const about = { to: email, name, siteName: config.SITE_NAME, at: work.now };
  await mailer.queue(work, factorChangedMail({ ...about, change, link: `${siteUrl()}/auth/forgot-it` }));
  const entry = { action: `second_factor_${change}`, entity: 'user', uuid };
  // Without `keep` an operator made the change; `recordAccessChange` would also log it for the security monitoring.
  if (keep === undefined) await work.audit(entry);
  else await recordAccessChange(work, deps, entry);
}

/** Locks the row of the person, so that changes of second factors and sign-ins run one after the other. */
async function lockFactors({ trx, now }: Work, userId: number): Promise<TwoFactorState> {
  await trx.updateTable('users').set({ updated_at: now }).where('id', '=', userId).execute();
  return readTwoFactorState(trx, userId);
}

/** Creates recovery codes if this is the first factor of the account; else returns null. */
const codesForFirstFactor = (work: Work, userId: number, before: TwoFactorState) =>
  hasAnyFactor(before) ? null : replaceRecoveryCodes(work, userId);

/** Throws `conflict` if the last factor was removed but is required. Deletes recovery codes without a factor. */
async function ensureFactorRemains(work: Work, actor: SignedInUser): Promise<void> {
  if (hasAnyFactor(await readTwoFactorState(work.trx, actor.id))) return;
  if (await isRequired(work.trx, actor))
    throw new Failure(
      'conflict',
      'O seu papel pede a verificação em duas etapas. Ligue outra forma antes de desligar esta.',
    );
  await work.trx.deleteFrom('factor_codes').where('user_id', '=', actor.id).execute();
}

// Authenticator app

const APP_IS_ON = 'O aplicativo autenticador já está ligado. Para trocar de aparelho, desligue-o antes.';
const SETUP_EXPIRED = 'Esta chave venceu. Comece de novo: feche e ligue o aplicativo outra vez.';

export async function startApp(
  deps: Deps,
  actor: SignedInUser,
  confirmation: ConfirmationInput,
  from: RequestOrigin,
) {
  const { db, keys, config } = deps;
  if ((await readTwoFactorState(db, actor.id)).app) throw new Failure('conflict', APP_IS_ON);
  await confirmOwner(deps, actor, confirmation, from);
  const { authenticatorUri, createAppSecret, sealAppSecret } = await import('./authenticatorApp.service.ts');
  const secret = createAppSecret();
  await deps.write(
    actor,
    async (work) => {
      if ((await lockFactors(work, actor.id)).app) throw new Failure('conflict', APP_IS_ON);
      const values = { secret: sealAppSecret(keys, secret), last_step: 0, created_at: work.now };
      await work.trx
        .insertInto('authenticator_apps')
        .values({ ...values, user_id: actor.id, confirmed_at: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
      await work.audit({ action: 'start_second_factor', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
  const { renderQrCode } = await import('./qr.ts');
  const uri = authenticatorUri(secret, config.SITE_NAME, actor.email);
  return { key: secret.replace(/.{4}(?!$)/g, '$& '), uri, qr: renderQrCode(uri) };
}

export async function confirmApp(deps: Deps, actor: SignedInUser, code: string, ip: string) {
  const { limits, keys, clock } = deps;
  const about = async () => ({ ip, actor, person: actor });
  return withFailureLog(deps, 'second_factor', about, async () => {
    await limits.consume('second factor setup', actor.uuid, FIRST_CODE_LIMIT);
    const { spendAppCode } = await import('./authenticatorApp.service.ts');
    const recovery_codes = await deps.write(
      actor,
      async (work) => {
        const before = await lockFactors(work, actor.id);
        if (before.app) throw new Failure('conflict', APP_IS_ON);
        const pending = await work.trx
          .selectFrom('authenticator_apps')
          .select('created_at')
          .where('user_id', '=', actor.id)
          .executeTakeFirst();
        if (!pending || Date.parse(pending.created_at) <= clock.now() - SETUP_MS)
          throw new Failure('conflict', SETUP_EXPIRED);
        if ((await spendAppCode(work, keys, actor.id, code, { confirmed: false })) !== 'accepted')
          throw invalidField('code', 'O código não confere. Digite o que o aplicativo mostra agora.');
        await completeChange(deps, work, actor, 'app_on', actor.sessionId);
        return codesForFirstFactor(work, actor.id, before);
      },
      { content: false },
    );
    await limits.reset('second factor setup', actor.uuid);
    return { message: 'Aplicativo autenticador ligado. As outras sessões foram encerradas.', recovery_codes };
  });
}

export async function switchOffApp(
  deps: Deps,
  actor: SignedInUser,
  confirmation: ConfirmationInput,
  from: RequestOrigin,
) {
  await confirmOwner(deps, actor, confirmation, from);
  await deps.write(
    actor,
    async (work) => {
      const { app } = await lockFactors(work, actor.id);
      if (!app) throw new Failure('conflict', 'O aplicativo autenticador já estava desligado.');
      await work.trx.deleteFrom('authenticator_apps').where('user_id', '=', actor.id).execute();
      await ensureFactorRemains(work, actor);
      await completeChange(deps, work, actor, 'app_off', actor.sessionId);
    },
    { content: false },
  );
  return { message: 'Aplicativo autenticador desligado. As outras sessões foram encerradas.' };
}

// Recovery codes

export async function renewRecoveryCodes(
  deps: Deps,
  actor: SignedInUser,
  confirmation: ConfirmationInput,
  from: RequestOrigin,
) {
  const { mailer, config, siteUrl } = deps;
  await confirmOwner(deps, actor, confirmation, from);
  const recovery_codes = await deps.write(
    actor,
    async (work) => {
      if (!hasAnyFactor(await lockFactors(work, actor.id)))
        throw new Failure('conflict', 'Ligue antes o aplicativo autenticador ou crie uma chave de acesso.');
      const about = { to: actor.email, name: actor.name, siteName: config.SITE_NAME, at: work.now };
      await mailer.queue(work, recoveryCodesRenewedMail({ ...about, link: `${siteUrl()}/auth/forgot-it` }));
      await recordAccessChange(work, deps, {
        action: 'renew_recovery_codes',
        entity: 'user',
        uuid: actor.uuid,
      });
      return replaceRecoveryCodes(work, actor.id);
    },
    { content: false },
  );
  return { message: 'Códigos novos. Os de antes não valem mais.', recovery_codes };
}

// Passkeys

const TOO_MANY = `Uma conta tem até ${MAX_PASSKEYS} chaves de acesso. Tire uma antes de criar outra.`;

export async function startPasskey(
  deps: Deps,
  actor: SignedInUser,
  confirmation: ConfirmationInput,
  from: RequestOrigin,
) {
  relyingParty(deps, from.origin);
  if ((await passkeyDescriptors(deps.db, actor.id)).length >= MAX_PASSKEYS)
    throw new Failure('conflict', TOO_MANY);
  await confirmOwner(deps, actor, confirmation, from);
  return createRegistrationOptions(deps, actor, from.origin);
}

export async function storePasskey(
  deps: Deps,
  actor: SignedInUser,
  { name, passkey }: { name: string; passkey: Attestation },
  origin: string,
) {
  const created = await verifyAttestation(deps, passkey, { userId: actor.id, origin });
  if (!created)
    throw new Failure(
      'conflict',
      'A chave de acesso não pôde ser conferida, ou o prazo passou. Crie-a de novo.',
    );
  const uuid = randomUUID();
  const recovery_codes = await withDuplicateConflict(() =>
    deps.write(
      actor,
      async (work) => {
        const before = await lockFactors(work, actor.id);
        if ((await passkeyDescriptors(work.trx, actor.id)).length >= MAX_PASSKEYS)
          throw new Failure('conflict', TOO_MANY);
        await work.trx
          .insertInto('passkeys')
          .values({ uuid, user_id: actor.id, name, ...created, created_at: work.now, last_used_at: null })
          .execute();
        await completeChange(deps, work, actor, 'passkey_on', actor.sessionId);
        return codesForFirstFactor(work, actor.id, before);
      },
      { content: false },
    ),
  );
  const message = 'Chave de acesso criada. As outras sessões foram encerradas.';
  return { message, uuid, recovery_codes };
}

async function withDuplicateConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Failure('conflict', 'Esta chave de acesso já está em uso.');
    throw error;
  }
}

export async function removePasskey(
  deps: Deps,
  actor: SignedInUser,
  uuid: string,
  confirmation: ConfirmationInput,
  from: RequestOrigin,
) {
  const notFound = () => new Failure('not_found', 'Esta chave de acesso não existe mais.');
  const own = await deps.db
    .selectFrom('passkeys')
    .select('id')
    .where('uuid', '=', uuid)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (!own) throw notFound();
  await confirmOwner(deps, actor, confirmation, from);
  await deps.write(
    actor,
    async (work) => {
      await lockFactors(work, actor.id);
      const { numDeletedRows } = await work.trx
        .deleteFrom('passkeys')
        .where('id', '=', own.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound();
      await ensureFactorRemains(work, actor);
      await completeChange(deps, work, actor, 'passkey_off', actor.sessionId);
    },
    { content: false },
  );
  return { message: 'Chave de acesso tirada. As outras sessões foram encerradas.' };
}

// Sign-in with a passkey alone

const REFUSED = 'A chave de acesso não foi aceita. Tente de novo, ou entre com e-mail e senha.';

export async function createSignInChallenge(deps: Deps, { ip, origin }: RequestOrigin) {
  await deps.limits.consume('passkey challenges', callerKey(ip), CHALLENGE_LIMIT);
  return createAuthenticationOptions(deps, { purpose: 'sign-in', userId: null, origin });
}

export async function signInByPasskey(deps: Deps, passkey: Assertion, from: SignInOrigin) {
  const { ip, origin } = from;
  const refused = () => new Failure('unauthenticated', REFUSED);
  return withConstantTimeRefusal(() =>
    withFailureLog(
      deps,
      'passkey',
      async () => ({ ip }),
      async () => {
        await deps.limits.consume('passkey sign-ins', callerKey(ip), PASSKEY_LIMIT);
        const verified = await verifyAssertion(deps, passkey, { purpose: 'sign-in', userId: null, origin });
        const user = verified && (await accountOf(deps.db, verified.userId));
        if (!user) throw refused();
        const proof: SecondFactorProof = {
          async spend(work) {
            if (!(await verified.recordUse(work))) throw refused();
            return ['passkey'];
          },
          accepted: () => deps.limits.giveBack('passkey sign-ins', callerKey(ip)),
        };
        return openSession(deps, user, from, proof);
      },
    ),
  );
}

async function accountOf(db: DbOrTransaction, userId: number) {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return findUser(db, email);
}

// For operators

export async function deleteSecondFactors(trx: Work['trx'], userId: number): Promise<void> {
  await trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
  await trx.deleteFrom('factor_codes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Removes all second factors of a person who lost them. Returns false if there were none. */
export async function removeSecondFactors(deps: Deps, email: string): Promise<boolean> {
  return deps.write(
    null,
    async (work) => {
      const account = await findAccount(work.trx, email);
      if (!account) throw noAccount(email);
      if (!hasAnyFactor(await lockFactors(work, account.id))) return false;
      await deleteSecondFactors(work.trx, account.id);
      await completeChange(deps, work, account, 'factors_off');
      return true;
    },
    { content: false },
  );
}
