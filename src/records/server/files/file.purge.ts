import { type SqlBool, sql } from 'kysely';
import { driftSafeNow, isoAt } from '../../../platform/clock.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { GiveWay } from '../../../platform/jobs/giveWay.ts';
import { Failure } from '../../../shared/failure.ts';
import { CHAIN_ZONE } from '../../../shared/text/chainZone.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import { eraseRecord } from '../store/eraseRecord.ts';
import { lockOrder, recordsInOrder, writeOrder } from '../store/order.ts';
import type { RecordTable } from '../store/records.ts';
import { unpublishOrphans } from '../store/references.ts';
import { releaseFiles, type UnusedFile } from '../versions/fileUses.ts';
import { compositionOf, deleteVersions, type Table } from '../versions/history.ts';
import { eraseFiles, removeFiles } from './file.removal.ts';
import type { FileDeps } from './file.rows.ts';

/** Records per batch. More at once would keep other requests waiting for too long. */
const BATCH_SIZE = 50;

/**
 * Deletes records whose time in the trash is over, and former versions that are both old and beyond the
 * number to keep, with their files. What cannot be deleted now is left to the next run. Returns the number of
 * deletions.
 */
export async function purgeHistory(deps: FileDeps, giveWay?: GiveWay): Promise<number> {
  return (await purgeTrash(deps, giveWay)) + (await purgeFormerVersions(deps, giveWay));
}

async function purgeTrash(deps: FileDeps, giveWay: GiveWay | undefined): Promise<number> {
  const now = Temporal.Instant.fromEpochMilliseconds(driftSafeNow(deps.clock));
  const before = isoAt(now.subtract({ hours: deps.config.BIN_DAYS * 24 }).epochMilliseconds);
  let gone = 0;
  for await (const { id, entity, uuid } of deletedBefore(deps, before)) {
    await giveWay?.();
    try {
      gone += await deps.write(
        null,
        async (work) => {
          await lockOrder(work.trx, entity as Table);
          const still = await work.trx
            .selectFrom('record_versions')
            .select('id')
            .where('id', '=', id)
            .where('state', '=', 'deleted')
            .executeTakeFirst();
          if (!still) return 0;
          await removeFiles(deps, work, await eraseRecord(work, entity as Table, uuid));
          return 1;
        },
        { content: false },
      );
    } catch (error) {
      deps.log.warn({ err: error, entity, uuid }, 'deleted record not removed');
    }
  }
  return gone;
}

/** Yields deleted records, oldest first: a record was deleted after those that depend on it. */
async function* deletedBefore({ db }: FileDeps, before: string) {
  let last = { valid_until: '', id: 2_147_483_647 };
  for (;;) {
    const due = await db
      .selectFrom('record_versions')
      .select(['id', 'entity', 'uuid', 'valid_until'])
      .where('state', '=', 'deleted')
      .where('valid_until', '<', before)
      .where('valid_until', '>=', last.valid_until)
      .where((eb) => eb.or([eb('valid_until', '>', last.valid_until), eb('id', '<', last.id)]))
      .orderBy('valid_until')
      .orderBy('id', 'desc')
      .limit(BATCH_SIZE)
      .execute();
    yield* due;
    const end = due.at(-1);
    if (!end || due.length < BATCH_SIZE) return;
    last = { valid_until: end.valid_until ?? '', id: end.id };
  }
}

/** Deletes versions in small batches, so that other writers do not wait long. */
async function purgeFormerVersions(deps: FileDeps, giveWay: GiveWay | undefined): Promise<number> {
  const before = Temporal.Instant.fromEpochMilliseconds(driftSafeNow(deps.clock))
    .toZonedDateTimeISO(CHAIN_ZONE)
    .subtract({ months: deps.config.VERSION_MONTHS }).epochMilliseconds;
  let gone = 0;
  let last = { valid_until: '', id: 0 };
  for (;;) {
    await giveWay?.();
    const { valid_until, id } = last;
    const old = await deps.db
      .selectFrom('record_versions as old')
      .select(['old.id', 'old.valid_until'])
      .select((eb) =>
        eb
          .selectFrom('record_versions as newer')
          .select('newer.id')
          .whereRef('newer.entity', '=', 'old.entity')
          .whereRef('newer.uuid', '=', 'old.uuid')
          .orderBy('newer.id', 'desc')
          .offset(deps.config.FEWEST_VERSIONS - 1)
          .limit(1)
          .as('oldest_kept'),
      )
      .where('old.state', '=', 'former')
      // A pending change is compared with this version.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('record_versions as waiting')
              .select('waiting.id')
              .whereRef('waiting.entity', '=', 'old.entity')
              .whereRef('waiting.uuid', '=', 'old.uuid')
              .whereRef('waiting.based_on', '=', 'old.id')
              .where('waiting.state', 'in', ['draft', 'scheduled']),
          ),
        ),
      )
      .where('old.valid_until', '<', isoAt(before))
      // A row value comparison: any other form would make SQLite read the previous batches again each time.
      .where(sql<SqlBool>`(old.valid_until, old.id) > (${valid_until}, ${id})`)
      .orderBy('old.valid_until')
      .orderBy('old.id')
      .limit(BATCH_SIZE)
      .execute();
    const end = old.at(-1);
    if (!end) return gone;
    last = { valid_until: end.valid_until ?? '', id: end.id };
    const surplus = old
      .filter((one) => one.oldest_kept !== null && one.id < one.oldest_kept)
      .map((one) => one.id);
    if (surplus.length === 0) continue;
    await deps.write(null, async (work) => removeFiles(deps, work, await deleteVersions(work, surplus)), {
      content: false,
    });
    gone += surplus.length;
  }
}

const HAS_DEPENDENTS = 'Outros registros, no site ou na lixeira, dependem deste. Apague-os antes.';

/**
 * Erases a record immediately and permanently, deleted or not: its versions, pending changes, files and audit
 * details.
 */
export const eraseRecordAndFiles = (deps: FileDeps, table: RecordTable, uuid: string): Promise<void> =>
  deps.write(null, async (work) => {
    await lockOrder(work.trx, table);
    await eraseInTransaction(deps, work, table, uuid);
  });

/** Does what `eraseRecordAndFiles` does, in the transaction of `work`, which must hold the lock of `lockOrder`. */
export async function eraseInTransaction(
  deps: FileDeps,
  work: Work,
  table: RecordTable,
  uuid: string,
): Promise<void> {
  const { trx } = work;
  const { ensureRemovable, mayBeDeleted } = compositionOf(table);
  const head = await trx
    .selectFrom(table as 'banners')
    .selectAll()
    .select((eb) => eb.case().when(isNotDeleted(table)).then(1).else(0).end().as('shown'))
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  const version = await trx
    .selectFrom('record_versions')
    .select('id')
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!head && !version) throw new Failure('not_found', `Não há nada em ${table} com o código ${uuid}.`);
  if (head?.shown === 1) {
    await ensureRemovable?.(work, head.id);
    await mayBeDeleted?.(work, head.id);
  }
  const files = await deleteRecord(work, table, uuid);
  await unpublishOrphans(work, table, uuid);
  if (head && 'position' in head) await writeOrder(trx, table, await recordsInOrder(trx, table));
  await eraseFiles(deps, work, { entity: table, uuid }, files);
  await trx
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('entity', '=', table)
    .where('entity_uuid', '=', uuid)
    .execute();
  await work.audit({ action: 'erase', entity: table, uuid });
}

/** Deletes the record with its versions and returns the files that are no longer used. */
async function deleteRecord(work: Work, table: RecordTable, uuid: string): Promise<UnusedFile[]> {
  try {
    const released = await eraseRecord(work, table, uuid);
    // A job application uses a file but has no versions.
    const used = await work.trx
      .selectFrom('file_uses')
      .select('file_id')
      .where('entity', '=', table)
      .where('uuid', '=', uuid)
      .execute();
    const own = used.map(({ file_id }) => file_id);
    return own.length > 0 ? [...released, ...(await releaseFiles(work, table, uuid, own))] : released;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === '23503' || message?.includes('FOREIGN KEY'))
      throw new Failure('conflict', HAS_DEPENDENTS, { cause: error });
    throw error;
  }
}
