import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { type Prepared, prepareOnce } from './statements.ts';

export type ReadRequest =
  | { file: string; sql: string; parameters: readonly unknown[] }
  /** Closes a file that is not read any more. */
  | { close: string };

export type ReadResponse = { rows: unknown[] } | { failure: unknown };

interface Opened {
  database: DatabaseSync;
  prepared: Prepared;
}

const opened = new Map<string, Opened>();

parentPort?.on('message', (question: ReadRequest) => {
  if ('close' in question) {
    opened.get(question.close)?.database.close();
    opened.delete(question.close);
    return;
  }
  parentPort?.postMessage(execute(question));
});

function execute({ file, sql, parameters }: Exclude<ReadRequest, { close: string }>): ReadResponse {
  try {
    return {
      rows: open(file)
        .prepared(sql)
        .statement.all(...(parameters as string[])),
    };
  } catch (error) {
    const { message, code, errcode, errstr } = error as Record<string, unknown>;
    return { failure: { message, code, errcode, errstr } };
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
