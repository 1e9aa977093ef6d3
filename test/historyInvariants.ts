import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../src/platform/database/tables.ts';
import type { Deps } from '../src/platform/deps.ts';
import type { RecordTable } from '../src/records/server/store/records.ts';
import { contentOf, fileIdsIn } from '../src/records/server/versions/history.ts';
import { emptyAuditLog } from './auditLog.ts';

// Invariants of records, their versions and their files.

type Reader = Pick<Deps, 'db'>;

/** Tables that are not content of the site, or have no history. */
const OTHERS = new Set(['files', 'users', 'roles', 'tokens', 'webhooks', 'job_applications']);

/** States of former versions and pending changes; a record has any number of them. */
const NOT_CURRENT = new Set(['former', 'draft', 'scheduled']);

/** Schema by database, because a database may have an older schema. */
const schemas = new WeakMap<Reader['db'], Promise<{ tables: RecordTable[]; hasCounts: boolean }>>();

/** Lists the tables of records in the migrated schema. */
async function readSchema({ db }: Reader) {
  const all = await db.introspection.getTables();
  const tables = all
    .filter(({ name, columns }) => {
      const has = new Set(columns.map((column) => column.name));
      return has.has('uuid') && has.has('version') && has.has('deleted_at') && !OTHERS.has(name);
    })
    .map(({ name }) => name as RecordTable);
  return { tables, hasCounts: all.some(({ name }) => name === 'offers_counts') };
}

/** Returns the violated invariants in words. */
export async function historyFaults(deps: Reader): Promise<string[]> {
  // A separate connection, because a test may have made `db` fail.
  const db = deps.db.withoutPlugins();
  const known = schemas.get(deps.db) ?? readSchema({ db });
  schemas.set(deps.db, known);
  const faults: string[] = [];
  const versions = await db.selectFrom('record_versions').selectAll().execute();
  const uses = await db.selectFrom('file_uses').selectAll().execute();
  const files = await db.selectFrom('files').select(['id', 'state']).execute();
  const usesOf = Map.groupBy(uses, ({ version_id }) => version_id);
  const versionsOf = Map.groupBy(versions, ({ entity, uuid }) => `${entity} ${uuid}`);
  const currentRecords = new Set<string>();

  for (const table of (await known).tables) {
    const rows = await db
      .selectFrom(table as 'banners')
      .selectAll()
      .execute();
    for (const row of rows) {
      const name = `${table} ${row.uuid}`;
      currentRecords.add(name);
      const current = (versionsOf.get(name) ?? []).filter(({ state }) => !NOT_CURRENT.has(state));
      const [one, more] = current;
      // The column is newer than the history.
      const shown = (row.standing ?? null) === null ? 'published' : 'withheld';
      const state = row.deleted_at === null ? shown : 'deleted';
      if (!one || more || one.state !== state) {
        faults.push(`${name} is to have one version that is ${state}: ${current.map((it) => it.state)}`);
        continue;
      }
      const { data, files } = await contentOf(db, table, row);
      if (!isDeepStrictEqual(JSON.parse(one.data), JSON.parse(JSON.stringify(data))))
        faults.push(`${name} is ${JSON.stringify(data)}, its version ${one.data}`);
      const used = (usesOf.get(one.id) ?? []).map(({ file_id }) => file_id);
      if (!isDeepStrictEqual(used.toSorted(), files.toSorted()))
        faults.push(`${name} has the files ${files}, its version uses ${used}`);
    }
  }
  for (const { id, entity, uuid, state, data, valid_from, based_on } of versions) {
    if (state === 'published' && !currentRecords.has(`${entity} ${uuid}`))
      faults.push(`${entity} ${uuid} is gone, a version of it is published`);
    if (state !== 'draft' && state !== 'scheduled') continue;
    const name = `${state} version ${id} of ${entity} ${uuid}`;
    if ((valid_from === null) !== (state === 'draft')) faults.push(`${name} is for ${valid_from}`);
    if (!versions.some((version) => version.id === based_on)) faults.push(`${name} is based on nothing`);
    const used = (usesOf.get(id) ?? []).map(({ file_id }) => file_id);
    const named = fileIdsIn(JSON.parse(data)).filter((file) => files.some((there) => there.id === file));
    if (!isDeepStrictEqual(used.toSorted(), named.toSorted()))
      faults.push(`${name} names the files ${named} and uses ${used}`);
  }

  const stateOf = new Map(versions.map(({ id, state }) => [id, state]));
  const usesOfFile = Map.groupBy(uses, ({ file_id }) => file_id);
  for (const { id, state } of files) {
    const users = usesOfFile.get(id) ?? [];
    const isPublished = users.some(({ version_id, entity }) =>
      // A picture in the library alone is not public.
      version_id === null ? entity !== 'files' : stateOf.get(version_id) === 'published',
    );
    const expected = isPublished ? 'live' : users.length > 0 ? 'hidden' : 'staged';
    if (state !== expected) faults.push(`file ${id} is ${state} and should be ${expected}`);
  }
  // An older schema lacks the counts.
  const { hasCounts } = await known;
  return hasCounts ? [...faults, ...(await offerCountFaults({ db }))] : faults;
}

export async function checkHistory(deps: Reader): Promise<void> {
  expect(await historyFaults(deps)).toEqual([]);
}

/** Returns how the counts of offers in the database differ from the offers, in words. */
export async function offerCountFaults({ db }: Reader): Promise<string[]> {
  const counts = new Map<string, [begins: number, ends: number]>();
  const add = (place: string[], begins: number, ends: number) => {
    const name = place.join(' ');
    const [begin, end] = counts.get(name) ?? [0, 0];
    counts.set(name, [begin + begins, end + ends]);
  };
  const offers = await db.selectFrom('offers').selectAll().execute();
  for (const { branches, department, valid_from, valid_until } of offers.filter(
    ({ deleted_at, standing }) => deleted_at === null && standing === null,
  ))
    for (const code of branches === null ? ['all'] : ['some', ...JSON.parse(branches)]) {
      add([code, department, valid_from], -1, 0);
      add([code, department, valid_until], 0, -1);
    }
  const { rows } = await sql<
    Record<'code' | 'department' | 'day', string> & { begins: number; ends: number }
  >`
    select code, department, day, begins, ends from offers_counts
  `.execute(db);
  for (const { code, department, day, begins, ends } of rows) add([code, department, day], begins, ends);
  return [...counts]
    .filter(([, numbers]) => numbers.some((number) => number !== 0))
    .map(
      ([name, [begins, ends]]) =>
        `offers_counts has ${begins} too many that begin and ${ends} that end: ${name}`,
    );
}

/** Empties `tables` in the given order, after checking that their content is consistent. */
export async function emptyTables(deps: Reader, tables: readonly (keyof Tables)[]): Promise<void> {
  const { db } = deps;
  const faults = await historyFaults(deps);
  const names = sql.join(tables);
  await sql`delete from file_uses where entity in (${names})`.execute(db);
  await sql`delete from record_versions where entity in (${names})`.execute(db);
  for (const table of tables)
    await (table === 'audit_log' ? emptyAuditLog(deps) : db.deleteFrom(table).execute());
  await sql`
    delete from files where state <> 'staged'
    and not exists (select 1 from file_uses where file_uses.file_id = files.id)
  `.execute(db);
  expect(faults).toEqual([]);
}
