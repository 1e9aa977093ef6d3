import { type RawBuilder, sql } from 'kysely';
import { fold } from '../../contract/fold.ts';
import { idsParameter } from '../../platform/database/search.ts';
import { fortnightlyBooklet } from '../booklets/fortnightlyBooklet.service.ts';
import { firstDay, isInState, type OfferDays, offerDays } from '../offers/offerDays.ts';
import type { SearchHit, SearchResult, Suggestions } from './search.contract.ts';
import { loadHitDetails, type SearchDeps } from './search.hits.ts';
import { dayNumber } from './search.index.ts';
import {
  HITS_PER_PAGE,
  searchKindFacts as kindFacts,
  SEARCH_KINDS,
  type SearchKind,
} from './search.kinds.ts';
import { findPages, SEARCHABLE_PAGES } from './search.pages.ts';
import {
  allowedMistakes,
  editDistance,
  intactParts,
  type QuestionWord,
  questionWords,
  reverseWord,
} from './search.tokens.ts';

// Splits a question into words, resolves each to words of the index, and queries the best entries per kind.
// The rarest word drives each query, so that only rows that can be shown are read.

/** Most matches that are counted per kind: ten pages of hits. */
const MAX_MATCHES = 240;
/** Most matches that have not begun, and most matches by prefix or correction. */
const MAX_UPCOMING = 60;
const MAX_INEXACT = 60;
/** A prefix or a misspelling leads to many words of a kind; the most frequent ones suffice. */
const MAX_PREFIX_WORDS = 6;
const MAX_CORRECTIONS = 4;
/** Candidates for a correction that are compared with the word. */
const MAX_CANDIDATES = 2000;
/** Matches per kind that are ranked again by their titles. */
const RERANKED = 60;
/** Hits per kind when all kinds are shown. */
const HITS_PER_GROUP = 6;
const LAST_LETTER = String.fromCodePoint(0x10ffff);

/** A word of the index that is queried. */
interface Term {
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
interface QueryWord {
  asked: QuestionWord;
  terms: Term[];
}

interface Match {
  kind: SearchKind;
  id: number;
  score: number;
  /** A page of the site, which is no entry of the index. */
  page?: (typeof SEARCHABLE_PAGES)[number];
}

interface Matches {
  wanted: QueryWord[];
  without: QuestionWord[];
  kinds: Map<SearchKind, Match[]>;
  /** Kinds with more matches than were counted. */
  more: Set<SearchKind>;
  total: number;
}

type StoredWord = Omit<Term, 'exact'>;

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
async function matchesOf(deps: SearchDeps, asked: readonly QuestionWord[]): Promise<Matches> {
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

type FoundMatches = Pick<Matches, 'kinds' | 'more' | 'total'>;

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
async function withoutEndedOffers({ db }: SearchDeps, rows: Row[], days: OfferDays): Promise<Row[]> {
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

function addPages({ kinds }: FoundMatches, wanted: readonly QueryWord[]) {
  const pages = findPages(wanted.map(({ asked }) => asked)).map(
    ({ page, score }): Match => ({ kind: 'page', id: -1 - SEARCHABLE_PAGES.indexOf(page), score, page }),
  );
  if (pages.length === 0) return;
  kinds.set(
    'page',
    [...(kinds.get('page') ?? []), ...pages].toSorted((one, other) => other.score - one.score),
  );
}

interface Row {
  kind: SearchKind;
  term: number;
  id: number;
  begins: number;
  score: number;
  /** Limit of the query that returned this row. */
  most: number;
}

/** The entries of a kind that have all words: one statement for each word that the rarest of them may be. */
function partsOf(
  kind: SearchKind,
  wanted: readonly QueryWord[],
  { today, until }: { today: number; until: number },
): RawBuilder<unknown>[] {
  const words = wanted.map(({ terms }) => terms.filter((term) => term.kind === kind));
  if (words.some((terms) => terms.length === 0)) return [];
  const frequency = (terms: Term[]) => terms.reduce((sum, term) => sum + term.frequency, 0);
  const [rarest = [], ...others] = words.toSorted((one, other) => frequency(one) - frequency(other));
  const times = kindFacts(kind).comes
    ? ([
        [sql`begins <= ${today}`, MAX_MATCHES],
        [sql`begins > ${today}`, MAX_UPCOMING],
      ] as const)
    : ([[sql`begins <= ${today}`, MAX_MATCHES]] as const);
  return rarest.flatMap((term) =>
    times.map(([when, bound]) => {
      const most = term.exact || term.meant ? bound : Math.min(bound, MAX_INEXACT);
      const has = others.map(
        (terms) => sql`exists (
          select 1 from search_postings as other
          where other.entry_id = best.entry_id and ${matchesTerms(terms)}
        )`,
      );
      const first = sql`
        select entry_id, score, begins from search_postings as best
        where word_id = ${term.id} and until >= ${until} and ${when}
        ${has.length > 0 ? sql`and ${sql.join(has, sql` and `)}` : sql``}
        order by score desc, entry_id desc limit ${most}
      `;
      const scores = others.map(
        (terms) => sql`coalesce((
          select max(${weightedScore(terms)}) from search_postings as other
          where other.entry_id = best.entry_id and ${matchesTerms(terms)}
        ), 0)`,
      );
      const own = term.exact ? sql`score` : sql`score / 2`;
      return sql`
        select cast(${kind} as text) as kind, cast(${term.id} as integer) as term, entry_id as id, begins,
          cast(${most} as integer) as most, ${sql.join([own, ...scores], sql` + `)} as score
        from (${first}) as best
      `;
    }),
  );
}

const matchesTerms = (terms: Term[]) =>
  terms.length === 1
    ? sql`other.word_id = ${terms[0]?.id}`
    : sql`other.word_id in (${sql.join(terms.map(({ id }) => id))})`;

/** Halves the score of prefix matches and corrections. */
function weightedScore(terms: Term[]) {
  const exact = terms.filter((term) => term.exact).map(({ id }) => id);
  if (exact.length === terms.length) return sql`other.score`;
  if (exact.length === 0) return sql`other.score / 2`;
  return sql`case when other.word_id in (${sql.join(exact)}) then other.score else other.score / 2 end`;
}

interface StoredEntry {
  id: number;
  entity: string;
  uuid: string;
  title: string;
  text: string;
  page: string;
}

const isBooklet = ({ entity }: StoredEntry) => entity === 'fortnightly_booklets';

/** Depends on all booklets and on the time, so the index cannot know it. */
async function currentBooklet(deps: SearchDeps): Promise<string | null> {
  const booklet = await fortnightlyBooklet(deps);
  if (!booklet) return null;
  const found = deps.db.selectFrom('fortnightly_booklets').select('uuid').where('id', '=', booklet.id);
  return (await found.executeTakeFirst())?.uuid ?? null;
}

/** Ranks the best matches of each kind by their titles too, and leaves out booklets that are not current. */
async function rerank(deps: SearchDeps, { kinds, ...rest }: Matches, question: string, most: number) {
  const ids = [...kinds.values()].flatMap((of) => of.slice(0, most).map(({ id }) => id));
  const entries = await entriesOf(deps, ids);
  const wanted = fold(question);
  const current = [...entries.values()].some(isBooklet) ? await currentBooklet(deps) : null;
  const isOld = ({ id }: Match) => {
    const entry = entries.get(id);
    return entry !== undefined && isBooklet(entry) && entry.uuid !== current;
  };
  const bonus = (match: Match) => {
    const title = fold(match.page?.title ?? entries.get(match.id)?.title ?? '');
    if (title === wanted) return 80;
    if (title.startsWith(wanted)) return 30;
    return title.includes(wanted) ? 15 : 0;
  };
  const sorted = new Map<SearchKind, Match[]>();
  for (const [kind, of] of kinds) {
    const shown = of.filter((match) => !isOld(match));
    const best = shown
      .slice(0, most)
      .map((match) => ({ ...match, score: match.score + bonus(match) }))
      .toSorted((one, other) => other.score - one.score || other.id - one.id);
    if (shown.length > 0) sorted.set(kind, [...best, ...shown.slice(most)]);
  }
  return { ...rest, kinds: sorted, entries };
}

async function entriesOf({ db }: SearchDeps, ids: readonly number[]): Promise<Map<number, StoredEntry>> {
  const own = ids.filter((id) => id >= 0);
  if (own.length === 0) return new Map();
  const { rows } = await sql<StoredEntry>`
    select id, entity, uuid, title, text, page from search_entries where id in (${sql.join(own)})
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const NONE: SearchResult = { groups: [], total: 0, page: 1, pages: 1, words: [], meant: null, without: [] };

export async function searchSite(
  deps: SearchDeps,
  { q, kind, page }: { q: string; kind?: SearchKind | undefined; page: number },
): Promise<SearchResult> {
  const asked = questionWords(q);
  if (asked.length === 0) return NONE;
  const found = await rerank(deps, await matchesOf(deps, asked), q, RERANKED);
  const { kinds, entries, wanted, without, more } = found;
  const best = (of: SearchKind) => kinds.get(of)?.[0]?.score ?? 0;
  const order = SEARCH_KINDS.filter((one) => kinds.has(one)).toSorted(
    (one, other) => best(other) - best(one),
  );
  const all = kind ? (kinds.get(kind) ?? []) : [];
  const pages = Math.max(1, Math.ceil(all.length / HITS_PER_PAGE));
  const at = Math.min(page, pages);
  const shown = order.map((one) => {
    const of = kinds.get(one) ?? [];
    if (!kind) return of.slice(0, HITS_PER_GROUP);
    return one === kind ? of.slice((at - 1) * HITS_PER_PAGE, at * HITS_PER_PAGE) : [];
  });
  const hits = await hitsOf(deps, shown.flat(), entries, q);
  return {
    groups: order.map((one, index) => ({
      kind: one,
      count: kinds.get(one)?.length ?? 0,
      more: more.has(one),
      hits: (shown[index] ?? []).flatMap((match) => hits.get(match.id) ?? []),
    })),
    total: order.reduce((sum, one) => sum + (kinds.get(one)?.length ?? 0), 0),
    page: at,
    pages,
    words: [
      ...new Set(
        wanted.flatMap(({ asked: { root, word }, terms }) => [
          root,
          word,
          ...terms.filter(({ meant }) => meant).map((term) => term.word),
        ]),
      ),
    ],
    meant: correctedQuestion(asked, wanted, q),
    without: without.map(({ shown: word }) => word),
  };
}

/** Returns the corrected question; null if nothing was corrected. */
function correctedQuestion(
  asked: readonly QuestionWord[],
  wanted: readonly QueryWord[],
  question: string,
): string | null {
  let meant = question;
  for (const { asked: one, terms } of wanted) {
    if (terms.some(({ meant: isMeant }) => !isMeant) || terms.length === 0 || !asked.includes(one)) continue;
    const [likely] = terms;
    if (likely) meant = meant.replace(one.shown, likely.shown);
  }
  return meant === question ? null : meant;
}

async function hitsOf(
  deps: SearchDeps,
  matches: readonly Match[],
  known: ReadonlyMap<number, StoredEntry>,
  q: string,
): Promise<Map<number, SearchHit>> {
  const missing = matches.filter(({ id }) => id >= 0 && !known.has(id)).map(({ id }) => id);
  const entries = new Map([...known, ...(await entriesOf(deps, missing))]);
  const facts = await loadHitDetails(
    deps,
    matches.flatMap(({ id }) => entries.get(id) ?? []),
  );
  const hits = new Map<number, SearchHit>();
  for (const { id, kind, page } of matches) {
    const entry = entries.get(id);
    const none = {
      uuid: null,
      notes: [],
      file: null,
      price: null,
      former_price: null,
      hours: [],
      time_zone: null,
    };
    if (page) hits.set(id, { ...none, kind, title: page.title, href: page.href, text: page.text });
    else if (entry)
      hits.set(id, {
        ...none,
        kind,
        uuid: entry.uuid,
        title: entry.title,
        // The booklet page has its own search, which finds the page of the booklet.
        href: isBooklet(entry) ? `${entry.page}?${new URLSearchParams({ busca: q })}` : entry.page,
        text: entry.text,
        ...facts(entry),
      });
  }
  return hits;
}

const MIN_QUESTION_LENGTH = 2;
const MAX_SUGGESTED = 6;
const MAX_SUGGESTED_PER_KIND = 3;
const MAX_COMPLETIONS = 3;

/** Returns suggestions for a question that is being typed. */
export async function suggest(deps: SearchDeps, q: string): Promise<Suggestions> {
  const asked = questionWords(q);
  if ([...fold(q)].length < MIN_QUESTION_LENGTH || asked.length === 0) return { words: [], hits: [] };
  const { kinds, entries, wanted, more: _ } = await rerank(deps, await matchesOf(deps, asked), q, 12);
  const best = [...kinds.values()]
    .flatMap((of) => of.slice(0, MAX_SUGGESTED_PER_KIND))
    .toSorted(
      (one, other) =>
        other.score - one.score || SEARCH_KINDS.indexOf(one.kind) - SEARCH_KINDS.indexOf(other.kind),
    )
    .slice(0, MAX_SUGGESTED);
  const hits = await hitsOf(deps, best, entries, q);
  return {
    words: completionsOf(q, wanted, new Set(kinds.keys())),
    hits: best.flatMap(({ id }) => {
      const hit = hits.get(id);
      return hit ? [{ kind: hit.kind, title: hit.title, href: hit.href, price: hit.price }] : [];
    }),
  };
}

/**
 * Returns completions of the last word: «arr» → «arroz». StoredWord of booklets are left out, because their
 * booklet may not have begun.
 */
function completionsOf(q: string, wanted: readonly QueryWord[], kinds: ReadonlySet<SearchKind>): string[] {
  const last = wanted.at(-1);
  if (!last || !q.trimEnd().endsWith(last.asked.shown)) return [];
  const begin = q.trimEnd().slice(0, -last.asked.shown.length);
  const endings = last.terms
    .filter(({ exact, kind }) => !exact && kind !== 'leaflet' && kinds.has(kind))
    .toSorted((one, other) => other.frequency - one.frequency)
    .map(({ shown }) => begin + shown);
  return [...new Set(endings)].slice(0, MAX_COMPLETIONS);
}
