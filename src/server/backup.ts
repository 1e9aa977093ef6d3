import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keptParts } from '../features/files/file.rows.ts';
import { BackupError, Damaged } from '../platform/backup/damage.ts';
import type { FilesOf } from '../platform/backup/dump.ts';
import {
  allErasures,
  createMarker,
  type Erasure,
  erasuresOn,
  noteAgain,
  putErasures,
} from '../platform/backup/erasures.ts';
import { examine, type Tell } from '../platform/backup/examine.ts';
import { type Made, makeBackup } from '../platform/backup/make.ts';
import { type Moved, moveTo } from '../platform/backup/move.ts';
import { type Restored, restoreBackup } from '../platform/backup/restore.ts';
import { announce, BackupRunning } from '../platform/backup/runs.ts';
import { otherS3, placeOf, type Shelf } from '../platform/backup/shelf.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { type Db, openDatabase } from '../platform/database/database.ts';
import { openStore } from '../platform/files/open.ts';
import { keyHere, placeKey } from '../platform/keys.ts';
import { isPlainDatabase } from '../platform/plainLines.ts';
import { version } from '../platform/version.ts';

// A backup contains everything except the state of the running installation.

export const FILES: FilesOf = { table: 'files', of: keptParts };

/** State of this machine alone: the backups that it made, and the file deletions that are pending. */
const OF_THE_MACHINE = ['backups', 'removed_files'];
/**
 * Short-lived state. A restored session might have been signed out since, and rate limits expire in minutes.
 */
const OF_THE_MOMENT = ['sessions', 'recovery_codes', 'passkey_challenges', 'rate_limits'];

export const LEFT_OUT: ReadonlySet<string> = new Set([...OF_THE_MACHINE, ...OF_THE_MOMENT]);
export const LEFT_BEHIND: ReadonlySet<string> = new Set(OF_THE_MACHINE);

export interface BackupOptions {
  to?: string | undefined;
  keep?: number | undefined;
  passphrase?: string | undefined;
  tell?: Tell;
}

const UNHURRIED = { isUnhurried: true };

const settingsOf = ({ DATABASE_URL, DATA_DIR }: Config) => ({ url: DATABASE_URL, dataDir: DATA_DIR });

/** Creates a backup of the installation in `config`, in this process. */
export async function backUp(config: Config, { to, ...options }: BackupOptions): Promise<Made> {
  const target = to ?? config.BACKUP_TO;
  if (!target)
    throw new ConfigError(
      'Diga para onde: um arquivo .vitrine, uma pasta ou s3://bucket/caminho. Ou dê BACKUP_TO.',
    );
  const place = await placeOf(target, config);
  if ('shelf' in place && place.backup)
    throw new BackupError(`${target} é o nome de um backup. Diga só a pasta ou o caminho.`);
  if ('file' in place && options.keep !== undefined)
    throw new BackupError('--keep vale para uma pasta ou s3://, onde há vários backups.');
  const database = openExisting(config);
  try {
    process.umask(0o077);
    const run = await announce(database.db, target).catch((error: unknown) => {
      if (!(error instanceof BackupRunning)) throw error;
      throw new BackupError('Já há um backup em andamento. Espere ele terminar e tente de novo.');
    });
    try {
      const made = await makeBackup({
        ...options,
        passphrase: options.passphrase ?? config.BACKUP_PASSPHRASE,
        database: settingsOf(config),
        store: await openStore(config, UNHURRIED),
        files: FILES,
        leaveOut: LEFT_OUT,
        place,
        secretKey: keyHere(config),
        release: version,
      });
      if ('shelf' in place) await putErasures(place.shelf, await erasuresIn(database.db));
      await run.done({ files: made.files, bytes: made.bytes });
      return made;
    } catch (error) {
      await run.failed(error).catch(() => {});
      throw error;
    }
  } finally {
    await database.close();
  }
}

/** Returns an empty list for a database of an older release without the table `erasures`. */
async function erasuresIn(db: Db): Promise<Erasure[]> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === 'erasures') ? allErasures(db) : [];
}

/** Fails if there is no database, because opening would create an empty one. */
function openExisting(config: Config) {
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'vitrine.db')))
    throw new BackupError(`Não há banco em ${config.DATA_DIR}. Confira DATA_DIR e DATABASE_URL.`);
  return openDatabase(settingsOf(config));
}

export interface ReadingOptions {
  passphrase?: string | undefined;
  tell?: Tell;
}

export async function verifyBackup(config: Config, from: string, options: ReadingOptions) {
  const passphrase = options.passphrase ?? config.BACKUP_PASSPHRASE;
  return examine({ ...options, passphrase, place: await placeOf(from, config), files: FILES });
}

export interface RestoredTo extends Restored {
  /** Erasures since the backup, from the list beside it; null if there is no readable list. */
  erased: Awaited<ReturnType<typeof noteAgain>> | null;
}

/** Fills the empty database and the empty file store that `config` names. */
export async function restore(config: Config, from: string, options: ReadingOptions): Promise<RestoredTo> {
  process.umask(0o077);
  const place = await placeOf(from, config);
  const erasures = 'shelf' in place ? await knownErasures(place.shelf) : null;
  const database = openDatabase(settingsOf(config));
  try {
    const restored = await restoreBackup({
      ...options,
      passphrase: options.passphrase ?? config.BACKUP_PASSPHRASE,
      place,
      database,
      store: await openStore(config, UNHURRIED),
      files: FILES,
      placeKey: (key) => placeKey(config, key),
    });
    if (!erasures) return { ...restored, erased: null };
    const key = keyHere(config);
    const marker = key && (await createMarker(database.db, key));
    const { taken_at } = restored.manifest;
    return { ...restored, erased: await noteAgain(database.db, marker, taken_at, erasures) };
  } finally {
    await database.close();
  }
}

/** Returns null for a damaged list: it must not prevent the restore of a good backup. */
const knownErasures = (shelf: Shelf) =>
  erasuresOn(shelf).catch((error: unknown) => {
    if (error instanceof Damaged) return null;
    throw error;
  });

export interface MovedTo extends Moved {
  /** Lines of the configuration that lead to the new database and store. */
  lines: string[];
}

/**
 * Copies the installation in `config` to another database and, if `filesTo` is given, to another file store.
 */
export async function migrateTo(
  config: Config,
  url: string,
  filesTo: string | undefined,
  tell?: Tell,
): Promise<MovedTo> {
  process.umask(0o077);
  const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (!sqlite && !/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError(`${url} não é um banco: use postgres://… ou sqlite:/pasta.`);
  if (!sqlite && isPlainDatabase(url) && !config.PLAIN_INSIDE)
    throw new ConfigError(
      'O banco está em outra máquina: ponha sslmode=verify-full no endereço (ou PLAIN_INSIDE=1, se a rede até lá já é cifrada).',
    );
  const { dataDir, s3 } = targetOf(config, sqlite ? resolve(sqlite) : null, filesTo);
  const staysPut = filesTo === undefined && (config.s3 !== null || dataDir === config.DATA_DIR);
  const settings = { url: sqlite ? undefined : url, dataDir };
  openExisting(config).close();
  const database = openDatabase(settings);
  try {
    const moved = await moveTo({
      from: { database: settingsOf(config), store: await openStore(config, UNHURRIED) },
      to: {
        database,
        settings,
        store: staysPut ? null : await openStore({ s3, DATA_DIR: dataDir }, UNHURRIED),
      },
      files: FILES,
      leaveOut: LEFT_BEHIND,
      ...(tell && { tell }),
    });
    const key = keyHere(config);
    if (key && dataDir !== config.DATA_DIR) placeKey({ ...config, DATA_DIR: dataDir }, key);
    return { ...moved, lines: linesOf(config, { url: settings.url, dataDir, s3, staysPut }) };
  } finally {
    await database.close();
  }
}

function targetOf(
  config: Config,
  folder: string | null,
  filesTo: string | undefined,
): { dataDir: string; s3: Config['s3'] } {
  const here = folder ?? config.DATA_DIR;
  if (filesTo === undefined) return { dataDir: here, s3: config.s3 };
  if (!filesTo.startsWith('s3://')) {
    const dataDir = resolve(filesTo);
    if (folder !== null && folder !== dataDir)
      throw new ConfigError(
        'Com SQLite em disco, banco e arquivos ficam na mesma pasta: diga só sqlite:/pasta.',
      );
    return { dataDir, s3: null };
  }
  const [, open = '', closed = ''] = /^s3:\/\/([a-z0-9.-]+),([a-z0-9.-]+)\/?$/.exec(filesTo) ?? [];
  if (!open || !closed || open === closed)
    throw new ConfigError(
      `${filesTo}: diga os dois buckets, o dos arquivos públicos e o dos currículos: s3://rede-arquivos,rede-curriculos`,
    );
  return { dataDir: here, s3: { ...otherS3(config), buckets: { public: open, private: closed } } };
}

function linesOf(
  config: Config,
  {
    url,
    dataDir,
    s3,
    staysPut,
  }: { url: string | undefined; dataDir: string; s3: Config['s3']; staysPut: boolean },
): string[] {
  const lines = [
    url ? `DATABASE_URL=${url}` : '(sem DATABASE_URL)',
    ...(dataDir === config.DATA_DIR ? [] : [`DATA_DIR=${dataDir}`]),
  ];
  if (staysPut) return lines;
  if (!s3) return [...lines, ...(config.s3 ? ['(sem S3_…)'] : [])];
  return [
    ...lines,
    ...(s3.endpoint ? [`S3_ENDPOINT=${s3.endpoint}`] : []),
    `S3_REGION=${s3.region}`,
    `S3_BUCKET=${s3.buckets.public}`,
    `S3_PRIVATE_BUCKET=${s3.buckets.private}`,
    'S3_ACCESS_KEY_ID=… S3_SECRET_ACCESS_KEY=… (as mesmas deste comando)',
  ];
}

/** Reads a passphrase without the line break that editors add. */
export async function passphraseIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`Não deu para ler a frase em ${file}.`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < 12)
    throw new ConfigError(`A frase em ${file} precisa de pelo menos 12 caracteres.`);
  return passphrase;
}
