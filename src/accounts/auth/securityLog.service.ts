import type { Actor, NewAuditEntry, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPerson } from '../../platform/security/access.ts';
import { callerKey } from '../../platform/security/rateLimits.ts';
import { signatureOf } from '../../platform/security/secrets.ts';
import { Failure } from '../../shared/failure.ts';

// Security events go to the audit log and, for monitoring, to the process log. Anonymous callers can cause
// them, so their number is bounded. Neither log contains an address: keyed fingerprints only show whether two
// entries have the same.

const HOUR = 3600;
const FIRST_LOGGED = 10;
const FINGERPRINT_LENGTH = 10;

/** Writes a change of access to the audit log and, after the commit, to the process log. */
export async function recordAccessChange(
  work: Work,
  { log }: Pick<Deps, 'log'>,
  entry: NewAuditEntry,
): Promise<void> {
  await work.audit(entry);
  work.afterCommit(() => log.warn({ action: entry.action, person: entry.uuid }, 'security event'));
}

/** Means of authentication at a sign-in. */
export type AuthMethod = 'password' | 'app' | 'passkey' | 'recovery_code';

/** Records a sign-in with its means and its caller, like `recordAccessChange`. */
export async function recordSignIn(
  work: Work,
  deps: Pick<Deps, 'log' | 'keys'>,
  { uuid, by, ip }: { uuid: string; by: readonly AuthMethod[]; ip: string },
): Promise<void> {
  const after = { by, caller: fingerprintOf(deps, callerKey(ip)) };
  await work.audit({ action: 'login', entity: 'user', uuid, after });
  work.afterCommit(() => deps.log.warn({ action: 'login', person: uuid, ...after }, 'security event'));
}

interface Attempt {
  ip: string;
  /** Refused permission or route pattern. */
  what?: string | undefined;
  /** Account that the attempt targets, if known. */
  person?: { uuid: string } | undefined;
  /** Typed address, if no account has it. */
  email?: string | undefined;
  /** Author of the attempt, if it has a session. */
  actor?: Actor;
}

/**
 * Logs a security event caused by an untrusted caller. Per hour, action and target account (unknown accounts
 * count together) it logs the first ten, then the 100th, the 1,000th and so on, with the count. A flood thus
 * cannot fill the log or hide attempts against another account.
 */
export async function logSecurityEvent(
  deps: Deps,
  action: string,
  { ip, what, person, email, actor }: Attempt,
): Promise<void> {
  const { limits, write, log } = deps;
  const uuid = person?.uuid ?? null;
  const count = await limits.count(`note ${action}`, uuid ?? 'nobody', { seconds: HOUR });
  if (count > FIRST_LOGGED && !/^10+$/.test(String(count))) return;
  const after = {
    count,
    caller: fingerprintOf(deps, callerKey(ip)),
    ...(what !== undefined && { what }),
    ...(!person && email !== undefined && { account: fingerprintOf(deps, email) }),
  };
  const entity = actor && !isPerson(actor) ? 'tokens' : 'user';
  await write(actor ?? null, ({ audit }) => audit({ action, entity, uuid, after }), {
    content: false,
  });
  log.warn({ action, person: uuid, ...after }, 'security event');
}

/**
 * Runs `work` and logs its failure as `…_refused`, or as `…_locked` if a rate limit stopped it. `about` is
 * called only then.
 */
export async function withFailureLog<T>(
  deps: Deps,
  name: string,
  about: () => Promise<Attempt>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.status < 500) {
      await logSecurityEvent(
        deps,
        `${name}_${error.code === 'too_many' ? 'locked' : 'refused'}`,
        await about(),
      );
    }
    throw error;
  }
}

/** Logs a refusal of the request pipeline; see `logRefusedRequest` of `Deps`. A failure to log is ignored here. */
export async function logRefusedRequest(deps: Deps, action: string, about: Attempt): Promise<void> {
  try {
    const isRepeated = async () =>
      (await deps.limits.count(`note ${action} of`, callerKey(about.ip), { seconds: HOUR })) > 1;
    // A returning user's session has expired: one entry per hour is enough.
    if (action === 'session_refused' && (await isRepeated())) return;
    await logSecurityEvent(deps, action, { ...about, person: about.actor });
  } catch (error) {
    deps.log.error({ err: error }, 'security event not logged');
  }
}

/**
 * Returns a keyed fingerprint: equal for equal texts within this installation, and not reversible without its
 * key.
 */
function fingerprintOf({ keys }: Pick<Deps, 'keys'>, text: string): string {
  return signatureOf(keys.current.toString('base64url'), `mark ${text}`).slice(0, FINGERPRINT_LENGTH);
}
