import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { verifyPassword } from '../platform/security/secrets.ts';
import { isPublished } from '../records/server/publication/visibility.ts';

const LOOK_EVERY_MS = 2000;

const fileIn = (dataDir: string) => join(dataDir, 'first-password');

/**
 * Writes the first password to a file, for services without a terminal: their logs are stored and read by
 * others.
 */
export async function writeFirstPassword(dataDir: string, password: string): Promise<string> {
  const file = fileIn(dataDir);
  // A file of an earlier installation would keep its own permissions.
  await rm(file, { force: true });
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

/**
 * Removes the file once its password opens no account any more, whichever process changed that. The timer
 * does not keep the process alive.
 */
export async function watchFirstPassword(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const { db, clock, config, log } = deps;
  const file = fileIn(config.DATA_DIR);
  let matchedHash: string | undefined;

  const opens = async (password: string) => {
    const printed = await db
      .selectFrom('users')
      .select('password_hash')
      .where('password_until', '>', isoAt(clock.now()))
      .where('disabled_at', 'is', null)
      .where(isPublished('users'))
      .execute();
    for (const { password_hash } of printed) {
      if (matchedHash === undefined && (await verifyPassword(password, password_hash)))
        matchedHash = password_hash;
      if (matchedHash === password_hash) return true;
    }
    return false;
  };

  const check = async () => {
    const password = await readFile(file, 'utf8').catch(() => null);
    if (password === null) return;
    try {
      if (!(await opens(password.trim()))) return await rm(file, { force: true });
    } catch (error) {
      log.warn({ err: error }, 'first password not checked, will retry');
    }
    setTimeout(check, LOOK_EVERY_MS).unref();
  };
  await check();
}
