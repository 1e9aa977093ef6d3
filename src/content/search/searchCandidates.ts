import { type RawBuilder, sql } from 'kysely';
import { idsParameter } from '../../records/server/lists/search.ts';
import { searchKindFacts as kindFacts, SEARCH_KINDS, type SearchKind } from '../searchIndex/search.kinds.ts';
import type { SearchDeps } from './search.hits.ts';
import type { QueryWord, Term } from './searchQuestion.ts';

// Finds the entries that are worth ranking, without reading all entries that have a word: of each kind the best
// that have all words, driven by the rarest of them, and the best of each single word. So the work is bounded by
// the number of words, however many entries have them.

/** Most matches that are counted per kind: ten pages of hits. */
export const MAX_MATCHES = 240;
/** Most matches that have not begun, and most matches by prefix or correction. */
const MAX_UPCOMING = 60;
const MAX_INEXACT = 60;
/** Entries with some of the words: two groups of hits for each, and the index words that are read for them. */
const MAX_PARTIAL = 12;
const MAX_PARTIAL_TERMS = 3;

/** A word that an entry has. */
export interface Posting {
  id: number;
  term: number;
  score: number;
}

export interface Candidate extends Posting {
  kind: SearchKind;
  begins: number;
  /** Limit of the query that returned it; 0 if the limit is no limit of the matches. */
  most: number;
}

export interface Days {
  today: number;
  /** First day of an offer's last day that is not over in each branch. */
  first: number;
}

/** Words that select entries. Fillers do only if there are no others. */
function selective(wanted: readonly QueryWord[]) {
  const telling = wanted.filter(({ isFiller }) => !isFiller);
  return telling.length > 0 ? telling : wanted;
}

export async function findCandidates(
  { db }: SearchDeps,
  wanted: readonly QueryWord[],
  days: Days,
): Promise<Candidate[]> {
  const parts = SEARCH_KINDS.flatMap((kind) => partsOf(kind, selective(wanted), days));
  if (parts.length === 0) return [];
  return (await sql<Candidate>`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}

function partsOf(
  kind: SearchKind,
  words: readonly QueryWord[],
  { today, first }: Days,
): RawBuilder<unknown>[] {
  const others = words.filter(({ kinds }) => !kinds.has(kind));
  const termsOf = ({ terms }: QueryWord) => terms.filter((term) => term.kind === kind);
  const wanted = (others.length > 0 ? others : words).map(termsOf);
  const frequency = (terms: Term[]) => terms.reduce((sum, term) => sum + term.frequency, 0);
  const [rarest = [], ...rest] = wanted.toSorted((one, other) => frequency(one) - frequency(other));
  const until = kind === 'offer' ? first : today;
  const part = (term: Term, most: number, limit: number, where: RawBuilder<unknown>) => sql`
    select cast(${kind} as text) as kind, cast(${term.id} as integer) as term, id, begins, score,
      cast(${most} as integer) as most
    from (
      select entry_id as id, begins, score from search_postings as best
      where word_id = ${term.id} and until >= ${until} and ${where}
      order by score desc, entry_id desc limit ${limit}
    ) as best
  `;
  const hasRest = rest.map(
    (terms) => sql`exists (
      select 1 from search_postings as other where other.entry_id = best.entry_id and other.word_id in (${sql.join(
        terms.map(({ id }) => id),
      )})
    )`,
  );
  const times = kindFacts(kind).comes
    ? ([
        [sql`begins <= ${today}`, MAX_MATCHES],
        [sql`begins > ${today}`, MAX_UPCOMING],
      ] as const)
    : ([[sql`begins <= ${today}`, MAX_MATCHES]] as const);
  const whole = rarest.flatMap((term) =>
    times.map(([when, bound]) => {
      const most = term.exact || term.meant ? bound : Math.min(bound, MAX_INEXACT);
      return part(term, most, most, sql.join([when, ...hasRest], sql` and `));
    }),
  );
  if (wanted.length === 1) return whole;
  const begun = kindFacts(kind).comes ? sql`begins >= 0` : sql`begins <= ${today}`;
  const partial = wanted.flatMap((terms) =>
    terms
      .toSorted((one, other) => Number(other.exact) - Number(one.exact) || other.frequency - one.frequency)
      .slice(0, MAX_PARTIAL_TERMS)
      .map((term) => part(term, 0, MAX_PARTIAL, begun)),
  );
  return [...whole, ...partial];
}

/** Returns which of the words the candidates have. */
export async function postingsOf(
  { db }: SearchDeps,
  candidates: readonly Pick<Candidate, 'id' | 'kind'>[],
  wanted: readonly QueryWord[],
): Promise<Posting[]> {
  const terms = Map.groupBy(
    wanted.flatMap((word) => word.terms),
    ({ kind }) => kind,
  );
  const parts = Map.groupBy(candidates, ({ kind }) => kind)
    .entries()
    .flatMap(([kind, of]) => {
      const words = terms.get(kind)?.map(({ id }) => id) ?? [];
      const ids = [...new Set(of.map(({ id }) => id))];
      return words.length > 0
        ? [
            sql`
              select entry_id as id, word_id as term, score from search_postings
              where entry_id in ${idsParameter(db, ids)} and word_id in (${sql.join(words)})
            `,
          ]
        : [];
    })
    .toArray();
  if (parts.length === 0) return [];
  return (await sql<Posting>`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}
