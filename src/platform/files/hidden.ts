import { isSignedBy, signatureOf } from '../secrets.ts';

// What shoppers do not see yet, or no more, only those get whom the server told its address lately: people who are
// signed in. It is told anew with each answer, and ends by itself.

const HOUR_MS = 3_600_000;
const VALID_HOURS = 2;

const statement = (file: string, expires: number) => `hidden file ${file} ${expires}`;

/** What follows an address of the file `uuid`. For an hour it is the same, so that a browser may keep what it got. */
export function keyToHidden(secret: Buffer, uuid: string, now: number): string {
  const expires = (Math.floor(now / HOUR_MS) + VALID_HOURS) * HOUR_MS;
  return `key=${expires}.${signatureOf(secret.toString('base64url'), statement(uuid, expires))}`;
}

export function opensHidden(
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
      (secret) => secret && isSignedBy(secret.toString('base64url'), statement(uuid, expires), signature),
    )
  );
}
