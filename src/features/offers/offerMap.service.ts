import { type SqlBool, sql } from 'kysely';
import { dayAt } from '../../platform/clock.ts';
import { live } from '../../platform/database/live.ts';
import type { Deps } from '../../platform/deps.ts';
import { imageReader } from '../files/file.service.ts';
import { DEPARTMENTS, type Department } from './offer.types.ts';
import { countsOf } from './offerSelection.service.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** By id, so that an offer that comes or goes changes one part and moves nothing from one to another. */
const PART = 2500;
/** Of a part. */
const AT_ONCE = 250;
/** A statement for each would cost more than what it reads. */
const PARTS_AT_ONCE = 20;

interface MapPart {
  part: number;
  count: number;
  changed: string;
}

/** Of what holds or is to come. */
export async function readMap({ db, clock }: Reading) {
  const today = dayAt(clock.now());
  const shown = sql<SqlBool>`${live('offers')} and valid_until >= ${today}`;
  const end = await db
    .selectFrom('offers')
    .select((eb) => eb.fn.max('id').as('id'))
    .where(live('offers'))
    .executeTakeFirst();
  const all = Math.ceil((end?.id ?? 0) / PART);
  const pieces = Array.from({ length: Math.ceil(all / PARTS_AT_ONCE) }, async (_, piece) => {
    const before = piece * PARTS_AT_ONCE;
    const parts = Array.from({ length: Math.min(PARTS_AT_ONCE, all - before) }, (_, at) => before + at + 1);
    const counted = parts.map(
      (part) => sql`
        select cast(${part} as integer) as part, count(*) as count, max(updated_at) as changed
        from offers where ${shown} and id > ${(part - 1) * PART} and id <= ${part * PART}
      `,
    );
    return (await sql<MapPart>`${sql.join(counted, sql` union all `)} order by part`.execute(db)).rows;
  });
  const parts = (await Promise.all(pieces)).flat().filter(({ changed }) => changed !== null);
  const counted = await countsOf({ db }, today);
  const there = new Set(counted.map(({ department }) => department));
  return { parts, departments: (Object.keys(DEPARTMENTS) as Department[]).filter((key) => there.has(key)) };
}

/** The new ones first. */
export async function readMapPart(deps: Reading, part: number) {
  const today = dayAt(deps.clock.now());
  const found: { uuid: string; changed: string; image: string | null }[] = [];
  for (let before = part * PART + 1; ; ) {
    const rows = await deps.db
      .selectFrom('offers')
      .select(['id', 'uuid', 'updated_at', 'file_id'])
      .where(live('offers'))
      .where('valid_until', '>=', today)
      .where('id', '>', (part - 1) * PART)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(AT_ONCE)
      .execute();
    const image = await imageReader(
      deps,
      rows.map(({ file_id }) => file_id),
    );
    for (const { uuid, updated_at, file_id } of rows)
      found.push({ uuid, changed: updated_at, image: image(file_id, null)?.url_s3 ?? null });
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return found;
    before = end.id;
  }
}
