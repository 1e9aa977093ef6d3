import { Secret, TOTP } from 'otpauth';
import { Failure } from '../../contract/failure.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Keys } from '../../platform/keys.ts';
import { createSealer, type Sealer } from '../../platform/secrets.ts';
import './factor.tables.ts';

// Codes of an authenticator app (RFC 6238), as all apps make them: six digits, SHA-1, 30 seconds.

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** Clocks of phones are off by as many steps, each way. */
const DRIFT = 1;

const sealerOf = (key: Buffer) => createSealer(key, 'second factor');

export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32;

export const sealSecret = ({ own }: Keys, secret: string) => sealerOf(own).seal(secret);

/** The secret, and whether it was sealed with the key before the last rotation. */
function open({ own, before }: Keys, sealed: string): { secret: string; isOld: boolean } {
  for (const key of [own, before]) {
    const secret = key && openedOrNull(sealerOf(key), sealed);
    if (secret !== null) return { secret, isOld: key !== own };
  }
  throw new Failure(
    'unavailable',
    'O código do aplicativo não pode ser conferido agora. Use um código de recuperação ou uma chave de acesso.',
  );
}

const appOf = (secret: string, label?: { issuer: string; label: string }) =>
  new TOTP({ ...label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** What an app reads from the QR code. */
export const addressOfApp = (secret: string, issuer: string, email: string) =>
  appOf(secret, { issuer, label: email }).toString();

/** The time step that `code` is of; null where it is of none near `now`. */
function stepOf(secret: string, code: string, now: number): number | null {
  const off = appOf(secret).validate({ token: code, window: DRIFT, timestamp: now });
  return off === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + off;
}

/** The result of a code: accepted now, of a time step that an accepted code has closed, or of no step near now. */
export type AppCodeResult = 'accepted' | 'used' | 'wrong';

/** Accepts a code of the person's app, once. `confirmed` tells an app in use from one that waits for its first code. */
export async function spendAppCode(
  { trx, now }: Work,
  keys: Keys,
  userId: number,
  code: string,
  { confirmed } = { confirmed: true },
): Promise<AppCodeResult> {
  // A recovery code is one where the app's secret cannot be opened, too.
  if (!/^\d{6}$/.test(code)) return 'wrong';
  const app = await trx
    .selectFrom('authenticator_apps')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (!app) return 'wrong';
  const { secret, isOld } = open(keys, app.secret);
  const step = stepOf(secret, code, Date.parse(now));
  if (step === null) return 'wrong';
  const { numUpdatedRows } = await trx
    .updateTable('authenticator_apps')
    .set({
      last_step: step,
      ...(!confirmed && { confirmed_at: now }),
      ...(isOld && { secret: sealSecret(keys, secret) }),
    })
    .where('id', '=', app.id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'accepted' : 'used';
}

/** Seals the secrets of apps with another key; what cannot be opened stays as it is. Answers how many it was. */
export async function resealApps(trx: DbOrTransaction, former: Buffer, own: Buffer): Promise<number> {
  const [from, to] = [sealerOf(former), sealerOf(own)];
  const apps = await trx.selectFrom('authenticator_apps').select(['id', 'secret']).execute();
  let resealed = 0;
  for (const { id, secret } of apps) {
    const opened = openedOrNull(from, secret);
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

function openedOrNull(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.open(sealed);
  } catch {
    return null;
  }
}
