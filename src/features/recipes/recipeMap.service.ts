import { live } from '../../platform/database/live.ts';
import type { Deps } from '../../platform/deps.ts';
import { imageReader } from '../files/file.service.ts';
import { categorySlug } from './recipe.selection.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

/** By id, so that a recipe that comes or goes changes one part and moves nothing from one to another. */
const PART = 2500;
/** Of a part. */
const AT_ONCE = 250;

export async function readMap({ db }: Reading) {
  const parts: { part: number; count: number; changed: string }[] = [];
  for (let last = 0; ; ) {
    const next = await db
      .selectFrom('recipes')
      .select((eb) => eb.fn.min('id').as('id'))
      .where(live('recipes'))
      .where('id', '>', last)
      .executeTakeFirst();
    if (!next?.id) break;
    const part = Math.ceil(next.id / PART);
    const { count, changed } = await db
      .selectFrom('recipes')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('updated_at').as('changed')])
      .where(live('recipes'))
      .where('id', '>', last)
      .where('id', '<=', part * PART)
      .executeTakeFirstOrThrow();
    parts.push({ part, count: Number(count), changed });
    last = part * PART;
  }
  return { parts, categories: await changesOfCategories({ db }) };
}

async function changesOfCategories({ db }: Pick<Reading, 'db'>) {
  const rows = await db
    .selectFrom('recipe_categories')
    .select((eb) => [
      'id',
      'name',
      eb
        .selectFrom('recipes')
        .select((of) => of.fn.max('recipes.updated_at').as('changed'))
        .whereRef('recipe_category_id', '=', 'recipe_categories.id')
        .where(live('recipes'))
        .as('changed'),
    ])
    .where(live('recipe_categories'))
    .orderBy('id')
    .execute();
  const changes = new Map<string, string>();
  for (const { changed, ...category } of rows) {
    const slug = categorySlug(category);
    if (changed && changed > (changes.get(slug) ?? '')) changes.set(slug, changed);
  }
  return Array.from(changes, ([slug, changed]) => ({ slug, changed }));
}

/** The new ones first. */
export async function readMapPart(deps: Reading, part: number) {
  const found: { uuid: string; changed: string; image: string | null }[] = [];
  for (let before = part * PART + 1; ; ) {
    const rows = await deps.db
      .selectFrom('recipes')
      .select(['id', 'uuid', 'updated_at', 'file_id'])
      .where(live('recipes'))
      .where('id', '>', (part - 1) * PART)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(AT_ONCE)
      .execute();
    const image = await imageReader(
      deps,
      rows.map(({ file_id }) => file_id),
    );
    for (const { uuid, updated_at, file_id } of rows)
      found.push({ uuid, changed: updated_at, image: image(file_id, null)?.url_s3 ?? null });
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return found;
    before = end.id;
  }
}
