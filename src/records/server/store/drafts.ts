import { randomUUID } from 'node:crypto';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { ReceivedFile } from '../../../platform/files/receive.ts';
import type { PlanMark, PlannedCall, Publication, SavedRecord } from '../../../platform/publication.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import type { GalleryInput, PictureInput } from '../../../shared/files/image.ts';
import type { Table } from '../versions/history.ts';
import { moveToPosition } from './order.ts';
import {
  ensureCurrent,
  findRecord,
  findSingle,
  insertOrdered,
  insertRecord,
  type NewValues,
  type RecordTable,
  type Row,
  updateRecord,
} from './records.ts';
import { referencesText } from './references.ts';

// A draft is the record that a form would save. It is computed from the input and the stored row without any
// write: a save writes it in its transaction, a preview shows it.

export interface RecordDraft<T extends RecordTable = RecordTable> {
  table: T;
  /** Stored row that the draft changes; null for a new record. */
  before: Row<T> | null;
  values: Partial<NewValues<T>>;
  /** Position among ordered records; `last` for a new record without one, absent if the position stays. */
  position?: number | 'last' | undefined;
  /** Tells staff the effect of the save. */
  message: string;
}

export type AnyDraft = { [T in RecordTable]: RecordDraft<T> }[RecordTable];

/** Pictures that a form uploads or changes. */
export interface FormPictures {
  image: ReceivedFile | undefined;
  /** Source of the picture other than a file, and its crop. */
  wish: PictureInput;
  /** New pictures for a gallery, and the wanted state of the whole gallery. */
  added?: { to: Gallery; pictures: ReceivedFile[]; wish: GalleryInput } | undefined;
  /** Whether a new record may have no picture. */
  isOptional?: boolean;
}

/** The tables of a resource with galleries. */
export interface Gallery {
  /** Table of the records, which have a `name`. */
  record: RecordTable;
  images: Table;
  /** Column of `images` with the id of the record. */
  owner: string;
}

declare module '../../../platform/http/route.ts' {
  interface RouteOptions<E extends Endpoint = Endpoint> {
    /** Computes the draft that the call would save, without writing. Previews show it. */
    draft?: (call: Pick<HandlerInput<E>, 'params' | 'body' | 'files'>) => Promise<FormDraft>;
  }
}

/** A draft of any table, with the files of its form. */
export interface FormDraft {
  draft: AnyDraft;
  pictures?: FormPictures;
  /** File that is stored unchanged, as `file_id`. */
  document?: ReceivedFile;
}

/**
 * Returns the stored record `uuid`, or null for a new one. Throws a 409 if its version is not
 * `expectedVersion` (optimistic lock).
 */
export async function currentRecord<T extends RecordTable>(
  db: DbOrTransaction,
  table: T,
  uuid: string | undefined,
  expectedVersion: number | undefined,
  goneText: string,
): Promise<Row<T> | null> {
  if (uuid === undefined) return null;
  const before = await findRecord(db, table, uuid, goneText);
  await ensureCurrent(db, table, before, expectedVersion);
  return before;
}

/**
 * Returns the record of a single-record table, or null. Throws a 409 if its version is not `expectedVersion`.
 */
export async function currentSingle<T extends RecordTable>(
  db: DbOrTransaction,
  table: T,
  expectedVersion: number | undefined,
): Promise<Row<T> | null> {
  const before = await findSingle(db, table);
  if (before) await ensureCurrent(db, table, before, expectedVersion);
  return before;
}

export async function saveDraft<T extends RecordTable>(
  work: Work,
  { table, before, values, position }: RecordDraft<T>,
): Promise<Row<T>> {
  if (!before && position !== undefined)
    return insertOrdered(work, table, values as NewValues<T>, position === 'last' ? undefined : position);
  if (!before) return insertRecord(work, table, values as NewValues<T>);
  if (typeof position === 'number') await moveToPosition(work.trx, table, before.id, position);
  return updateRecord(work, table, before, values);
}

/** Returns the message of a save for staff: its effect, and the dropped references. */
export const saveMessage = ({ trx }: Work, { message }: Pick<RecordDraft, 'message'>): string =>
  [message, referencesText(trx)].filter(Boolean).join(' ');

/** Saves a record without files. In the transaction, `lock` runs first and `draftOn` then reads again. */
export async function saveRecord<T extends RecordTable>(
  { publication }: { publication: Publication },
  call: PlannedCall,
  draftOn: (db: DbOrTransaction) => Promise<RecordDraft<T>>,
  lock?: (trx: Work['trx']) => Promise<void>,
): Promise<SavedRecord & PlanMark> {
  return publication.savePlanned(call, async (work) => {
    await lock?.(work.trx);
    const draft = await draftOn(work.trx);
    const { uuid, version } = await saveDraft(work, draft);
    return { message: saveMessage(work, draft), uuid, version };
  });
}

/** Returns the row as a published save at `now` would leave it; a new record has no id yet. */
export function draftRow(
  { before, values }: AnyDraft,
  now: string,
): Record<string, unknown> & { id?: number } {
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
