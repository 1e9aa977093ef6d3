import { createHmac } from 'node:crypto';
import type { Generated } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTransaction } from '../database/database.ts';
import { createSealer, deriveKey, secretHash } from '../security/secrets.ts';
import { DamagedBackupError } from './errors.ts';
import { type Bytes, singleChunk } from './tar.ts';
import type { BackupTarget } from './target.ts';

// Older backups still contain erased people. Each erasure is therefore stored as a keyed hash (mark) of the
// e-mail address, also beside the backups, and is repeated after a restore. Without the key a mark reveals
// nothing.

declare module '../database/tables.ts' {
  interface Tables {
    erasures: ErasureTable;
  }
}

interface ErasureTable {
  id: Generated<number>;
  at: string;
  mark: string;
  /** 1 if the erasure must be repeated, because a restored backup is older. */
  due: Generated<number>;
}

export interface Erasure {
  at: string;
  mark: string;
}

export interface ErasureMarker {
  /** Prefix of all marks made with this key. */
  prefix: string;
  /** Returns the mark of a normalized address. */
  markOf(address: string): string;
}

function markerOf(key: Buffer): ErasureMarker {
  const prefix = `${secretHash(key.toString('base64')).slice(0, 8)}.`;
  return {
    prefix,
    markOf: (address) => prefix + createHmac('sha256', key).update(address).digest('base64url'),
  };
}

const sealerOf = (key: Buffer) => createSealer(key, 'erasures sealed');

/**
 * Returns the key of the marks. It is derived from the installation's first key and, when that is rotated,
 * stored encrypted with the new one: marks in backups of any age stay readable. A lost key makes them
 * unreadable.
 */
async function keyOfMarks(db: DbOrTransaction, own: Buffer): Promise<Buffer> {
  const { erasure_key } = await db
    .selectFrom('installation')
    .select('erasure_key')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  if (erasure_key === null) return deriveKey(own, 'erasures');
  return Buffer.from(sealerOf(own).open(erasure_key), 'base64');
}

export const createErasureMarker = async (db: Db, own: Buffer): Promise<ErasureMarker> =>
  markerOf(await keyOfMarks(db, own));

/**
 * Encrypts the key of the marks with the installation's new key. If the former key is lost, new marks get a
 * new key.
 */
export async function rewrapErasureKey(
  trx: DbOrTransaction,
  former: Buffer | null,
  own: Buffer,
): Promise<void> {
  const erasure_key = former && sealerOf(own).seal((await keyOfMarks(trx, former)).toString('base64'));
  await trx.updateTable('installation').set({ erasure_key }).where('id', '=', 1).execute();
}

// List in the backup target

/** Distinct from the names of backups and of shared files. */
const LIST = 'erasures.json';

const list = z.object({
  format: z.literal(1),
  erasures: z.array(z.object({ at: z.iso.datetime(), mark: z.string().max(200) })),
});

const nameOf = ({ at, mark }: Erasure) => `${at} ${mark}`;

/** Returns the list stored with the backups, or null if there is none. Throws `DamagedBackupError`. */
export async function readErasures(shelf: BackupTarget): Promise<Erasure[] | null> {
  const body = await shelf.read(LIST);
  if (!body) return null;
  try {
    return list.parse(JSON.parse(await textOf(body))).erasures;
  } catch (error) {
    throw new DamagedBackupError(
      `${shelf.name}/${LIST} está danificado: não dá para saber quem já foi apagado.`,
      {
        cause: error,
      },
    );
  }
}

async function textOf(body: Bytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Merges `known` into the stored list. Nothing is removed: an installation restored from a file may know
 * fewer erasures.
 */
export async function mergeErasures(shelf: BackupTarget, known: readonly Erasure[]): Promise<void> {
  const existing = await readErasures(shelf).catch((error: unknown) => {
    // The database's erasures are better than an unreadable list.
    if (error instanceof DamagedBackupError) return null;
    throw error;
  });
  const all = new Map([...(existing ?? []), ...known].map((erasure) => [nameOf(erasure), erasure]));
  if (existing && all.size === existing.length) return;
  const erasures = [...all.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  await shelf.put(LIST, singleChunk(Buffer.from(JSON.stringify({ format: 1, erasures }))));
}

export const allErasures = (db: Db): Promise<Erasure[]> =>
  db.selectFrom('erasures').select(['at', 'mark']).orderBy('id').execute();

/** Margin in ms: an erasure may begin before the rows of a backup are read and end after. */
const SLACK_MS = 3600_000;

/**
 * Records the erasures that were made after a backup, to be repeated. Returns their number, and the number of
 * those whose marks belong to an unknown key.
 */
export async function scheduleRepeatedErasures(
  db: Db,
  marker: ErasureMarker | null,
  taken_at: string,
  known: readonly Erasure[],
): Promise<{ again: number; unreadable: number }> {
  const recorded = new Set((await allErasures(db)).map(nameOf));
  const since = new Date(Date.parse(taken_at) - SLACK_MS).toISOString();
  const later = known.filter((erasure) => erasure.at > since && !recorded.has(nameOf(erasure)));
  for (let first = 0; first < later.length; first += 100)
    await db
      .insertInto('erasures')
      .values(later.slice(first, first + 100).map(({ at, mark }) => ({ at, mark, due: 1 })))
      .execute();
  const unreadable = later.filter(({ mark }) => !marker || !mark.startsWith(marker.prefix)).length;
  return { again: later.length - unreadable, unreadable };
}
