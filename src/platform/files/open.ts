import type { Config } from '../config/config.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

/** Opens the configured file store. The S3 SDK is imported only if needed, because it costs memory and time. */
export async function openStore(
  { s3, DATA_DIR }: Pick<Config, 's3' | 'DATA_DIR'>,
  { isUnhurried = false, prefix = '' } = {},
): Promise<FileStore> {
  if (!s3) return createDiskStore(DATA_DIR, prefix);
  const { createS3Store, BACKGROUND_TIMEOUTS } = await import('./s3.ts');
  return createS3Store(s3, isUnhurried ? { patience: BACKGROUND_TIMEOUTS } : {});
}
