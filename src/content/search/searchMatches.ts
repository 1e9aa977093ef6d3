import { sql } from 'kysely';
import { idsParameter } from '../../records/server/lists/search.ts';
import { firstDay, isInState, type OfferDays, offerDays } from '../offers/offerDays.ts';
import { dayNumber } from '../searchIndex/search.index.ts';
import { SEARCH_KINDS, type SearchKind } from '../searchIndex/search.kinds.ts';
import {
  allowedMistakes,
  editDistance,
  intactParts,
  type QuestionWord,
  reverseWord,
} from '../searchIndex/search.tokens.ts';
import type { SearchDeps } from './search.hits.ts';
import { findPages, searchablePages } from './search.pages.ts';
import { MAX_CANDIDATES, MAX_MATCHES, partsOf, type Row } from './searchRanking.ts';

// Splits a question into words, resolves each to words of the index, and queries the best entries per kind.
// The rarest word drives each query, so that only rows that can be shown are read.

/** A prefix or a misspelling leads to many words of a kind; the most frequent ones suffice. */
const MAX_PREFIX_WORDS = 6;

const MAX_CORRECTIONS = 4;

const LAST_LETTER = String.fromCodePoint(0x10ffff);

/** A word of the index that is queried. */
export interface Term {
  id: number;
  kind: SearchKind;
  word: string;
  shown: string;
  frequency: number;
  /** True for the word itself; false for a prefix match or a correction. */
  exact: boolean;
  meant?: boolean;
}

/** A word of the question and the index words that stand for it. */
export interface QueryWord {
  asked: QuestionWord;
  terms: Term[];
}

export interface Match {
  kind: SearchKind;
  id: number;
  score: number;
  /** A page of the site, which is no entry of the index. */
  page?: (typeof searchablePages)[number];
}

export interface Matches {
  wanted: QueryWord[];
  without: QuestionWord[];
  kinds: Map<SearchKind, Match[]>;
  /** Kinds with more matches than were counted. */
  more: Set<SearchKind>;
  total: number;
}

export type StoredWord = Omit<Term, 'exact'>;

/** Returns the index words that equal a word of the question, and those that begin with the last one. */
async function knownTerms({ db }: SearchDeps, asked: readonly QuestionWord[]): Promise<QueryWord[]> {
  const roots = asked.map(({ root }) => root);
  const last = asked.at(-1)?.word ?? '';
  const begun = sql`
    select id, kind, word, shown, frequency from (
      select id, kind, word, shown, frequency,
        row_number() over (partition by kind order by frequency desc, word) as place
      from search_words where word > ${last} and word < ${last + LAST_LETTER}
    ) as begun where place <= ${MAX_PREFIX_WORDS}
  `;
  const { rows } = await sql<StoredWord>`
    select id, kind, word, shown, frequency from search_words where word in (${sql.join(roots)})
    ${[...last].length >= 2 ? sql`union ${begun}` : sql``}
  `.execute(db);
  return asked.map((one, at) => ({
    asked: one,
    terms: rows
      .filter(
        ({ word }) =>
          word === one.root || (at === asked.length - 1 && word !== last && word.startsWith(last)),
      )
      .map((term) => ({ ...term, exact: term.word === one.root })),
  }));
}

/** Returns likely corrections of a word that the index lacks. */
async function correctionsOf({ db }: SearchDeps, { root }: QuestionWord): Promise<Term[]> {
  const most = allowedMistakes(root);
  if (most === 0) return [];
  const { begins, ends } = intactParts(root);
  const end = reverseWord(ends);
  const length = sql`length(word) between ${root.length - most} and ${root.length + most}`;
  const { rows } = await sql<StoredWord>`
    select id, kind, word, shown, frequency from (
      select * from search_words
      where word >= ${begins} and word < ${begins + LAST_LETTER} and ${length} limit ${MAX_CANDIDATES}
    ) as begins
    union
    select id, kind, word, shown, frequency from (
      select * from search_words
      where reversed >= ${end} and reversed < ${end + LAST_LETTER} and ${length} limit ${MAX_CANDIDATES}
    ) as ends
  `.execute(db);
  const near = new Map<string, { mistakes: number; frequency: number; terms: StoredWord[] }>();
  for (const term of rows) {
    const mistakes = editDistance(root, term.word, most);
    if (mistakes > most || mistakes === 0) continue;
    const known = near.get(term.word);
    if (known) {
      known.frequency += term.frequency;
      known.terms.push(term);
    } else near.set(term.word, { mistakes, frequency: term.frequency, terms: [term] });
  }
  const words = [...near.values()].toSorted(
    (one, other) => one.mistakes - other.mistakes || other.frequency - one.frequency,
  );
  const fewest = words[0]?.mistakes ?? 0;
  return words
    .filter(({ mistakes }) => mistakes === fewest)
    .slice(0, MAX_CORRECTIONS)
    .flatMap(({ terms }) => terms.map((term) => ({ ...term, exact: false, meant: true })));
}

/** Returns entries that contain all words; if there are none, those that contain most of them. */
export async function matchesOf(deps: SearchDeps, asked: readonly QuestionWord[]): Promise<Matches> {
  let wanted = await knownTerms(deps, asked);
  const isOnPage = ({ asked: one }: QueryWord) => findPages([one]).length > 0;
  for (const one of wanted) if (one.terms.length === 0) one.terms = await correctionsOf(deps, one.asked);
  let without = wanted.filter((one) => one.terms.length === 0 && !isOnPage(one));
  wanted = wanted.filter((one) => !without.includes(one));
  let found = await findMatches(deps, wanted);
  if (found.total === 0 && wanted.length > 1) {
    // Each word is known, but no entry has all of them: a word may be a misspelling of another.
    for (const one of wanted)
      if (!one.terms.some(({ meant }) => meant))
        one.terms = [...one.terms, ...(await correctionsOf(deps, one.asked))];
    found = await findMatches(deps, wanted);
  }
  if (found.total === 0 && wanted.length > 1) {
    const frequency = ({ terms }: QueryWord) =>
      terms.reduce((sum, term) => sum + term.frequency, 0) || Number.POSITIVE_INFINITY;
    const [rarest, ...others] = wanted.toSorted((one, other) => frequency(one) - frequency(other));
    without = [...without, ...others];
    wanted = rarest ? [rarest] : [];
    found = await findMatches(deps, wanted);
  }
  return { ...found, wanted, without: without.map(({ asked: one }) => one) };
}

export type FoundMatches = Pick<Matches, 'kinds' | 'more' | 'total'>;

async function findMatches(deps: SearchDeps, wanted: readonly QueryWord[]): Promise<FoundMatches> {
  const found: FoundMatches = { kinds: new Map(), more: new Set(), total: 0 };
  if (wanted.length === 0) return found;
  const days = await offerDays(deps);
  const today = dayNumber(days.today);
  const first = dayNumber(firstDay(days));
  const parts = SEARCH_KINDS.flatMap((kind) =>
    partsOf(kind, wanted, { today, until: kind === 'offer' ? first : today }),
  );
  const matching =
    parts.length > 0 ? (await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(deps.db)).rows : [];
  const rows = await withoutEndedOffers(deps, matching, days);
  const kinds = new Map<SearchKind, Map<number, Match>>();
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { kind } = row;
    const of = kinds.get(kind) ?? new Map<number, Match>();
    kinds.set(kind, of);
    const count = (counts.get(`${kind} ${row.term}`) ?? 0) + 1;
    counts.set(`${kind} ${row.term}`, count);
    if (count >= row.most) found.more.add(kind);
    const score = Number(row.score) * (row.begins > today ? 0.6 : 1);
    const known = of.get(row.id);
    if (!known || known.score < score) of.set(row.id, { kind, id: row.id, score });
  }
  for (const [kind, of] of kinds)
    found.kinds.set(
      kind,
      [...of.values()]
        .toSorted((one, other) => other.score - one.score || other.id - one.id)
        .slice(0, MAX_MATCHES),
    );
  addPages(found, wanted);
  for (const of of found.kinds.values()) found.total += of.length;
  return found;
}

/** Around midnight an offer ends by the clock of its branches, which the index does not know. */
export async function withoutEndedOffers({ db }: SearchDeps, rows: Row[], days: OfferDays): Promise<Row[]> {
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

export function addPages({ kinds }: FoundMatches, wanted: readonly QueryWord[]) {
  const pages = findPages(wanted.map(({ asked }) => asked)).map(
    ({ page, score }): Match => ({ kind: 'page', id: -1 - searchablePages.indexOf(page), score, page }),
  );
  if (pages.length === 0) return;
  kinds.set(
    'page',
    [...(kinds.get('page') ?? []), ...pages].toSorted((one, other) => other.score - one.score),
  );
}
