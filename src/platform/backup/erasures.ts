import { createHmac } from 'node:crypto';
import type { Generated } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTransaction } from '../database/database.ts';
import { createSealer, derivedFrom, secretHash } from '../secrets.ts';
import { Damaged } from './damage.ts';
import type { Shelf } from './shelf.ts';
import { type Bytes, one } from './tar.ts';

// Whoever was erased is still in older backups, and comes back with them. So each erasure is kept as a mark of the
// address, which says nothing of it without a key, and lies beside the backups too: what is restored is told of it.

declare module '../database/tables.ts' {
  interface Tables {
    erasures: ErasureTable;
  }
}

interface ErasureTable {
  id: Generated<number>;
  at: string;
  mark: string;
  /** 1 where a restored backup is older than that: it is to be done again. */
  due: Generated<number>;
}

export interface Erasure {
  at: string;
  mark: string;
}

export interface Marker {
  /** Starts every mark that this key made. */
  prefix: string;
  /** Of an address as it is compared. */
  markOf(address: string): string;
}

function markerOf(key: Buffer): Marker {
  const prefix = `${secretHash(key.toString('base64')).slice(0, 8)}.`;
  return {
    prefix,
    markOf: (address) => prefix + createHmac('sha256', key).update(address).digest('base64url'),
  };
}

const sealerOf = (key: Buffer) => createSealer(key, 'erasures sealed');

/**
 * What marks are made with follows from the installation's first key and is carried over, sealed, when that changes:
 * any backup of any time leads to it, and its marks stay readable. A key that is lost takes it along.
 */
async function keyOfMarks(db: DbOrTransaction, own: Buffer): Promise<Buffer> {
  const { erasure_key } = await db
    .selectFrom('installation')
    .select('erasure_key')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  if (erasure_key === null) return derivedFrom(own, 'erasures');
  return Buffer.from(sealerOf(own).open(erasure_key), 'base64');
}

export const createMarker = async (db: Db, own: Buffer): Promise<Marker> =>
  markerOf(await keyOfMarks(db, own));

/** Gives the marks' key to the installation's new one; with the former lost, marks begin anew. */
export async function carryMarks(trx: DbOrTransaction, former: Buffer | null, own: Buffer): Promise<void> {
  const erasure_key = former && sealerOf(own).seal((await keyOfMarks(trx, former)).toString('base64'));
  await trx.updateTable('installation').set({ erasure_key }).where('id', '=', 1).execute();
}

// Beside the backups

/** No backup's name, nor a file's that backups share. */
const LIST = 'erasures.json';

const list = z.object({
  format: z.literal(1),
  erasures: z.array(z.object({ at: z.iso.datetime(), mark: z.string().max(200) })),
});

const nameOf = ({ at, mark }: Erasure) => `${at} ${mark}`;

/** Null where there is none. Throws `Damaged`, in words. */
export async function erasuresOn(shelf: Shelf): Promise<Erasure[] | null> {
  const body = await shelf.read(LIST);
  if (!body) return null;
  try {
    return list.parse(JSON.parse(await textOf(body))).erasures;
  } catch (error) {
    throw new Damaged(`${shelf.name}/${LIST} está danificado: não dá para saber quem já foi apagado.`, {
      cause: error,
    });
  }
}

async function textOf(body: Bytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Nothing that lies there is forgotten: an installation that was restored from a file may know less. */
export async function putErasures(shelf: Shelf, known: readonly Erasure[]): Promise<void> {
  const there = await erasuresOn(shelf).catch((error: unknown) => {
    // What the database knows is better than a list that nobody can read.
    if (error instanceof Damaged) return null;
    throw error;
  });
  const all = new Map([...(there ?? []), ...known].map((erasure) => [nameOf(erasure), erasure]));
  if (there && all.size === there.length) return;
  const erasures = [...all.values()].sort((some, other) => (nameOf(some) < nameOf(other) ? -1 : 1));
  await shelf.put(LIST, one(Buffer.from(JSON.stringify({ format: 1, erasures }))));
}

export const allErasures = (db: Db): Promise<Erasure[]> =>
  db.selectFrom('erasures').select(['at', 'mark']).orderBy('id').execute();

/** An erasure may begin before the rows of a backup are read and end after. */
const SLACK_MS = 3600_000;

/**
 * Notes what was erased after a backup was made, to be erased again. Answers how many there are, and how many others
 * were marked with a key that is not here.
 */
export async function noteAgain(
  db: Db,
  marker: Marker | null,
  taken_at: string,
  known: readonly Erasure[],
): Promise<{ again: number; unreadable: number }> {
  const has = new Set((await allErasures(db)).map(nameOf));
  const since = new Date(Date.parse(taken_at) - SLACK_MS).toISOString();
  const later = known.filter((one) => one.at > since && !has.has(nameOf(one)));
  for (let first = 0; first < later.length; first += 100)
    await db
      .insertInto('erasures')
      .values(later.slice(first, first + 100).map(({ at, mark }) => ({ at, mark, due: 1 })))
      .execute();
  const unreadable = later.filter(({ mark }) => !marker || !mark.startsWith(marker.prefix)).length;
  return { again: later.length - unreadable, unreadable };
}
