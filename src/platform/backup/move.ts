import { createHash } from 'node:crypto';
import { forEachConcurrently } from '../../shared/async.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { AREAS, type FileStore } from '../files/store.ts';
import {
  combineWatchers,
  type FileReferences,
  filesWatcher,
  MIGRATIONS,
  migrationWatcher,
  readRows,
  TableChecksums,
} from './dump.ts';
import { BackupError } from './errors.ts';
import type { ProgressListener } from './examine.ts';
import { createFileIndex, FILES_AT_ONCE, type FileIndex, fileName, type StoredFile } from './fileIndex.ts';
import { createLoader } from './loadRows.ts';
import { ensureEmptyDatabase, ensureSameFile, prepareSchema, putVerified } from './restore.ts';
import { type DatabaseSettings, openSnapshot } from './snapshot.ts';

export interface MoveOptions {
  from: { database: DatabaseSettings; store: FileStore };
  /** `store` is null if the files are not moved. */
  to: { database: Database; settings: DatabaseSettings; store: FileStore | null };
  files: FileReferences;
  leaveOut: ReadonlySet<string>;
  onProgress?: ProgressListener;
}

export interface MoveSummary {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Files that the database names and the store does not have. */
  missing: string[];
}

/**
 * Moves a whole installation, as of one moment, into an empty database and an empty store. Verifies the result,
 * and throws `BackupError` if it differs.
 */
export async function moveInstallation({
  from,
  to,
  files,
  leaveOut,
  onProgress,
}: MoveOptions): Promise<MoveSummary> {
  await ensureEmptyDatabase(to.database.db);
  const index = createFileIndex();
  const snapshot = await openSnapshot(from.database);
  try {
    onProgress?.('database', 0, 0);
    const migrations: string[] = [];
    await readRows(snapshot, migrationWatcher(migrations), { only: MIGRATIONS });
    await readRows(snapshot, filesWatcher(files, index.want), { only: files.table });
    if (to.store) await refuseOthers(to.store, index);
    await prepareSchema(to.database.db, migrations);

    const missing: string[] = [];
    const target = to.store;
    if (target) {
      const { bytes: total } = index.toCopy();
      let done = 0;
      await forEachConcurrently(index.missing(), FILES_AT_ONCE, async (file) => {
        const sha256 = await hashOf(from.store, file);
        if (sha256 === null) return void missing.push(fileName(file));
        const copy = { ...file, sha256, stored: file.bytes };
        if (index.lying(fileName(file)) !== undefined) await ensureSameFile(target, copy);
        else
          await putVerified(target, copy, async () => {
            const found = await from.store.read(file.area, file.key);
            if (!found) throw new BackupError(`${fileName(file)} sumiu enquanto era levado. Tente de novo.`);
            return found.stream;
          });
        if ((await hashOf(target, file)) !== sha256)
          throw new BackupError(`${fileName(file)} não chegou como era.`);
        index.keep(copy, true);
        done += file.bytes;
        onProgress?.('files', done, total);
      });
    }

    const sent = new TableChecksums();
    const loader = await createLoader(to.database);
    try {
      await readRows(snapshot, combineWatchers(sent, loader), { leaveOut });
      await loader.commit();
    } catch (error) {
      await loader.rollback();
      throw error;
    }
    onProgress?.('check', 0, 0);
    const tables = sent.tables();
    const arrived = await sumsOf(to.settings, leaveOut);
    for (const [table, sum] of Object.entries(tables))
      if (JSON.stringify(arrived[table]) !== JSON.stringify(sum))
        throw new BackupError(`A tabela ${table} não chegou como era.`);
    await migrate(to.database.db);
    const sums = Object.values(tables);
    return {
      tables: sums.length,
      rows: sums.reduce((total, { rows }) => total + rows, 0),
      files: index.fresh().count,
      bytes: index.fresh().bytes,
      missing,
    };
  } finally {
    await snapshot.close();
    index.close();
  }
}

async function sumsOf(settings: DatabaseSettings, leaveOut: ReadonlySet<string>) {
  const snapshot = await openSnapshot(settings);
  try {
    const sums = new TableChecksums();
    await readRows(snapshot, sums, { leaveOut });
    return sums.tables();
  } finally {
    await snapshot.close();
  }
}

async function hashOf(store: FileStore, { area, key, bytes }: StoredFile): Promise<string | null> {
  const found = await store.read(area, key);
  if (!found || found.bytes !== bytes) {
    found?.stream.destroy();
    return null;
  }
  const hash = createHash('sha256');
  for await (const chunk of found.stream) hash.update(chunk);
  return hash.digest('hex');
}

/** Refuses a store with foreign files. Files of an interrupted move are recognised by their names. */
async function refuseOthers(store: FileStore, index: FileIndex): Promise<void> {
  for (const area of AREAS)
    for await (const { key, bytes } of store.list(area)) {
      index.lies(fileName({ area, key }), bytes);
      if (!index.isWanted(area, key))
        throw new BackupError(
          `Já há arquivos no destino (${area}/${key}), e nada é escrito por cima. Escolha um lugar vazio e tente de novo.`,
        );
    }
}
