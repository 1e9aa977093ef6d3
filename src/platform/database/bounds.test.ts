import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { toFailure } from '../http/failures.ts';

describe.runIf(engine === 'postgres')('PostgreSQL', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { DATABASE_POOL: '3', DATABASE_TIMEOUT: '1s' } });
  });
  afterAll(() => app.remove());

  it('ends a statement that takes too long, and the caller is told to come back', async () => {
    const slow = sql`select pg_sleep(20)`.execute(app.deps.db);
    const failure = await slow.then(() => null, toFailure);
    expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect((await app.request('GET', '/readyz')).statusCode).toBe(200);
  });

  it('has no more connections than it may', async () => {
    const asked = Array.from({ length: 12 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`.execute(app.deps.db),
    );
    const pids = (await Promise.all(asked)).map(({ rows: [row] }) => row?.pid);
    expect(new Set(pids).size).toBeLessThanOrEqual(3);
  });

  it('has the limit back on the connection that migrated', async () => {
    const limits = await Promise.all(
      Array.from({ length: 6 }, () =>
        sql<{ statement_timeout: string }>`show statement_timeout`.execute(app.deps.db),
      ),
    );
    expect(new Set(limits.map(({ rows: [row] }) => row?.statement_timeout))).toEqual(new Set(['1s']));
  });
});
