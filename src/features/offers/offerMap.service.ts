import { sql } from 'kysely';
import { dayAt } from '../../platform/clock.ts';
import { live } from '../../platform/database/live.ts';
import type { Deps } from '../../platform/deps.ts';
import { imageReader } from '../files/file.service.ts';
import { DEPARTMENTS, type Department } from './offer.types.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** By id, so that an offer that comes or goes changes one part and moves nothing from one to another. */
const PART = 2500;
/** Of a part. */
const AT_ONCE = 250;

/** Of what holds or is to come. */
export async function readMap({ db, clock }: Reading) {
  const today = dayAt(clock.now());
  const of = sql`from offers where ${live('offers')} and valid_until >= ${today}`;
  const [{ rows: parts }, { rows: departments }] = await Promise.all([
    sql<{ part: number; count: number; changed: string }>`
      select (id + ${PART - 1}) / ${PART} as part, count(*) as count, max(updated_at) as changed ${of}
      group by 1 order by 1
    `.execute(db),
    sql<{ department: Department }>`select distinct department ${of}`.execute(db),
  ]);
  const there = new Set(departments.map(({ department }) => department));
  return {
    parts: parts.map(({ part, count, changed }) => ({ part: Number(part), count: Number(count), changed })),
    departments: (Object.keys(DEPARTMENTS) as Department[]).filter((department) => there.has(department)),
  };
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
