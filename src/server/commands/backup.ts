import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FileReferences } from '../../platform/backup/dump.ts';
import {
  allErasures,
  createErasureMarker,
  type Erasure,
  mergeErasures,
  readErasures,
  scheduleRepeatedErasures,
} from '../../platform/backup/erasures.ts';
import { BackupError, DamagedBackupError } from '../../platform/backup/errors.ts';
import { examine, type ProgressListener } from '../../platform/backup/examine.ts';
import { type BackupSummary, makeBackup } from '../../platform/backup/make.ts';
import { type MoveSummary, moveInstallation } from '../../platform/backup/move.ts';
import { type RestoreSummary, restoreBackup } from '../../platform/backup/restore.ts';
import { BackupRunning, startBackupRun } from '../../platform/backup/runs.ts';
import { type BackupTarget, backupS3Settings, parseBackupLocation } from '../../platform/backup/target.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { version } from '../../platform/config/version.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { openStore } from '../../platform/files/open.ts';
import { installKey, readConfiguredKey } from '../../platform/security/keys.ts';
import { isUnencryptedDatabase } from '../../platform/security/transportSecurity.ts';
import { backupParts } from '../../records/server/files/file.rows.ts';

// A backup contains everything except the state of the running installation.

export const BACKUP_FILES: FileReferences = { table: 'files', filesOf: backupParts };

/** State of this machine alone: the backups that it made, and the file deletions that are pending. */
const OF_THE_MACHINE = ['backups', 'removed_files'];
/**
 * Short-lived state. A restored session might have been signed out since, and rate limits expire in minutes.
 */
const OF_THE_MOMENT = ['sessions', 'recovery_codes', 'passkey_challenges', 'rate_limits'];

export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([...OF_THE_MACHINE, ...OF_THE_MOMENT]);
export const UNMIGRATED_TABLES: ReadonlySet<string> = new Set(OF_THE_MACHINE);

export interface BackupOptions {
  to?: string | undefined;
  keep?: number | undefined;
  passphrase?: string | undefined;
  onProgress?: ProgressListener;
}

const UNHURRIED = { isUnhurried: true };

const settingsOf = ({ DATABASE_URL, DATA_DIR }: Config) => ({ url: DATABASE_URL, dataDir: DATA_DIR });

/** Creates a backup of the installation in `config`, in this process. */
export async function backUp(config: Config, { to, ...options }: BackupOptions): Promise<BackupSummary> {
  const target = to ?? config.BACKUP_TO;
  if (!target)
    throw new ConfigError(
      'Diga para onde: um arquivo .vitrine, uma pasta ou s3://bucket/caminho. Ou dê BACKUP_TO.',
    );
  const place = await parseBackupLocation(target, config);
  if ('shelf' in place && place.backup)
    throw new BackupError(`${target} é o nome de um backup. Diga só a pasta ou o caminho.`);
  if ('file' in place && options.keep !== undefined)
    throw new BackupError('--keep vale para uma pasta ou s3://, onde há vários backups.');
  const database = await openExisting(config);
  try {
    process.umask(0o077);
    const run = await startBackupRun(database.db, target).catch((error: unknown) => {
      if (!(error instanceof BackupRunning)) throw error;
      throw new BackupError('Já há um backup em andamento. Espere ele terminar e tente de novo.');
    });
    try {
      const made = await makeBackup({
        ...options,
        passphrase: options.passphrase ?? config.BACKUP_PASSPHRASE,
        database: settingsOf(config),
        store: await openStore(config, UNHURRIED),
        files: BACKUP_FILES,
        leaveOut: EXCLUDED_TABLES,
        place,
        secretKey: readConfiguredKey(config),
        release: version,
      });
      if ('shelf' in place) await mergeErasures(place.shelf, await erasuresIn(database.db));
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
async function openExisting(config: Config) {
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'vitrine.db')))
    throw new BackupError(`Não há banco em ${config.DATA_DIR}. Confira DATA_DIR e DATABASE_URL.`);
  return openDatabase(settingsOf(config));
}

export interface RestoreCommandOptions {
  passphrase?: string | undefined;
  onProgress?: ProgressListener;
}

export async function verifyBackup(config: Config, from: string, options: RestoreCommandOptions) {
  const passphrase = options.passphrase ?? config.BACKUP_PASSPHRASE;
  return examine({
    ...options,
    passphrase,
    place: await parseBackupLocation(from, config),
    files: BACKUP_FILES,
  });
}

export interface RestoreResult extends RestoreSummary {
  /** Erasures since the backup, from the list beside it; null if there is no readable list. */
  erased: Awaited<ReturnType<typeof scheduleRepeatedErasures>> | null;
}

/** Fills the empty database and the empty file store that `config` names. */
export async function restore(
  config: Config,
  from: string,
  options: RestoreCommandOptions,
): Promise<RestoreResult> {
  process.umask(0o077);
  const place = await parseBackupLocation(from, config);
  const erasures = 'shelf' in place ? await knownErasures(place.shelf) : null;
  const database = await openDatabase(settingsOf(config));
  try {
    const restored = await restoreBackup({
      ...options,
      passphrase: options.passphrase ?? config.BACKUP_PASSPHRASE,
      place,
      database,
      store: await openStore(config, UNHURRIED),
      files: BACKUP_FILES,
      placeKey: (key) => installKey(config, key),
    });
    if (!erasures) return { ...restored, erased: null };
    const key = readConfiguredKey(config);
    const marker = key && (await createErasureMarker(database.db, key));
    const { taken_at } = restored.manifest;
    return { ...restored, erased: await scheduleRepeatedErasures(database.db, marker, taken_at, erasures) };
  } finally {
    await database.close();
  }
}

/** Returns null for a damaged list: it must not prevent the restore of a good backup. */
const knownErasures = (shelf: BackupTarget) =>
  readErasures(shelf).catch((error: unknown) => {
    if (error instanceof DamagedBackupError) return null;
    throw error;
  });

export interface MigrationResult extends MoveSummary {
  /** Lines of the configuration that lead to the new database and store. */
  configLines: string[];
}

/**
 * Copies the installation in `config` to another database and, if `filesTo` is given, to another file store.
 */
export async function migrateTo(
  config: Config,
  url: string,
  filesTo: string | undefined,
  onProgress?: ProgressListener,
): Promise<MigrationResult> {
  process.umask(0o077);
  const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (!sqlite && !/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError(`${url} não é um banco: use postgres://… ou sqlite:/pasta.`);
  if (!sqlite && isUnencryptedDatabase(url) && !config.PLAIN_INSIDE)
    throw new ConfigError(
      'O banco está em outra máquina: ponha sslmode=verify-full no endereço (ou PLAIN_INSIDE=1, se a rede até lá já é cifrada).',
    );
  const { dataDir, s3 } = targetOf(config, sqlite ? resolve(sqlite) : null, filesTo);
  const staysPut = filesTo === undefined && (config.s3 !== null || dataDir === config.DATA_DIR);
  const settings = { url: sqlite ? undefined : url, dataDir };
  await (await openExisting(config)).close();
  const database = await openDatabase(settings);
  try {
    const moved = await moveInstallation({
      from: { database: settingsOf(config), store: await openStore(config, UNHURRIED) },
      to: {
        database,
        settings,
        store: staysPut ? null : await openStore({ s3, DATA_DIR: dataDir }, UNHURRIED),
      },
      files: BACKUP_FILES,
      leaveOut: UNMIGRATED_TABLES,
      ...(onProgress && { onProgress }),
    });
    const key = readConfiguredKey(config);
    if (key && dataDir !== config.DATA_DIR) installKey({ ...config, DATA_DIR: dataDir }, key);
    return { ...moved, configLines: linesOf(config, { url: settings.url, dataDir, s3, staysPut }) };
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
  return { dataDir: here, s3: { ...backupS3Settings(config), buckets: { public: open, private: closed } } };
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
export async function readPassphrase(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`Não deu para ler a frase em ${file}.`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < 12)
    throw new ConfigError(`A frase em ${file} precisa de pelo menos 12 caracteres.`);
  return passphrase;
}
