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
import { type Config, ConfigError } from './config.ts';
import type { Db, DbOrTransaction } from './database/database.ts';
import { KEY_BYTES, markOfKey } from './secrets.ts';

// One key for all machines of an installation: what one of them sealed, any other must be able to open. The database
// knows its mark, so that a machine with another key is refused before it seals anything.

export interface Keys {
  /** Seals and signs. */
  own: Buffer;
  /** The one before the last rotation, for what a process that still runs on it sealed since; opens only. */
  before: Buffer | null;
}

type KeySettings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY_FILE'> &
  Partial<Record<'SECRET_KEY' | 'SECRET_KEY_BEFORE', Buffer>>;

const fileOf = ({ DATA_DIR, SECRET_KEY_FILE }: KeySettings) =>
  SECRET_KEY_FILE ?? join(DATA_DIR, 'secret.key');
const beside = (file: string, ending: string) => `${file}.${ending}`;
const BEFORE = 'before';

/**
 * The key of this machine, made at the very first start. Throws `ConfigError` where the installation's machines have
 * another, and where it is not here: a new one would open nothing of theirs.
 */
export async function openKeys(settings: KeySettings, db: Db): Promise<Keys> {
  const before = () => settings.SECRET_KEY_BEFORE ?? readKey(beside(fileOf(settings), BEFORE));
  const expected = await markIn(db);
  if (expected === null) {
    const { key, isNew } = givenKey(settings) ?? makeKey(settings);
    const { numUpdatedRows } = await db
      .updateTable('installation')
      .set({ key_mark: markOfKey(key) })
      .where('id', '=', 1)
      .where('key_mark', 'is', null)
      .executeTakeFirst();
    const winner = numUpdatedRows === 1n ? markOfKey(key) : await markIn(db);
    if (winner === markOfKey(key)) return { own: key, before: before() };
    // Another machine started at the same time, and was first.
    if (isNew) rmSync(fileOf(settings));
    throw new ConfigError(winner ? missing(settings, winner) : 'A chave do banco mudou durante a partida.');
  }
  const given = givenKey(settings) ?? finishRotation(settings, expected);
  if (!given) throw new ConfigError(missing(settings, expected));
  if (markOfKey(given.key) === expected) return { own: given.key, before: before() };
  const finished = finishRotation(settings, expected);
  if (finished) return { own: finished.key, before: before() };
  throw new ConfigError(other(settings, given.key, expected));
}

/**
 * Gives the installation a new key. `reseal` is called in the transaction that makes it the one that counts, with the
 * former key where that is known. Answers the new one, and whether it lies in the file already.
 */
export async function rotateKey(
  settings: KeySettings,
  db: Db,
  isLost: boolean,
  reseal: (trx: DbOrTransaction, former: Buffer | null, own: Buffer) => Promise<void>,
): Promise<{ key: Buffer; file: string | null }> {
  const former = isLost ? null : (await openKeys(settings, db)).own;
  const expected = await markIn(db);
  const key = randomBytes(KEY_BYTES);
  const file = settings.SECRET_KEY ? null : fileOf(settings);
  // It must lie on the disk before it counts; a rotation that was cut off after that is finished at the next start.
  const drafted = file && writeKey(beside(file, markOfKey(key)), key);
  try {
    if (file && former) {
      rmSync(beside(file, BEFORE), { force: true });
      writeKey(beside(file, BEFORE), former);
    }
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('installation')
        .set({ key_mark: markOfKey(key) })
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

/** The key that this machine has, without making one; for what carries it elsewhere. */
export const keyHere = (settings: KeySettings): Buffer | null => givenKey(settings)?.key ?? null;

/** Puts the key of an installation where an empty machine looks for it. Never over another. */
export function placeKey(settings: KeySettings, key: Buffer): void {
  const there = keyHere(settings);
  if (there?.equals(key)) return;
  if (there)
    throw new ConfigError(
      `Esta máquina já tem outra chave (${markOfKey(there)}; a do backup é ${markOfKey(key)}). ${
        settings.SECRET_KEY ? 'Tire SECRET_KEY da configuração' : `Tire ${fileOf(settings)} do lugar`
      } e tente de novo.`,
    );
  writeKey(fileOf(settings), key);
}

interface Found {
  key: Buffer;
  isNew: boolean;
}

function givenKey(settings: KeySettings): Found | null {
  const key = settings.SECRET_KEY ?? readKey(fileOf(settings));
  return key && { key, isNew: false };
}

/** In the file it is whole or not there, whoever comes first. */
function makeKey(settings: KeySettings): Found {
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

function finishRotation(settings: KeySettings, expected: string): Found | null {
  if (settings.SECRET_KEY) return null;
  const file = fileOf(settings);
  const drafted = beside(file, expected);
  const key = readKey(drafted);
  if (!key || markOfKey(key) !== expected) return null;
  renameSync(drafted, file);
  return { key, isNew: false };
}

/** Bytes as they are, or in base64 as people write them. Null where there is none. */
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

/** All of it or nothing, durable, for its owner only; `EEXIST` where there is one. */
function writeKey(file: string, key: Buffer): string {
  const draft = beside(file, randomBytes(6).toString('hex'));
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
  `A chave desta máquina (${markOfKey(key)}) não é a deste banco (${expected}): o que uma guarda, a outra não abre. ${REMEDY(settings)}\n${LOST}`;
