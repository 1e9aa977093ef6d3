import { isPublished } from '../../records/server/publication/visibility.ts';
import { factsOf, sitePages } from '../../shared/sitePages.ts';
import { shownBanners } from '../banners/banner.service.ts';
import { recipesAddress } from '../recipes/recipe.address.ts';
import { categorySlug } from '../recipes/recipe.selection.ts';
import { allowedMistakes, editDistance, textWords } from '../searchIndex/search.tokens.ts';
import type { SearchDeps } from './search.hits.ts';
import type { QueryWord } from './searchQuestion.ts';

// Places of the site that the index lacks: its own pages, the categories of recipes and the banners of the home
// page. They are few, so each search reads them, and never finds one that shoppers do not see.

export interface Place {
  href: string;
  title: string;
  text: string;
  uuid: string | null;
  /** Id of the category of recipes that it is. */
  category?: number;
  /** Roots of its title, then of its other names. */
  names: string[][];
  otherRoots: string[];
}

/** Most categories and most banners that are compared with a question. */
const MAX_PLACES = 100;

interface PlaceFacts extends Omit<Place, 'names' | 'otherRoots'> {
  otherNames?: readonly string[] | undefined;
  /** Words that find it, besides its names. */
  words: string;
}

const rootsOf = (text: string) => textWords(text).map(({ root }) => root);

const placeOf = ({ words, otherNames = [], ...facts }: PlaceFacts): Place => ({
  ...facts,
  names: [facts.title, ...otherNames].map(rootsOf),
  otherRoots: rootsOf(words),
});

const pages: readonly Place[] = sitePages
  .flatMap((href) => {
    const { name = '', search } = factsOf(href);
    return search ? [{ href, title: name, priority: 0, uuid: null, ...search }] : [];
  })
  .toSorted((one, other) => other.priority - one.priority)
  .map(({ priority: _, keywords, names, ...facts }) =>
    placeOf({ ...facts, otherNames: names, words: `${facts.text} ${keywords}` }),
  );

/** Returns the places that shoppers see now, in the order in which equal ones are shown. */
export async function readPlaces(deps: SearchDeps): Promise<Place[]> {
  const usedCategories = deps.db
    .selectFrom('recipe_categories')
    .select(['id', 'uuid', 'name'])
    .where(isPublished('recipe_categories'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('recipes')
          .select('recipes.id')
          .whereRef('recipes.recipe_category_id', '=', 'recipe_categories.id')
          .where(isPublished('recipes')),
      ),
    )
    .orderBy('id')
    .limit(MAX_PLACES)
    .execute();
  const banners = shownBanners(deps).select(['uuid', 'title', 'alt', 'link']).limit(MAX_PLACES).execute();
  const [categories, shown] = await Promise.all([usedCategories, banners]);
  return [
    ...pages,
    ...categories.map(({ id, uuid, name }) =>
      placeOf({
        ...{ uuid, title: name, category: id },
        href: recipesAddress({ category: categorySlug({ id, name }) }),
        text: 'Todas as receitas e dicas desta categoria.',
        words: '',
      }),
    ),
    ...shown.map(({ uuid, title, alt, link }) =>
      placeOf({
        ...{ uuid, title, text: 'Em destaque na capa do site.', words: alt ?? '' },
        href: link?.startsWith('/') ? link : '/',
      }),
    ),
  ];
}

const NAME = 84;
const OTHER = 30;

/** Returns whether a name of a place has the word itself. */
export const hasInName = ({ names }: Place, root: string) => names.some((name) => name.includes(root));

/** Returns whether a place has the word itself. */
export const hasWord = (place: Place, root: string) =>
  hasInName(place, root) || place.otherRoots.includes(root);

/** Returns how well a word matches a place; 0 if it does not. */
export function placeScore({ asked: { word, root }, isLast, isKnown }: QueryWord, place: Place): number {
  const { names, otherRoots } = place;
  if (hasInName(place, root)) return NAME;
  if (otherRoots.includes(root)) return OTHER;
  if (isLast && word.length > 1) {
    const part = isKnown ? 6 : 2;
    if (names.flat().some((one) => one.startsWith(word))) return NAME / part;
    if (word.length > 2 && otherRoots.some((one) => one.startsWith(word))) return OTHER / part;
  }
  const most = isKnown ? 0 : allowedMistakes(root);
  const isSimilar = (one: string) => most > 0 && editDistance(root, one, most) <= most;
  if (names.flat().some(isSimilar)) return NAME / 3;
  return otherRoots.some(isSimilar) ? OTHER / 3 : 0;
}
