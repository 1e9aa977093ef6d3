import type { SignedInUser } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { Failure } from '../../shared/failure.ts';
import { plural } from '../../shared/text/plural.ts';
import type { ConfirmationInput } from '../twoFactor/twoFactor.contract.ts';
import type { RequestOrigin } from '../twoFactor/verification.service.ts';
import { activeSessions } from './authentication.service.ts';
import { confirmOwner } from './confirm.service.ts';
import type { SessionEntry } from './session.contract.ts';

const GONE = 'Esta sessão já terminou.';
const UNKNOWN = 'Programa desconhecido';

/** Lists the user's active sessions: that of the request first, then the most recently used. */
export async function listSessions(deps: Deps, actor: SignedInUser): Promise<SessionEntry[]> {
  const rows = await activeSessions(deps)
    .select([
      'sessions.browser',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.shared_at',
    ])
    .where('users.id', '=', actor.id)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute();
  return rows
    .map(({ sessionId, browser, created_at, last_used_at, expires_at, shared_at }) => ({
      id: sessionId,
      browser: browser ?? UNKNOWN,
      current: sessionId === actor.sessionId,
      created_at,
      last_used_at,
      expires_at,
      shared_at,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/**
 * Ends a session of the same user after confirming the owner: a stolen session must not lock the owner out.
 */
export async function endSession(
  deps: Deps,
  actor: SignedInUser,
  id: number,
  given: ConfirmationInput,
  from: RequestOrigin,
) {
  const notFound = () => new Failure('not_found', GONE);
  const own = await deps.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (!own) throw notFound();
  await confirmOwner(deps, actor, given, from);
  await deps.write(
    actor,
    async ({ trx, audit }) => {
      const { numDeletedRows } = await trx.deleteFrom('sessions').where('id', '=', own.id).executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound();
      await audit({ action: 'end_session', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
  return { message: 'Quem a usava precisa entrar de novo.' };
}

export async function endOtherSessions(
  deps: Deps,
  actor: SignedInUser,
  given: ConfirmationInput,
  from: RequestOrigin,
) {
  await confirmOwner(deps, actor, given, from);
  const count = await deps.write(
    actor,
    async ({ trx, audit }) => {
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('user_id', '=', actor.id)
        .where('id', '!=', actor.sessionId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await audit({ action: 'end_session', entity: 'user', uuid: actor.uuid });
      return Number(numDeletedRows);
    },
    { content: false },
  );
  return {
    message:
      count === 0 ? 'Só esta está aberta.' : `${plural(count, 'sessão encerrada', 'sessões encerradas')}.`,
  };
}
