import { sql } from 'kysely';
import type { SearchKind } from '../searchIndex/search.kinds.ts';
import {
  allowedMistakes,
  editDistance,
  intactParts,
  isFiller,
  kindsNamedBy,
  type QuestionWord,
  reverseWord,
} from '../searchIndex/search.tokens.ts';
import type { SearchDeps } from './search.hits.ts';
import { hasWord, type Place } from './search.places.ts';

// Resolves each word of a question to words of the index: itself, what it begins, or what was meant.

/** A prefix or a misspelling leads to many words of a kind; the most frequent ones suffice. */
const MAX_PREFIX_WORDS = 6;
const MAX_CORRECTIONS = 4;
/** Candidates for a correction that are compared with the word. */
const MAX_CANDIDATES = 2000;

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
  /** True for the last word, which may be unfinished. */
  isLast: boolean;
  /** Whether the site has the word itself somewhere. What it begins counts little then. */
  isKnown: boolean;
  /** Kinds of results that the word names: «vaga». */
  kinds: ReadonlySet<SearchKind>;
  /** True if it says little: «como», «tem». */
  isFiller: boolean;
}

export type StoredWord = Omit<Term, 'exact'>;

/** Returns what each word of a question stands for. */
export async function resolveWords(
  deps: SearchDeps,
  asked: readonly QuestionWord[],
  stored: readonly StoredWord[],
  places: readonly Place[],
): Promise<QueryWord[]> {
  const words = asked.map((one, at): QueryWord => {
    const isLast = at === asked.length - 1;
    const terms = stored
      .filter(({ word }) => word === one.root || (isLast && word !== one.word && word.startsWith(one.word)))
      .map((term) => ({ ...term, exact: term.word === one.root }));
    const kinds = kindsNamedBy(one.root);
    const isKnown =
      kinds.size > 0 || terms.some(({ exact }) => exact) || places.some((place) => hasWord(place, one.root));
    return { asked: one, terms, isLast, isKnown, kinds, isFiller: isFiller(one.root) };
  });
  for (const word of words)
    if (!word.isKnown && word.terms.length === 0) word.terms = await correctionsOf(deps, word.asked);
  return words;
}

/** Returns the index words that equal a word of the question, and those that begin with the last one. */
export async function storedWords({ db }: SearchDeps, asked: readonly QuestionWord[]): Promise<StoredWord[]> {
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
  return rows;
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
