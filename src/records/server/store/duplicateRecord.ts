import { randomUUID } from 'node:crypto';
import type { Work } from '../../../platform/database/write.ts';
import { type Content, columnsOf, compositionOf, contentOf, type RecordRow } from '../versions/history.ts';
import type { PartRow } from '../versions/mergeChange.ts';
import { writeParts } from '../versions/recordParts.ts';
import { findHead, insertOrdered, insertRecord, type NewValues, type RecordTable } from './records.ts';
import { columnsWithoutDeletedNames } from './references.ts';

/** Copies the record, changed by `copy`, as a draft behind it. */
export async function duplicateRecord(
  work: Work,
  table: RecordTable,
  uuid: string,
  copy: (content: Content) => Content,
): Promise<RecordRow> {
  const { part, derive, ensureConsistent } = compositionOf(table);
  const head = await findHead(work.trx, table, uuid);
  const { data } = await contentOf(work.trx, table, head);
  const copied = columnsOf(table, copy(data));
  const columns: Content = { ...copied, ...(await columnsWithoutDeletedNames(work.trx, table, copied)) };
  const keys = derive?.(columns) ?? {};
  // No record has the id 0.
  await ensureConsistent?.(work, columns, 0);
  const values: NewValues<RecordTable> & { standing: 'draft' } = { ...columns, ...keys, standing: 'draft' };
  const place = 'position' in head ? Number(head.position) + 1 : null;
  const hasStoredNames = { hasStoredNames: true };
  const row = await (place === null
    ? insertRecord(work, table, values, hasStoredNames)
    : insertOrdered(work, table, values, place, hasStoredNames));
  if (part?.columns) {
    const rows = data[part.table] as PartRow[];
    await writeParts(
      work,
      table,
      row.id,
      rows.map((part) => ({ ...part, uuid: randomUUID() })),
    );
  }
  return row;
}
