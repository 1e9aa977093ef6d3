import { randomUUID } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { file, ordered, record, required, searched, sorted } from '../../../../migrations/lib/record3.ts';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { allDefinitions } from '../definitions.ts';
import { listRulesOf } from '../recordService.ts';
import type { RecordTable } from '../store/records.ts';
import { searchText, selectList } from './list.ts';
import type { ListRules } from './listRequirements.ts';
import { missingForList } from './listRequirements.ts';

const SOURCE = join(import.meta.dirname, '../..');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await sql`drop table if exists trials`.execute(app.deps.db);
  await app.remove();
});

/**
 * Collects the rules of defined records, and those of every `selectList(` call from the source text. The list
 * of daily offers computes what it searches and sorts by.
 */
async function everyList(): Promise<ListRules[]> {
  const rules: ListRules[] = [];
  let calls = 0;
  for await (const name of glob('**/*.ts', { cwd: SOURCE })) {
    if (/\.test\.ts$|database\/list\.ts$|recordService\.ts$/.test(name)) continue;
    const text = await readFile(join(SOURCE, name), 'utf8');
    calls += text.match(/\bselectList\(/g)?.length ?? 0;
    for (const [written] of text.matchAll(
      /\{[^{}]*\btable: '\w+',[^{}]*(sortable: \{[^{}]*\})?[^{}]*\bid: '[^']+',?\s*\}/g,
    )) {
      const of = (key: string) =>
        new RegExp(`\\b${key}: '([^']+)'`).exec(written.replace(/\{[^{}]*\}(?!$)/, ''))?.[1];
      const columns = [...(/sortable: \{([^}]*)\}/.exec(written)?.[1] ?? '').matchAll(/(\w+): '([^']+)'/g)];
      rules.push({
        table: of('table') as RecordTable,
        ...(of('search') && { search: of('search') as string }),
        sortable: Object.fromEntries(columns.map(([, wire, column]) => [wire, column])) as Record<
          string,
          string
        >,
        order: of('order') ?? '',
        id: of('id') ?? '',
      });
    }
  }
  expect(rules.length).toBe(calls);
  const defined = allDefinitions().filter(({ single, table }) => !single && table !== 'daily_booklets');
  return [...rules, ...defined.map(listRulesOf)];
}

it('every list of the product has the columns and indexes that it needs', async () => {
  const lists = await everyList();
  expect(lists.length).toBeGreaterThan(10);
  for (const rules of lists) {
    expect(Object.keys(rules.sortable ?? {}).length, rules.table).toBeGreaterThan(0);
    expect(await missingForList(app.deps.db, rules), rules.table).toEqual([]);
  }
});

describe('table of a new resource', () => {
  const rules = {
    table: 'trials' as RecordTable,
    search: 'search',
    sortable: { id: 'id', name: 'name_key', position: 'position' },
    order: 'position',
    id: 'id',
  };
  type Trials = Kysely<{
    trials: {
      id: number;
      uuid: string;
      name: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      search: string;
      name_key: string;
      position: number;
    };
  }>;
  const trials = () => app.deps.db as unknown as Trials;
  const select = async (search?: string, sort?: string) => {
    const { data } = await selectList(
      app.deps.db,
      trials().selectFrom('trials').selectAll().where('deleted_at', 'is', null),
      { page: 1, per_page: 10, ...(search && { search }), ...(sort && { sort }) },
      rules,
      (rows) => rows.map(({ name }) => name),
    );
    return data;
  };

  it('names each missing column and index with the migration helper that creates it', async () => {
    const db = app.deps.db as unknown as Kysely<never>;
    await record(db, 'trials')
      .addColumn('name', 'text', required)
      .addColumn('file_id', 'integer', (column) => file(column))
      .execute();
    await expect(select()).rejects.toThrow(
      'Table trials has no column "search": searched() of migrations/lib makes it.',
    );
    await expect(select()).rejects.toThrow('no column "position": ordered()');
    await expect(select()).rejects.toThrow(`no column "name_key": sorted(…, ['name_key'])`);

    await searched(db, 'trials');
    await sorted(db, 'trials', ['name_key']);
    await ordered(db, 'trials');
    expect(await missingForList(app.deps.db, rules)).toEqual([]);
    expect(await select()).toEqual([]);

    await sql`drop index trials_by_name_key`.execute(db);
    expect(
      (await missingForList(app.deps.db, rules)).map(({ text, isRequired }) => [text, isRequired]),
    ).toEqual([
      [
        `Table trials has no index that begins with "name_key": sorted(…, ['name_key']) of migrations/lib makes it`,
        false,
      ],
    ]);
  });

  it('searches and sorts a new table and does not find deleted records', async () => {
    const now = '2026-01-01T00:00:00.000Z';
    for (const [at, name] of ['Padaria Ótima', 'Água da Serra', 'Banco Ótimo'].entries())
      await trials()
        .insertInto('trials')
        .values({
          uuid: randomUUID(),
          name,
          created_at: now,
          updated_at: now,
          search: searchText(name),
          name_key: searchText(name),
          position: at + 1,
        } as never)
        .execute();
    expect(await select()).toEqual(['Padaria Ótima', 'Água da Serra', 'Banco Ótimo']);
    expect(await select('otim', 'name')).toEqual(['Banco Ótimo', 'Padaria Ótima']);
    await trials().updateTable('trials').set({ deleted_at: now }).where('name', '=', 'Banco Ótimo').execute();
    expect(await select('otim')).toEqual(['Padaria Ótima']);
    expect(await select('banco')).toEqual([]);
  });
});
