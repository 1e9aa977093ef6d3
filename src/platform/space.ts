import { randomBytes } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { NO_ROOM, ROOM_AFTER } from './http/failures.ts';

/** A file that somebody sends, a record with which nothing is sent, or what makes room itself. */
type Purpose = 'file' | 'record' | 'erasure';

/** `low`: no more files. `full`: no more records either, and nobody signs in. */
export type Fullness = 'ok' | 'low' | 'full';

/** What is left on the disk under `DATA_DIR`, and what it is for. */
export interface Space {
  /** Throws the failure that says so where there is no room for it. `bytes` are those that are about to be written. */
  need(purpose: Purpose, bytes?: number): Promise<void>;
  fullness(): Promise<Fullness>;
  /** Bytes that this process may still write. */
  free(): Promise<number>;
}

const MB = 1024 * 1024;
/** Of the reserve, what is left to records. */
const FOR_RECORDS = 4;
/** Taken in advance: on a disk that somebody else has filled, what is erased has to be written down too. */
const BALLAST_BYTES = 16 * MB;
const MEASURED_FOR_MS = 1000;
/** So much more than a bound is free before the disk counts as having room again. */
const ROOM_TO_SPARE = 1.1;
const LEVELS: Fullness[] = ['ok', 'low', 'full'];

const NO_FILES =
  'O servidor está quase sem espaço e não recebe arquivos agora. O que você preencheu continua aqui; tente mais tarde.';

/** What is left of the reserve goes to records last, and to erasure always. */
export function createSpace({
  directory,
  reserve,
  holdsDatabase,
  changed = () => {},
  freeNow = freeIn,
}: {
  directory: string;
  reserve: number;
  /** Otherwise there is always room for records here, wherever they go. */
  holdsDatabase: boolean;
  /** Called once when the disk becomes low or full, and once when it has room again. */
  changed?: (fullness: Fullness, free: number) => void;
  freeNow?: (directory: string) => Promise<number>;
}): Space {
  const ballast = join(directory, 'reserve');
  let measured: { at: number; free: Promise<number> } | undefined;

  const free = () => {
    const at = performance.now();
    if (!measured || at - measured.at > MEASURED_FOR_MS)
      measured = { at, free: freeNow(directory).then(notice) };
    return measured.free;
  };
  let told: Fullness = 'ok';
  const notice = (bytes: number) => {
    const rank = (fullness: Fullness) => LEVELS.indexOf(fullness);
    const found = judge(bytes);
    // A disk that is just at a bound must not fill the log.
    const settled = judge(bytes / ROOM_TO_SPARE);
    const next = rank(found) > rank(told) ? found : rank(settled) < rank(told) ? settled : told;
    if (next !== told) {
      told = next;
      changed(next, bytes);
    }
    return bytes;
  };
  const judge = (bytes: number): Fullness => {
    if (holdsDatabase && bytes < reserve / FOR_RECORDS) return 'full';
    return bytes < reserve ? 'low' : 'ok';
  };

  const keepBallast = async () => {
    const found = await stat(ballast).catch(() => null);
    if (found?.size === BALLAST_BYTES || (await free()) < reserve + BALLAST_BYTES) return;
    // What says nothing new takes no room on a disk that compresses.
    await writeFile(ballast, randomBytes(BALLAST_BYTES)).catch(() => rm(ballast, { force: true }));
  };

  return {
    free,
    async fullness() {
      if (holdsDatabase) await keepBallast();
      return judge(await free());
    },
    async need(purpose, bytes = 0) {
      const left = (await free()) - bytes;
      if (purpose === 'erasure') {
        if (left >= BALLAST_BYTES) return;
        await rm(ballast, { force: true });
        measured = undefined;
        return;
      }
      const fullness = judge(left);
      if (fullness === 'full' || (fullness === 'low' && purpose === 'file'))
        throw new Failure('unavailable', fullness === 'full' ? NO_ROOM : NO_FILES, {
          retryAfter: ROOM_AFTER,
        });
    },
  };
}

/** Unlimited where the system cannot tell. */
async function freeIn(directory: string): Promise<number> {
  const found = await statfs(directory).catch(() => null);
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY;
}
