import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { forEachConcurrently } from '../../shared/async.ts';
import { withFile } from '../files/handles.ts';
import type { FileStore } from '../files/store.ts';
import { archiveOf, fileListLine, type Manifest, readFileList, withHash } from './archive.ts';
import {
  combineWatchers,
  compressedParts,
  dumpLines,
  type FileReferences,
  filesWatcher,
  migrationWatcher,
  readRows,
  TableChecksums,
} from './dump.ts';
import { BackupError } from './errors.ts';
import { examine, type ProgressListener } from './examine.ts';
import { createFileIndex, FILES_AT_ONCE, type FileIndex, fileName } from './fileIndex.ts';
import { type FileFolder, folderOf, folderOfBackup, PLAIN_FOLDER, storedName } from './folder.ts';
import { prune } from './prune.ts';
import { decryptIfEncrypted, newIdentity, passphraseSeal, WrongPassphrase } from './seal.ts';
import { type DatabaseSettings, openSnapshot, type Snapshot } from './snapshot.ts';
import { type Bytes, singleChunk, type TarEntry } from './tar.ts';
import { type BackupLocation, type BackupTarget, listBackups } from './target.ts';

export interface MakeBackupOptions {
  database: DatabaseSettings;
  store: FileStore;
  files: FileReferences;
  /** Tables that are omitted. */
  leaveOut: ReadonlySet<string>;
  place: BackupLocation;
  passphrase?: string | undefined;
  /** Number of backups to keep; all if absent. */
  keep?: number | undefined;
  secretKey: Buffer | null;
  release: string;
  onProgress?: ProgressListener;
}

export interface BackupSummary {
  /** Address of the backup. */
  name: string;
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Files that this backup copied; the others were there already. */
  copied: { count: number; bytes: number };
  /** Files that the database names and the store did not have. */
  missing: string[];
  /** Older backups that were deleted. */
  removed: string[];
  /** Messages for the operator about files that could not be cleaned up. */
  notes: string[];
}

/** Makes a backup and verifies it. Throws `BackupError` if the verification fails. */
export async function makeBackup(making: MakeBackupOptions): Promise<BackupSummary> {
  const index = createFileIndex();
  try {
    return await ('file' in making.place
      ? intoFile(making, making.place.file, index)
      : onShelf(making, making.place.shelf, index));
  } finally {
    index.close();
  }
}

/** Bound on the bytes that are copied while a snapshot is open. */
const LITTLE_BYTES = 32 * 1024 * 1024;
const MAX_ROUNDS = 5;
/** Bound on snapshots: a file that was erased between snapshot and copy requires another one. */
const MAX_ATTEMPTS = 50;

/** A snapshot, still open, whose files have all been copied. */
interface SettledSnapshot {
  snapshot: Snapshot;
  takenAt: string;
  /** Files named by two consecutive snapshots and missing at both: not merely erased meanwhile. */
  missing: Set<string>;
}

/** Copies the files that `index` wants and lacks; adds to `missing` those that the store does not have. */
type Copy = (missing: Set<string>) => AsyncGenerator<TarEntry> | Promise<void>;

async function* copied(work: ReturnType<Copy>): AsyncGenerator<TarEntry> {
  if (work instanceof Promise) await work;
  else yield* work;
}

/**
 * Copies most files without a snapshot. Then takes a snapshot and copies the few files that were added, until
 * no file was erased between the two. The caller closes the snapshot.
 */
async function* copyUntilSettled(
  making: MakeBackupOptions,
  index: FileIndex,
  copy: Copy,
): AsyncGenerator<TarEntry, SettledSnapshot> {
  making.onProgress?.('database', 0, 0);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const preview = await takeSnapshot(making, index);
    await preview.close();
    if (index.toCopy().bytes <= LITTLE_BYTES) break;
    yield* copied(copy(new Set()));
  }
  let missingBefore: ReadonlySet<string> = new Set();
  for (let attempt = 1; ; attempt += 1) {
    const snapshot = await takeSnapshot(making, index);
    const takenAt = new Date().toISOString();
    const missing = new Set<string>();
    let isSettled = false;
    try {
      yield* copied(copy(missing));
      isSettled = [...missing].every((name) => missingBefore.has(name));
      if (isSettled) return { snapshot, takenAt, missing };
    } finally {
      if (!isSettled) await snapshot.close();
    }
    if (attempt === MAX_ATTEMPTS)
      throw new BackupError('Arquivos são apagados mais depressa do que copiados. Tente de novo mais tarde.');
    missingBefore = missing;
  }
}

/** Opens a snapshot and sets the files wanted by `index` to those that its rows name. */
async function takeSnapshot({ database, files }: MakeBackupOptions, index: FileIndex): Promise<Snapshot> {
  const snapshot = await openSnapshot(database);
  try {
    index.wantNothing();
    await readRows(snapshot, filesWatcher(files, index.want), { only: files.table });
    return snapshot;
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

/** Result of a written archive. */
interface Written {
  missing: Set<string>;
  tables: Manifest['tables'];
}

/** Yields the archive of a settled snapshot, preceded by the files, if they are part of it. */
async function* archiveOfSettled(
  making: MakeBackupOptions,
  index: FileIndex,
  { folder, identity }: Pick<FileFolder, 'identity'> & { folder: string | null },
  settling: AsyncGenerator<TarEntry, SettledSnapshot> | SettledSnapshot,
  tell: (written: Written) => void,
): AsyncGenerator<Uint8Array> {
  const sums = new TableChecksums();
  const migrations: string[] = [];
  let settled: SettledSnapshot | undefined;
  const parts = async function* () {
    settled = 'snapshot' in settling ? settling : yield* settling;
    const { snapshot } = settled;
    const entry = (name: string, bytes: Buffer): TarEntry => ({
      name,
      bytes: bytes.length,
      body: singleChunk(bytes),
    });
    if (identity) yield entry('files.key', Buffer.from(`${identity}\n`));
    if (making.secretKey) yield entry('secret.key', making.secretKey);
    const numbered = (folderName: string, count: number) =>
      `${folderName}/${String(count).padStart(5, '0')}.ndjson.zst`;
    let count = 0;
    for await (const part of compressedParts(listLines(index))) yield entry(numbered('list', ++count), part);
    count = 0;
    const lines = dumpLines(snapshot, making.leaveOut, combineWatchers(sums, migrationWatcher(migrations)));
    for await (const part of compressedParts(lines)) yield entry(numbered('database', ++count), part);
  };
  yield* archiveOf(parts(), (written) => {
    if (!settled || migrations.length === 0)
      throw new BackupError('Não há o que guardar: este banco ainda está vazio.');
    const { snapshot, takenAt, missing } = settled;
    const tables = sums.tables();
    tell({ missing, tables });
    return {
      format: 1,
      release: making.release,
      taken_at: takenAt,
      engine: snapshot.engine,
      migrations,
      tables,
      files: { folder, ...index.total(), missing: [...missing].sort() },
      parts: written,
    };
  });
}

function* listLines(index: FileIndex): Generator<string> {
  for (const file of index.list()) yield fileListLine(file);
}

// Backup into one file

async function intoFile(making: MakeBackupOptions, path: string, index: FileIndex): Promise<BackupSummary> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupError(`${path} já existe. Um backup nunca é escrito por cima de outro.`);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.part`;
  let written: Written | undefined;
  let settled: SettledSnapshot | undefined;
  const archive = archiveOfSettled(
    making,
    index,
    { folder: null, identity: null },
    (async function* () {
      settled = yield* copyUntilSettled(making, index, (missing) => filesOf(making, index, missing));
      return settled;
    })(),
    (summary) => {
      written = summary;
    },
  );
  await rm(draft, { force: true });
  try {
    await writeDurably(draft, sealed(making, archive));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await settled?.snapshot.close();
  }
  return finish(making, index, written, { backup: path, place: { file: path }, notes: [] });
}

const sealed = ({ passphrase }: MakeBackupOptions, archive: Bytes): Bytes =>
  passphrase === undefined ? archive : passphraseSeal(passphrase).seal(archive);

async function writeDurably(path: string, body: Bytes): Promise<void> {
  await withFile(path, { flags: 'wx', mode: 0o600 }, async (file) => {
    await file.writeFile(body);
    await file.sync();
  });
}

async function* filesOf(
  making: MakeBackupOptions,
  index: FileIndex,
  missing: Set<string>,
): AsyncGenerator<TarEntry> {
  const progress = progressOf(making, index);
  for (const file of index.missing()) {
    const found = await making.store.read(file.area, file.key);
    if (!found || found.bytes !== file.bytes) {
      found?.stream.destroy();
      missing.add(fileName(file));
      continue;
    }
    const hash = createHash('sha256');
    try {
      yield { name: `files/${fileName(file)}`, bytes: file.bytes, body: withHash(found.stream, hash) };
    } finally {
      found.stream.destroy();
    }
    index.keep({ ...file, sha256: hash.digest('hex'), stored: file.bytes }, true);
    progress(file.bytes);
  }
}

// Backup into a target, with the files beside the archive

async function onShelf(
  making: MakeBackupOptions,
  shelf: BackupTarget,
  index: FileIndex,
): Promise<BackupSummary> {
  const notes: string[] = [];
  const folder = await startFrom(making, shelf, index, notes);
  // No files are part of this archive: its upload must not stay open while they are copied.
  const settling = copyUntilSettled(making, index, (missing) =>
    copyFiles(making, shelf, index, { folder, missing }),
  );
  const { value: settled, done } = await settling.next();
  if (!done) throw new Error('An archive whose files are stored beside it must contain none');
  let written: Written | undefined;
  const tell = (summary: Written) => {
    written = summary;
  };
  let name: string;
  try {
    name = await freeName(shelf, settled.takenAt, folder.folder);
    await shelf.put(name, sealed(making, archiveOfSettled(making, index, folder, settled, tell)));
  } finally {
    await settled.snapshot.close();
  }
  const backup = `${shelf.name}/${name}`;
  return finish(making, index, written, { backup, place: { shelf, backup: name }, notes });
}

/**
 * Loads into `index` the files that exist already, from the newest readable backup. Encrypted files have a
 * folder for each key: another passphrase starts a new folder, and files of older backups stay.
 */
async function startFrom(
  { passphrase }: MakeBackupOptions,
  shelf: BackupTarget,
  index: FileIndex,
  notes: string[],
) {
  const isSealed = passphrase !== undefined;
  const names = (await listBackups(shelf)).filter(
    (name) => (folderOfBackup(name) !== PLAIN_FOLDER) === isSealed,
  );
  const unreadable = new Set<string>();
  for (const name of names) {
    if (unreadable.has(folderOfBackup(name))) continue;
    let folder = await folderOf(undefined);
    try {
      const body = await shelf.read(name);
      if (!body) continue;
      await readFileList(decryptIfEncrypted(body, passphrase), {
        async filesKey(identity) {
          folder = await folderOf(identity);
        },
        listed: (file) => index.keep(file),
      });
    } catch (error) {
      // A damaged backup has no usable list; an older one may have one.
      if (error instanceof WrongPassphrase) unreadable.add(folderOfBackup(name));
      index.forget();
      continue;
    }
    for await (const { key, bytes } of shelf.list(`${folder.folder}/`)) index.lies(key, bytes);
    for (const file of index.all())
      if (index.lying(storedName(folder, file)) !== file.stored) index.drop(file);
    return folder;
  }
  if (names.length > 0) notes.push('Nenhum backup de antes serve de base: todos os arquivos foram copiados.');
  return folderOf(passphrase === undefined ? undefined : await newIdentity());
}

async function copyFiles(
  making: MakeBackupOptions,
  shelf: BackupTarget,
  index: FileIndex,
  { folder, missing }: { folder: FileFolder; missing: Set<string> },
): Promise<void> {
  const progress = progressOf(making, index);
  await forEachConcurrently(index.missing(), FILES_AT_ONCE, async (file) => {
    const found = await making.store.read(file.area, file.key);
    if (!found || found.bytes !== file.bytes) {
      found?.stream.destroy();
      missing.add(fileName(file));
      return;
    }
    const hash = createHash('sha256');
    let stored = 0;
    const count = { update: (bytes: Uint8Array) => (stored += bytes.length) };
    const plain = withHash(found.stream, hash);
    const body = folder.seal ? folder.seal.seal(plain) : plain;
    await shelf.put(storedName(folder, file), withHash(body, count)).finally(() => found.stream.destroy());
    index.keep({ ...file, sha256: hash.digest('hex'), stored }, true);
    progress(file.bytes);
  });
}

async function freeName(shelf: BackupTarget, takenAt: string, folder: string): Promise<string> {
  const mark = folder.slice(PLAIN_FOLDER.length);
  const names = new Set(await listBackups(shelf));
  for (let at = Date.parse(takenAt); ; at += 1000) {
    const instant = new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
    const name = `vitrine-${instant}${mark}.vitrine`;
    if (!names.has(name)) return name;
  }
}

// Common to both

async function finish(
  making: MakeBackupOptions,
  index: FileIndex,
  written: Written | undefined,
  { backup, place, notes }: { backup: string; place: BackupLocation; notes: string[] },
): Promise<BackupSummary> {
  if (!written) throw new Error('The archive has no manifest');
  const { missing, tables } = written;
  const { findings } = await examine({ ...making, place, only: (area, key) => index.isFresh(area, key) });
  const faults = findings.filter(({ existedAtSource }) => !existedAtSource);
  if (faults.length > 0)
    throw new BackupError(
      [`O backup ${backup} não ficou como devia:`, ...faults.map(({ text }) => `  ${text}`)].join('\n'),
    );
  const removed =
    'shelf' in place && making.keep !== undefined ? await prune(making, place.shelf, making.keep, notes) : [];
  const { count, bytes } = index.total();
  const sums = Object.values(tables);
  return {
    name: backup,
    tables: sums.length,
    rows: sums.reduce((total, { rows }) => total + rows, 0),
    files: count,
    bytes,
    copied: index.fresh(),
    missing: [...missing].sort(),
    removed,
    notes,
  };
}

function progressOf({ onProgress }: MakeBackupOptions, index: FileIndex): (bytes: number) => void {
  const total = index.toCopy().bytes;
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress?.('files', done, total);
  };
}
