import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';

// Passwords

const argon2id = promisify(argon2).bind(null, 'argon2id');

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}
/** Parameters of argon2id that OWASP recommends. Each hash stores its own, so these can be raised. */
export const PASSWORD_HASH_COST: Readonly<Cost> = Object.freeze({
  memory: 19_456,
  passes: 2,
  parallelism: 1,
});
/** Cost of new hashes. Tests lower it, because they create hundreds of users. */
export const passwordHashing: { cost: Readonly<Cost> } = { cost: PASSWORD_HASH_COST };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const parameters = ({ memory, passes, parallelism }: Cost) => `m=${memory},t=${passes},p=${parallelism}`;
const phc = (cost: Cost, salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$${parameters(cost)}$${unpadded(salt)}$${unpadded(hash)}`;

function derive(password: string, nonce: Buffer, tagLength: number, cost: Cost): Promise<Buffer> {
  // Keyboards compose characters such as «ã» differently; NFKC makes them equal.
  return argon2id({ message: Buffer.from(password.normalize('NFKC')), nonce, tagLength, ...cost });
}

/** Returns the hash of a password to store: argon2id in PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { cost } = passwordHashing;
  return phc(cost, salt, await derive(password, salt, HASH_BYTES, cost));
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('Malformed password hash.');
  const expected = Buffer.from(hash, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, cost);
  return timingSafeEqual(actual, expected);
}

/** Returns whether a hash was made with other parameters than the current ones. */
export function isOutdated(stored: string): boolean {
  return !stored.includes(`$${parameters(passwordHashing.cost)}$`);
}

/** Hash that no password matches. Verifying against it takes as long as against a real one. */
export const UNMATCHABLE_HASH = phc(PASSWORD_HASH_COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

// Tokens and codes

const TOKEN = /^[\w-]{43}$/;

/** Returns 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns a new API token. Its prefix makes it recognisable in scripts, logs and secret scanners. */
export const createApiToken = (): string => `vtr_${randomToken()}`;

/** Returns whether a text has the prefix of an API token. */
export const isApiToken = (text: string): boolean => text.startsWith('vtr_');

/**
 * Returns the hash under which a token or code is stored. A plain SHA-256 is enough, because secrets are
 * random.
 */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two secrets in constant time. */
export function equalsInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(a)), Buffer.from(secretHash(b)));
}

/** Returns the HMAC-SHA-256 of `text`. */
export function signatureOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Verifies the HMAC of `text` in constant time. */
export function verifySignature(key: string, text: string, signature: string): boolean {
  const [expected, actual] = [Buffer.from(signatureOf(key, text)), Buffer.from(signature)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Crockford's base32 alphabet, without letters that are easily confused. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns `groups` of five random characters (25 bits each) that are hard to confuse, such as `7K3MQ-0V9XD`.
 */
export function readableCode(groups: number): string {
  const characters = Array.from(randomBytes(groups * 5), (byte) => CROCKFORD[byte % 32]).join('');
  return characters.replace(/.{5}(?!$)/g, '$&-');
}

/** Parses a `readableCode` as typed by a user; null if it cannot be one. */
export function parseReadableCode(typed: string, groups: number): string | null {
  const characters = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0');
  if (characters.length !== groups * 5 || [...characters].some((character) => !CROCKFORD.includes(character)))
    return null;
  return characters.replace(/.{5}(?!$)/g, '$&-');
}

// Sealing

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** Prefix of all texts that this key encrypted. */
  prefix: string;
  seal(text: string): string;
  /** Throws if the text was encrypted with another key or has been altered. */
  open(sealed: string): string;
}

/** Derives a key for one purpose (HKDF-SHA-256). */
export const deriveKey = (key: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES));

/**
 * Returns the fingerprint of a key: 64 bits that reveal nothing else about it, such as `3f09-77c1-e2a4-b05d`.
 */
export function fingerprintOfKey(key: Buffer): string {
  const digits = deriveKey(key, 'mark').toString('hex').slice(0, 16);
  return digits.replace(/.{4}(?!$)/g, '$&-');
}

/** Creates a cipher for text at rest (AES-256-GCM), with a derived key for each purpose. */
export function createSealer(key: Buffer, purpose: string): Sealer {
  const derivedKey = deriveKey(key, purpose);
  const prefix = `${secretHash(derivedKey.toString('base64')).slice(0, 8)}.`;
  return {
    prefix,
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derivedKey, iv, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      if (!sealed.startsWith(prefix)) throw new Error('Encrypted with another key.');
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', derivedKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
