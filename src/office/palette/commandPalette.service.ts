import { sql } from 'kysely';
import { resources } from '../../content/resources.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPerson } from '../../platform/security/access.ts';
import { searchText } from '../../records/server/lists/list.ts';
import { newestMatches } from '../../records/server/lists/newestMatches.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { hasTablePermission, recordAccessFor } from '../../records/server/recordAccess.ts';
import type { RecordTable } from '../../records/server/store/records.ts';
import { MAX_HITS, type PaletteHit } from './commandPalette.contract.ts';

type Reading = Pick<Deps, 'db'>;

/** Title column and sort-key column of each searchable table. */
const TITLE_COLUMNS: Partial<Record<RecordTable, [title: string, key: string]>> = {
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

/** Most hits per table, so that no table fills the response. */
const MAX_HITS_PER_TABLE = 8;
/** Audit entries that are read for the caller's recent saves. */
const AUDIT_ENTRIES_READ = 80;
const MAX_RECENT = 8;

export async function findRecords(
  deps: Reading,
  actor: Actor,
  { search = '' }: { search?: string | undefined },
): Promise<PaletteHit[]> {
  const wanted = searchText(search.replaceAll('\0', '').toWellFormed());
  const tables = resources
    .filter(({ table }) => TITLE_COLUMNS[table] && hasTablePermission(actor, 'read', table))
    .map(({ table }) => table as RecordTable);
  if (wanted === '') return readableHits(deps, actor, await recentlySaved(deps, actor, tables));
  const found = await Promise.all(tables.map((table) => findIn(deps, table, wanted)));
  return (await readableHits(deps, actor, found.flat()))
    .toSorted((one, other) => one.rank - other.rank || (one.at < other.at ? 1 : -1))
    .slice(0, MAX_HITS)
    .map(({ table, uuid, title }) => ({ table, uuid, title }));
}

async function readableHits<H extends PaletteHit>({ db }: Reading, actor: Actor, hits: H[]): Promise<H[]> {
  const nameOf = ({ table, uuid }: H) => ({ entity: table, uuid });
  const isReadable = await recordAccessFor(db, actor, 'read', hits.map(nameOf));
  return hits.filter((hit) => isReadable(nameOf(hit)));
}

interface RankedHit extends PaletteHit {
  rank: number;
  at: string;
}

/** Returns records whose name begins with the words, and the newest records that contain all words. */
async function findIn(deps: Reading, table: RecordTable, wanted: string): Promise<RankedHit[]> {
  const [title, key] = TITLE_COLUMNS[table] ?? ['', ''];
  const { rows: begin } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where ${isNotDeleted(table)} and ${sql.ref(key)} >= ${wanted} and ${sql.ref(key)} < ${`${wanted}\u{10ffff}`}
    order by ${sql.ref(key)}, id limit ${MAX_HITS_PER_TABLE}
  `.execute(deps.db);
  const others = (await canSearchAnywhere(deps, table, wanted))
    ? await newestMatches(deps.db, table, wanted, MAX_HITS_PER_TABLE, { isThere: isNotDeleted })
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
    .slice(0, MAX_HITS_PER_TABLE);
}

/** The full-text index lacks shorter words, and scanning a long table for them is slow. */
const MIN_INDEXED_LENGTH = 3;
const LONG_TABLE_ROWS = 5000;

async function canSearchAnywhere({ db }: Reading, table: RecordTable, wanted: string): Promise<boolean> {
  if (wanted.split(' ').some((word) => [...word].length >= MIN_INDEXED_LENGTH)) return true;
  const { rows } =
    await sql`select id from ${sql.table(table)} order by id limit 1 offset ${LONG_TABLE_ROWS}`.execute(db);
  return rows.length === 0;
}

/** Ranks a match: equal name, prefix of the name, prefix of a word, words in the name, words elsewhere. */
function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (` ${name}`.includes(` ${wanted}`)) return 2;
  return wanted.split(' ').every((word) => name.includes(word)) ? 3 : 4;
}

async function recentlySaved({ db }: Reading, actor: Actor, tables: RecordTable[]): Promise<PaletteHit[]> {
  if (!isPerson(actor)) return [];
  const entries = await db
    .selectFrom('audit_log')
    .select(['entity', 'entity_uuid'])
    .where('user_id', '=', actor.id)
    .orderBy('id', 'desc')
    .limit(AUDIT_ENTRIES_READ)
    .execute();
  const seen = new Set<string>();
  const hits: PaletteHit[] = [];
  for (const { entity, entity_uuid: uuid } of entries) {
    if (hits.length >= MAX_RECENT) break;
    if (!uuid || seen.has(uuid) || !tables.includes(entity as RecordTable)) continue;
    seen.add(uuid);
    const [title = ''] = TITLE_COLUMNS[entity as RecordTable] ?? [];
    const { rows } = await sql<{ title: string | null }>`
      select ${sql.ref(title)} as title from ${sql.table(entity)}
      where uuid = ${uuid} and ${isNotDeleted(entity as RecordTable)}
    `.execute(db);
    const [row] = rows;
    if (row) hits.push({ table: entity, uuid, title: row.title ?? '' });
  }
  return hits;
}
