import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError } from '../config/config.ts';
import { isDamagedDatabase } from '../http/failures.ts';
import type { Database } from './database.ts';
import { cannotOpenDatabase } from './sqlite.ts';

const RETRY_MS = 1000;
const SQLITE_BUSY = 5;

/**
 * Locks the data folder of SQLite for one serving process; commands may run beside it. The lock is on a
 * separate file, and the system releases it when the process ends. Returns a function that releases it
 * earlier. With ROLLOUT a second process serves without the lock and takes it when the first releases it.
 */
export function lockForServing({
  DATABASE_URL,
  DATA_DIR,
  ROLLOUT,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'ROLLOUT'>): () => void {
  if (DATABASE_URL) return () => {};
  const { lock, isTaken } = lockOf(DATA_DIR);
  let timer: NodeJS.Timeout | undefined;
  if (isTaken()) {
    if (!ROLLOUT) {
      lock.close();
      throw new ConfigError(
        `Outro processo já serve os dados de ${DATA_DIR}, e no SQLite serve um só. Encerre o outro antes de iniciar este. Se este vem para o lugar dele, ROLLOUT=1 deixa os dois servirem enquanto se troca. Para servir sempre com vários, use PostgreSQL (DATABASE_URL).`,
      );
    }
    timer = setInterval(() => {
      if (!isTaken()) clearInterval(timer);
    }, RETRY_MS).unref();
  }
  return () => {
    clearInterval(timer);
    if (lock.isOpen) lock.close();
  };
}

/**
 * Throws a `ConfigError` if a process serves `database`, on this machine or on another. Returns a function
 * that releases the lock, which keeps SQLite from being served meanwhile. PostgreSQL has no such lock.
 */
export async function ensureNotServed(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  database: Pick<Database, 'isServedElsewhere' | 'engine'>,
): Promise<() => void> {
  if (database.engine === 'postgres') {
    if (await database.isServedElsewhere()) throw new ConfigError(SERVED);
    return () => {};
  }
  const { lock, isTaken } = lockOf(DATA_DIR);
  if (!isTaken()) return () => lock.close();
  lock.close();
  throw new ConfigError(SERVED);
}

const SERVED =
  'Isto só se faz com tudo parado, e ainda há um processo que serve estes dados ou outro comando que os usa. Encerre todos e repita.';

function lockOf(directory: string) {
  const file = join(directory, 'serving.lock');
  const lock = openLock(directory, file);
  const isTaken = () => {
    try {
      lock.exec('pragma journal_mode = memory; begin exclusive');
      return false;
    } catch (error) {
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true;
      if (!isDamagedDatabase(error)) throw cannotOpenDatabase(directory, error);
      throw new ConfigError(
        `Não deu para travar ${file} (${(error as Error).message}). Apague-o e inicie de novo.`,
        { cause: error },
      );
    }
  };
  return { lock, isTaken };
}

function openLock(directory: string, file: string): DatabaseSync {
  try {
    mkdirSync(directory, { recursive: true });
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw cannotOpenDatabase(directory, error);
  }
}
