import { isoAt, startOfDay } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { planEventOf } from '../../../shared/planEvents.ts';
import { parseStored } from '../../../shared/storedJson.ts';
import { resourceOf } from '../../define/resources.ts';
import { recordAccessFor } from '../recordAccess.ts';
import type { Content } from '../versions/history.ts';
import { AUDIT_PER_PAGE, type AuditEntry, type AuditQuery } from './history.contract.ts';
import { auditText, titleOf } from './history.words.ts';

/** Returns audit entries. Entries about records that `actor` may not read have no title. */
export async function readAudit(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { person, table, uuid, from, until, before }: AuditQuery,
) {
  const range = await idsBetween(db, from, until);
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .$if(person !== undefined, (query) => query.where('user_id', '=', person as number))
    .$if(table !== undefined, (query) => query.where('entity', '=', table as string))
    .$if(uuid !== undefined, (query) => query.where('entity_uuid', '=', uuid as string))
    .$if(range.first !== null, (query) => query.where('id', '>=', range.first as number))
    .$if(range.end !== null, (query) => query.where('id', '<', range.end as number))
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .orderBy('id', 'desc')
    .limit(AUDIT_PER_PAGE + 1)
    .execute();
  const shown = rows.slice(0, AUDIT_PER_PAGE);
  const opening = await withHistory(db, shown);
  const nameOf = ({ entity, entity_uuid }: (typeof shown)[number]) => ({ entity, uuid: entity_uuid });
  const isReadable = await recordAccessFor(db, actor, 'read', shown.map(nameOf));
  const data = shown.map((entry): AuditEntry => {
    const { id, at, user_name, action, entity, entity_uuid, before, after, request } = entry;
    const known = isReadable(nameOf(entry)) ? resourceOf(entity) : undefined;
    const plan = planEventOf({ action, before: parsed(before), after: parsed(after) });
    return {
      id,
      at,
      by: user_name,
      action,
      text: auditText({ action, entity, user_name, uuid: entity_uuid, plan }),
      table: entity,
      uuid: entity_uuid,
      title: titleOf(known, parsed(after)) ?? titleOf(known, parsed(before)),
      opens: known !== undefined && entity_uuid !== null && opening.has(entity_uuid),
      request,
    };
  });
  const people = await db.selectFrom('users').select(['id', 'name']).orderBy('name').execute();
  return {
    data,
    meta: { next: rows.length > AUDIT_PER_PAGE ? (shown.at(-1)?.id ?? null) : null, people },
  };
}

const parsed = (text: string | null): Content | null => {
  const found = parseStored<unknown>(text, null);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Content) : null;
};

/** Largest integer of PostgreSQL: no entry has this id. */
const NO_ENTRY = 2_147_483_647;

/** Returns the ids of a range of days. Ids grow with time, so days are ranges of ids. */
async function idsBetween(db: Deps['db'], from: string | undefined, until: string | undefined) {
  const firstSince = async (at: number) => {
    const row = await db
      .selectFrom('audit_log')
      .select('id')
      .where('at', '>=', isoAt(at))
      .orderBy('at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? NO_ENTRY;
  };
  const dayAfter = until && Temporal.PlainDate.from(until).add({ days: 1 }).toString();
  return {
    first: from ? await firstSince(startOfDay(from)) : null,
    end: dayAfter ? await firstSince(startOfDay(dayAfter)) : null,
  };
}

/** Returns the uuids of records that still have a version history. */
async function withHistory(
  db: Deps['db'],
  rows: { entity: string; entity_uuid: string | null }[],
): Promise<Set<string>> {
  const uuids = rows.flatMap(({ entity_uuid }) => entity_uuid ?? []);
  if (uuids.length === 0) return new Set();
  const found = await db
    .selectFrom('record_versions')
    .select('uuid')
    .distinct()
    .where('entity', 'in', [...new Set(rows.map(({ entity }) => entity))])
    .where('uuid', 'in', uuids)
    .execute();
  return new Set(found.map(({ uuid }) => uuid));
}
