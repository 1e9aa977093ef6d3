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
/** OWASP's parameters for argon2id; a hash carries its own, so that these can be raised. */
export const COST: Readonly<Cost> = Object.freeze({ memory: 19_456, passes: 2, parallelism: 1 });
/** What a new hash costs. Only tests make it less: nobody guesses at the hundreds of people whom they make. */
export const hashing: { cost: Readonly<Cost> } = { cost: COST };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const parameters = ({ memory, passes, parallelism }: Cost) => `m=${memory},t=${passes},p=${parallelism}`;
const phc = (cost: Cost, salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$${parameters(cost)}$${unpadded(salt)}$${unpadded(hash)}`;

function derive(password: string, nonce: Buffer, tagLength: number, cost: Cost): Promise<Buffer> {
  // Keyboards differ in how they compose «ã»; NFKC makes them agree.
  return argon2id({ message: Buffer.from(password.normalize('NFKC')), nonce, tagLength, ...cost });
}

/** The password as stored: argon2id in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { cost } = hashing;
  return phc(cost, salt, await derive(password, salt, HASH_BYTES, cost));
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('A stored password is not in the form that hashPassword makes.');
  const expected = Buffer.from(hash, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, cost);
  return timingSafeEqual(actual, expected);
}

/** Whether a hash was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.includes(`$${parameters(hashing.cost)}$`);
}

/** A hash that no password matches; checking against it takes as long as against a real one. */
export const unmatchable = phc(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

// Tokens and codes

const TOKEN = /^[\w-]{43}$/;

/** 256 random bits for a URL or a header. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The token of a machine, which is known at a glance for what it is: in a script, a log or a search for secrets. */
export const machineToken = (): string => `vtr_${randomToken()}`;

/** Whether it means to be one. */
export const isOfMachine = (text: string): boolean => text.startsWith('vtr_');

/** How tokens and codes are stored: they are random already, so a plain hash keeps them. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether two secrets are the same; takes as long for those that are not. */
export function areSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(one)), Buffer.from(secretHash(other)));
}

/** Vouches for `text` towards whoever knows `key` (HMAC-SHA-256). */
export function signatureOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether `signature` is that of `text`; takes as long for a wrong one. */
export function isSignedBy(key: string, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(signatureOf(key, text)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** No letter that is taken for a digit, none that is heard as another. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Groups of five characters that are hard to confuse, 25 bits each, such as `7K3MQ-0V9XD`. */
export function readableCode(groups: number): string {
  const characters = Array.from(randomBytes(groups * 5), (byte) => CROCKFORD[byte % 32]).join('');
  return characters.replace(/.{5}(?!$)/g, '$&-');
}

/** What `readableCode` made, however it was typed; null when it cannot be one. */
export function parseReadableCode(typed: string, groups: number): string | null {
  const characters = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0');
  if (characters.length !== groups * 5 || [...characters].some((one) => !CROCKFORD.includes(one)))
    return null;
  return characters.replace(/.{5}(?!$)/g, '$&-');
}

// Sealing

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** Starts everything that this key sealed. */
  prefix: string;
  seal(text: string): string;
  /** Throws when it was sealed with another key or changed since. */
  open(sealed: string): string;
}

/** A key of its own for each purpose. */
export const derivedFrom = (key: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES));

/** Tells one key from another and nothing else of it: 64 bits, such as `3f09-77c1-e2a4-b05d`. */
export function markOfKey(key: Buffer): string {
  const digits = derivedFrom(key, 'mark').toString('hex').slice(0, 16);
  return digits.replace(/.{4}(?!$)/g, '$&-');
}

/** Encrypts text at rest (AES-256-GCM), with a key of its own for each purpose. */
export function createSealer(key: Buffer, purpose: string): Sealer {
  const own = derivedFrom(key, purpose);
  const prefix = `${secretHash(own.toString('base64')).slice(0, 8)}.`;
  return {
    prefix,
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', own, iv, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      if (!sealed.startsWith(prefix)) throw new Error('Sealed with another key.');
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', own, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
