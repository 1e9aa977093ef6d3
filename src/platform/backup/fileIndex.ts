import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { StoreArea } from '../files/store.ts';

/** A stored file as rows name it. */
export interface StoredFile {
  area: StoreArea;
  key: string;
  type: string;
  bytes: number;
}

/** A stored file as a backup contains it. */
export interface BackedUpFile extends StoredFile {
  sha256: string;
  /** Size in bytes as stored; larger than the file if encrypted. */
  stored: number;
}

/** Returns the name of a file in messages and below the backup's folder of files. */
export const fileName = ({ area, key }: Pick<StoredFile, 'area' | 'key'>) => `${area}/${key}`;

/** Files in transfer at a time: a remote store handles many requests in the time of one. */
export const FILES_AT_ONCE = 8;

const AT_ONCE = 1000;

/**
 * Creates an index of wanted and existing files. There may be millions, so SQLite keeps them in an unnamed
 * temporary file that disappears with the process.
 */
export function createFileIndex() {
  const database = new DatabaseSync('');
  database.exec(`
    pragma journal_mode = off;
    pragma synchronous = off;
    pragma cache_size = -8000;
    create table wanted (area text, key text, type text, bytes integer, primary key (area, key)) without rowid;
    create table kept (
      area text, key text, type text, bytes integer, sha256 text, stored integer, fresh integer,
      primary key (area, key)
    ) without rowid;
    create table lying (name text primary key, stored integer) without rowid;
    create table named (name text primary key, needed integer) without rowid;
    begin;
  `);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const run = (text: string, ...values: SQLInputValue[]) => void prepared(text).run(...values);
  const first = <T>(text: string, ...values: SQLInputValue[]) =>
    prepared(text).get(...values) as T | undefined;

  /** Yields rows in batches (keyset pagination), so that they may be changed meanwhile. */
  function* each<T extends { area: string; key: string }>(text: string): Generator<T> {
    let last = { area: '', key: '' };
    for (;;) {
      const rows = prepared(
        `select * from (${text}) where (area, key) > (?, ?) order by area, key limit ${AT_ONCE}`,
      ).all(last.area, last.key) as T[];
      yield* rows;
      const end = rows.at(-1);
      if (!end) return;
      last = end;
    }
  }

  return {
    want: ({ area, key, type, bytes }: StoredFile) =>
      run('insert or replace into wanted values (?, ?, ?, ?)', area, key, type, bytes),
    isWanted: (area: string, key: string) =>
      first('select 1 from wanted where area = ? and key = ?', area, key) !== undefined,
    wantNothing: () => run('delete from wanted'),
    /** `fresh` marks a file that this run has written. */
    keep: ({ area, key, type, bytes, sha256, stored }: BackedUpFile, fresh = false) =>
      run(
        'insert or replace into kept values (?, ?, ?, ?, ?, ?, ?)',
        ...[area, key, type, bytes, sha256, stored, Number(fresh)],
      ),
    kept: (area: string, key: string) =>
      first<BackedUpFile & { fresh: number }>('select * from kept where area = ? and key = ?', area, key),
    /** Returns the wanted files that have not been copied yet. */
    missing: () =>
      each<StoredFile>(`
        select * from wanted where not exists (
          select 1 from kept where kept.area = wanted.area and kept.key = wanted.key and kept.bytes = wanted.bytes
        )
      `),
    /** Returns the wanted files that the backup contains. */
    list: () =>
      each<BackedUpFile & { fresh: number }>(
        'select kept.* from wanted join kept on kept.area = wanted.area and kept.key = wanted.key',
      ),
    forget: () => run('delete from kept'),
    drop: ({ area, key }: StoredFile) => run('delete from kept where area = ? and key = ?', area, key),
    /** Returns all files of the backup, wanted or not. */
    all: () => each<BackedUpFile>('select * from kept'),
    total: () =>
      first<{ count: number; bytes: number }>(`
        select count(*) as count, coalesce(sum(kept.bytes), 0) as bytes
        from wanted join kept on kept.area = wanted.area and kept.key = wanted.key
      `) ?? { count: 0, bytes: 0 },
    fresh: () =>
      first<{ count: number; bytes: number }>(
        'select count(*) as count, coalesce(sum(bytes), 0) as bytes from kept where fresh = 1',
      ) ?? { count: 0, bytes: 0 },
    isFresh: (area: string, key: string) =>
      first('select 1 from kept where area = ? and key = ? and fresh = 1', area, key) !== undefined,
    toCopy: () =>
      first<{ count: number; bytes: number }>(`
        select count(*) as count, coalesce(sum(bytes), 0) as bytes from wanted where not exists (
          select 1 from kept where kept.area = wanted.area and kept.key = wanted.key
        )
      `) ?? { count: 0, bytes: 0 },

    /** Records a file that exists in the backup target, and its size there. */
    lies: (name: string, stored: number) => run('insert or replace into lying values (?, ?)', name, stored),
    lying: (name: string) =>
      first<{ stored: number }>('select stored from lying where name = ?', name)?.stored,
    /** Records a file that a backup uses. `needed`: the backup stays. */
    named: (name: string, needed: boolean) =>
      run(
        'insert into named values (?, ?) on conflict do update set needed = max(needed, excluded.needed)',
        ...[name, Number(needed)],
      ),
    isNeeded(name: string): boolean | undefined {
      const found = first<{ needed: number }>('select needed from named where name = ?', name);
      return found && found.needed === 1;
    },
    close: () => database.close(),
  };
}

export type FileIndex = ReturnType<typeof createFileIndex>;
