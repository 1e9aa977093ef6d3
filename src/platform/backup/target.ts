import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Failure } from '../../shared/failure.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { S3_ADDRESS } from '../config/settingFormats.ts';
import { createFolder } from '../files/disk.ts';
import type { S3Settings } from '../files/s3.ts';
import { isFileKey, type StoredFileInfo } from '../files/store.ts';
import { BackupError } from './errors.ts';
import type { Bytes } from './tar.ts';

/** Backup target, where backups and their files are stored: a folder, or a path in a bucket. */
export interface BackupTarget {
  /** Address as the operator configured it. */
  name: string;
  /** Stores all of `body` or nothing; durable once it resolves. */
  put(key: string, body: Bytes): Promise<void>;
  read(key: string): Promise<Bytes | null>;
  list(under: string): AsyncIterable<StoredFileInfo>;
  remove(key: string): Promise<void>;
}

/** Location of one backup, or of a backup target (`backup` is null for the newest). */
export type BackupLocation = { shelf: BackupTarget; backup: string | null } | { file: string };

export const BACKUP_EXTENSION = '.vitrine';
const BACKUP = /^vitrine-\d{8}T\d{6}Z(-[\da-f]{8})?\.vitrine$/;

export const isBackupName = (name: string) => BACKUP.test(name);

/** Parses an address: `s3://bucket/path`, a folder, a file, or one backup in a folder or path. */
export async function parseBackupLocation(address: string, config: Config): Promise<BackupLocation> {
  const at = Math.max(address.lastIndexOf('/'), address.lastIndexOf('\\'));
  const [folder, name] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  const backup = isBackupName(name) ? name : null;
  const target = backup ? folder || (at === 0 ? '/' : '.') : address;
  if (address.includes('://')) return { shelf: await bucketShelf(target, config), backup };
  if (!backup && address.endsWith(BACKUP_EXTENSION)) return { file: resolve(address) };
  return { shelf: folderShelf(resolve(target)), backup };
}

function folderShelf(path: string): BackupTarget {
  const folder = createFolder(path, join(path, 'unfinished'));
  return {
    name: path,
    async put(key, body) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await folder.put(key, Readable.from(body, { objectMode: false }));
    },
    read: async (key) => (await folder.read(key))?.stream ?? null,
    list: (under) => folder.list(under),
    remove: (key) => folder.remove(key),
  };
}

async function bucketShelf(address: string, config: Config): Promise<BackupTarget> {
  const [, bucket = '', path = ''] = S3_ADDRESS.exec(address) ?? [];
  const folder = path.replace(/\/+$/, '');
  if (!bucket || (folder && !isFileKey(folder)))
    throw new ConfigError(`${address} não é um endereço como s3://bucket/caminho.`);
  const prefix = folder && `${folder}/`;
  const { createS3Store, BACKGROUND_TIMEOUTS } = await import('../files/s3.ts');
  const settings = { ...backupS3Settings(config), buckets: { public: bucket, private: bucket } };
  const store = createS3Store(settings, { patience: BACKGROUND_TIMEOUTS });
  const withMessage = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      const { name = '', message = '' } = (error.cause ?? {}) as Error;
      throw new BackupError(`Não deu para usar ${address} (${name}: ${message}).`, { cause: error });
    });
  return {
    name: address,
    put: (key, body) =>
      withMessage(
        store.put(
          'private',
          prefix + key,
          Readable.from(body, { objectMode: false }),
          'application/octet-stream',
        ),
      ),
    read: async (key) => (await withMessage(store.read('private', prefix + key)))?.stream ?? null,
    async *list(under) {
      const all = store.list('private', prefix + under)[Symbol.asyncIterator]();
      for (let next = await withMessage(all.next()); !next.done; next = await withMessage(all.next()))
        yield { ...next.value, key: next.value.key.slice(prefix.length) };
    },
    remove: (key) => withMessage(store.remove('private', prefix + key)),
  };
}

/** Returns the settings of the backup store: `BACKUP_S3_…`, or else those of the site's own store. */
export function backupS3Settings(config: Config): Omit<S3Settings, 'buckets'> {
  const endpoint = config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT;
  const accessKeyId = config.BACKUP_S3_ACCESS_KEY_ID ?? config.S3_ACCESS_KEY_ID;
  const secretAccessKey = config.BACKUP_S3_SECRET_ACCESS_KEY ?? config.S3_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey)
    throw new BackupError(
      'Falta a chave do armazenamento S3: dê BACKUP_S3_ACCESS_KEY_ID e BACKUP_S3_SECRET_ACCESS_KEY (e BACKUP_S3_ENDPOINT, se não é da Amazon).',
    );
  return {
    endpoint,
    region: config.BACKUP_S3_REGION ?? config.S3_REGION,
    accessKeyId,
    secretAccessKey,
    pathStyle: config.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
  };
}

/** Returns the names of the backups in a target, newest first. */
export async function listBackups(shelf: BackupTarget): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of shelf.list('vitrine-')) if (isBackupName(key)) names.push(key);
  return names.sort().reverse();
}
