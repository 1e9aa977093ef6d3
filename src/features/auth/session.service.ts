import { Failure } from '../../contract/failure.ts';
import type { Person } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { plural } from '../../ui/format.ts';
import { liveSessions } from './auth.service.ts';
import type { Session } from './session.contract.ts';

const GONE = 'Esta sessão já terminou.';
const UNKNOWN = 'Programa desconhecido';

/** Those that have not ended: the one that asks, then those used last. */
export async function listSessions(deps: Deps, actor: Person): Promise<Session[]> {
  const rows = await liveSessions(deps)
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
    .toSorted((one, other) => Number(other.current) - Number(one.current));
}

/** Only the person's own. */
export async function endSession({ write }: Pick<Deps, 'write'>, actor: Person, id: number) {
  await write(
    actor,
    async ({ trx, audit }) => {
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('user_id', '=', actor.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new Failure('not_found', GONE);
      await audit({ action: 'end_session', entity: 'user', uuid: actor.uuid });
    },
    { content: false },
  );
  return { message: 'Quem a usava precisa entrar de novo.' };
}

export async function endOtherSessions({ write }: Pick<Deps, 'write'>, actor: Person) {
  const count = await write(
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
