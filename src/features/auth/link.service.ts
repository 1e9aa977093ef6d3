import { Failure } from '../../contract/failure.ts';
import { isHeld, rightsOf } from '../../platform/access.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { derivedFrom, isSignedBy, signatureOf } from '../../platform/secrets.ts';
import { actorOf, liveSessions } from './auth.service.ts';

// A browser that opens a link sends no token with it. So the link itself says for whom it was made, signed by the
// installation and bound to that person's session: it ends with the session, and with what that may, on every
// instance, and is stored nowhere.

const VALID_MS = 5 * 60_000;
const LINK = /^([\w-]+)\.(\d{1,9})\.(\d{13})\.([\w-]{43})$/;

const GONE = 'Este link não vale mais. Volte à tela de onde ele veio e abra de novo.';

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keys'>;

type Rights = Pick<Actor, 'permissions' | 'branches'>;

interface Said {
  purpose: string;
  subject: string;
  /** Of the session: what the database holds is not enough to sign by. */
  tokenHash: string;
  expires: number;
  rights: Rights;
}

const statement = ({ purpose, subject, tokenHash, expires, rights }: Said) =>
  `${purpose} ${subject} ${tokenHash} ${expires} ${rightsOf(rights)}`;
const keyFrom = (key: Buffer) => derivedFrom(key, 'link').toString('base64url');

/** Signs links to `purpose` for this session. A subject is letters, digits and dashes, such as a uuid. */
export async function linkSigner(
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
  const key = keyFrom(keys.own);
  return (subject) => {
    const said = { purpose, subject, tokenHash: session.token_hash, expires, rights: actor };
    return [subject, sessionId, expires, signatureOf(key, statement(said))].join('.');
  };
}

/** What a link leads to and whom it was made for; a 403 once it is no longer good, for whatever reason. */
export async function openLink(
  deps: LinkDeps,
  purpose: string,
  link: string,
): Promise<{ subject: string; actor: Actor }> {
  const [, subject = '', sessionId = '', ends = '', signature = ''] = LINK.exec(link) ?? [];
  const expires = Number(ends);
  const session =
    subject && expires > deps.clock.now()
      ? await liveSessions(deps)
          .select('sessions.token_hash')
          .where('sessions.id', '=', Number(sessionId))
          .executeTakeFirst()
      : undefined;
  if (!session) throw new Failure('forbidden', GONE);
  const { token_hash: tokenHash, ...person } = session;
  const actor = actorOf(person);
  const said = statement({ purpose, subject, tokenHash, expires, rights: actor });
  const { own, before } = deps.keys;
  const isGood = [own, before].some((key) => key && isSignedBy(keyFrom(key), said, signature));
  if (!isGood || isHeld(actor)) throw new Failure('forbidden', GONE);
  return { subject, actor };
}
