import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../contract/failure.ts';
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

interface Try {
  ip: string;
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
export async function note(deps: Deps, action: string, { ip, person, email, actor }: Try): Promise<void> {
  const { limits, write, log } = deps;
  const uuid = person?.uuid ?? null;
  const count = await limits.count(`note ${action}`, uuid ?? 'nobody', { seconds: HOUR });
  if (count > EACH && !/^10+$/.test(String(count))) return;
  const after = {
    count,
    caller: markOf(deps, callerKey(ip)),
    ...(!person && email !== undefined && { account: markOf(deps, email) }),
  };
  await write(actor ?? null, ({ audit }) => audit({ action, entity: 'user', uuid, after }), {
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

/** A timer is early by what was done since the event loop last looked at the clock, and by a part of a millisecond. */
const TIMER_MS = 3;

/**
 * Waits until a multiple of `step` milliseconds after `start` (of `performance.now`), so that the time of an answer
 * tells nothing of what was done before: half a millisecond of it, which a timer alone lets show, is a record that is
 * there.
 */
export async function evenTime(start: number, step: number): Promise<void> {
  const end = start + Math.ceil((performance.now() - start) / step) * step;
  await delay(Math.max(0, end - performance.now() - TIMER_MS));
  while (performance.now() < end) await turn();
}

/** The same for the same text in this installation, and for nobody else to find the text by. */
function markOf({ keys }: Pick<Deps, 'keys'>, text: string): string {
  return signatureOf(keys.own.toString('base64url'), `mark ${text}`).slice(0, MARK_LENGTH);
}
