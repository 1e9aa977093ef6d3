import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A passkey without a device. It signs for any page that the caller states. */
export interface TestPasskey {
  id: string;
  /** Returns the credential of a registration. */
  register(challenge: string, page: Page): object;
  /** Returns an assertion; each call increments the counter. */
  assert(challenge: string, page: Page, options?: AnswerOptions): object;
}

interface Page {
  origin: string;
  rpId: string;
}

interface AnswerOptions {
  /** Whether the device verified the user by fingerprint or PIN. */
  verified?: boolean;
  /** Replaces the counter. */
  counter?: number;
  userHandle?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** COSE numbers: the algorithm, and the curve of its keys. */
const KINDS = {
  ES256: { namedCurve: 'P-256', algorithm: -7, curve: 1 },
  ES384: { namedCurve: 'P-384', algorithm: -35, curve: 2 },
};

/** Creates a passkey. `as` is the id of another passkey, which this one imitates without its key. */
export function createPasskey({
  as,
  kind = 'ES256',
}: {
  as?: string;
  kind?: keyof typeof KINDS;
} = {}): TestPasskey {
  const { namedCurve, algorithm, curve } = KINDS[kind];
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = as ? Buffer.from(as, 'base64url') : randomBytes(32);
  const id = credential.toString('base64url');
  let count = 0;

  // COSE: an elliptic curve key (1: 2) for an algorithm (3) on a curve (-1).
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, algorithm],
      [-1, curve],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const credentialData = Buffer.concat([Buffer.alloc(16), sixteenBits(credential.length), credential, key]);
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  return {
    id,
    register(challenge, { origin, rpId }) {
      const authData = Buffer.concat([dataOf(rpId, PRESENT | VERIFIED | HAS_KEY, count), credentialData]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', authData],
        ]),
      );
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    assert(challenge, { origin, rpId }, { verified = true, counter, userHandle } = {}) {
      count += 1;
      const flags = verified ? PRESENT | VERIFIED : PRESENT;
      const authData = dataOf(rpId, flags, counter ?? count);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([authData, hash(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle && { userHandle }),
        },
      };
    },
  };
}

const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function dataOf(rpId: string, flags: number, count: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([hash(rpId), Buffer.from([flags]), counter]);
}

function sixteenBits(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}
