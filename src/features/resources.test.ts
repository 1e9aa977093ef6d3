import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import type { Resource } from '../contract/resource.ts';
import { resources } from './resources.ts';

let app: TestApp;
let columns: Map<string, string[]>;

beforeAll(async () => {
  app = await createTestApp();
  const tables = await app.deps.db.introspection.getTables();
  columns = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
});
afterAll(() => app.remove());

describe.each(resources.map((known: Resource) => [known.table, known] as const))('%s', (table, known) => {
  test('has the columns that its description names', () => {
    const named = [...(known.files ?? []), ...(known.turns ?? []).map(([column]) => column)];
    if (known.title) named.push(known.title);
    if (known.kept === 'ordered') named.push('position');
    expect(columns.get(table)).toEqual(expect.arrayContaining(named));
  });

  test('has its files and its order described', () => {
    const found = columns.get(table) ?? [];
    expect(found.filter((column) => column === 'file_id')).toEqual([...(known.files ?? [])]);
    expect(found.includes('position')).toBe(known.kept === 'ordered');
  });

  test('says by which of its dates it comes or goes by itself', () => {
    const turning = (known.turns ?? []).map(([column]) => column);
    const dates = (columns.get(table) ?? []).filter(
      (column) => DATED.test(column) && !BOOKKEEPING.includes(column),
    );
    expect(new Set(turning)).toEqual(
      new Set(dates.filter((date) => !SAID_BY_ANOTHER[table]?.includes(date))),
    );
  });
});

const DATED = /_(at|from|until|date)$/;
const BOOKKEEPING = ['created_at', 'updated_at', 'deleted_at'];
const SAID_BY_ANOTHER: Record<string, string[]> = {
  // `shown_from` stands for the first day too; a withdrawal holds at once.
  fortnightly_booklets: ['valid_from', 'withdrawn_at'],
  // Since when staff have it where it is.
  job_applications: ['stage_at'],
};

/** Versioned as records are, and kept by other ways: people and what acts for them are no content, files belong to records. */
const OTHERS = ['files', 'roles', 'tokens', 'users'];

test('every table of records that staff keep has a description', () => {
  const kept = [...columns].filter(([, names]) => names.includes('version') && names.includes('deleted_at'));
  expect(kept.map(([table]) => table).sort()).toEqual(
    [...resources.map(({ table }) => table), ...OTHERS].sort(),
  );
});
