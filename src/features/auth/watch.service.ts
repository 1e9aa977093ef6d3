import { Failure } from '../../contract/failure.ts';
import { isPerson } from '../../platform/access.ts';
import type { Actor, AuditEntry, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { callerKey } from '../../platform/limits.ts';
import { signatureOf } from '../../platform/secrets.ts';

// What happens at the door is in the audit log, and in the process log for whoever watches that. Strangers cause
// it, so that it is bounded, and neither log holds an address: marks tell only whether two are the same.

const HOUR = 3600;
const EACH = 10;
const MARK_LENGTH = 10;

/** Puts a change of access into the audit log and, once it is durable, into the process log. */
export async function record(work: Work, { log }: Pick<Deps, 'log'>, entry: AuditEntry): Promise<void> {
  await work.audit(entry);
  work.afterCommit(() => log.warn({ action: entry.action, person: entry.uuid }, 'access'));
}

/** What a person showed at a sign-in. */
export type ShownBy = 'password' | 'app' | 'passkey' | 'recovery_code';

/** The same of somebody who came in, with what they showed and from where. */
export async function recordSignIn(
  work: Work,
  deps: Pick<Deps, 'log' | 'keys'>,
  { uuid, by, ip }: { uuid: string; by: readonly ShownBy[]; ip: string },
): Promise<void> {
  const after = { by, caller: markOf(deps, callerKey(ip)) };
  await work.audit({ action: 'login', entity: 'user', uuid, after });
  work.afterCommit(() => deps.log.warn({ action: 'login', person: uuid, ...after }, 'access'));
}

interface Try {
  ip: string;
  /** What was refused, in the product's own words: a permission, an address's pattern. */
  what?: string | undefined;
  /** Whom it is about, where that is known. */
  person?: { uuid: string } | undefined;
  /** The address that was typed, where nobody has it. */
  email?: string | undefined;
  /** Who does it, where a session says so. */
  actor?: Actor;
}

/**
 * Notes what a stranger tried. Of each person, and of nobody in particular all together, an hour keeps the first
 * ten and from then on the 100th, the 1,000th and so on, with their number: a flood fills nothing, is seen for what
 * it is, and does not hide what is aimed at somebody else.
 */
export async function note(
  deps: Deps,
  action: string,
  { ip, what, person, email, actor }: Try,
): Promise<void> {
  const { limits, write, log } = deps;
  const uuid = person?.uuid ?? null;
  const count = await limits.count(`note ${action}`, uuid ?? 'nobody', { seconds: HOUR });
  if (count > EACH && !/^10+$/.test(String(count))) return;
  const after = {
    count,
    caller: markOf(deps, callerKey(ip)),
    ...(what !== undefined && { what }),
    ...(!person && email !== undefined && { account: markOf(deps, email) }),
  };
  const entity = actor && !isPerson(actor) ? 'tokens' : 'user';
  await write(actor ?? null, ({ audit }) => audit({ action, entity, uuid, after }), {
    content: false,
  });
  log.warn({ action, person: uuid, ...after }, 'access');
}

/**
 * Does what a stranger may try, and notes where it ends badly: `…_refused`, and `…_locked` where a limit stops it.
 * `about` is asked only then.
 */
export async function watched<T>(
  deps: Deps,
  name: string,
  about: () => Promise<Try>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.status < 500) {
      await note(deps, `${name}_${error.code === 'too_many' ? 'locked' : 'refused'}`, await about());
    }
    throw error;
  }
}

/** What the door refuses; see `noteRefused` of `Deps`. What cannot be noted is refused all the same. */
export async function noteRefused(deps: Deps, action: string, about: Try): Promise<void> {
  try {
    const isSecond = async () =>
      (await deps.limits.count(`note ${action} of`, callerKey(about.ip), { seconds: HOUR })) > 1;
    // Whoever comes back after a while has a session that ended: one entry says so.
    if (action === 'session_refused' && (await isSecond())) return;
    await note(deps, action, { ...about, person: about.actor });
  } catch (error) {
    deps.log.error({ err: error }, 'note');
  }
}

/** The same for the same text in this installation, and for nobody else to find the text by. */
function markOf({ keys }: Pick<Deps, 'keys'>, text: string): string {
  return signatureOf(keys.own.toString('base64url'), `mark ${text}`).slice(0, MARK_LENGTH);
}
