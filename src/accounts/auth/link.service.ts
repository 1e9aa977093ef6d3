import type { Actor } from '../../platform/database/write.ts';
import type { Deps, SessionLinks } from '../../platform/deps.ts';
import { mustCompleteSignIn, permissionsKey } from '../../platform/security/access.ts';
import { deriveKey, signatureOf, verifySignature } from '../../platform/security/secrets.ts';
import { Failure } from '../../shared/failure.ts';
import { activeSessions, actorOf } from './authentication.service.ts';

// A browser that opens a link sends no token. So the link names the session it was made for and is signed by
// the installation. It expires with the session and with the session's permissions, on every instance, and is
// stored nowhere.

const VALID_MS = 5 * 60_000;
const LINK = /^([\w-]+)\.(\d{1,9})\.(\d{13})\.([\w-]{43})$/;

const EXPIRED = 'Este link não vale mais. Volte à tela de onde ele veio e abra de novo.';

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keys'>;

type Rights = Pick<Actor, 'permissions' | 'branches'>;

interface LinkClaims {
  purpose: string;
  subject: string;
  /** Token hash of the session, so that the signing key alone is not enough to forge a link. */
  tokenHash: string;
  expires: number;
  rights: Rights;
}

const statement = ({ purpose, subject, tokenHash, expires, rights }: LinkClaims) =>
  `${purpose} ${subject} ${tokenHash} ${expires} ${permissionsKey(rights)}`;
const keyFrom = (key: Buffer) => deriveKey(key, 'link').toString('base64url');

/** Returns the functions that sign and open links for one session. */
export const createSessionLinks = (deps: LinkDeps): SessionLinks => ({
  signer: (actor, purpose) => linkSigner(deps, actor, purpose),
  open: (purpose, link) => openLink(deps, purpose, link),
});

async function linkSigner(
  { db, clock, keys }: LinkDeps,
  actor: Pick<Actor, 'sessionId'> & Rights,
  purpose: string,
): Promise<(subject: string) => string> {
  const { sessionId } = actor;
  const session =
    sessionId !== null &&
    (await db.selectFrom('sessions').select('token_hash').where('id', '=', sessionId).executeTakeFirst());
  if (!session) throw new Failure('unauthenticated');
  const expires = clock.now() + VALID_MS;
  const key = keyFrom(keys.current);
  return (subject) => {
    const claims = { purpose, subject, tokenHash: session.token_hash, expires, rights: actor };
    return [subject, sessionId, expires, signatureOf(key, statement(claims))].join('.');
  };
}

async function openLink(
  deps: LinkDeps,
  purpose: string,
  link: string,
): Promise<{ subject: string; actor: Actor }> {
  const [, subject = '', sessionId = '', ends = '', signature = ''] = LINK.exec(link) ?? [];
  const expires = Number(ends);
  const session =
    subject && expires > deps.clock.now()
      ? await activeSessions(deps)
          .select('sessions.token_hash')
          .where('sessions.id', '=', Number(sessionId))
          .executeTakeFirst()
      : undefined;
  if (!session) throw new Failure('forbidden', EXPIRED);
  const { token_hash: tokenHash, ...person } = session;
  const actor = actorOf(person);
  const signedText = statement({ purpose, subject, tokenHash, expires, rights: actor });
  const { current, previous } = deps.keys;
  const isGood = [current, previous].some(
    (key) => key && verifySignature(keyFrom(key), signedText, signature),
  );
  if (!isGood || mustCompleteSignIn(actor)) throw new Failure('forbidden', EXPIRED);
  return { subject, actor };
}
