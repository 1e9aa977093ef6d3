import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { forEachConcurrently } from '../../shared/async.ts';
import type { Database, Db } from '../database/database.ts';
import { appliedMigrations, migrate, migrationNames } from '../database/migrate.ts';
import { AREAS, type FileStore } from '../files/store.ts';
import { type Manifest, readArchive, withHash } from './archive.ts';
import type { FileReferences } from './dump.ts';
import { BackupError } from './errors.ts';
import { backupSource, examineInto, type ProgressListener } from './examine.ts';
import { type BackedUpFile, createFileIndex, FILES_AT_ONCE, type FileIndex, fileName } from './fileIndex.ts';
import { folderOf, storedName } from './folder.ts';
import { createLoader, firstTableWithRows } from './loadRows.ts';
import { decryptIfEncrypted } from './seal.ts';
import type { Bytes } from './tar.ts';
import type { BackupLocation } from './target.ts';

export interface RestoreOptions {
  place: BackupLocation;
  passphrase?: string | undefined;
  database: Database;
  store: FileStore;
  files: FileReferences;
  /** Installs the installation's key. */
  placeKey(key: Buffer): void;
  onProgress?: ProgressListener;
}

export interface RestoreSummary {
  name: string;
  manifest: Manifest;
  hasKey: boolean;
}

/**
 * Restores a verified backup into an empty database and an empty store. Nothing is overwritten. The database
 * is written last, in one transaction: an interrupted restore is started again in the same way.
 */
export async function restoreBackup(restoring: RestoreOptions): Promise<RestoreSummary> {
  const { place, passphrase, database, store, files, placeKey, onProgress } = restoring;
  await ensureEmptyDatabase(database.db);
  const index = createFileIndex();
  try {
    onProgress?.('check', 0, 0);
    // Files beside the archive are verified while they are copied.
    const examined = await examineInto(index, { place, passphrase, files, only: () => false });
    const { name, manifest, secretKey, identity } = examined;
    const findings = examined.findings.filter(({ existedAtSource }) => !existedAtSource);
    if (!manifest || findings.length > 0)
      throw new BackupError(
        [
          'Este backup não está inteiro, e nada foi restaurado:',
          ...findings.map(({ text }) => `  ${text}`),
          ...('shelf' in place
            ? [`Os outros de ${place.shelf.name} podem estar: escolha um pelo nome.`]
            : []),
        ].join('\n'),
      );
    await refuseUnknown(manifest);
    await refuseFiles(store, index);
    if (secretKey) placeKey(secretKey);
    await prepareSchema(database.db, manifest.migrations);

    const total = index.total().bytes;
    let done = 0;
    const copy = async (file: BackedUpFile, open: () => Promise<Bytes>) => {
      const isThere = index.lying(fileName(file)) !== undefined;
      await (isThere ? ensureSameFile(store, file) : putVerified(store, file, open));
      done += file.bytes;
      onProgress?.('files', done, total);
    };
    const source = await backupSource(place);
    if ('shelf' in place && manifest.files.folder !== null) {
      const folder = await folderOf(identity);
      await forEachConcurrently(index.list(), FILES_AT_ONCE, (file) =>
        copy(file, async () => {
          const body = await place.shelf.read(storedName(folder, file));
          if (!body) throw new BackupError(`O arquivo ${fileName(file)} falta em ${place.shelf.name}.`);
          return folder.seal ? folder.seal.open(body) : body;
        }),
      );
    } else
      await readArchive(decryptIfEncrypted(await source.open(), passphrase), {
        async file({ area, key, body }) {
          // A file that was erased during the backup may be in the archive and not in the list.
          const file = index.isWanted(area, key) && index.kept(area, key);
          if (file) await copy(file, async () => body);
        },
      });

    onProgress?.('database', 0, 0);
    const loader = await createLoader(database);
    try {
      await readArchive(decryptIfEncrypted(await source.open(), passphrase), { rows: loader });
      await loader.commit();
    } catch (error) {
      await loader.rollback();
      throw error;
    }
    await migrate(database.db);
    return { name, manifest, hasKey: secretKey !== null };
  } finally {
    index.close();
  }
}

/** Migrates an empty database to the state of the one whose rows it will receive. */
export async function prepareSchema(db: Db, migrations: string[]): Promise<void> {
  const last = migrations.at(-1);
  if (last === undefined) throw new BackupError('Este backup não diz de que versão é o banco.');
  const applied = await appliedMigrations(db);
  const ahead = applied.filter((name) => !migrations.includes(name));
  if (ahead.length > 0)
    throw new BackupError(
      'O banco de destino está vazio, mas já é de uma versão mais nova que o backup. Use um banco sem tabelas.',
    );
  await migrate(db, undefined, last);
}

/** Throws `BackupError` if the database has rows. */
export async function ensureEmptyDatabase(db: Db): Promise<void> {
  const table = await firstTableWithRows(db);
  if (table)
    throw new BackupError(
      `O banco de destino já tem conteúdo (tabela ${table}), e nada é escrito por cima. Aponte DATA_DIR e DATABASE_URL para um banco vazio e tente de novo.`,
    );
}

async function refuseUnknown({ migrations, release }: Manifest): Promise<void> {
  const known = new Set(await migrationNames());
  if (migrations.some((name) => !known.has(name)))
    throw new BackupError(
      `Este backup é da versão ${release}, mais nova que esta. Instale a mesma versão, ou uma mais nova, e tente de novo.`,
    );
}

/** Refuses a store with foreign files. Files of an interrupted restore are recognised by their names. */
async function refuseFiles(store: FileStore, index: FileIndex): Promise<void> {
  for (const area of AREAS)
    for await (const { key, bytes } of store.list(area)) {
      index.lies(fileName({ area, key }), bytes);
      if (!index.kept(area, key))
        throw new BackupError(
          `Já há arquivos no destino (${area}/${key}), e nada é escrito por cima. Aponte DATA_DIR ou S3_BUCKET e S3_PRIVATE_BUCKET para um lugar vazio e tente de novo.`,
        );
    }
}

/** Throws `BackupError` unless an existing file equals the backup's. */
export async function ensureSameFile(store: FileStore, { area, key, sha256 }: BackedUpFile): Promise<void> {
  const existing = await store.read(area, key);
  const hash = createHash('sha256');
  for await (const chunk of existing?.stream ?? []) hash.update(chunk);
  if (hash.digest('hex') !== sha256)
    throw new BackupError(`O destino já tem outro arquivo em ${area}/${key}. Nada foi escrito por cima.`);
}

/** Stores a file of the backup. If the SHA-256 differs, nothing is stored. */
export async function putVerified(
  store: FileStore,
  { area, key, type, sha256 }: BackedUpFile,
  open: () => Promise<Bytes>,
): Promise<void> {
  const hash = createHash('sha256');
  const body = async function* () {
    yield* withHash(await open(), hash);
    // Throws before the end of the body, so that the store discards it.
    if (hash.digest('hex') !== sha256)
      throw new BackupError(`O arquivo ${area}/${key} do backup está danificado.`);
  };
  await store.put(area, key, Readable.from(body(), { objectMode: false }), type);
}
