import { factsOf, type SitePage, sitePages } from '../../shared/sitePages.ts';
import { allowedMistakes, editDistance, type QuestionWord, textWords } from '../searchIndex/search.tokens.ts';

interface SearchablePage {
  href: SitePage;
  title: string;
  text: string;
  keywords: string;
  priority: number;
}

/** Pages of the site that are no records, with the texts by which they are found. */
export const searchablePages: readonly SearchablePage[] = sitePages
  .flatMap((href) => {
    const { name = '', search } = factsOf(href);
    return search ? [{ href, title: name, priority: 0, ...search }] : [];
  })
  .toSorted((one, other) => other.priority - one.priority);

const indexedPages = searchablePages.map((page) => ({
  page,
  title: textWords(page.title).map(({ root }) => root),
  others: textWords(`${page.text} ${page.keywords}`).map(({ root }) => root),
}));

const TITLE = 84;
const OTHER = 20;

/** Returns how well a word matches a page; 0 if it does not. The last word (`isLast`) may be a prefix. */
function scoreOf(
  { word, root }: QuestionWord,
  { title, others }: (typeof indexedPages)[number],
  isLast: boolean,
): number {
  if (title.includes(root)) return TITLE;
  if (others.includes(root)) return OTHER;
  if (isLast && word.length >= 2) {
    if (title.some((one) => one.startsWith(word))) return TITLE / 2;
    if (word.length > 2 && others.some((one) => one.startsWith(word))) return OTHER / 2;
  }
  const most = allowedMistakes(root);
  const isSimilar = (one: string) => most > 0 && editDistance(root, one, most) <= most;
  if (title.some(isSimilar)) return TITLE / 3;
  return others.some(isSimilar) ? OTHER / 3 : 0;
}

export interface FoundPage {
  page: SearchablePage;
  score: number;
}

/** Returns the pages that contain all words. */
export function findPages(asked: readonly QuestionWord[]): FoundPage[] {
  return indexedPages
    .map((one) => {
      const scores = asked.map((word, at) => scoreOf(word, one, at === asked.length - 1));
      return {
        page: one.page,
        score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0),
      };
    })
    .filter(({ score }) => score > 0);
}
