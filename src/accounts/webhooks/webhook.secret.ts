import { createHmac, randomBytes } from 'node:crypto';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/security/keys.ts';
import { createSealer, type Sealer } from '../../platform/security/secrets.ts';
import './webhook.tables.ts';

// Format of https://www.standardwebhooks.com.

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Returns the `webhook-signature` of a message with this id, timestamp (seconds) and body. */
export function webhookSignatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const sealerOf = (key: Buffer): Sealer => createSealer(key, 'webhook');

export const sealSecret = ({ current }: Keys, secret: string) => sealerOf(current).seal(secret);

/** Decrypts a secret; null if none of the installation's keys opens it. */
export function openSecret({ current, previous }: Keys, sealed: string): string | null {
  for (const key of [current, previous]) {
    const opened = key && openWith(sealerOf(key), sealed);
    if (opened) return opened;
  }
  return null;
}

function openWith(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.open(sealed);
  } catch {
    return null;
  }
}

/** Encrypts all secrets with a new key. A secret that the former key does not open stays as it is. */
export async function resealSecrets(trx: DbOrTransaction, former: Buffer, own: Buffer): Promise<void> {
  const [from, to] = [sealerOf(former), sealerOf(own)];
  for (const { id, secret } of await trx.selectFrom('webhooks').select(['id', 'secret']).execute()) {
    const opened = openWith(from, secret);
    if (opened)
      await trx
        .updateTable('webhooks')
        .set({ secret: to.seal(opened) })
        .where('id', '=', id)
        .execute();
  }
}
