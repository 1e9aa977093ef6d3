import { sql } from 'kysely';
import { fortnightlyBooklet } from '../booklets/fortnightlyBooklet.service.ts';
import type { SearchKind } from '../searchIndex/search.kinds.ts';
import { textWords } from '../searchIndex/search.tokens.ts';
import type { SearchDeps } from './search.hits.ts';
import type { Match, Matches } from './searchMatches.ts';
import type { QueryWord } from './searchQuestion.ts';

/** Matches per kind that are ranked again by their titles. */
export const RERANKED = 24;

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
export async function rerank(deps: SearchDeps, { kinds, ...rest }: Matches, most: number) {
  const ids = [...kinds.values()].flatMap((of) => of.slice(0, most).map(({ id }) => id));
  const entries = await entriesOf(deps, ids);
  const current = [...entries.values()].some(isBooklet) ? await currentBooklet(deps) : null;
  const isOld = ({ id }: Match) => {
    const entry = entries.get(id);
    return entry !== undefined && isBooklet(entry) && entry.uuid !== current;
  };
  const seen = new Set<string>();
  // The leaflets of a day are one page.
  const isRepeated = ({ id }: Match) => {
    const entry = entries.get(id);
    if (!entry) return false;
    const key = `${entry.page} ${entry.title}`;
    const before = seen.size;
    return seen.add(key).size === before;
  };
  const namesOf = ({ id, place }: Match) => place?.names ?? [rootsOf(entries.get(id)?.title ?? '')];
  const sorted = new Map<SearchKind, Match[]>();
  for (const [kind, of] of kinds) {
    const shown = of.filter((match) => !isOld(match) && !isRepeated(match));
    const bonus = titleBonus(rest.wanted.filter((word) => !word.kinds.has(kind)));
    const best = shown
      .slice(0, most)
      .map((match) => ({
        ...match,
        score: match.score + Math.max(...namesOf(match).map(bonus)),
      }))
      .toSorted((one, other) => other.score - one.score || other.id - one.id);
    if (shown.length > 0) sorted.set(kind, [...best, ...shown.slice(most)]);
  }
  return { ...rest, kinds: sorted, entries };
}

const rootsOf = (title: string) => textWords(title).map(({ root }) => root);

/** Returns a function that rates a title that is the question, begins with it, or contains its words in their order. */
function titleBonus(words: readonly QueryWord[]) {
  const telling = words.filter(({ isFiller }) => !isFiller);
  const meant = (telling.length > 0 ? telling : words).map(({ asked, isKnown, terms }) => {
    const root = isKnown ? asked.root : (terms.find((term) => term.meant)?.word ?? asked.root);
    return { root, begin: isKnown ? undefined : asked.word };
  });
  const isAt = (title: readonly string[], from: number) =>
    meant.every(({ root, begin }, at) => {
      const word = title[from + at];
      return word === root || (at === meant.length - 1 && begin && word?.startsWith(begin));
    });
  return (title: readonly string[]): number => {
    if (meant.length === 0 || meant.length > title.length) return 0;
    if (isAt(title, 0)) return meant.length === title.length && title.at(-1) === meant.at(-1)?.root ? 80 : 30;
    return title.some((_, from) => isAt(title, from)) ? 15 : 0;
  };
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
