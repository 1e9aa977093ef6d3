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
import { BackupError, Damaged } from './damage.ts';
import type { Bytes } from './tar.ts';

// Encryption is age's (age-encryption.org/v1): what is sealed here opens with the program `age`, on any machine.

export interface Seal {
  seal(body: Bytes): Bytes;
  /** Throws `WrongPassphrase`, or `Damaged` where anything was changed, cut off or put elsewhere. */
  open(body: Bytes): Bytes;
}

export class WrongPassphrase extends BackupError {
  constructor() {
    super('A frase não abre este backup. Confira BACKUP_PASSPHRASE ou o arquivo de --passphrase-file.');
  }
}

/** What the library says where no key fits. */
const NO_MATCH = "no identity matched any of the file's recipients";

const BEGINNING = Buffer.from('age-encryption.org/v1\n');

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const SCRYPT = 'scrypt';
const LABEL = Buffer.from('age-encryption.org/v1/scrypt');
/** As `age` itself: about a second. More, in what is read, would be somebody's way to take our memory. */
const COST = 18;
const MOST_COST = 20;
const BLOCK_SIZE = 8;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Each of these keys is used once. */
const NONCE = Buffer.alloc(12);
const CIPHER = 'chacha20-poly1305';

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

let last: { of: string; key: Promise<Buffer> } | undefined;

/** What was written is read again at once, and what is restored was read before. */
function keyOf(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  const of = JSON.stringify([passphrase, salt.toString('base64'), cost]);
  if (last?.of === of) return last.key;
  const key = derive(passphrase, Buffer.concat([LABEL, salt]), 32, {
    N: 2 ** cost,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: 2 ** cost * BLOCK_SIZE * 128 + 2 ** 20,
  });
  last = { of, key };
  return key;
}

/** As the library does it, but beside JavaScript and in memory that is given back at once. */
const wrapping = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(SALT_BYTES);
    const key = await keyOf(passphrase, salt, COST);
    const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza([SCRYPT, unpadded(salt), String(COST)], body)];
  },
});

const unwrapping = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza, other] = stanzas;
    const [kind, salt = '', cost] = stanza?.args ?? [];
    if (!stanza || other || kind !== SCRYPT || !(Number(cost) <= MOST_COST)) return null;
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

/** For a whole backup, not for each file: what makes guessing dear takes a second and 256 MB. */
export const passphraseSeal = (passphrase: string): Seal =>
  sealOf(
    (encrypter) => encrypter.addRecipient(wrapping(passphrase)),
    (decrypter) => decrypter.addIdentity(unwrapping(passphrase)),
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

/** The library speaks the browsers' streams. */
type Stream = Parameters<Decrypter['decrypt']>[0] & object;
const streamOf = (body: Bytes) =>
  ReadableStream.from(body) as unknown as Extract<Stream, { locked: boolean }>;

function sealOf(lock: (encrypter: Encrypter) => void, unlock: (decrypter: Decrypter) => void): Seal {
  return {
    async *seal(body) {
      const encrypter = new Encrypter();
      lock(encrypter);
      yield* (await encrypter.encrypt(streamOf(body))) as unknown as Bytes;
    },
    async *open(body) {
      const decrypter = new Decrypter();
      unlock(decrypter);
      let broken: unknown;
      const noted = noting(body, (error) => {
        broken = error;
      });
      try {
        yield* (await decrypter.decrypt(streamOf(noted))) as unknown as Bytes;
      } catch (error) {
        // Where it comes from failed: that is no word about what it says.
        if (broken) throw broken;
        if (error instanceof Error && error.message === NO_MATCH) throw new WrongPassphrase();
        throw new Damaged(undefined, { cause: error });
      } finally {
        // What it does not open it leaves standing open.
        if (body instanceof Readable) body.destroy();
        else await noted.return(undefined);
      }
    },
  };
}

async function* noting(body: Bytes, note: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    note(error);
    throw error;
  }
}

/** What `body` is, opened where it is sealed. */
export async function* opened(body: Bytes, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
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
    const all = (async function* () {
      yield* first;
      yield* { [Symbol.asyncIterator]: () => source };
    })();
    const isSealed = Buffer.concat(first).subarray(0, BEGINNING.length).equals(BEGINNING);
    if (!isSealed) yield* all;
    else if (passphrase !== undefined) yield* passphraseSeal(passphrase).open(all);
    else
      throw new BackupError(
        'Este backup está cifrado. Dê a frase em BACKUP_PASSPHRASE ou num arquivo, com --passphrase-file.',
      );
  } finally {
    await source.return?.();
  }
}
