import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { DamagedBackupError } from './errors.ts';
import type { StoredFile } from './fileIndex.ts';
import type { Snapshot, TableShape, Value } from './snapshot.ts';
import type { Bytes } from './tar.ts';

// Dump of a database as lines of JSON: a table as an object, then each of its rows as an array. The lines are
// split into parts of some megabytes, compressed separately, so that neither writer nor reader holds more
// than one part.

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const PART_LENGTH = 2 * 1024 * 1024;
/** Bound on a decompressed part. A part exceeds `PART_LENGTH` by its last row. */
const LONGEST_PART = 256 * 1024 * 1024;

export interface TableChecksum {
  rows: number;
  /** Checksum of the lines of its rows. */
  sha256: string;
  last: number | null;
}

/** Yields `texts`, each of whole lines, as compressed parts. */
export async function* compressedParts(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer> {
  let buffered: string[] = [];
  let length = 0;
  const take = () => {
    const text = buffered.join('');
    buffered = [];
    length = 0;
    return compress(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  };
  for await (const text of texts) {
    buffered.push(text);
    length += text.length;
    if (length >= PART_LENGTH) yield await take();
  }
  if (length > 0) yield await take();
}

/** Returns the lines of a part. Throws `DamagedBackupError` if `compressedParts` did not create it. */
export async function linesOfPart(part: Bytes): Promise<string[]> {
  const bytes = Buffer.concat(await Array.fromAsync(part));
  const text = await decompress(bytes, { maxOutputLength: LONGEST_PART }).then(
    (plain) => plain.toString(),
    (cause) => {
      throw new DamagedBackupError(undefined, { cause });
    },
  );
  if (!text.endsWith('\n')) throw new DamagedBackupError();
  return text.slice(0, -1).split('\n');
}

export interface RowWatcher {
  table(shape: TableShape): void | Promise<void>;
  rows(rows: Value[][]): void | Promise<void>;
}

/** Yields the lines of `snapshot` without the tables `leaveOut`, and passes them to `watcher`. */
export async function* dumpLines(
  snapshot: Snapshot,
  leaveOut: ReadonlySet<string>,
  watcher: RowWatcher,
): AsyncGenerator<string> {
  for (const table of snapshot.tables) {
    if (leaveOut.has(table.name)) continue;
    const { name, columns, last } = table;
    await watcher.table(table);
    yield `${JSON.stringify({ table: name, columns, last })}\n`;
    for await (const rows of snapshot.rows(table)) {
      await watcher.rows(rows);
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  }
}

/** Passes all rows of `snapshot` to `watcher`, except the tables `leaveOut`, or only those of the table `only`. */
export async function readRows(
  snapshot: Snapshot,
  watcher: RowWatcher,
  { leaveOut, only }: { leaveOut?: ReadonlySet<string>; only?: string },
): Promise<void> {
  for (const table of snapshot.tables) {
    if (leaveOut?.has(table.name) || (only !== undefined && table.name !== only)) continue;
    await watcher.table(table);
    for await (const rows of snapshot.rows(table)) await watcher.rows(rows);
  }
}

/** Computes a checksum of each table, for comparison. */
export class TableChecksums implements RowWatcher {
  readonly #tables: Record<string, TableChecksum> = {};
  #table: TableShape | undefined;
  #rows = 0;
  #hash = createHash('sha256');

  table(shape: TableShape): void {
    this.#end();
    this.#table = shape;
    this.#rows = 0;
    this.#hash = createHash('sha256');
  }

  rows(rows: Value[][]): void {
    this.#rows += rows.length;
    for (const row of rows) this.#hash.update(`${JSON.stringify(row)}\n`);
  }

  tables(): Record<string, TableChecksum> {
    this.#end();
    return this.#tables;
  }

  #end() {
    if (!this.#table) return;
    const { name, last } = this.#table;
    this.#tables[name] = { rows: this.#rows, sha256: this.#hash.digest('hex'), last };
    this.#table = undefined;
  }
}

/** Table whose rows name files, and the function that returns the files of a row. */
export interface FileReferences {
  table: string;
  filesOf(row: Record<string, Value>): StoredFile[];
}

/** Calls `want` for each file that a row names. */
export function filesWatcher(
  { table, filesOf }: FileReferences,
  want: (file: StoredFile) => void,
): RowWatcher {
  let shape: TableShape | undefined;
  return {
    table(next) {
      shape = next.name === table ? next : undefined;
    },
    rows(rows) {
      if (!shape) return;
      const { columns } = shape;
      for (const row of rows)
        for (const file of filesOf(
          Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])),
        ))
          want(file);
    },
  };
}

export const MIGRATIONS = 'kysely_migration';

/** Collects the names of the applied migrations. */
export function migrationWatcher(names: string[]): RowWatcher {
  let nameIndex = -1;
  return {
    table({ name, columns }) {
      nameIndex = name === MIGRATIONS ? columns.indexOf('name') : -1;
    },
    rows(rows) {
      if (nameIndex >= 0) names.push(...rows.map((row) => String(row[nameIndex])));
    },
  };
}

export const combineWatchers = (...watchers: RowWatcher[]): RowWatcher => ({
  async table(shape) {
    for (const watcher of watchers) await watcher.table(shape);
  },
  async rows(rows) {
    for (const watcher of watchers) await watcher.rows(rows);
  },
});

/** Passes the tables and rows of one part of a dump to `watcher`. */
export async function readPart(part: Bytes, watcher: RowWatcher): Promise<void> {
  let rows: Value[][] = [];
  const flush = async () => {
    if (rows.length > 0) await watcher.rows(rows);
    rows = [];
  };
  for (const line of await linesOfPart(part)) {
    const record = parseJson(line);
    if (Array.isArray(record)) {
      rows.push(record as Value[]);
      if (rows.length >= ROWS_AT_ONCE) await flush();
      continue;
    }
    await flush();
    const { table, columns, last } = record as { table: string; columns: string[]; last: number | null };
    await watcher.table({ name: table, columns, last });
  }
  await flush();
}

const ROWS_AT_ONCE = 500;

export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new DamagedBackupError(undefined, { cause });
  }
}
