import { HITS_PER_PAGE, SEARCH_KINDS, type SearchKind } from '../searchIndex/search.kinds.ts';
import { type QuestionWord, questionWords } from '../searchIndex/search.tokens.ts';
import type { SearchHit, SearchResult } from './search.contract.ts';
import { loadHitDetails, type SearchDeps } from './search.hits.ts';
import { type Match, matchesOf } from './searchMatches.ts';
import type { QueryWord } from './searchQuestion.ts';
import { entriesOf, isBooklet, RERANKED, rerank, type StoredEntry } from './searchRanking.ts';

/** Hits per kind when all kinds are shown. */
const HITS_PER_GROUP = 6;

const NONE: SearchResult = { groups: [], total: 0, page: 1, pages: 1, words: [], meant: null, without: [] };

export async function searchSite(
  deps: SearchDeps,
  { q, kind, page }: { q: string; kind?: SearchKind | undefined; page: number },
): Promise<SearchResult> {
  const asked = questionWords(q);
  if (asked.length === 0) return NONE;
  const found = await rerank(deps, await matchesOf(deps, asked), RERANKED);
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

export async function hitsOf(
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
  for (const { id, kind, missing, place } of matches) {
    const entry = entries.get(id);
    const none = {
      uuid: null,
      missing: missing.map(({ shown }) => shown),
      notes: [],
      file: null,
      price: null,
      former_price: null,
      hours: [],
      time_zone: null,
    };
    if (place) {
      const { uuid, title, href, text } = place;
      hits.set(id, { ...none, kind, uuid, title, href, text });
    } else if (entry)
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
