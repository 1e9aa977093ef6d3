import { sql } from 'kysely';
import { resources } from '../../content/resources.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPerson } from '../../platform/security/access.ts';
import { sortColumnOf } from '../../records/define/fields.ts';
import { allDefinitions } from '../../records/server/definitions.ts';
import { searchText } from '../../records/server/lists/list.ts';
import { newestMatches } from '../../records/server/lists/newestMatches.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { hasTablePermission, recordAccessFor } from '../../records/server/recordAccess.ts';
import type { RecordTable } from '../../records/server/store/records.ts';
import type { Resource } from '../../shared/resource.ts';
import { MAX_HITS, type PaletteHit } from './commandPalette.contract.ts';

type Reading = Pick<Deps, 'db'>;

interface SearchedTable {
  table: RecordTable;
  /** Columns of the title and of its sort key. */
  title: string;
  key: string;
}

/** Applications are found by name too, although it is no title: it is personal data. */
const APPLICATIONS: SearchedTable = { table: 'job_applications', title: 'name', key: 'name_key' };

/** Lists the tables whose records are found by a title of words. */
function searchedTables(): SearchedTable[] {
  const fieldsOf = new Map(allDefinitions().map(({ table, fields }) => [table as string, fields]));
  const titled = resources.flatMap((resource) => {
    const { table, title, titleIs, kept }: Resource = resource;
    const field = title && fieldsOf.get(table)?.[title];
    if (!field || titleIs || kept === 'single') return [];
    return [{ table: resource.table, title, key: sortColumnOf(title, field) }];
  });
  return [...titled, APPLICATIONS];
}

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
  const tables = searchedTables().filter(({ table }) => hasTablePermission(actor, 'read', table));
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
async function findIn(
  deps: Reading,
  { table, title, key }: SearchedTable,
  wanted: string,
): Promise<RankedHit[]> {
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

async function recentlySaved({ db }: Reading, actor: Actor, tables: SearchedTable[]): Promise<PaletteHit[]> {
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
    const searched = tables.find(({ table }) => table === entity);
    if (!uuid || seen.has(uuid) || !searched) continue;
    seen.add(uuid);
    const { table, title } = searched;
    const { rows } = await sql<{ title: string | null }>`
      select ${sql.ref(title)} as title from ${sql.table(table)}
      where uuid = ${uuid} and ${isNotDeleted(table)}
    `.execute(db);
    const [row] = rows;
    if (row) hits.push({ table, uuid, title: row.title ?? '' });
  }
  return hits;
}
