import type { Deps } from '../../platform/deps.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { sitemapParts } from '../sitemapEntries/sitemapParts.service.ts';
import { categorySlug } from './recipe.selection.ts';

type Reading = Pick<Deps, 'db'>;

export async function readRecipeSitemap(deps: Reading) {
  const [parts, categories] = await Promise.all([sitemapParts(deps, 'recipes'), changesOfCategories(deps)]);
  return { parts, categories };
}

async function changesOfCategories({ db }: Reading) {
  const rows = await db
    .selectFrom('recipe_categories')
    .select((eb) => [
      'id',
      'name',
      eb
        .selectFrom('recipes')
        .select((of) => of.fn.max('recipes.updated_at').as('changed'))
        .whereRef('recipe_category_id', '=', 'recipe_categories.id')
        .where(isPublished('recipes'))
        .as('changed'),
    ])
    .where(isPublished('recipe_categories'))
    .orderBy('id')
    .execute();
  const changes = new Map<string, string>();
  for (const { changed, ...category } of rows) {
    const slug = categorySlug(category);
    if (changed && changed > (changes.get(slug) ?? '')) changes.set(slug, changed);
  }
  return Array.from(changes, ([slug, changed]) => ({ slug, changed }));
}
