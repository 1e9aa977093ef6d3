import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { toFailure } from '../http/failures.ts';
import { type Db, openDatabase } from './database.ts';

describe.runIf(engine === 'postgres')('limits on PostgreSQL', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { DATABASE_POOL: '3', DATABASE_TIMEOUT: '1s' } });
  });
  afterAll(() => app.remove());

  it('ends a statement that exceeds the timeout and responds with 503 and Retry-After', async () => {
    const slow = sql`select pg_sleep(20)`.execute(app.deps.db);
    const failure = await slow.then(() => null, toFailure);
    expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect((await app.request('GET', '/readyz')).statusCode).toBe(200);
  });

  it('opens no more connections than the pool allows', async () => {
    const asked = Array.from({ length: 12 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`.execute(app.deps.db),
    );
    const pids = (await Promise.all(asked)).map(({ rows: [row] }) => row?.pid);
    expect(new Set(pids).size).toBeLessThanOrEqual(3);
  });

  it('restores the statement timeout on the connection that ran the migrations', async () => {
    const limits = await Promise.all(
      Array.from({ length: 6 }, () =>
        sql<{ statement_timeout: string }>`show statement_timeout`.execute(app.deps.db),
      ),
    );
    expect(new Set(limits.map(({ rows: [row] }) => row?.statement_timeout))).toEqual(new Set(['1s']));
  });
});

describe.runIf(engine === 'postgres')('page cost on PostgreSQL', () => {
  it('replaces the default of the server and keeps a value that the operator has set', async () => {
    const app = await createTestApp();
    const { db, config } = app.deps;
    const read = async (on: Db) =>
      (await sql<{ cost: string }>`select current_setting('random_page_cost') as cost`.execute(on)).rows[0]
        ?.cost;
    expect(await read(db)).toBe('1.1');
    await sql`do $$ begin
      execute format('alter database %I set random_page_cost = 2', current_database());
    end $$`.execute(db);
    const later = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
    expect(await read(later.db)).toBe('2');
    await later.close();
    await app.remove();
  });
});

describe.runIf(engine === 'sqlite')('limits on SQLite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { DATABASE_TIMEOUT: '1s' } });
  });
  afterAll(() => app.remove());

  const counted = (upTo: number) =>
    sql<{ n: number }>`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${upTo})
      select max(n) as n from numbers
    `.execute(app.deps.db);

  it('gives up a statement that exceeds the timeout with 503 and serves other callers meanwhile', async () => {
    let isOver = false;
    const failure = counted(2e7)
      .then(() => null, toFailure)
      .finally(() => {
        isOver = true;
      });
    expect((await app.request('GET', '/readyz')).statusCode).toBe(200);
    expect((await counted(10)).rows).toEqual([{ n: 10 }]);
    await app.deps.write(null, async () => undefined);
    expect(isOver).toBe(false);
    expect(await failure).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect((await counted(10)).rows).toEqual([{ n: 10 }]);
  });

  it('reports errors of a statement and refuses writes on the read connection', async () => {
    await expect(sql`select 1 from nowhere_at_all`.execute(app.deps.db)).rejects.toThrow('no such table');
    const written = sql`with one as (select 1) insert into content_revision select 99, 1`;
    await expect(written.execute(app.deps.db)).rejects.toThrow('readonly');
  });

  it('shows uncommitted changes inside the transaction only', async () => {
    const { db } = app.deps;
    const revision = (on: Pick<typeof db, 'selectFrom'>) =>
      on.selectFrom('content_revision').select('revision').executeTakeFirstOrThrow();
    const before = await revision(db);
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('content_revision')
        .set({ revision: before.revision + 1 })
        .execute();
      expect(await revision(trx)).toEqual({ revision: before.revision + 1 });
      expect(await revision(db)).toEqual(before);
    });
    expect(await revision(db)).toEqual({ revision: before.revision + 1 });
  });
});
