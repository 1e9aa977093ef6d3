import { type SqlBool, sql } from 'kysely';
import { hasWords } from '../../contract/words.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { type Chosen, type Condition, valuesOf } from '../../platform/database/listFilters.ts';
import { isPostgres, type ListRules } from '../../platform/database/listNeeds.ts';
import { inOffice } from '../../platform/database/live.ts';
import { hasAll, oneOf, type Word } from '../../platform/database/search.ts';

/** With more of them, a page is soon full in whatever order. */
const MOST_PARTS = 40;
/** Of films that are found by their names, of texts, and of what is named one by one. */
const MOST_FOUND = 1000;

/** Whatever stands in an address is no number that the database refuses. */
export const filmOf = (id: string) => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

/**
 * How sessions are found. A word is in the names of films or in a session's text, and of texts there are some thirty, for
 * each is a room, what one hears, and 2D or 3D: so films and texts are looked up, and each has an index of its own.
 */
export function screeningParts(db: DbOrTransaction): NonNullable<ListRules['parts']> {
  return async (words, chosen) => {
    const few = await fewOf(db, chosen);
    const rest = few ?? chosen.map(({ where }) => where);
    if (words.length === 0) return [allOf(rest)];
    const called = await filmsCalled(db, words);
    const movie = chosen.find(({ name }) => name === 'movie');
    if (movie && called.includes(filmOf(movie.value))) return [allOf(rest)];
    const films = movie ? [] : called;
    const room = chosen.find(({ name }) => name === 'room');
    const texts = (await valuesOf(db, 'screenings', 'search', 'room_key', MOST_FOUND)())
      .filter(({ value }) => hasWords(value, words))
      .filter(({ text }) => room === undefined || room.value === text)
      .map(({ value }) => value);
    if (films.length + texts.length === 0) return [];
    const ofTexts = sql<SqlBool>`screenings.search in (${sql.join(texts)})`;
    if (movie) return [allOf([ofTexts, ...rest])];
    const ofFilms = sql<SqlBool>`screenings.movie_id in ${oneOf(db, films)}`;
    if (films.length + texts.length > MOST_PARTS || few) {
      const either = sql.join([ofFilms, ...(texts.length > 0 ? [ofTexts] : [])], sql` or `);
      return [allOf([sql`(${either})`, ...rest])];
    }
    const others = films.length > 0 ? [sql<SqlBool>`screenings.movie_id not in (${sql.join(films)})`] : [];
    const anywhere = rest.filter((where) => where !== room?.where);
    // By the index of a room SQLite would go through all its films.
    const inRoom = room && (isPostgres(db) ? room.where : sql<SqlBool>`+screenings.room_key = ${room.value}`);
    return [
      ...films.map((id) =>
        allOf([sql`screenings.movie_id = ${id}`, ...(inRoom ? [inRoom] : []), ...anywhere]),
      ),
      ...texts.map((text) => allOf([sql`screenings.search = ${text}`, ...others, ...anywhere])),
    ];
  };
}

const allOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`1 = 1`;

/** What shoppers do not see, or what waits, are few among very many: these are named, and none of the rest is looked at. */
async function fewOf(db: DbOrTransaction, chosen: Chosen[]): Promise<Condition[] | undefined> {
  const standing = chosen.find(({ name, value }) => name === 'standing' && value !== 'shown');
  if (!standing) return undefined;
  const { rows } = await sql<{ id: number }>`
    select id from screenings where ${inOffice('screenings')} and ${standing.where} limit ${MOST_FOUND + 1}
  `.execute(db);
  if (rows.length > MOST_FOUND) return undefined;
  const ids = rows.map(({ id }) => id);
  const others = chosen.filter((one) => one !== standing).map(({ where }) => where);
  return [sql<SqlBool>`screenings.id in ${oneOf(db, ids)}`, ...others];
}

async function filmsCalled(db: DbOrTransaction, words: Word[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from movies where ${inOffice('movies')} and ${hasAll('name_key', words)}
    order by id desc limit ${MOST_FOUND}
  `.execute(db);
  return rows.map(({ id }) => id);
}
