import { isoAt, ZONE } from '../../platform/clock.ts';
import { forgetRecord, forgetVersions } from '../../platform/database/history.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type FileDeps, removeFiles } from './file.rows.ts';

/** A deleted record may come back for this long. */
export const BIN_DAYS = 30;
/** What a record was is kept for this long, */
export const VERSION_MONTHS = 12;
/** and at least so many of its versions. */
export const FEWEST_VERSIONS = 20;

const AT_ONCE = 200;

/**
 * Removes what nobody can bring back any more, with the files that go with it: records that have been in the bin
 * for long enough, and versions that are old and many. One that cannot go now is left to the next time.
 */
export async function purgeHistory(deps: FileDeps, signal?: AbortSignal): Promise<number> {
  return (await emptyBin(deps, signal)) + (await dropFormer(deps, signal));
}

async function emptyBin(deps: FileDeps, signal: AbortSignal | undefined): Promise<number> {
  const now = Temporal.Instant.fromEpochMilliseconds(deps.clock.now());
  const before = isoAt(now.subtract({ hours: BIN_DAYS * 24 }).epochMilliseconds);
  // Whatever another record stands on was deleted after it.
  const due = await deps.db
    .selectFrom('record_versions')
    .select(['id', 'entity', 'uuid'])
    .where('state', '=', 'deleted')
    .where('valid_until', '<', before)
    .orderBy('valid_until')
    .orderBy('id', 'desc')
    .execute();
  let gone = 0;
  for (const { id, entity, uuid } of due) {
    signal?.throwIfAborted();
    try {
      gone += await deps.write(
        null,
        async (work) => {
          const still = await work.trx
            .selectFrom('record_versions')
            .select('id')
            .where('id', '=', id)
            .where('state', '=', 'deleted')
            .executeTakeFirst();
          if (!still) return 0;
          await removeFiles(deps, work, await forgetRecord(work, entity as keyof Tables, uuid));
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

/** A few at a time: whatever else wants the database is not kept waiting. */
async function dropFormer(deps: FileDeps, signal: AbortSignal | undefined): Promise<number> {
  const before = Temporal.Instant.fromEpochMilliseconds(deps.clock.now())
    .toZonedDateTimeISO(ZONE)
    .subtract({ months: VERSION_MONTHS }).epochMilliseconds;
  let gone = 0;
  let last = { valid_until: '', id: 0 };
  for (;;) {
    signal?.throwIfAborted();
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
          .offset(FEWEST_VERSIONS - 1)
          .limit(1)
          .as('oldest_kept'),
      )
      .where('old.state', '=', 'former')
      // What a change that waits is compared with.
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
      .where((eb) =>
        eb.or([
          eb('old.valid_until', '>', valid_until),
          eb.and([eb('old.valid_until', '=', valid_until), eb('old.id', '>', id)]),
        ]),
      )
      .orderBy('old.valid_until')
      .orderBy('old.id')
      .limit(AT_ONCE)
      .execute();
    const end = old.at(-1);
    if (!end) return gone;
    last = { valid_until: end.valid_until ?? '', id: end.id };
    const many = old
      .filter((one) => one.oldest_kept !== null && one.id < one.oldest_kept)
      .map((one) => one.id);
    if (many.length === 0) continue;
    await deps.write(null, async (work) => removeFiles(deps, work, await forgetVersions(work, many)), {
      content: false,
    });
    gone += many.length;
  }
}
