import { type RawBuilder, sql } from 'kysely';
import { fold } from '../../shared/text/fold.ts';
import { fortnightlyBooklet } from '../booklets/fortnightlyBooklet.service.ts';
import { searchKindFacts as kindFacts, type SearchKind } from '../searchIndex/search.kinds.ts';
import type { SearchDeps } from './search.hits.ts';
import type { Match, Matches, QueryWord, Term } from './searchMatches.ts';

/** Most matches that are counted per kind: ten pages of hits. */
export const MAX_MATCHES = 240;
/** Most matches that have not begun, and most matches by prefix or correction. */
const MAX_UPCOMING = 60;
export const MAX_INEXACT = 60;
/** Candidates for a correction that are compared with the word. */
export const MAX_CANDIDATES = 2000;

/** Matches per kind that are ranked again by their titles. */
export const RERANKED = 60;

export interface Row {
  kind: SearchKind;
  term: number;
  id: number;
  begins: number;
  score: number;
  /** Limit of the query that returned this row. */
  most: number;
}

/** The entries of a kind that have all words: one statement for each word that the rarest of them may be. */
export function partsOf(
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

export interface StoredEntry {
  id: number;
  entity: string;
  uuid: string;
  title: string;
  text: string;
  page: string;
}

export const isBooklet = ({ entity }: StoredEntry) => entity === 'fortnightly_booklets';

/** Depends on all booklets and on the time, so the index cannot know it. */
async function currentBooklet(deps: SearchDeps): Promise<string | null> {
  const booklet = await fortnightlyBooklet(deps);
  if (!booklet) return null;
  const found = deps.db.selectFrom('fortnightly_booklets').select('uuid').where('id', '=', booklet.id);
  return (await found.executeTakeFirst())?.uuid ?? null;
}

/** Ranks the best matches of each kind by their titles too, and leaves out booklets that are not current. */
export async function rerank(deps: SearchDeps, { kinds, ...rest }: Matches, question: string, most: number) {
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

export async function entriesOf(
  { db }: SearchDeps,
  ids: readonly number[],
): Promise<Map<number, StoredEntry>> {
  const own = ids.filter((id) => id >= 0);
  if (own.length === 0) return new Map();
  const { rows } = await sql<StoredEntry>`
    select id, entity, uuid, title, text, page from search_entries where id in (${sql.join(own)})
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
