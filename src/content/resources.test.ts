import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import type { Resource } from '../shared/resource.ts';
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
  test('the table of each resource has the columns that its description names', () => {
    const named = [...(known.files ?? []), ...(known.turns ?? []).map(([column]) => column)];
    if (known.title) named.push(known.title);
    if (known.kept === 'ordered') named.push('position');
    expect(columns.get(table)).toEqual(expect.arrayContaining(named));
  });

  test('the description of each resource declares its files and its order', () => {
    const found = columns.get(table) ?? [];
    expect(found.filter((column) => column === 'file_id')).toEqual([...(known.files ?? [])]);
    expect(found.includes('position')).toBe(known.kept === 'ordered');
  });

  test('the description of each resource declares the dates that publish or end it', () => {
    const declared = (known.turns ?? []).map(([column]) => column);
    const dates = (columns.get(table) ?? []).filter(
      (column) => DATED.test(column) && !BOOKKEEPING.includes(column),
    );
    expect(new Set(declared)).toEqual(
      new Set(dates.filter((date) => !COVERED_BY_OTHERS[table]?.includes(date))),
    );
  });
});

const DATED = /_(at|from|until|date)$/;
const BOOKKEEPING = ['created_at', 'updated_at', 'deleted_at'];
const COVERED_BY_OTHERS: Record<string, string[]> = {
  // `shown_from` covers the first day too; a withdrawal takes effect at once.
  fortnightly_booklets: ['valid_from', 'withdrawn_at'],
  // Date on which staff put it into its stage.
  job_applications: ['stage_at'],
};

/** Tables that are versioned but no resources: the team is no content, and files belong to records. */
const OTHERS = ['files', 'roles', 'tokens', 'users', 'webhooks'];

test('every versioned table of staff has a description', () => {
  const versioned = [...columns].filter(
    ([, names]) => names.includes('version') && names.includes('deleted_at'),
  );
  expect(versioned.map(([table]) => table).sort()).toEqual(
    [...resources.map(({ table }) => table), ...OTHERS].sort(),
  );
});
