import { sql } from 'kysely';
import { idsParameter } from '../../records/server/lists/search.ts';
import { firstDay, isInState, type OfferDays, offerDays } from '../offers/offerDays.ts';
import { dayNumber } from '../searchIndex/search.index.ts';
import type { SearchKind } from '../searchIndex/search.kinds.ts';
import type { QuestionWord } from '../searchIndex/search.tokens.ts';
import type { SearchDeps } from './search.hits.ts';
import { hasInName, type Place, placeScore, readPlaces } from './search.places.ts';
import { type Candidate, findCandidates, MAX_MATCHES, postingsOf } from './searchCandidates.ts';
import { type QueryWord, resolveWords, storedWords } from './searchQuestion.ts';

// Ranks what has the words of a question by how well it matches them.

export interface Match {
  kind: SearchKind;
  id: number;
  score: number;
  /** Words of the question that it lacks. */
  missing: QuestionWord[];
  /** A place of the site, which is no entry of the index. */
  place?: Place;
}

export interface Matches {
  /** Words that some match has. */
  wanted: QueryWord[];
  /** Words that no match has. */
  without: QuestionWord[];
  kinds: Map<SearchKind, Match[]>;
  /** Kinds with more matches than were counted. */
  more: Set<SearchKind>;
}

/** Score of a word that names the kind or the category of an entry: that of a label. */
const NAMED = 30;
/** Newest recipes of a category that its name finds. */
const MAX_OF_CATEGORY = 24;
const MAX_CATEGORIES = 8;

/** Share of the best score below which a match that lacks a word is not shown. */
const LEAST_SHARE = 0.3;
/** Factors of what begins later, and of offers: the chain sells goods above all. */
const COMING = 0.6;
const OFFER = 1.1;

/** Returns what has words of a question, the best of each kind first. */
export async function matchesOf(deps: SearchDeps, asked: readonly QuestionWord[]): Promise<Matches> {
  const [places, stored] = await Promise.all([readPlaces(deps), storedWords(deps, asked)]);
  const words = await resolveWords(deps, asked, stored, places);
  const isFound = (word: QueryWord) =>
    word.isKnown || word.terms.length > 0 || places.some((place) => placeScore(word, place) > 0);
  const wanted = words.filter(isFound);
  const more = new Set<SearchKind>();
  const all = wanted.length === 0 ? [] : await rankAll(deps, wanted, places, more);
  const least = LEAST_SHARE * Math.max(0, ...all.map(({ score }) => score));
  const matches = all.filter(({ score, missing }) => missing.length === 0 || score >= least);
  const without = words
    .filter((word) => !isFound(word) || matches.every(({ missing }) => missing.includes(word.asked)))
    .filter(({ isFiller }) => !isFiller || matches.length === 0)
    .map((word) => word.asked);
  for (const match of matches) match.missing = match.missing.filter((word) => !without.includes(word));
  const kinds = Map.groupBy(matches, ({ kind }) => kind);
  for (const [kind, of] of kinds) kinds.set(kind, of.toSorted(byScore).slice(0, MAX_MATCHES));
  return { wanted: wanted.filter(({ asked: word }) => !without.includes(word)), without, kinds, more };
}

const byScore = (one: Match, other: Match) => other.score - one.score || other.id - one.id;

async function rankAll(
  deps: SearchDeps,
  wanted: readonly QueryWord[],
  places: readonly Place[],
  more: Set<SearchKind>,
): Promise<Match[]> {
  const days = await offerDays(deps);
  const today = dayNumber(days.today);
  const found = await findCandidates(deps, wanted, { today, first: dayNumber(firstDay(days)) });
  const rows = await withoutEndedOffers(deps, found, days);
  for (const kind of fullKinds(rows)) more.add(kind);
  const named = await recipesOfCategories(deps, wanted, places);
  const entries = new Map([...named, ...rows].map((row) => [row.id, row]));
  const postings = wanted.length > 1 ? await postingsOf(deps, [...entries.values()], wanted) : rows;

  const scores = new Map<number, number[]>();
  const raise = (id: number, at: number, score: number) => {
    const of = scores.get(id) ?? wanted.map(() => 0);
    scores.set(id, of);
    of[at] = Math.max(of[at] ?? 0, score);
  };
  const terms = new Map(
    wanted.flatMap((word, at) => word.terms.map((term) => [term.id, { at, divisor: divisorOf(word, term) }])),
  );
  for (const { id, term, score } of postings) {
    const known = terms.get(term);
    if (known) raise(id, known.at, Number(score) / known.divisor);
  }
  for (const { id, at } of named) raise(id, at, NAMED);
  for (const { id, kind } of entries.values())
    for (const [at, { kinds }] of wanted.entries()) if (kinds.has(kind)) raise(id, at, NAMED);

  const rate = raterOf(wanted);
  return [
    ...entries.values().map(({ id, kind, begins }): Match => {
      const rating = rate(scores.get(id) ?? []);
      const factor = (begins > today ? COMING : 1) * (kind === 'offer' ? OFFER : 1);
      return { ...rating, kind, id, score: rating.score * factor };
    }),
    ...places.flatMap((place, at): Match[] => {
      const own = wanted.map((word) => placeScore(word, place));
      if (own.every((score) => score === 0)) return [];
      const rating = rate(own.map((score, of) => score || (wanted[of]?.kinds.has('page') ? NAMED : 0)));
      return [{ ...rating, kind: 'page', id: -1 - at, place }];
    }),
  ];
}

/** A prefix counts half; beside the word itself it comes last, as it was hardly meant. */
const divisorOf = (word: QueryWord, { exact, meant }: { exact: boolean; meant?: boolean }) =>
  exact ? 1 : word.isKnown && !meant ? 6 : 2;

/** Returns a function that rates an entry by the score of each word: their mean, and less for missing words. */
function raterOf(wanted: readonly QueryWord[]) {
  const weights = wanted.map(weightOf);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const whole = sum(weights);
  return (scores: readonly number[]): Pick<Match, 'score' | 'missing'> => {
    const has = (at: number) => (scores[at] ?? 0) > 0;
    const total = sum(weights.map((weight, at) => weight * (scores[at] ?? 0)));
    const matched = sum(weights.filter((_, at) => has(at)));
    const isMissing = ({ isFiller }: QueryWord, at: number) => !has(at) && !isFiller;
    return {
      score: (total / whole) * (matched / whole),
      missing: wanted.filter(isMissing).map(({ asked }) => asked),
    };
  };
}

/** Returns how much a word says: a rare one most, the name of a kind less, a filler least. */
function weightOf({ isFiller, isKnown, kinds, terms }: QueryWord): number {
  if (isFiller) return 0.15;
  if (kinds.size > 0) return 0.25;
  const frequency = terms.reduce((sum, term) => sum + (term.exact ? term.frequency : 0), 0);
  return (isKnown ? 1 : 0.7) / Math.sqrt(Math.log2(2 + frequency));
}

/** Returns the kinds of which a query reached its limit. */
function fullKinds(rows: readonly Candidate[]): SearchKind[] {
  const counts = new Map<string, number>();
  return rows.flatMap(({ kind, term, most }) => {
    const key = `${term} ${most}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return most > 0 && count === most ? [kind] : [];
  });
}

interface NamedEntry extends Pick<Candidate, 'id' | 'kind' | 'begins'> {
  /** Place of the word that names its category. */
  at: number;
}

/** Returns recipes of the categories that a word names. */
async function recipesOfCategories(
  { db }: SearchDeps,
  wanted: readonly QueryWord[],
  places: readonly Place[],
): Promise<NamedEntry[]> {
  const named = wanted.flatMap((word, at) =>
    places.flatMap((place) =>
      place.category !== undefined && !word.isFiller && hasInName(place, word.asked.root)
        ? [{ at, category: place.category }]
        : [],
    ),
  );
  if (named.length === 0) return [];
  const parts = named.slice(0, MAX_CATEGORIES).map(
    ({ at, category }) => sql`
      select id, cast(${at} as integer) as at from (
        select search_entries.id from recipes
        inner join search_entries on search_entries.entity = 'recipes' and search_entries.uuid = recipes.uuid
        where recipes.recipe_category_id = ${category} order by recipes.id desc limit ${MAX_OF_CATEGORY}
      ) as newest
    `,
  );
  const { rows } = await sql<{ id: number; at: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'recipe', begins: 0 }));
}

/** Around midnight an offer ends by the clock of its branches, which the index does not know. */
async function withoutEndedOffers<R extends Pick<Candidate, 'id' | 'kind'>>(
  { db }: SearchDeps,
  rows: R[],
  days: OfferDays,
): Promise<R[]> {
  const ids = rows.filter(({ kind }) => kind === 'offer').map(({ id }) => id);
  if (days.branchesByDay.size === 0 || ids.length === 0) return rows;
  const { rows: ended } = await sql<{ id: number }>`
    select search_entries.id from search_entries inner join offers on offers.uuid = search_entries.uuid
    where search_entries.entity = 'offers' and search_entries.id in ${idsParameter(db, [...new Set(ids)])}
    and ${isInState('ended', days)}
  `.execute(db);
  const gone = new Set(ended.map(({ id }) => id));
  return rows.filter(({ id }) => !gone.has(id));
}
