import { isIP } from 'node:net';
import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { SignedInUser, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { randomToken } from '../../platform/security/secrets.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { Failure } from '../../shared/failure.ts';
import { parseStored } from '../../shared/storedJson.ts';
import type { PasskeyChallengeTable } from './twoFactor.tables.ts';
import './twoFactor.tables.ts';
import type { Assertion, Attestation } from './passkey.schemas.ts';

// Passkeys (WebAuthn). The server stores each challenge until its only response, for at most five minutes.

const CHALLENGE_MS = 5 * 60_000;

/** Loads the library on demand, because it takes megabytes that only passkeys need. */
const webauthn = () => import('@simplewebauthn/server');

/** COSE ids of the algorithms that devices support: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

type Purpose = PasskeyChallengeTable['purpose'];

const NEEDS_HOST_NAME =
  'Chaves de acesso só funcionam num endereço com nome, como www.rede.com.br, e este site foi aberto por um número.';

export interface RelyingParty {
  /** Host for which passkeys are created. Browsers offer them on no other host. */
  id: string;
  origin: string;
}

/**
 * Returns the relying party of WebAuthn: the public address of the site, or the origin that the browser reports if none
 * is configured. This is safe, because a browser signs only for the origin of its page.
 */
export function relyingParty({ config, siteUrl }: Pick<Deps, 'config' | 'siteUrl'>, origin: string) {
  const isFromBrowser = !config.PUBLIC_URL && URL.canParse(origin);
  const url = new URL(isFromBrowser ? origin : siteUrl());
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw new Failure('invalid', NEEDS_HOST_NAME);
  return { id: url.hostname, origin: url.origin } satisfies RelyingParty;
}

// Challenges

async function createChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  purpose: Purpose,
  userId: number | null,
): Promise<string> {
  const now = clock.now();
  const challenge = randomToken();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', isoAt(now)).execute();
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, purpose, user_id: userId, expires_at: isoAt(now + CHALLENGE_MS) })
    .execute();
  return challenge;
}

/** Consumes a challenge. Returns whether it existed for this purpose and user and has not expired. */
async function takeChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  challenge: string,
  purpose: Purpose,
  userId: number | null,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .returning(['purpose', 'user_id', 'expires_at'])
    .executeTakeFirst();
  return (
    deleted?.purpose === purpose && deleted.user_id === userId && deleted.expires_at > isoAt(clock.now())
  );
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

// Requests

/** Returns the options with which a browser creates a passkey; excludes passkeys that the user has. */
export async function createRegistrationOptions(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  actor: SignedInUser,
  origin: string,
) {
  const { id } = relyingParty(deps, origin);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: deps.config.SITE_NAME,
    rpID: id,
    userName: actor.email,
    userID: Buffer.from(actor.uuid),
    userDisplayName: actor.name,
    challenge: Buffer.from(await createChallenge(deps, 'register', actor.id), 'base64url'),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: await passkeyDescriptors(deps.db, actor.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options, attestation: 'none' as const };
}

/** Returns the passkeys of a person, so that a browser can find those that it has. */
export async function passkeyDescriptors(db: DbOrTransaction, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key',
    transports: parseStored<string[]>(transports, []),
  }));
}

/** Returns the options with which a browser signs a challenge. `userId` is null if the passkey identifies the user. */
export async function createAuthenticationOptions(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  { purpose, userId, origin }: { purpose: Purpose; userId: number | null; origin: string },
) {
  const { id } = relyingParty(deps, origin);
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: id,
    challenge: Buffer.from(await createChallenge(deps, purpose, userId), 'base64url'),
    timeout: CHALLENGE_MS,
    userVerification: purpose === 'second-factor' ? 'preferred' : 'required',
    ...(userId !== null && { allowCredentials: await passkeyDescriptors(deps.db, userId) }),
  });
}

// Responses

/** A verified passkey: its user, and a function that records the use. */
export interface VerifiedPasskey {
  userId: number;
  /** Stores the new counter. Returns false if the counter changed meanwhile, which suggests a copied passkey. */
  recordUse(work: Work): Promise<boolean>;
}

/** Verifies a response. Returns null unless challenge, origin, user and signature are all valid. */
export async function verifyAssertion(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  response: Assertion,
  { purpose, userId, origin }: { purpose: Purpose; userId: number | null; origin: string },
): Promise<VerifiedPasskey | null> {
  const party = relyingParty(deps, origin);
  const challenge = challengeIn(response.response.clientDataJSON);
  if (!(await takeChallenge(deps, challenge, purpose, userId))) return null;
  const passkey = await findPasskey(deps.db, response.id);
  if (!passkey || (userId !== null && passkey.user_id !== userId)) return null;
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.user_uuid)) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await verifyOrNull(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: purpose !== 'second-factor',
      credential: {
        id: passkey.credential_id,
        publicKey: Buffer.from(passkey.public_key, 'base64url'),
        counter: passkey.counter,
      },
    }),
  );
  if (!result?.verified) return null;
  const { newCounter } = result.authenticationInfo;
  return {
    userId: passkey.user_id,
    async recordUse({ trx, now }) {
      const { numUpdatedRows } = await trx
        .updateTable('passkeys')
        .set({ counter: newCounter, last_used_at: now })
        .where('id', '=', passkey.id)
        .where('counter', '=', passkey.counter)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function findPasskey(db: DbOrTransaction, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.user_id', 'passkeys.credential_id', 'passkeys.public_key'])
    .select(['passkeys.counter', 'users.uuid as user_uuid'])
    .where('passkeys.credential_id', '=', credentialId)
    .where(isPublished('users'))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Verifies a registration. Returns the columns of the new passkey, or null if the response is invalid. */
export async function verifyAttestation(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  response: Attestation,
  { userId, origin }: { userId: number; origin: string },
) {
  const party = relyingParty(deps, origin);
  const challenge = challengeIn(response.response.clientDataJSON);
  if (!(await takeChallenge(deps, challenge, 'register', userId))) return null;
  const { transports, ...rest } = response.response;
  const { verifyRegistrationResponse } = await webauthn();
  const result = await verifyOrNull(() =>
    verifyRegistrationResponse({
      response: { ...response, response: { ...rest, ...(transports && { transports }) } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!result?.verified) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports ?? []),
  };
}

/** Returns null for whatever the library throws, because it throws on every invalid response. */
async function verifyOrNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** Returns the user handle that passkeys store, in base64url. */
export const userHandleOf = (uuid: string) => Buffer.from(uuid).toString('base64url');
