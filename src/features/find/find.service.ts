import { sql } from 'kysely';
import { isPerson } from '../../platform/access.ts';
import { newestMatches, searchText } from '../../platform/database/list.ts';
import { inOffice } from '../../platform/database/live.ts';
import type { RecordTable } from '../../platform/database/records.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { mayInTable, recordsFor } from '../recordAccess.ts';
import { resources } from '../resources.ts';
import { type Hit, MOST_FOUND } from './find.contract.ts';

type Reading = Pick<Deps, 'db'>;

/** The column that says what a record is called, of those that can be searched, and the one that it is sorted by. */
const NAMED: Partial<Record<RecordTable, [title: string, key: string]>> = {
  about_items: ['title', 'title_key'],
  abouts: ['title', 'title_key'],
  banners: ['title', 'title_key'],
  branches: ['name', 'name_key'],
  card_terms: ['title', 'title_key'],
  exceptions: ['reason', 'reason_key'],
  job_applications: ['name', 'name_key'],
  movies: ['name', 'name_key'],
  offers: ['product', 'product_key'],
  office_hours: ['work_start_day', 'start_key'],
  phones: ['contact', 'contact_key'],
  questions: ['question', 'question_key'],
  recipe_categories: ['name', 'name_key'],
  recipes: ['name', 'name_key'],
  shops: ['name', 'name_key'],
  ticket_office_items: ['item', 'item_key'],
  vacancies: ['name', 'name_key'],
};

/** Of each kind, so that none fills the answer alone; what does not fit is asked for by another word. */
const OF_A_KIND = 8;
/** Entries of the log that are looked at for what somebody saved last. */
const LOOKED_AT = 80;
const RECENT = 8;

export async function findRecords(
  deps: Reading,
  actor: Actor,
  { search = '' }: { search?: string | undefined },
): Promise<Hit[]> {
  const wanted = searchText(search.replaceAll('\0', '').toWellFormed());
  const tables = resources
    .filter(({ table }) => NAMED[table] && mayInTable(actor, 'read', table))
    .map(({ table }) => table as RecordTable);
  if (wanted === '') return readable(deps, actor, await savedLast(deps, actor, tables));
  const found = await Promise.all(tables.map((table) => findIn(deps, table, wanted)));
  return (await readable(deps, actor, found.flat()))
    .toSorted((one, other) => one.rank - other.rank || (one.at < other.at ? 1 : -1))
    .slice(0, MOST_FOUND)
    .map(({ table, uuid, title }) => ({ table, uuid, title }));
}

async function readable<H extends Hit>({ db }: Reading, actor: Actor, hits: H[]): Promise<H[]> {
  const nameOf = ({ table, uuid }: H) => ({ entity: table, uuid });
  const isReadable = await recordsFor(db, actor, 'read', hits.map(nameOf));
  return hits.filter((hit) => isReadable(nameOf(hit)));
}

interface Ranked extends Hit {
  rank: number;
  at: string;
}

/** Those whose name begins so, and the newest of those that have all words anywhere. */
async function findIn(deps: Reading, table: RecordTable, wanted: string): Promise<Ranked[]> {
  const [title, key] = NAMED[table] ?? ['', ''];
  const { rows: begin } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where ${inOffice(table)} and ${sql.ref(key)} >= ${wanted} and ${sql.ref(key)} < ${`${wanted}\u{10ffff}`}
    order by ${sql.ref(key)}, id limit ${OF_A_KIND}
  `.execute(deps.db);
  const others = (await canBeAnywhere(deps, table, wanted))
    ? await newestMatches(deps.db, table, wanted, OF_A_KIND, { isThere: inOffice })
    : [];
  const ids = [...new Set([...begin.map(({ id }) => id), ...others])];
  if (ids.length === 0) return [];
  const { rows } = await sql<{ uuid: string; title: string | null; key: string; at: string }>`
    select uuid, ${sql.ref(title)} as title, ${sql.ref(key)} as key, updated_at as at from ${sql.table(table)}
    where id in (${sql.join(ids)})
  `.execute(deps.db);
  return rows
    .map(({ uuid, title, key, at }) => ({ table, uuid, title: title ?? '', at, rank: rankOf(key, wanted) }))
    .toSorted((one, other) => one.rank - other.rank || (one.at < other.at ? 1 : -1))
    .slice(0, OF_A_KIND);
}

/** No index knows so short a word, and to look for it in long tables would take a while. */
const SHORT = 3;
const LONG_TABLE = 5000;

async function canBeAnywhere({ db }: Reading, table: RecordTable, wanted: string): Promise<boolean> {
  if (wanted.split(' ').some((word) => [...word].length >= SHORT)) return true;
  const { rows } =
    await sql`select id from ${sql.table(table)} order by id limit 1 offset ${LONG_TABLE}`.execute(db);
  return rows.length === 0;
}

/** Whose name begins with the words comes first, then whose name has them, then who has them elsewhere. */
function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (` ${name}`.includes(` ${wanted}`)) return 2;
  return wanted.split(' ').every((word) => name.includes(word)) ? 3 : 4;
}

async function savedLast({ db }: Reading, actor: Actor, tables: RecordTable[]): Promise<Hit[]> {
  if (!isPerson(actor)) return [];
  const entries = await db
    .selectFrom('audit_log')
    .select(['entity', 'entity_uuid'])
    .where('user_id', '=', actor.id)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const seen = new Set<string>();
  const hits: Hit[] = [];
  for (const { entity, entity_uuid: uuid } of entries) {
    if (hits.length >= RECENT) break;
    if (!uuid || seen.has(uuid) || !tables.includes(entity as RecordTable)) continue;
    seen.add(uuid);
    const [title = ''] = NAMED[entity as RecordTable] ?? [];
    const { rows } = await sql<{ title: string | null }>`
      select ${sql.ref(title)} as title from ${sql.table(entity)}
      where uuid = ${uuid} and ${inOffice(entity as RecordTable)}
    `.execute(db);
    const [row] = rows;
    if (row) hits.push({ table: entity, uuid, title: row.title ?? '' });
  }
  return hits;
}
