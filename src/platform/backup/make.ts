import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileStore } from '../files/store.ts';
import { archiveOf, hashing, lineOf, type Manifest, readList } from './archive.ts';
import { BackupError } from './damage.ts';
import { allOf, dump, type FilesOf, filesWatcher, lineParts, migrationWatcher } from './dump.ts';
import { examine, type Tell } from './examine.ts';
import { createFileIndex, type FileIndex, nameOf } from './fileIndex.ts';
import { type FileFolder, folderIn, folderOf, PLAIN, storedName } from './folder.ts';
import { prune } from './prune.ts';
import { newIdentity, opened, passphraseSeal, WrongPassphrase } from './seal.ts';
import { severally } from './several.ts';
import { backupsOn, type Place, type Shelf } from './shelf.ts';
import { type DatabaseSettings, openSnapshot } from './snapshot.ts';
import { createSpool, one, type Spool } from './spool.ts';
import type { Bytes, Packed } from './tar.ts';

export interface Making {
  database: DatabaseSettings;
  store: FileStore;
  files: FilesOf;
  /** Tables that are left out. */
  leaveOut: ReadonlySet<string>;
  /** For what has to be put down for a while. */
  temporary: string;
  place: Place;
  passphrase?: string | undefined;
  /** How many backups stay; all, where nothing is said. */
  keep?: number | undefined;
  secretKey: Buffer | null;
  release: string;
  tell?: Tell;
}

export interface Made {
  /** Where it lies. */
  name: string;
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Of these, those that were not there before. */
  copied: { count: number; bytes: number };
  /** What the database names and its store did not have. */
  missing: string[];
  /** Former backups that went. */
  removed: string[];
  /** What could not be cleared away, in words. */
  notes: string[];
}

/** Files are copied while staff go on; what was erased meanwhile needs another look at the database. */
const MOST_SNAPSHOTS = 5;

/** Makes a backup and reads what it wrote. Throws `BackupError` where that is not what was to be written. */
export async function makeBackup(making: Making): Promise<Made> {
  const index = createFileIndex();
  try {
    return await ('file' in making.place
      ? intoFile(making, making.place.file, index)
      : onShelf(making, making.place.shelf, index));
  } finally {
    index.close();
  }
}

interface Taken {
  spool: Spool;
  takenAt: string;
  engine: Manifest['engine'];
  migrations: string[];
  tables: Manifest['tables'];
}

/** Puts all rows down, as of now, and says in `index` which files they name. */
async function takeSnapshot(making: Making, index: FileIndex): Promise<Taken> {
  making.tell?.('database', 0, 0);
  index.wantNothing();
  const snapshot = await openSnapshot(making.database);
  const takenAt = new Date().toISOString();
  const spool = await createSpool(making.temporary);
  try {
    const migrations: string[] = [];
    let count = 0;
    const tables = await dump(
      snapshot,
      making.leaveOut,
      allOf(filesWatcher(making.files, index.want), migrationWatcher(migrations)),
      (part) => spool.add(`database/${String(++count).padStart(5, '0')}.ndjson.zst`, part),
    );
    return { spool, takenAt, engine: snapshot.engine, migrations, tables };
  } catch (error) {
    await spool.close();
    throw error;
  } finally {
    await snapshot.close();
  }
}

// In one file

class VanishedMeanwhile extends Error {}

async function intoFile(making: Making, path: string, index: FileIndex): Promise<Made> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupError(`${path} já existe. Um backup nunca é escrito por cima de outro.`);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.part`;
  const seal = making.passphrase === undefined ? null : passphraseSeal(making.passphrase);
  let gone: ReadonlySet<string> = new Set();
  for (let tries = 1; ; tries += 1) {
    const taken = await takeSnapshot(making, index);
    const missing = new Set<string>();
    try {
      const parts = async function* () {
        yield* filesOf(making, index, missing);
        if ([...missing].some((name) => !gone.has(name)) && tries < MOST_SNAPSHOTS)
          throw new VanishedMeanwhile();
        yield* partsOf(making, taken, index, null);
      };
      const archive = archiveOf(parts(), (written) =>
        describe(making, taken, index, { folder: null, missing, written }),
      );
      await rm(draft, { force: true });
      await writeDurably(draft, seal ? seal.seal(archive) : archive);
      await rename(draft, path);
      const place = { file: path };
      return await finish(making, taken, index, { backup: path, place, missing, notes: [] });
    } catch (error) {
      await rm(draft, { force: true });
      if (!(error instanceof VanishedMeanwhile)) throw error;
      gone = missing;
      index.forget();
    } finally {
      await taken.spool.close();
    }
  }
}

async function writeDurably(path: string, body: Bytes): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function* filesOf(making: Making, index: FileIndex, missing: Set<string>): AsyncGenerator<Packed> {
  const progress = progressOf(making, index);
  for (const file of index.missing()) {
    const found = await making.store.read(file.area, file.key);
    if (!found || found.bytes !== file.bytes) {
      found?.stream.destroy();
      missing.add(nameOf(file));
      continue;
    }
    const hash = createHash('sha256');
    yield { name: `files/${nameOf(file)}`, bytes: file.bytes, body: hashing(found.stream, hash) };
    index.keep({ ...file, sha256: hash.digest('hex'), stored: file.bytes }, true);
    progress(file.bytes);
  }
}

// On a shelf, with the files beside it

async function onShelf(making: Making, shelf: Shelf, index: FileIndex): Promise<Made> {
  const notes: string[] = [];
  const { folder, identity, seal } = await startFrom(making, shelf, index, notes);
  let gone: ReadonlySet<string> = new Set();
  for (let tries = 1; ; tries += 1) {
    const taken = await takeSnapshot(making, index);
    try {
      const missing = await copyFiles(making, shelf, index, { folder, seal });
      if ([...missing].some((name) => !gone.has(name)) && tries < MOST_SNAPSHOTS) {
        gone = missing;
        continue;
      }
      const archive = archiveOf(partsOf(making, taken, index, identity), (written) =>
        describe(making, taken, index, { folder, missing, written }),
      );
      const name = await freeName(shelf, taken.takenAt, folder);
      await shelf.put(
        name,
        making.passphrase === undefined ? archive : passphraseSeal(making.passphrase).seal(archive),
      );
      const place = { shelf, backup: name };
      const backup = `${shelf.name}/${name}`;
      return await finish(making, taken, index, { backup, place, missing, notes });
    } finally {
      await taken.spool.close();
    }
  }
}

/**
 * Which files lie there already, by the last backup that can be read. Sealed files have a folder for each key: whoever
 * gives another passphrase begins a new one, and what former backups need stays as it is.
 */
async function startFrom({ passphrase }: Making, shelf: Shelf, index: FileIndex, notes: string[]) {
  const isSealed = passphrase !== undefined;
  const names = (await backupsOn(shelf)).filter((name) => (folderIn(name) !== PLAIN) === isSealed);
  const closed = new Set<string>();
  for (const name of names) {
    if (closed.has(folderIn(name))) continue;
    let folder = await folderOf(undefined);
    try {
      const body = await shelf.read(name);
      if (!body) continue;
      await readList(opened(body, passphrase), {
        async filesKey(identity) {
          folder = await folderOf(identity);
        },
        listed: (file) => index.keep(file),
      });
    } catch (error) {
      // One that is damaged says nothing; the one before it may.
      if (error instanceof WrongPassphrase) closed.add(folderIn(name));
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

/** Answers which were not there. */
async function copyFiles(
  making: Making,
  shelf: Shelf,
  index: FileIndex,
  folder: Pick<FileFolder, 'folder' | 'seal'>,
): Promise<Set<string>> {
  const missing = new Set<string>();
  const progress = progressOf(making, index);
  await severally(index.missing(), async (file) => {
    const found = await making.store.read(file.area, file.key);
    if (!found || found.bytes !== file.bytes) {
      found?.stream.destroy();
      missing.add(nameOf(file));
      return;
    }
    const hash = createHash('sha256');
    let stored = 0;
    const count = { update: (bytes: Uint8Array) => (stored += bytes.length) };
    const plain = hashing(found.stream, hash);
    const body = folder.seal ? folder.seal.seal(plain) : plain;
    await shelf.put(storedName(folder, file), hashing(body, count));
    index.keep({ ...file, sha256: hash.digest('hex'), stored }, true);
    progress(file.bytes);
  });
  return missing;
}

async function freeName(shelf: Shelf, takenAt: string, folder: string): Promise<string> {
  const mark = folder.slice(PLAIN.length);
  const names = new Set(await backupsOn(shelf));
  for (let at = Date.parse(takenAt); ; at += 1000) {
    const instant = new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
    const name = `vitrine-${instant}${mark}.vitrine`;
    if (!names.has(name)) return name;
  }
}

// Both

async function* partsOf(
  { secretKey }: Making,
  { spool }: Taken,
  index: FileIndex,
  identity: string | null,
): AsyncGenerator<Packed> {
  const small = (name: string, bytes: Buffer): Packed => ({ name, bytes: bytes.length, body: one(bytes) });
  if (identity) yield small('files.key', Buffer.from(`${identity}\n`));
  if (secretKey) yield small('secret.key', secretKey);
  const ready: Buffer[] = [];
  const lines = lineParts(async (part) => void ready.push(part));
  let count = 0;
  const take = function* () {
    for (let part = ready.shift(); part; part = ready.shift())
      yield small(`list/${String(++count).padStart(5, '0')}.ndjson.zst`, part);
  };
  for (const file of index.list()) {
    await lines.line(lineOf(file));
    yield* take();
  }
  await lines.flush();
  yield* take();
  yield* spool.parts();
}

function describe(
  { release }: Making,
  { takenAt, engine, migrations, tables }: Taken,
  index: FileIndex,
  { folder, missing, written }: { folder: string | null; missing: Set<string>; written: Manifest['parts'] },
): Manifest {
  return {
    format: 1,
    release,
    taken_at: takenAt,
    engine,
    migrations,
    tables,
    files: { folder, ...index.total(), missing: [...missing].sort() },
    parts: written,
  };
}

async function finish(
  making: Making,
  { tables }: Taken,
  index: FileIndex,
  { backup, place, missing, notes }: { backup: string; place: Place; missing: Set<string>; notes: string[] },
): Promise<Made> {
  const { findings } = await examine({ ...making, place, only: (area, key) => index.isFresh(area, key) });
  const others = findings.filter(({ atSource }) => !atSource);
  if (others.length > 0)
    throw new BackupError(
      [`O backup ${backup} não ficou como devia:`, ...others.map(({ text }) => `  ${text}`)].join('\n'),
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

function progressOf({ tell }: Making, index: FileIndex): (bytes: number) => void {
  const total = index.toCopy().bytes;
  let done = 0;
  return (bytes) => {
    done += bytes;
    tell?.('files', done, total);
  };
}
