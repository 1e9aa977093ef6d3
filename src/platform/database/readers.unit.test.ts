import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReader, type Reader } from './readers.ts';

let folder: string;
let reader: Reader;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-readers-'));
  const file = join(folder, 'numbers.sqlite');
  const writer = new DatabaseSync(file);
  writer.exec('pragma journal_mode = wal; create table numbers (n integer); insert into numbers values (1)');
  writer.close();
  reader = openReader(file, 60_000);
});
afterAll(async () => {
  reader.close();
  await rm(folder, { recursive: true });
});

const LONG = `
  with recursive up (n) as (select 1 union all select n + 1 from up where n < 1000000)
  select max(n) as n from up
`;

test('returns the rows of each statement, or its error, to its own caller', async () => {
  const read = (at: number) =>
    at === 7 ? reader.all('select n from nowhere', []) : reader.all('select n + ? as n from numbers', [at]);
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => read(at)));
  for (const [at, result] of results.entries())
    if (at === 7)
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'no such table: nowhere' } });
    else expect(result).toMatchObject({ status: 'fulfilled', value: [{ n: at + 1 }] });
});

test('sends a statement that was long before alone, so that short ones do not wait for it', async () => {
  await reader.all(LONG, []);
  const ended: string[] = [];
  const read = (name: string, sql: string) => reader.all(sql, []).then(() => ended.push(name));
  // The first two occupy both threads, so that the others wait together.
  await Promise.all([
    read('first', 'select 1'),
    read('second', 'select 2'),
    read('long', LONG),
    read('third', 'select 3'),
    read('fourth', 'select 4'),
    read('fifth', 'select 5'),
  ]);
  expect(ended.at(-1)).toBe('long');
});

test('fails only the statement whose rows exceed the heap of a thread', async () => {
  const rows = (count: number) => `
    with recursive up (n) as (select 1 union all select n + 1 from up where n < ${count})
    select n, hex(zeroblob(250000)) as text from up
  `;
  const results = await Promise.allSettled(
    ['select 1', 'select 2', 'select 3', rows(1000), 'select 4', 'select 5'].map((sql) =>
      reader.all(sql, []),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});
