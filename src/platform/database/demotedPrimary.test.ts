import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { instability } from '../../shared/text/texts.ts';
import { toFailure } from '../http/failures.ts';
import { type Database, openDatabase } from './database.ts';
import type { ChangedTables } from './dependencyTracking.ts';
import { COMMIT_OUTCOME_UNKNOWN } from './postgres.ts';

const failureOf = (work: Promise<unknown>) => work.then(() => null, toFailure);

describe.runIf(engine === 'postgres')('demoted primary', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { DATABASE_POOL: '1' } });
  });
  afterAll(() => app.remove());

  it('drops a connection that has turned read-only, and the next save succeeds', async () => {
    const token = await app.signIn();
    const json = { contact: 'Açougue', ddi: '55', ddd: '11', number: '40028922', type: 1 };
    const save = () => app.request('POST', '/api/admin/phones/store', { token, json });
    await sql`set session characteristics as transaction read only`.execute(app.deps.db);
    const refused = await save();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json().message).toBe(instability);
    const saved = await save();
    expect(saved.statusCode, saved.body).toBe(201);
    expect((await app.request('GET', '/api/site/phones')).json().data).toHaveLength(1);
  });
});

describe.runIf(engine === 'postgres')('PostgreSQL connection', () => {
  let own: TestDatabase;
  let database: Database;
  let last: pg.Client;
  const open = async (statementMs = 5000) => {
    const opened = await openDatabase({ url: own.url, dataDir: '', pool: { connections: 1, statementMs } });
    if ('postgres' in opened.raw)
      opened.raw.postgres.on('connect', (client) => {
        last = client as pg.Client;
      });
    return opened;
  };
  const cut = () => last.connection.stream.destroy();
  beforeAll(async () => {
    own = await createTestDatabase();
    database = await open();
    await sql`create table done (what text)`.execute(database.db);
  });
  afterAll(async () => {
    await database?.close();
    await own?.drop();
  });
  const rows = async () => (await sql<{ what: string }>`select what from done`.execute(database.db)).rows;

  it('reports the lost connection, not the failed rollback, when a transaction is cut off', async () => {
    const failure = await failureOf(
      database.db.transaction().execute(async (trx) => {
        await sql`insert into done values ('half')`.execute(trx);
        cut();
        await sql`insert into done values ('the rest')`.execute(trx);
      }),
    );
    expect(failure).toMatchObject({ code: 'unavailable', message: instability, retryAfter: 5 });
    expect(await rows()).toEqual([]);
  });

  it('reports an unknown outcome when the connection is lost during commit, and hears of a late commit', async () => {
    await sql`
      create function wait() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock(1); return null; end'
    `.execute(database.db);
    await sql`
      create constraint trigger wait after insert on done deferrable initially deferred
      for each row execute function wait()
    `.execute(database.db);
    const heard: ChangedTables[] = [];
    const stop = database.onForeignChange((changed) => heard.push(changed));
    await expect.poll(() => database.receivesNotifications()).toBe(true);
    const other = await openDatabase({ url: own.url, dataDir: '' });
    await other.db.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(holder);
      const failure = await failureOf(
        database.db.transaction().execute(async (trx) => {
          await sql`insert into done values ('late')`.execute(trx);
          await database.announceChange(trx, ['done']);
          setTimeout(cut, 20);
        }),
      );
      expect(failure).toMatchObject({
        code: 'unavailable',
        message: COMMIT_OUTCOME_UNKNOWN,
        retryAfter: undefined,
      });
      expect(heard).toEqual(['all']);
      expect(await rows()).toEqual([]);
    });
    await expect.poll(() => heard).toEqual(['all', ['done']]);
    expect(await rows()).toEqual([{ what: 'late' }]);
    stop();
    await other.close();
  });

  it('gives up a commit that waits longer than the statement timeout', async () => {
    const hasty = await open(200);
    const stop = hasty.onForeignChange(() => {});
    const other = await openDatabase({ url: own.url, dataDir: '' });
    await other.db.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(holder);
      const failure = await failureOf(
        hasty.db.transaction().execute((trx) => sql`insert into done values ('waits')`.execute(trx)),
      );
      expect(failure).toMatchObject({ code: 'unavailable', message: COMMIT_OUTCOME_UNKNOWN });
      expect((await sql`select 1 as one from done limit 1`.execute(hasty.db)).rows).toEqual([{ one: 1 }]);
    });
    stop();
    await hasty.close();
    await other.close();
  });

  it('refuses a connection to a standby', async () => {
    const name = new URL(own.url).pathname.slice(1);
    await sql`create function pg_is_in_recovery() returns boolean language sql as 'select true'`.execute(
      database.db,
    );
    await sql`alter database ${sql.id(name)} set search_path = public, pg_catalog`.execute(database.db);
    const standby = await open();
    const failure = await failureOf(sql`select 1`.execute(standby.db));
    expect(failure).toMatchObject({ code: 'unavailable', cause: { code: '25006' } });
    await standby.close();
  });
});
