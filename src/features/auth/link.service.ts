import { Failure } from '../../contract/failure.ts';
import { isHeld } from '../../platform/access.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isSignedBy, signatureOf } from '../../platform/secrets.ts';
import { actorOf, liveSessions } from './auth.service.ts';

// A browser that opens a link sends no token with it. So the link itself says for whom it was made, signed with
// what the server knows of that person's session: it ends with the session, on every instance, and is stored
// nowhere.

const VALID_MS = 5 * 60_000;
const LINK = /^([\w-]+)\.(\d{1,9})\.(\d{13})\.([\w-]{43})$/;

const GONE = 'Este link não vale mais. Volte à tela de onde ele veio e abra de novo.';

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

const statement = (purpose: string, subject: string, expires: number) => `${purpose} ${subject} ${expires}`;

/** Signs links to `purpose` for this session. A subject is letters, digits and dashes, such as a uuid. */
export async function linkSigner(
  { db, clock }: LinkDeps,
  { sessionId }: Pick<Actor, 'sessionId'>,
  purpose: string,
): Promise<(subject: string) => string> {
  const session =
    sessionId !== null &&
    (await db.selectFrom('sessions').select('token_hash').where('id', '=', sessionId).executeTakeFirst());
  if (!session) throw new Failure('unauthenticated');
  const expires = clock.now() + VALID_MS;
  return (subject) => {
    const signature = signatureOf(session.token_hash, statement(purpose, subject, expires));
    return [subject, sessionId, expires, signature].join('.');
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
  if (!session || !isSignedBy(session.token_hash, statement(purpose, subject, expires), signature))
    throw new Failure('forbidden', GONE);
  const { token_hash: _, ...person } = session;
  const actor = actorOf(person);
  if (isHeld(actor)) throw new Failure('forbidden', GONE);
  return { subject, actor };
}
