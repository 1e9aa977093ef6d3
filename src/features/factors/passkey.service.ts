import { isIP } from 'node:net';
import { Failure } from '../../contract/failure.ts';
import { parseStored } from '../../contract/stored.ts';
import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { live } from '../../platform/database/live.ts';
import type { Person, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { PasskeyChallengeTable } from './factor.tables.ts';
import './factor.tables.ts';
import type { Assertion, Attestation } from './passkey.schemas.ts';

// Passkeys (WebAuthn). A challenge is kept here until it is answered, once, and for five minutes at most.

const CHALLENGE_MS = 5 * 60_000;

/** Megabytes that only passkeys need. */
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (COSE): what devices have. */
const ALGORITHMS = [-8, -7, -257];

type Purpose = PasskeyChallengeTable['purpose'];

const NO_NAME =
  'Chaves de acesso só funcionam num endereço com nome, como www.rede.com.br, e este site foi aberto por um número.';

export interface RelyingParty {
  /** The host that passkeys are made for: a browser offers them nowhere else. */
  id: string;
  origin: string;
}

/**
 * Whom passkeys are for: the site's public address, or the one that the browser says that it is at where none is
 * configured. A browser answers only for the page that it shows.
 */
export function relyingParty({ config, siteUrl }: Pick<Deps, 'config' | 'siteUrl'>, origin: string) {
  const isGiven = !config.PUBLIC_URL && URL.canParse(origin);
  const url = new URL(isGiven ? origin : siteUrl());
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw new Failure('invalid', NO_NAME);
  return { id: url.hostname, origin: url.origin } satisfies RelyingParty;
}

// Challenges

async function newChallenge(
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

/** Whether it was asked for that, by them, and not answered yet; it is answered then. */
async function takeChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  challenge: string,
  purpose: Purpose,
  userId: number | null,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .returning(['purpose', 'user_id', 'expires_at'])
    .executeTakeFirst();
  return taken?.purpose === purpose && taken.user_id === userId && taken.expires_at > isoAt(clock.now());
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

// Asking

/** What a browser makes a passkey with, which it did not make before. */
export async function askForNewPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  actor: Person,
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
    challenge: Buffer.from(await newChallenge(deps, 'register', actor.id), 'base64url'),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: await passkeysOf(deps.db, actor.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options, attestation: 'none' as const };
}

/** The person's passkeys, for a browser to tell which of them it has. */
export async function passkeysOf(db: DbOrTransaction, userId: number) {
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

/** What a browser asks a passkey with; of nobody in particular, where it is the passkey that says whose it is. */
export async function askForPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  { purpose, userId, origin }: { purpose: Purpose; userId: number | null; origin: string },
) {
  const { id } = relyingParty(deps, origin);
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: id,
    challenge: Buffer.from(await newChallenge(deps, purpose, userId), 'base64url'),
    timeout: CHALLENGE_MS,
    userVerification: purpose === 'second-factor' ? 'preferred' : 'required',
    ...(userId !== null && { allowCredentials: await passkeysOf(deps.db, userId) }),
  });
}

// Answers

/** A passkey that has answered: whose it is, and what notes that it was used. */
export interface Answered {
  userId: number;
  /** False where it was used since: of two answers with one count, one is a copy. */
  note(work: Work): Promise<boolean>;
}

/** Null where it is no answer to what was asked, from where it was asked, by a passkey of theirs. */
export async function answeredBy(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  response: Assertion,
  { purpose, userId, origin }: { purpose: Purpose; userId: number | null; origin: string },
): Promise<Answered | null> {
  const party = relyingParty(deps, origin);
  const challenge = challengeIn(response.response.clientDataJSON);
  if (!(await takeChallenge(deps, challenge, purpose, userId))) return null;
  const passkey = await findPasskey(deps.db, response.id);
  if (!passkey || (userId !== null && passkey.user_id !== userId)) return null;
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== handleOf(passkey.user_uuid)) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const count = await verified(() =>
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
  if (!count?.verified) return null;
  const { newCounter } = count.authenticationInfo;
  return {
    userId: passkey.user_id,
    async note({ trx, now }) {
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
    .where(live('users'))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
}

/** What the new passkey is; null where it is no answer to what was asked, from where it was asked. */
export async function newPasskeyIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'siteUrl'>,
  response: Attestation,
  { userId, origin }: { userId: number; origin: string },
) {
  const party = relyingParty(deps, origin);
  const challenge = challengeIn(response.response.clientDataJSON);
  if (!(await takeChallenge(deps, challenge, 'register', userId))) return null;
  const { transports, ...rest } = response.response;
  const { verifyRegistrationResponse } = await webauthn();
  const found = await verified(() =>
    verifyRegistrationResponse({
      response: { ...response, response: { ...rest, ...(transports && { transports }) } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!found?.verified) return null;
  const { id, publicKey, counter } = found.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports ?? []),
  };
}

/** What the library does not accept, it throws; whatever it was, it is no answer. */
async function verified<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** As passkeys know a person; base64url. */
export const handleOf = (uuid: string) => Buffer.from(uuid).toString('base64url');
