import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../../test/app.ts';
import { holdWrite } from '../../../../test/heldWrite.ts';
import { emptyContent } from '../../../../test/uploads.ts';
import type { Work } from '../../../platform/database/write.ts';
import { toFailure } from '../../../platform/http/failures.ts';
import { searchText } from '../lists/list.ts';
import { markChanged } from '../versions/history.ts';
import { withSavepoint } from '../versions/savepoint.ts';
import { deleteRecord, insertRecord, noteLockedByOrder, updateRecord } from './records.ts';

// Concurrent writes: a transaction that the database ends runs again, and a later commit gets a higher
// number.

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['phones']));

const phone = (contact: string) => ({
  contact,
  ddi: '55',
  ddd: '85',
  number: '32221000',
  type: 1,
  search: searchText(contact),
  contact_key: searchText(contact),
});
const insertPhone = (work: Work, contact: string) => insertRecord(work, 'phones', phone(contact) as never);

const contacts = async () =>
  (await app.deps.db.selectFrom('phones').select('contact').orderBy('contact').execute()).map(
    (row) => row.contact,
  );
const entries = async () =>
  (
    await app.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'phones')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

/** Ends the transaction as PostgreSQL does on a conflict. */
const failWith = ({ trx }: Work, code: string) =>
  sql`${sql.raw(`do $$ begin raise exception 'ended' using errcode = '${code}'; end $$`)}`.execute(trx);

describe.runIf(engine === 'postgres')('conflicting writes', () => {
  it('runs a write again after a deadlock and commits both writes once with their afterCommit tasks', async () => {
    const meeting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = (work: Work, name: string) =>
      sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(work.trx);
    const done: string[] = [];
    const starts: string[] = [];
    const write = (name: string, first: string, second: string, at: 0 | 1) =>
      app.deps.write(null, async (work) => {
        starts.push(name);
        await lock(work, first);
        meeting[at]?.resolve();
        await meeting[1 - at]?.promise;
        await lock(work, second);
        await insertPhone(work, name);
        work.afterCommit(() => void done.push(name));
      });
    await Promise.all([write('Açougue', 'one', 'other', 0), write('Padaria', 'other', 'one', 1)]);
    expect(starts).toHaveLength(3);
    expect(await contacts()).toEqual(['Açougue', 'Padaria']);
    expect(await entries()).toEqual(['create', 'create']);
    expect(done.toSorted()).toEqual(['Açougue', 'Padaria']);
  });

  it.each(['40P01', '40001'])(
    'retries a write a bounded number of times after %s, then rolls it back with 503',
    async (code) => {
      let tries = 0;
      const rolledBack: number[] = [];
      const written = app.deps.write(null, async (work) => {
        tries += 1;
        if (tries === 1) work.onRollback(() => void rolledBack.push(tries));
        await insertPhone(work, 'Açougue');
        await failWith(work, code);
      });
      expect(await written.catch((error: unknown) => toFailure(error).status)).toBe(503);
      expect([tries, rolledBack, await contacts(), await entries()]).toEqual([5, [5], [], []]);
    },
  );

  it('runs the whole write again when the database ends a savepoint', async () => {
    let tries = 0;
    await app.deps.write(null, async (work) => {
      tries += 1;
      await insertPhone(work, 'Açougue');
      await withSavepoint(work, async (part) => {
        await insertPhone(part, 'Padaria');
        if (tries === 1) await failWith(part, '40P01');
      });
    });
    expect([tries, await contacts()]).toEqual([2, ['Açougue', 'Padaria']]);
  });
});

describe('writes without a record lock', () => {
  it('every function that changes a record refuses one that was read without its lock and writes nothing', async () => {
    await app.deps.write(null, (work) => insertPhone(work, 'Açougue'));
    const row = await app.deps.db.selectFrom('phones').selectAll().executeTakeFirstOrThrow();
    const changes: ((work: Work) => unknown)[] = [
      (work) => updateRecord(work, 'phones', row, { contact: 'Padaria' }),
      (work) => deleteRecord(work, 'phones', row),
      (work) => markChanged(work, 'phones', row),
      (work) => noteLockedByOrder(work.trx, 'phones', [row]),
    ];
    for (const change of changes)
      await expect(app.deps.write(null, async (work) => void (await change(work)))).rejects.toThrow(
        /without its lock|before its order is locked/,
      );
    expect([await contacts(), await entries()]).toEqual([['Açougue'], ['create']]);
  });
});

describe('savepoints', () => {
  it('rolls back a failed savepoint with its record, version, audit entry and task, and commits the rest', async () => {
    const done: string[] = [];
    await app.deps.write(null, async (work) => {
      await insertPhone(work, 'Açougue');
      const part = withSavepoint(work, async (part) => {
        await insertPhone(part, 'Padaria');
        part.afterCommit(() => void done.push('Padaria'));
        throw new Error('refused');
      });
      await expect(part).rejects.toThrow('refused');
      await withSavepoint(work, async (part) => {
        await insertPhone(part, 'Peixaria');
        part.afterCommit(() => void done.push('Peixaria'));
      });
    });
    expect(await contacts()).toEqual(['Açougue', 'Peixaria']);
    expect(await entries()).toEqual(['create', 'create']);
    expect(done).toEqual(['Peixaria']);
  });
});

describe.runIf(engine === 'postgres')('writes that commit out of order', () => {
  const listed = async () =>
    (await app.request('GET', '/api/admin/phones?search=central&page=1&per_page=10', { token })).json().meta
      .total;
  /** Commits a write with `count` audit entries. */
  const auditMovies = (count: number) =>
    app.deps.write(null, async ({ audit }) => {
      for (let at = 0; at < count; at += 1) await audit({ action: 'update', entity: 'movies', uuid: null });
    });
  const changesSince = async (since: number) =>
    (await app.request('GET', `/api/admin/changes?since=${since}`, { token })).json().data;

  it('a searched list contains a record that was committed after the list was counted', async () => {
    await app.deps.write(null, (work) => insertPhone(work, 'Central do cartão'));
    const held = await holdWrite(app, (work) => insertPhone(work, 'Central de ofertas'));
    await auditMovies(1);
    expect(await listed()).toBe(1);
    await held.release();
    expect(await listed()).toBe(2);
  });

  it('the change feed reports a late commit to a client that has already read newer entries', async () => {
    const { last } = (await app.request('GET', '/api/admin/changes', { token })).json().data;
    const held = await holdWrite(app, (work) => insertPhone(work, 'Central de ofertas'));
    await auditMovies(250);
    const seen = await changesSince(last);
    app.clock.advance(60_000);
    await held.release();
    const news = await changesSince(seen.last);
    expect(news.changes.map(({ action }: { action: string }) => action)).toEqual(['create']);
    expect(news.last).toBeGreaterThan(seen.last);
  });
});
