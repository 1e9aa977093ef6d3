import { fold } from '../../shared/text/fold.ts';
import { SEARCH_KINDS, type SearchKind } from '../searchIndex/search.kinds.ts';
import { questionWords } from '../searchIndex/search.tokens.ts';
import type { Suggestions } from './search.contract.ts';
import type { SearchDeps } from './search.hits.ts';
import { hitsOf } from './search.service.ts';
import { matchesOf } from './searchMatches.ts';
import type { QueryWord } from './searchQuestion.ts';
import { rerank } from './searchRanking.ts';

const MIN_QUESTION_LENGTH = 2;

const MAX_SUGGESTED = 6;

const MAX_SUGGESTED_PER_KIND = 3;

const MAX_COMPLETIONS = 3;

/** Returns suggestions for a question that is being typed. */
export async function suggest(deps: SearchDeps, q: string): Promise<Suggestions> {
  const asked = questionWords(q);
  if ([...fold(q)].length < MIN_QUESTION_LENGTH || asked.length === 0) return { words: [], hits: [] };
  const { kinds, entries, wanted, more: _ } = await rerank(deps, await matchesOf(deps, asked), 12);
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
 * Returns completions of the last word, those of offers first: «arr» → «arroz». Words of booklets are left out,
 * because their booklet may not have begun.
 */
function completionsOf(q: string, wanted: readonly QueryWord[], kinds: ReadonlySet<SearchKind>): string[] {
  const last = wanted.at(-1);
  if (!last || !q.trimEnd().endsWith(last.asked.shown)) return [];
  const begin = q.trimEnd().slice(0, -last.asked.shown.length);
  // Shoppers mostly look for goods: «pic» begins «picanha», whatever recipes say.
  const rankOf = ({ kind }: { kind: SearchKind }) => Number(kind === 'offer');
  const endings = last.terms
    .filter(({ exact, kind }) => !exact && kind !== 'leaflet' && kinds.has(kind))
    .toSorted((one, other) => rankOf(other) - rankOf(one) || other.frequency - one.frequency)
    .map(({ shown }) => begin + shown);
  return [...new Set(endings)].slice(0, MAX_COMPLETIONS);
}
