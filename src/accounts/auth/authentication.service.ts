import { isoAt } from '../../platform/clock.ts';
import type { SignedInUser } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { blocksWrites } from '../../platform/http/failures.ts';
import { callerKey } from '../../platform/security/rateLimits.ts';
import { isToken, secretHash } from '../../platform/security/secrets.ts';
import { confirmInput } from '../twoFactor/twoFactor.contract.ts';
import { peopleWithRoles } from '../users/peopleWithRoles.ts';
import { permissionRefusal } from '../users/role.service.ts';
import { accessOf } from '../users/userAccess.ts';
import type { StoredPerson } from './account.service.ts';
import { ensureConfirmed } from './confirm.service.ts';
import { mailSharedSession } from './device.service.ts';
import { logRefusedRequest } from './securityLog.service.ts';
import { createSharedSessionDetector } from './sharedSessions.ts';

/** Interval for updates of `last_used_at`, so that not every request is a write. */
const TOUCH_MS = 60_000;

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Query for unexpired sessions with their users. */
export function activeSessions({ db, clock, config }: SessionDeps) {
  const now = clock.now();
  return peopleWithRoles(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('sessions.id as sessionId')
    .where('sessions.expires_at', '>', isoAt(now))
    .where('sessions.last_used_at', '>', isoAt(now - config.SESSION_IDLE));
}

/** Returns the user of an active session with permissions. */
export function actorOf({
  id,
  uuid,
  name,
  email,
  sessionId,
  ...stored
}: StoredPerson & { sessionId: number }): SignedInUser {
  const { permissions, branches, mustChangePassword, lacksSecondFactor } = accessOf(stored);
  const restrictions = { mustChangePassword, lacksSecondFactor };
  return { id, uuid, name, email, role: stored.role, permissions, branches, ...restrictions, sessionId };
}

/** Parts of `Deps` that authenticate and authorize callers. */
type Auth = Pick<
  Deps,
  | 'authenticate'
  | 'userOfPageKey'
  | 'signedInUsersOf'
  | 'permissionFailure'
  | 'confirmation'
  | 'recordRefusal'
>;

export function createAuth(deps: Deps): Auth {
  const { db, clock, config } = deps;
  const touchAfter = Math.min(TOUCH_MS, config.SESSION_IDLE / 4);

  const uses = createSharedSessionDetector();

  async function authenticate(
    token: string,
    from?: { ip: string; agent: string },
  ): Promise<SignedInUser | null> {
    if (!isToken(token)) return null;
    const now = clock.now();
    const row = await activeSessions(deps)
      .select('sessions.last_used_at')
      .where('sessions.token_hash', '=', secretHash(token))
      .executeTakeFirst();
    if (!row) return null;
    const { last_used_at, ...person } = row;
    // A future time was written before the clock was set back; it would keep the session alive for too long.
    if (Math.abs(now - Date.parse(last_used_at)) >= touchAfter) {
      await db
        .updateTable('sessions')
        .set({ last_used_at: isoAt(now) })
        .where('id', '=', row.sessionId)
        .where('last_used_at', '=', last_used_at)
        .execute()
        // A read-only request must not fail because the disk is full.
        .catch((error: unknown) => {
          if (!blocksWrites(error)) throw error;
        });
    }
    const actor = actorOf(person);
    if (!from) return actor;
    const { browserName } = await import('./browserName.ts');
    const place = { browser: browserName(from.agent), network: callerKey(from.ip) };
    // Runs in the background: its duration and failures must not affect the request.
    if (uses.isShared(actor.sessionId, place, now))
      mailSharedSession(deps, actor).catch((err: unknown) =>
        deps.log.error({ err }, 'shared session mail not queued'),
      );
    return actor;
  }

  /** Does not count as a use of the session: a page secret alone must not keep it alive. */
  async function userOfPageKey(pageKey: string): Promise<SignedInUser | null> {
    if (!isToken(pageKey)) return null;
    const row = await activeSessions(deps)
      .where('sessions.page_key_hash', '=', secretHash(pageKey))
      .executeTakeFirst();
    return row ? actorOf(row) : null;
  }

  const signedInUsersOf: Deps['signedInUsersOf'] = async (sessionIds) => {
    if (sessionIds.length === 0) return new Map();
    const rows = await activeSessions(deps).where('sessions.id', 'in', sessionIds).execute();
    const active = rows.map(actorOf).filter(({ lacksSecondFactor }) => !lacksSecondFactor);
    return new Map(active.map((person) => [person.sessionId, person]));
  };

  const permissionFailure: Deps['permissionFailure'] = (need, actor) => permissionRefusal(deps, need, actor);

  return {
    authenticate,
    userOfPageKey,
    signedInUsersOf,
    permissionFailure,
    confirmation: {
      fields: confirmInput,
      ensure: (actor, given, from) => ensureConfirmed(deps, actor, given, from),
    } satisfies Deps['confirmation'],
    recordRefusal: ((action, about) =>
      logRefusedRequest(deps, action, about)) satisfies Deps['recordRefusal'],
  };
}
