import { isoAt } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { blocksWrites } from '../../platform/http/failures.ts';
import { waitForConstantTime } from '../../platform/security/constantTime.ts';
import { callerKey, type RateLimitRule } from '../../platform/security/rateLimits.ts';
import { isApiToken, secretHash } from '../../platform/security/secrets.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import type { Row } from '../../records/server/store/records.ts';
import { Failure } from '../../shared/failure.ts';
import type { Permission } from '../../shared/permissions.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { withFailureLog } from '../auth/securityLog.service.ts';
import { tokenPermissions } from '../users/rolePermissions.ts';
import './token.tables.ts';
import { dayAt } from '../../shared/dates.ts';

/** Limit of wrong tokens from one IP address. Valid tokens from it are accepted before the limit is checked. */
const GUESSES: RateLimitRule = { points: 50, seconds: 15 * 60 };

/** Refusals take a multiple of this time, which is longer than any refusal needs. */
const REFUSAL_STEP_MS = 50;

/** Precision of `last_used_at`: not every request should write. */
const TOUCH_MS = 60_000;

const REFUSED =
  'Este token não vale. Confira se ele foi copiado inteiro, ou peça um novo a quem administra o site.';

/** Authenticates API tokens itself, and sessions with `people`. */
export function withApiTokens(deps: Deps, people: Deps['authenticate']): Deps['authenticate'] {
  return (token, from) => (isApiToken(token) ? machineOf(deps, token, from?.ip ?? '') : people(token, from));
}

async function machineOf(deps: Deps, token: string, ip: string): Promise<Actor> {
  const start = performance.now();
  const now = deps.clock.now();
  const row = await deps.db
    .selectFrom('tokens')
    .selectAll()
    .where('token_hash', '=', secretHash(token))
    .where('expires_on', '>=', dayAt(now))
    .where(isNotDeleted('tokens'))
    .executeTakeFirst();
  if (!row) return refuse(deps, ip, start);
  await touch(deps, row, now);
  return actorOf(row);
}

/** Throws the same 401 in constant time for every invalid token, or a 429 over the limit. */
async function refuse(deps: Deps, ip: string, start: number): Promise<never> {
  try {
    return await withFailureLog(
      deps,
      'token',
      async () => ({ ip }),
      async () => {
        await deps.limits.consume('wrong token', callerKey(ip), GUESSES);
        throw new Failure('unauthenticated', REFUSED);
      },
    );
  } finally {
    await waitForConstantTime(start, REFUSAL_STEP_MS);
  }
}

const known = new Set<Permission>(tokenPermissions);

function actorOf({ uuid, name, permissions, branches }: Row<'tokens'>): Actor {
  // Earlier releases could give permissions that API tokens may not have any more.
  const given = parseStored<Permission[]>(permissions, []).filter((permission) => known.has(permission));
  return {
    id: null,
    uuid,
    name: `Token: ${name}`,
    email: '',
    role: 'token',
    permissions: new Set(given),
    branches: branches === null ? null : parseStored<string[]>(branches, []),
    mustChangePassword: false,
    lacksSecondFactor: false,
    sessionId: null,
  };
}

async function touch({ db }: Deps, { id, last_used_at }: Row<'tokens'>, now: number): Promise<void> {
  if (last_used_at !== null && now - Date.parse(last_used_at) < TOUCH_MS) return;
  await db
    .updateTable('tokens')
    .set({ last_used_at: isoAt(now) })
    .where('id', '=', id)
    .execute()
    // A full or read-only disk must not fail a request that only reads.
    .catch((error: unknown) => {
      if (!blocksWrites(error)) throw error;
    });
}
