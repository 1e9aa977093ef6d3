import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import type { Db, DbOrTransaction } from '../database/database.ts';
import { fingerprintOfKey, KEY_BYTES } from './secrets.ts';

// One key for all machines of an installation, because each must decrypt what another encrypted. The database
// stores the key's fingerprint: a machine with another key is refused before it encrypts anything.

export interface Keys {
  /** Current key: encrypts and signs. */
  current: Buffer;
  /** Key before the last rotation. Decrypts what a process that still runs with it has encrypted since. */
  previous: Buffer | null;
}

type KeySettings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY_FILE'> &
  Partial<Record<'SECRET_KEY' | 'SECRET_KEY_BEFORE', Buffer>>;

const fileOf = ({ DATA_DIR, SECRET_KEY_FILE }: KeySettings) =>
  SECRET_KEY_FILE ?? join(DATA_DIR, 'secret.key');
const withSuffix = (file: string, ending: string) => `${file}.${ending}`;
const BEFORE = 'before';

/**
 * Returns the key of this machine, creating it at the very first start. Throws `ConfigError` if the key
 * differs from the installation's or is missing: a new one could not decrypt existing data.
 */
export async function loadKeys(settings: KeySettings, db: Db): Promise<Keys> {
  const before = () => settings.SECRET_KEY_BEFORE ?? readKey(withSuffix(fileOf(settings), BEFORE));
  const expected = await markIn(db);
  if (expected === null) {
    const { key, isNew } = configuredKey(settings) ?? makeKey(settings);
    const { numUpdatedRows } = await db
      .updateTable('installation')
      .set({ key_mark: fingerprintOfKey(key) })
      .where('id', '=', 1)
      .where('key_mark', 'is', null)
      .executeTakeFirst();
    const winner = numUpdatedRows === 1n ? fingerprintOfKey(key) : await markIn(db);
    if (winner === fingerprintOfKey(key)) return { current: key, previous: before() };
    // Another machine started at the same time and stored its key first.
    if (isNew) rmSync(fileOf(settings));
    throw new ConfigError(winner ? missing(settings, winner) : 'A chave do banco mudou durante a partida.');
  }
  const configured = configuredKey(settings) ?? finishRotation(settings, expected);
  if (!configured) throw new ConfigError(missing(settings, expected));
  if (fingerprintOfKey(configured.key) === expected) return { current: configured.key, previous: before() };
  const finished = finishRotation(settings, expected);
  if (finished) return { current: finished.key, previous: before() };
  throw new ConfigError(other(settings, configured.key, expected));
}

/**
 * Replaces the key of the installation. Calls `reseal` in the transaction that activates the new key, with
 * the former key if it is known. Returns the new key, and the file that holds it (null if it comes from
 * `SECRET_KEY`).
 */
export async function rotateKey(
  settings: KeySettings,
  db: Db,
  isLost: boolean,
  reseal: (trx: DbOrTransaction, former: Buffer | null, own: Buffer) => Promise<void>,
): Promise<{ key: Buffer; file: string | null }> {
  const former = isLost ? null : (await loadKeys(settings, db)).current;
  const expected = await markIn(db);
  const key = randomBytes(KEY_BYTES);
  const file = settings.SECRET_KEY ? null : fileOf(settings);
  // The new key must be on disk before the commit. If the process dies after it, the next start completes the
  // rotation.
  const drafted = file && writeKey(withSuffix(file, fingerprintOfKey(key)), key);
  try {
    if (file && former) {
      rmSync(withSuffix(file, BEFORE), { force: true });
      writeKey(withSuffix(file, BEFORE), former);
    }
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('installation')
        .set({ key_mark: fingerprintOfKey(key) })
        .where('id', '=', 1)
        .where('key_mark', expected === null ? 'is' : '=', expected)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n)
        throw new ConfigError('Outra troca de chave terminou agora. Confira antes de trocar de novo.');
      await reseal(trx, former, key);
    });
  } catch (error) {
    if (drafted) rmSync(drafted, { force: true });
    throw error;
  }
  if (file && drafted) renameSync(drafted, file);
  return { key, file };
}

async function markIn(db: Db): Promise<string | null> {
  const row = await db.selectFrom('installation').select('key_mark').where('id', '=', 1).executeTakeFirst();
  return row?.key_mark ?? null;
}

/** Returns the key configured on this machine, or null, without creating one. Used by backups. */
export const readConfiguredKey = (settings: KeySettings): Buffer | null =>
  configuredKey(settings)?.key ?? null;

/**
 * Writes the installation's key to the place where an empty machine looks for it. Never overwrites another
 * key.
 */
export function installKey(settings: KeySettings, key: Buffer): void {
  const existing = readConfiguredKey(settings);
  if (existing?.equals(key)) return;
  if (existing)
    throw new ConfigError(
      `Esta máquina já tem outra chave (${fingerprintOfKey(existing)}; a do backup é ${fingerprintOfKey(key)}). ${
        settings.SECRET_KEY ? 'Tire SECRET_KEY da configuração' : `Tire ${fileOf(settings)} do lugar`
      } e tente de novo.`,
    );
  writeKey(fileOf(settings), key);
}

interface LoadedKey {
  key: Buffer;
  isNew: boolean;
}

function configuredKey(settings: KeySettings): LoadedKey | null {
  const key = settings.SECRET_KEY ?? readKey(fileOf(settings));
  return key && { key, isNew: false };
}

/** Creates the key file atomically. If another process was first, returns its key. */
function makeKey(settings: KeySettings): LoadedKey {
  const file = fileOf(settings);
  if (settings.SECRET_KEY_FILE)
    throw new ConfigError(
      `Configuração inválida:\n  SECRET_KEY_FILE: não há o arquivo ${file}. Faça a chave com: openssl rand -base64 32 > ${file}`,
    );
  try {
    return { key: readKey(writeKey(file, randomBytes(KEY_BYTES))) as Buffer, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { key: readKey(file) as Buffer, isNew: false };
  }
}

function finishRotation(settings: KeySettings, expected: string): LoadedKey | null {
  if (settings.SECRET_KEY) return null;
  const file = fileOf(settings);
  const drafted = withSuffix(file, expected);
  const key = readKey(drafted);
  if (!key || fingerprintOfKey(key) !== expected) return null;
  renameSync(drafted, file);
  return { key, isNew: false };
}

/** Returns the key in a file, as raw bytes or in base64; null if the file is missing. */
function readKey(file: string): Buffer | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const key = bytes.length === KEY_BYTES ? bytes : Buffer.from(bytes.toString('latin1').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new ConfigError(
      `${file} não contém uma chave de ${KEY_BYTES} bytes. Traga de volta a de uma cópia.`,
    );
  return key;
}

/** Writes the key atomically and durably, readable by its owner only. Throws `EEXIST` if the file exists. */
function writeKey(file: string, key: Buffer): string {
  const draft = withSuffix(file, randomBytes(6).toString('hex'));
  const handle = openDraft(draft);
  try {
    writeSync(handle, key);
    fsyncSync(handle);
    linkSync(draft, file);
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
  return file;
}

function openDraft(draft: string): number {
  const folder = dirname(draft);
  try {
    mkdirSync(folder, { recursive: true });
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    throw new ConfigError(
      `Não é possível gravar a chave em ${folder}. Dê a esta conta o direito de escrever ali, ou use SECRET_KEY.`,
      { cause: error },
    );
  }
}

const REMEDY = (settings: KeySettings) =>
  settings.SECRET_KEY
    ? 'Use em SECRET_KEY a chave das outras máquinas.'
    : `Copie ${fileOf(settings)} de uma das outras máquinas, ou dê a todas a mesma SECRET_KEY.`;
const LOST = 'Se ela se perdeu: npm run vitrine -- rotate-key --lost';

const missing = (settings: KeySettings, expected: string) =>
  `Este banco já tem uma chave (${expected}), e ela não está nesta máquina. ${REMEDY(settings)}\n${LOST}`;
const other = (settings: KeySettings, key: Buffer, expected: string) =>
  `A chave desta máquina (${fingerprintOfKey(key)}) não é a deste banco (${expected}): o que uma guarda, a outra não abre. ${REMEDY(settings)}\n${LOST}`;
