import type { Config } from '../config.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

/** The SDK of object stores takes memory and time to load: only who has one pays for it. */
export async function openStore(
  { s3, DATA_DIR }: Pick<Config, 's3' | 'DATA_DIR'>,
  { isUnhurried = false, prefix = '' } = {},
): Promise<FileStore> {
  if (!s3) return createDiskStore(DATA_DIR, prefix);
  const { createS3Store, UNHURRIED } = await import('./s3.ts');
  return createS3Store(s3, isUnhurried ? { patience: UNHURRIED } : {});
}
