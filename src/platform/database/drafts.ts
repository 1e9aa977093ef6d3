import { randomUUID } from 'node:crypto';
import type { GalleryWish, PictureWish } from '../../contract/image.ts';
import type { ReceivedFile } from '../files/receive.ts';
import type { DbOrTransaction } from './database.ts';
import type { Table } from './history.ts';
import { moveTo } from './order.ts';
import {
  ensureCurrent,
  findRecord,
  findSingle,
  insertOrdered,
  insertRecord,
  type NewValues,
  type OrderedTable,
  type RecordTable,
  type Row,
  updateRecord,
} from './records.ts';
import { referencesText } from './references.ts';
import type { Actor, Work, Write } from './write.ts';

// A draft is what a form makes of a record. It is computed by reading alone, from the input and the stored row: a save
// writes it in its transaction, a preview shows it.

export interface Draft<T extends RecordTable = RecordTable> {
  table: T;
  /** The stored row that it changes; null of a new record. */
  before: Row<T> | null;
  values: Partial<NewValues<T>>;
  /** Its place among ordered records; `last` of a new one without a place, absent where it stays. */
  position?: number | 'last' | undefined;
  /** Tells staff the effect of the save. */
  message: string;
}

export type AnyDraft = { [T in RecordTable]: Draft<T> }[RecordTable];

/** Pictures that a form brings. */
export interface BroughtPictures {
  image: ReceivedFile | undefined;
  /** Another picture than a file, and how it is cut. */
  wish: PictureWish;
  /** Pictures for a gallery, where there is one, and what is wanted of all in it. */
  added?: { to: Gallery; pictures: ReceivedFile[]; wish: GalleryWish } | undefined;
  /** Whether a new record may do without a picture. */
  isOptional?: boolean;
}

/** The tables of a resource with galleries. */
export interface Gallery {
  /** Its records have a `name`. */
  record: RecordTable;
  images: Table;
  /** The column of `images` that holds the record's id. */
  owner: string;
}

/** A draft of any table, with the files that its form brings. */
export interface FormDraft {
  draft: AnyDraft;
  pictures?: BroughtPictures;
  /** A file that is stored as it is, as `file_id`. */
  document?: ReceivedFile;
}

/** The stored record `uuid` that an editor saw as `seen`; null of a new one. */
export async function currentRecord<T extends RecordTable>(
  db: DbOrTransaction,
  table: T,
  uuid: string | undefined,
  seen: number | undefined,
  gone: string,
): Promise<Row<T> | null> {
  if (uuid === undefined) return null;
  const before = await findRecord(db, table, uuid, gone);
  await ensureCurrent(db, table, before as never, seen);
  return before;
}

/** The same of the one record of a table that holds one at most. */
export async function currentSingle<T extends RecordTable>(
  db: DbOrTransaction,
  table: T,
  seen: number | undefined,
): Promise<Row<T> | null> {
  const before = await findSingle(db, table);
  if (before) await ensureCurrent(db, table, before as never, seen);
  return before;
}

export async function saveDraft<T extends RecordTable>(
  work: Work,
  { table, before, values, position }: Draft<T>,
): Promise<Row<T>> {
  if (!before && position !== undefined)
    return (await insertOrdered(
      work,
      table as OrderedTable,
      values as never,
      position === 'last' ? undefined : position,
    )) as unknown as Row<T>;
  if (!before) return insertRecord(work, table, values as NewValues<T>);
  if (typeof position === 'number')
    await moveTo(work.trx, table as OrderedTable, (before as { id: number }).id, position);
  return updateRecord(work, table, before, values);
}

/** Tells staff the effect of a save, and what it did with references. */
export const messageOf = ({ trx }: Work, { message }: Pick<Draft, 'message'>): string =>
  [message, referencesText(trx)].filter(Boolean).join(' ');

/** Saves a record without files. `lock` comes first in the transaction, in which `draftOn` reads again. */
export async function saveRecord<T extends RecordTable>(
  { write }: { write: Write },
  actor: Actor,
  draftOn: (db: DbOrTransaction) => Promise<Draft<T>>,
  lock?: (trx: Work['trx']) => Promise<void>,
): Promise<{ message: string; uuid: string; version: number }> {
  return write(actor, async (work) => {
    await lock?.(work.trx);
    const draft = await draftOn(work.trx);
    const { uuid, version } = (await saveDraft(work, draft)) as { uuid: string; version: number };
    return { message: messageOf(work, draft), uuid, version };
  });
}

/** The row as a published save at `now` would leave it; a new one has no id yet. */
export function rowOf({ before, values }: AnyDraft, now: string): Record<string, unknown> & { id?: number } {
  const stored = before as Record<string, unknown> | null;
  const start = stored ?? { uuid: randomUUID(), version: 0, created_at: now };
  return {
    ...start,
    ...values,
    standing: null,
    deleted_at: null,
    version: Number(start.version) + 1,
    updated_at: now,
  };
}
