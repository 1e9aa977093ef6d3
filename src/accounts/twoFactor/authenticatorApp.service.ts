import { Secret, TOTP } from 'otpauth';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Keys } from '../../platform/security/keys.ts';
import { createSealer, type Sealer } from '../../platform/security/secrets.ts';
import { Failure } from '../../shared/failure.ts';
import './twoFactor.tables.ts';

// Time-based one-time codes (TOTP, RFC 6238) with the parameters that every app supports: 6 digits, SHA-1, 30 s.
// Callers import this module before their transaction, which must not wait for a file.

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** Time steps before and after the current one that are accepted, because clocks of phones are inexact. */
const MAX_DRIFT_STEPS = 1;

const sealerOf = (key: Buffer) => createSealer(key, 'second factor');

export const createAppSecret = () => new Secret({ size: SECRET_BYTES }).base32;

export const sealAppSecret = ({ current }: Keys, secret: string) => sealerOf(current).seal(secret);

/** Opens a sealed secret. `isOld` tells that it was sealed with the key before the last rotation. */
function openSecret({ current, previous }: Keys, sealed: string): { secret: string; isOld: boolean } {
  for (const key of [current, previous]) {
    const secret = key && tryOpen(sealerOf(key), sealed);
    if (secret !== null) return { secret, isOld: key !== current };
  }
  throw new Failure(
    'unavailable',
    'O código do aplicativo não pode ser conferido agora. Use um código de recuperação ou uma chave de acesso.',
  );
}

const appOf = (secret: string, label?: { issuer: string; label: string }) =>
  new TOTP({ ...label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** Returns the `otpauth:` URI that an app reads from the QR code. */
export const authenticatorUri = (secret: string, issuer: string, email: string) =>
  appOf(secret, { issuer, label: email }).toString();

/** Returns the time step of `code`, or null if it matches none within `MAX_DRIFT_STEPS` of `now`. */
function stepOf(secret: string, code: string, now: number): number | null {
  const drift = appOf(secret).validate({ token: code, window: MAX_DRIFT_STEPS, timestamp: now });
  return drift === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + drift;
}

/** Result of a code: accepted, of a time step that is used already, or of no step near now. */
export type AppCodeResult = 'accepted' | 'used' | 'wrong';

/** Accepts each code of an app once. `confirmed` is false for an app that awaits its first code. */
export async function spendAppCode(
  { trx, now }: Work,
  keys: Keys,
  userId: number,
  code: string,
  { confirmed } = { confirmed: true },
): Promise<AppCodeResult> {
  // Return before opening the secret, so that recovery codes still work if it cannot be opened.
  if (!/^\d{6}$/.test(code)) return 'wrong';
  const app = await trx
    .selectFrom('authenticator_apps')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (!app) return 'wrong';
  const { secret, isOld } = openSecret(keys, app.secret);
  const step = stepOf(secret, code, Date.parse(now));
  if (step === null) return 'wrong';
  const { numUpdatedRows } = await trx
    .updateTable('authenticator_apps')
    .set({
      last_step: step,
      ...(!confirmed && { confirmed_at: now }),
      ...(isOld && { secret: sealAppSecret(keys, secret) }),
    })
    .where('id', '=', app.id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'accepted' : 'used';
}

/** Seals the secrets of apps with the new key and returns their number. Skips secrets that it cannot open. */
export async function resealApps(trx: DbOrTransaction, former: Buffer, own: Buffer): Promise<number> {
  const [from, to] = [sealerOf(former), sealerOf(own)];
  const apps = await trx.selectFrom('authenticator_apps').select(['id', 'secret']).execute();
  let resealed = 0;
  for (const { id, secret } of apps) {
    const opened = tryOpen(from, secret);
    if (opened === null) continue;
    await trx
      .updateTable('authenticator_apps')
      .set({ secret: to.seal(opened) })
      .where('id', '=', id)
      .execute();
    resealed += 1;
  }
  return resealed;
}

function tryOpen(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.open(sealed);
  } catch {
    return null;
  }
}
