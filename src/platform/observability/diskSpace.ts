import { randomBytes } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../shared/failure.ts';
import { DISK_FULL_MESSAGE, DISK_FULL_RETRY_SECONDS } from '../http/failures.ts';

/** Purpose of a write: an uploaded file, a record without a file, or an erasure, which frees space. */
type Purpose = 'file' | 'record' | 'erasure';

/** Level of the disk. `low`: files are refused. `full`: records and sign-ins are refused too. */
export type DiskLevel = 'ok' | 'low' | 'full';

/** Free space on the disk of `DATA_DIR`. */
export interface DiskSpace {
  /** Throws a 503 `Failure` if there is no space for `purpose`. `bytes` is the size of the next write. */
  ensure(purpose: Purpose, bytes?: number): Promise<void>;
  level(): Promise<DiskLevel>;
  /** Returns the bytes that this process may still write. */
  free(): Promise<number>;
}

const MB = 1024 * 1024;
/** Divisor: records are accepted down to a quarter of the reserve. */
const FOR_RECORDS = 4;
/**
 * Size of a file written in advance and deleted when needed: an erasure must be recorded even on a full disk.
 */
const BALLAST_BYTES = 16 * MB;
const MEASURED_FOR_MS = 1000;
/** Factor above a threshold that must be free before the disk counts as recovered (hysteresis). */
const ROOM_TO_SPARE = 1.1;
const LEVELS: DiskLevel[] = ['ok', 'low', 'full'];

const NO_FILES =
  'O servidor está quase sem espaço e não recebe arquivos agora. O que você preencheu continua aqui; tente mais tarde.';

/**
 * Creates the check of free disk space. The last part of the reserve is for records, and erasures are always
 * allowed.
 */
export function createDiskSpace({
  directory,
  reserve,
  holdsDatabase,
  changed = () => {},
  freeNow = freeIn,
}: {
  directory: string;
  reserve: number;
  /** False if records are stored elsewhere: this disk then never refuses them. */
  holdsDatabase: boolean;
  /** Called once when the disk becomes low or full, and once when it recovers. */
  changed?: (fullness: DiskLevel, free: number) => void;
  freeNow?: (directory: string) => Promise<number>;
}): DiskSpace {
  const ballast = join(directory, 'reserve');
  let measured: { at: number; free: Promise<number> } | undefined;

  const free = () => {
    const at = performance.now();
    if (!measured || at - measured.at > MEASURED_FOR_MS)
      measured = { at, free: freeNow(directory).then(report) };
    return measured.free;
  };
  let reported: DiskLevel = 'ok';
  const report = (bytes: number) => {
    const rank = (fullness: DiskLevel) => LEVELS.indexOf(fullness);
    const level = judge(bytes);
    // Hysteresis: a disk near a threshold must not flood the log.
    const withMargin = judge(bytes / ROOM_TO_SPARE);
    const next =
      rank(level) > rank(reported) ? level : rank(withMargin) < rank(reported) ? withMargin : reported;
    if (next !== reported) {
      reported = next;
      changed(next, bytes);
    }
    return bytes;
  };
  const judge = (bytes: number): DiskLevel => {
    if (holdsDatabase && bytes < reserve / FOR_RECORDS) return 'full';
    return bytes < reserve ? 'low' : 'ok';
  };

  const keepBallast = async () => {
    const found = await stat(ballast).catch(() => null);
    if (found?.size === BALLAST_BYTES || (await free()) < reserve + BALLAST_BYTES) return;
    // Random bytes, because a compressing file system would not reserve space for zeros.
    await writeFile(ballast, randomBytes(BALLAST_BYTES)).catch(() => rm(ballast, { force: true }));
  };

  return {
    free,
    async level() {
      if (holdsDatabase) await keepBallast();
      return judge(await free());
    },
    async ensure(purpose, bytes = 0) {
      const left = (await free()) - bytes;
      if (purpose === 'erasure') {
        if (left >= BALLAST_BYTES) return;
        await rm(ballast, { force: true });
        measured = undefined;
        return;
      }
      const fullness = judge(left);
      if (fullness === 'full' || (fullness === 'low' && purpose === 'file'))
        throw new Failure('unavailable', fullness === 'full' ? DISK_FULL_MESSAGE : NO_FILES, {
          retryAfter: DISK_FULL_RETRY_SECONDS,
        });
    },
  };
}

/** Returns the free bytes; infinite where the system cannot tell. */
async function freeIn(directory: string): Promise<number> {
  const found = await statfs(directory).catch(() => null);
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY;
}
