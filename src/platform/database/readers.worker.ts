import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { type Prepared, prepareOnce } from './statements.ts';

export interface Read {
  file: string;
  sql: string;
  parameters: readonly unknown[];
}

export type ReadRequest =
  | { reads: readonly Read[] }
  /** Closes a file that is not read any more. */
  | { close: string };

/** Rows of a statement, or why it failed. */
export type ReadResult = ({ rows: unknown[] } | { failure: unknown }) & {
  /** Duration in ms. */
  took: number;
};

interface Opened {
  database: DatabaseSync;
  prepared: Prepared;
}

const opened = new Map<string, Opened>();

/** Results wait for those of the statements after them for at most this time in ms. */
const HOLD_MS = 1;

parentPort?.on('message', (request: ReadRequest) => {
  if ('close' in request) {
    opened.get(request.close)?.database.close();
    opened.delete(request.close);
    return;
  }
  let results: ReadResult[] = [];
  let heldSince = performance.now();
  for (const read of request.reads) {
    const result = execute(read);
    results.push(result);
    if (performance.now() - heldSince < HOLD_MS) continue;
    parentPort?.postMessage(results);
    results = [];
    heldSince = performance.now();
  }
  if (results.length > 0) parentPort?.postMessage(results);
});

function execute({ file, sql, parameters }: Read): ReadResult {
  const begun = performance.now();
  try {
    const rows = open(file)
      .prepared(sql)
      .statement.all(...(parameters as string[]));
    return { rows, took: performance.now() - begun };
  } catch (error) {
    const { message, code, errcode, errstr } = error as Record<string, unknown>;
    return { failure: { message, code, errcode, errstr }, took: performance.now() - begun };
  }
}

function open(file: string): Opened {
  let found = opened.get(file);
  if (!found) {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    database.exec('pragma temp_store = memory; pragma cache_size = -8000;');
    found = { database, prepared: prepareOnce(database) };
    opened.set(file, found);
  }
  return found;
}
