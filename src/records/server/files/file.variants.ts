import { buffer } from 'node:stream/consumers';
import type { Job } from '../../../platform/jobs/jobKind.ts';
import { encodeInChild } from './file.images.process.ts';
import type { EncodedImage, WidthsByFormat } from './file.images.ts';
import {
  type FileDeps,
  type FileRow,
  mainName,
  type PictureVariant,
  saveVariants,
  sortVariants,
  storageKey,
  variantName,
  variantOf,
  variantsOf,
} from './file.rows.ts';

/**
 * Encodes the stored picture `file` at further widths. Returns null and calls `warn` if it is missing or
 * unreadable.
 */
export async function encodeStored(
  deps: Pick<FileDeps, 'store'>,
  file: FileRow,
  widths: WidthsByFormat,
  { signal, warn }: { signal: AbortSignal; warn: (details: object) => void },
): Promise<EncodedImage<PictureVariant['type']>[] | null> {
  const stored = await deps.store.read(file.area, storageKey(file.uuid, mainName(file)));
  if (!stored) {
    warn({ file: file.uuid, reason: 'stored file is missing' });
    return null;
  }
  const bytes = await buffer(stored.stream);
  try {
    return await encodeInChild(bytes, widths, signal);
  } catch (error) {
    signal.throwIfAborted();
    warn({ err: error, file: file.uuid });
    return null;
  }
}

/** Stores further variants of `file`, saves them with `values` and finishes the job. */
export async function storeVariants(
  deps: Pick<FileDeps, 'store' | 'write'>,
  job: Pick<Job, 'finish'>,
  file: FileRow,
  encoded: EncodedImage<PictureVariant['type']>[],
  values: Partial<Pick<FileRow, 'avif' | 'sized_with'>>,
): Promise<void> {
  const parts = encoded.map((item) => ({ ...item, key: storageKey(file.uuid, variantName(item)) }));
  await Promise.all(parts.map(({ key, data, type }) => deps.store.put(file.area, key, data, type)));
  const variants = sortVariants([...variantsOf(file), ...encoded.map(variantOf)]);
  // Another process that took over this job writes the same bytes to the same keys, so they stay if the lease
  // is lost (`saveVariants` throws).
  const isSaved = await saveVariants(deps, job, file, { ...values, variants: JSON.stringify(variants) });
  if (!isSaved) await Promise.all(parts.map(({ key }) => deps.store.remove(file.area, key)));
}
