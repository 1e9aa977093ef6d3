import type { SignedInUser } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalidFields } from '../../platform/http/failures.ts';
import type { RateLimitRule } from '../../platform/security/rateLimits.ts';
import { verifyPassword } from '../../platform/security/secrets.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import type { Assertion } from '../twoFactor/passkey.schemas.ts';
import { hasAnyFactor, secondFactorPrompt } from '../twoFactor/twoFactor.words.ts';
import {
  confirmByCode,
  confirmByPasskey,
  type RequestOrigin,
  readTwoFactorState,
} from '../twoFactor/verification.service.ts';
import { withFailureLog } from './securityLog.service.ts';

// Confirms that the holder of a session owns the account, before a change to what protects it. The
// requirements are those of a sign-in: otherwise a stolen session would suffice to disable the second factor.
// Codes and passkey challenges are used up here, even if the change then fails.

const PASSWORD_LIMIT: RateLimitRule = { points: 10, seconds: 15 * 60 };

interface GivenConfirmation {
  current_password?: string | undefined;
  otp?: string | undefined;
  passkey?: Assertion | undefined;
}

export const wrongPassword = () => invalidField('current_password', 'A senha atual não confere.');

/**
 * Confirms by a passkey alone, or by the password and the second factor. Returns the stored password hash.
 */
export async function confirmOwner(
  deps: Deps,
  actor: SignedInUser,
  given: GivenConfirmation,
  from: RequestOrigin,
  needPassword = 'Informe a senha atual.',
): Promise<string> {
  const { current_password, otp, passkey } = given;
  if (passkey) {
    await confirmByPasskey(deps, actor, passkey, from, (words) =>
      invalidField('current_password', `${words} ou use a senha.`),
    );
    return storedPassword(deps, actor);
  }
  const factors = await readTwoFactorState(deps.db, actor.id);
  if (!current_password || (hasAnyFactor(factors) && !otp?.trim()))
    throw invalidFields({
      ...(!current_password && { current_password: [needPassword] }),
      ...(hasAnyFactor(factors) && !otp?.trim() && { otp: [secondFactorPrompt(factors)] }),
    });
  const stored = await confirmPassword(deps, actor, current_password, from.ip);
  await confirmFactor(deps, actor, { otp }, from);
  return stored;
}

const NOT_CONFIRMED =
  'Antes de fazer isto, confirme que é você: informe a sua senha de novo ou use a sua chave de acesso.';

/**
 * Checks the confirmation of a request. Without one it throws a 403 with `confirm`, so that the form asks for
 * it.
 */
export async function ensureConfirmed(
  deps: Deps,
  actor: SignedInUser,
  given: GivenConfirmation,
  from: RequestOrigin,
): Promise<void> {
  const { current_password, otp, passkey } = given;
  if (!current_password && !otp?.trim() && !passkey)
    throw new Failure('forbidden', NOT_CONFIRMED, { extra: { confirm: true } });
  await confirmOwner(deps, actor, given, from);
}

/** Confirms the second factor after the password was checked; does nothing if the account has none. */
export async function confirmFactor(
  deps: Deps,
  actor: SignedInUser,
  { otp, passkey }: Pick<GivenConfirmation, 'otp' | 'passkey'>,
  from: RequestOrigin,
): Promise<void> {
  const factors = await readTwoFactorState(deps.db, actor.id);
  if (!hasAnyFactor(factors)) return;
  if (passkey)
    return confirmByPasskey(deps, actor, passkey, from, (words) =>
      invalidField('otp', `${words} ou digite um código de recuperação.`),
    );
  if (!otp?.trim()) throw invalidField('otp', secondFactorPrompt(factors));
  await confirmByCode(deps, actor, otp, from.ip);
}

/** Confirms that the holder of the session knows the password. Returns the stored password hash. */
export async function confirmPassword(
  deps: Deps,
  actor: SignedInUser,
  typed: string,
  ip: string,
): Promise<string> {
  const { limits } = deps;
  return withFailureLog(
    deps,
    'password',
    async () => ({ ip, actor, person: actor }),
    async () => {
      await limits.consume('password', actor.uuid, PASSWORD_LIMIT);
      const stored = await storedPassword(deps, actor);
      if (!(await verifyPassword(typed, stored))) throw wrongPassword();
      await limits.reset('password', actor.uuid);
      return stored;
    },
  );
}

async function storedPassword({ db }: Pick<Deps, 'db'>, { id }: Pick<SignedInUser, 'id'>): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return password_hash;
}
