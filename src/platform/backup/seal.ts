import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
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

/** Deriving a key from it takes a second and 256 MB: for a whole backup, not for each file. */
export const passphraseSeal = (passphrase: string): Seal =>
  sealOf(
    (encrypter) => encrypter.setPassphrase(passphrase),
    (decrypter) => decrypter.addPassphrase(passphrase),
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
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < BEGINNING.length) {
    const { done, value } = await source.next();
    if (done) break;
    first.push(value);
    bytes += value.length;
  }
  const all = (async function* () {
    try {
      yield* first;
      yield* { [Symbol.asyncIterator]: () => source };
    } finally {
      await source.return?.();
    }
  })();
  if (!Buffer.concat(first).subarray(0, BEGINNING.length).equals(BEGINNING)) return yield* all;
  if (passphrase === undefined) {
    await source.return?.();
    throw new BackupError(
      'Este backup está cifrado. Dê a frase em BACKUP_PASSPHRASE ou num arquivo, com --passphrase-file.',
    );
  }
  yield* passphraseSeal(passphrase).open(all);
}
