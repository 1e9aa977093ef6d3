import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { forEachConcurrently } from '../../shared/async.ts';
import { type ArchiveReader, type Manifest, readArchive } from './archive.ts';
import {
  combineWatchers,
  type FileReferences,
  filesWatcher,
  migrationWatcher,
  TableChecksums,
} from './dump.ts';
import { BackupError, DamagedBackupError } from './errors.ts';
import { type BackedUpFile, createFileIndex, FILES_AT_ONCE, type FileIndex, fileName } from './fileIndex.ts';
import { type FileFolder, folderOf, storedName } from './folder.ts';
import { decryptIfEncrypted } from './seal.ts';
import type { Bytes } from './tar.ts';
import { type BackupLocation, type BackupTarget, listBackups } from './target.ts';

/** Receives progress: `done` of `total`, both 0 if unknown. */
export type ProgressListener = (
  step: 'database' | 'files' | 'check' | 'old',
  done: number,
  total: number,
) => void;

export interface Finding {
  text: string;
  /** True if the problem existed when the backup was made; it is not a fault of the backup. */
  existedAtSource: boolean;
}

export interface ExamineOptions {
  place: BackupLocation;
  passphrase?: string | undefined;
  files: FileReferences;
  /** Selects the files beside the archive whose content is read; all if absent. */
  only?: (area: string, key: string) => boolean;
  onProgress?: ProgressListener;
}

export interface ExamineResult {
  /** Address of the backup. */
  name: string;
  findings: Finding[];
  /** Null if the archive could not be read. */
  manifest: Manifest | null;
  secretKey: Buffer | null;
}

/** Verifies a backup against its checksums and its list of files, and returns all differences. */
export async function examine(examining: ExamineOptions): Promise<ExamineResult> {
  const index = createFileIndex();
  try {
    return await examineInto(index, examining);
  } finally {
    index.close();
  }
}

/** Verifies a backup as `examine` does, and leaves its list of files in `index`. */
export async function examineInto(
  index: FileIndex,
  { place, passphrase, files, only, onProgress }: ExamineOptions,
): Promise<ExamineResult & { identity: string | undefined }> {
  const { name, open } = await backupSource(place);
  const findings: Finding[] = [];
  const report = (text: string, existedAtSource = false) => void findings.push({ text, existedAtSource });
  const sums = new TableChecksums();
  const migrations: string[] = [];
  let identity: string | undefined;
  let secretKey: Buffer | null = null;
  const reader: ArchiveReader = {
    async file({ area, key, bytes, body }) {
      const hash = createHash('sha256');
      for await (const chunk of body) hash.update(chunk);
      index.keep({ area, key, type: '', bytes, sha256: hash.digest('hex'), stored: bytes }, true);
    },
    filesKey(identityText) {
      identity = identityText;
    },
    secretKey(key) {
      secretKey = key;
    },
    listed(file) {
      const read = index.kept(file.area, file.key);
      if (read && (read.bytes !== file.bytes || read.sha256 !== file.sha256))
        report(`${fileName(file)}: o conteúdo mudou`);
      index.keep(file, read !== undefined);
    },
    rows: combineWatchers(sums, filesWatcher(files, index.want), migrationWatcher(migrations)),
  };
  let manifest: Manifest;
  try {
    manifest = await readArchive(decryptIfEncrypted(await open(), passphrase), reader);
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    report(`${name}: está danificado ou incompleto`);
    return { name, findings, manifest: null, secretKey: null, identity: undefined };
  }
  const tables = sums.tables();
  for (const [table, expected] of Object.entries(manifest.tables))
    if (tables[table]?.rows !== expected.rows || tables[table]?.sha256 !== expected.sha256)
      report(`tabela ${table}: as linhas não são as que o backup anuncia`);
  const atSource = new Set(manifest.files.missing);
  for (const { area, key } of index.missing()) {
    const isKnown = atSource.has(`${area}/${key}`);
    report(
      `${area}/${key}: ${isKnown ? 'já faltava quando o backup foi feito' : 'o backup não o tem'}`,
      isKnown,
    );
  }
  if ('shelf' in place && manifest.files.folder !== null)
    await examineBeside(place.shelf, index, await folderOf(identity), { find: report, only, onProgress });
  else
    for (const { area, key, fresh } of index.list())
      if (!fresh) report(`${area}/${key}: está na lista, e não no backup`);
  return { name, findings, manifest, secretKey, identity };
}

type BesideOptions = Pick<ExamineOptions, 'only' | 'onProgress'> & { find: (text: string) => void };

async function examineBeside(
  shelf: BackupTarget,
  index: FileIndex,
  folder: FileFolder,
  { find: report, only = () => true, onProgress }: BesideOptions,
): Promise<void> {
  for await (const { key, bytes } of shelf.list(`${folder.folder}/`)) index.lies(key, bytes);
  const { count } = index.total();
  let done = 0;
  await forEachConcurrently(index.list(), FILES_AT_ONCE, async (file) => {
    done += 1;
    onProgress?.('check', done, count);
    const storedSize = index.lying(storedName(folder, file));
    const name = fileName(file);
    if (storedSize === undefined) report(`${name}: falta`);
    else if (storedSize !== file.stored) report(`${name}: tem outro tamanho`);
    else if (only(file.area, file.key) && !(await isAsWritten(shelf, folder, file)))
      report(`${name}: o conteúdo mudou`);
  });
}

async function isAsWritten(shelf: BackupTarget, folder: FileFolder, file: BackedUpFile): Promise<boolean> {
  const body = await shelf.read(storedName(folder, file));
  if (!body) return false;
  const hash = createHash('sha256');
  try {
    for await (const chunk of folder.seal ? folder.seal.open(body) : body) hash.update(chunk);
  } catch (error) {
    if (error instanceof DamagedBackupError || error instanceof BackupError) return false;
    throw error;
  }
  return hash.digest('hex') === file.sha256;
}

/** Returns the backup at `place`: the newest, if there are several. */
export async function backupSource(
  place: BackupLocation,
): Promise<{ name: string; open: () => Promise<Bytes> }> {
  if ('file' in place) {
    const { file } = place;
    await stat(file).catch(() => {
      throw new BackupError(`Não há ${file}.`);
    });
    return { name: file, open: async () => createReadStream(file) };
  }
  const { shelf } = place;
  const backup = place.backup ?? (await listBackups(shelf))[0];
  if (!backup) throw new BackupError(`Não há backups em ${shelf.name}.`);
  return {
    name: `${shelf.name}/${backup}`,
    async open() {
      const body = await shelf.read(backup);
      if (!body) throw new BackupError(`Não há ${backup} em ${shelf.name}.`);
      return body;
    },
  };
}
