import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import {
  Decrypter,
  Encrypter,
  generateX25519Identity,
  type Identity,
  identityToRecipient,
  type Recipient,
  Stanza,
} from 'age-encryption';
import { BackupError, DamagedBackupError } from './errors.ts';
import type { Bytes } from './tar.ts';

// Encryption of backups with age (age-encryption.org/v1): the `age` program decrypts them on any machine.

export interface Seal {
  seal(body: Bytes): Bytes;
  /** Decrypts `body`. Throws `WrongPassphrase`, or `DamagedBackupError` if anything was altered, truncated or moved. */
  open(body: Bytes): Bytes;
}

export class WrongPassphrase extends BackupError {
  constructor() {
    super('A frase não abre este backup. Confira BACKUP_PASSPHRASE ou o arquivo de --passphrase-file.');
  }
}

/** Message of the library if no key fits. */
const NO_MATCH = "no identity matched any of the file's recipients";

const BEGINNING = Buffer.from('age-encryption.org/v1\n');

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const SCRYPT = 'scrypt';
const LABEL = Buffer.from('age-encryption.org/v1/scrypt');
/**
 * Work factor of scrypt (log2) that `age` itself uses: about one second. A higher one in a file could exhaust
 * our memory.
 */
const COST = 18;
const MAX_COST = 20;
const BLOCK_SIZE = 8;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** All zeros as in age, because each key is used once. */
const NONCE = Buffer.alloc(12);
const CIPHER = 'chacha20-poly1305';

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

let last: { of: string; key: Promise<Buffer> } | undefined;

/**
 * Derives a key, and caches the last one: a new backup is verified at once, and a restore reads the archive
 * repeatedly.
 */
function keyOf(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  const cacheKey = JSON.stringify([passphrase, salt.toString('base64'), cost]);
  if (last?.of === cacheKey) return last.key;
  const key = derive(passphrase, Buffer.concat([LABEL, salt]), 32, {
    N: 2 ** cost,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: 2 ** cost * BLOCK_SIZE * 128 + 2 ** 20,
  });
  last = { of: cacheKey, key };
  return key;
}

/**
 * Same format as the library, but scrypt runs in native code, off the main thread, and frees its memory at
 * once.
 */
const passphraseRecipient = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(SALT_BYTES);
    const key = await keyOf(passphrase, salt, COST);
    const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza([SCRYPT, unpadded(salt), String(COST)], body)];
  },
});

const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza, second] = stanzas;
    const [kind, salt = '', cost] = stanza?.args ?? [];
    if (!stanza || second || kind !== SCRYPT || !(Number(cost) <= MAX_COST)) return null;
    const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), Number(cost));
    const body = Buffer.from(stanza.body);
    try {
      const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(body.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      return null;
    }
  },
});

/**
 * Encrypts a whole backup with a passphrase. Too slow for single files: the key derivation takes one second
 * and 256 MB.
 */
export const passphraseSeal = (passphrase: string): Seal =>
  sealOf(
    (encrypter) => encrypter.addRecipient(passphraseRecipient(passphrase)),
    (decrypter) => decrypter.addIdentity(passphraseIdentity(passphrase)),
  );

export const newIdentity = (): Promise<string> => generateX25519Identity();

export async function identitySeal(identity: string): Promise<Seal & { recipient: string }> {
  const recipient = await identityToRecipient(identity);
  const seal = sealOf(
    (encrypter) => encrypter.addRecipient(recipient),
    (decrypter) => decrypter.addIdentity(identity),
  );
  return { ...seal, recipient };
}

/** The library uses web streams. */
type Stream = Parameters<Decrypter['decrypt']>[0] & object;
const streamOf = (body: Bytes) =>
  ReadableStream.from(body) as unknown as Extract<Stream, { locked: boolean }>;

function sealOf(
  addRecipient: (encrypter: Encrypter) => void,
  addIdentity: (decrypter: Decrypter) => void,
): Seal {
  return {
    async *seal(body) {
      const encrypter = new Encrypter();
      addRecipient(encrypter);
      yield* (await encrypter.encrypt(streamOf(body))) as unknown as Bytes;
    },
    async *open(body) {
      const decrypter = new Decrypter();
      addIdentity(decrypter);
      let broken: unknown;
      const observed = reportingErrors(body, (error) => {
        broken = error;
      });
      try {
        yield* (await decrypter.decrypt(streamOf(observed))) as unknown as Bytes;
      } catch (error) {
        // The source failed, which says nothing about its content.
        if (broken) throw broken;
        if (error instanceof Error && error.message === NO_MATCH) throw new WrongPassphrase();
        throw new DamagedBackupError(undefined, { cause: error });
      } finally {
        // The library does not close a source that it cannot decrypt.
        if (body instanceof Readable) body.destroy();
        else await observed.return(undefined);
      }
    },
  };
}

async function* reportingErrors(body: Bytes, report: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    report(error);
    throw error;
  }
}

/** Yields `body`, decrypted if it is encrypted. */
export async function* decryptIfEncrypted(
  body: Bytes,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  try {
    const first: Uint8Array[] = [];
    let bytes = 0;
    while (bytes < BEGINNING.length) {
      const { done, value } = await source.next();
      if (done) break;
      first.push(value);
      bytes += value.length;
    }
    const whole = (async function* () {
      yield* first;
      yield* { [Symbol.asyncIterator]: () => source };
    })();
    const isSealed = Buffer.concat(first).subarray(0, BEGINNING.length).equals(BEGINNING);
    if (!isSealed) yield* whole;
    else if (passphrase !== undefined) yield* passphraseSeal(passphrase).open(whole);
    else
      throw new BackupError(
        'Este backup está cifrado. Dê a frase em BACKUP_PASSPHRASE ou num arquivo, com --passphrase-file.',
      );
  } finally {
    await source.return?.();
  }
}
