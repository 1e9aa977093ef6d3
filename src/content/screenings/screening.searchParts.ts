import { type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { type ChosenFilter, type Condition, valuesOf } from '../../records/server/lists/listFilters.ts';
import { isPostgres, type ListRules } from '../../records/server/lists/listRequirements.ts';
import { containsAllWords, idsParameter, type Word } from '../../records/server/lists/search.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { containsWords } from '../../shared/text/searchWords.ts';

/** With more parts, any page fills quickly in any order, and a plain OR is fast enough. */
const MOST_PARTS = 40;
/** Most films, search texts or ids to enumerate. */
const MOST_FOUND = 1000;

/** Returns a film id that every database accepts; 0 for invalid input. */
export const parseFilmId = (id: string) => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

/**
 * Splits a session search into disjoint parts that an index serves. A word matches a film's name or a
 * session's search text. There are only about thirty texts (room, audio, format), so films and texts are
 * looked up first and queried by index.
 */
export function screeningParts(db: DbOrTransaction): NonNullable<ListRules['parts']> {
  return async (words, chosen) => {
    const listed = await listedSessions(db, chosen);
    const conditions = listed ?? chosen.map(({ where }) => where);
    if (words.length === 0) return [allOf(conditions)];
    const matchingFilms = await filmsMatching(db, words);
    const movie = chosen.find(({ name }) => name === 'movie');
    if (movie && matchingFilms.includes(parseFilmId(movie.value))) return [allOf(conditions)];
    const films = movie ? [] : matchingFilms;
    const room = chosen.find(({ name }) => name === 'room');
    const texts = (await valuesOf(db, 'screenings', 'search', 'room_key', MOST_FOUND)())
      .filter(({ value }) => containsWords(value, words))
      .filter(({ text }) => room === undefined || room.value === text)
      .map(({ value }) => value);
    if (films.length + texts.length === 0) return [];
    const matchesText = sql<SqlBool>`screenings.search in (${sql.join(texts)})`;
    if (movie) return [allOf([matchesText, ...conditions])];
    const matchesFilm = sql<SqlBool>`screenings.movie_id in ${idsParameter(db, films)}`;
    if (films.length + texts.length > MOST_PARTS || listed) {
      const either = sql.join([matchesFilm, ...(texts.length > 0 ? [matchesText] : [])], sql` or `);
      return [allOf([sql`(${either})`, ...conditions])];
    }
    const others = films.length > 0 ? [sql<SqlBool>`screenings.movie_id not in (${sql.join(films)})`] : [];
    const otherConditions = conditions.filter((where) => where !== room?.where);
    // The unary plus keeps SQLite from using the room index, which would scan all films of the room.
    const inRoom = room && (isPostgres(db) ? room.where : sql<SqlBool>`+screenings.room_key = ${room.value}`);
    return [
      ...films.map((id) =>
        allOf([sql`screenings.movie_id = ${id}`, ...(inRoom ? [inRoom] : []), ...otherConditions]),
      ),
      ...texts.map((text) => allOf([sql`screenings.search = ${text}`, ...others, ...otherConditions])),
    ];
  };
}

const allOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`1 = 1`;

/**
 * Unpublished or pending sessions are few among very many, so their ids are enumerated. Returns undefined if
 * there are too many.
 */
async function listedSessions(db: DbOrTransaction, chosen: ChosenFilter[]): Promise<Condition[] | undefined> {
  const standing = chosen.find(({ name, value }) => name === 'standing' && value !== 'shown');
  if (!standing) return undefined;
  const { rows } = await sql<{ id: number }>`
    select id from screenings where ${isNotDeleted('screenings')} and ${standing.where} limit ${MOST_FOUND + 1}
  `.execute(db);
  if (rows.length > MOST_FOUND) return undefined;
  const ids = rows.map(({ id }) => id);
  const others = chosen.filter((one) => one !== standing).map(({ where }) => where);
  return [sql<SqlBool>`screenings.id in ${idsParameter(db, ids)}`, ...others];
}

async function filmsMatching(db: DbOrTransaction, words: Word[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from movies where ${isNotDeleted('movies')} and ${containsAllWords('name_key', words)}
    order by id desc limit ${MOST_FOUND}
  `.execute(db);
  return rows.map(({ id }) => id);
}
