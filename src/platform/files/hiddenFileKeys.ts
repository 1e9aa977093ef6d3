import { HOUR_MS } from '../../shared/dates.ts';
import { signatureOf, verifySignature } from '../security/secrets.ts';

// Files that shoppers may not see (not yet, or no longer) are served by signed address only. Staff get a new
// one with each response, and it expires.

const VALID_HOURS = 2;

const statement = (file: string, expires: number) => `hidden file ${file} ${expires}`;

/**
 * Returns the query that signs the address of the file `uuid`. It is the same for an hour, so that browsers
 * can cache the file, and valid for up to `VALID_HOURS`.
 */
export function signHiddenFile(secret: Buffer, uuid: string, now: number): string {
  const expires = (Math.floor(now / HOUR_MS) + VALID_HOURS) * HOUR_MS;
  return `key=${expires}.${signatureOf(secret.toString('base64url'), statement(uuid, expires))}`;
}

export function isValidHiddenFileKey(
  secrets: readonly (Buffer | null)[],
  uuid: string,
  key: string | undefined,
  now: number,
): boolean {
  const [, ends = '', signature = ''] = /^(\d{13})\.([\w-]{43})$/.exec(key ?? '') ?? [];
  const expires = Number(ends);
  return (
    expires > now &&
    secrets.some(
      (secret) =>
        secret && verifySignature(secret.toString('base64url'), statement(uuid, expires), signature),
    )
  );
}
