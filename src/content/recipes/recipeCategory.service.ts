import type { Transaction } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { searchText } from '../../records/server/lists/list.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { pendingContents } from '../../records/server/store/references.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { inSentence } from '../../shared/text/format.ts';
import { NAME_TAKEN, recipeCategoryRecord } from './recipeCategory.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    recipe_categories: RecipeCategoryTable;
  }
}

export interface RecipeCategoryTable extends TableOf<typeof recipeCategoryRecord> {}

const UNKNOWN = 'Esta categoria não existe mais. Escolha outra.';
/** Most recipes to name in the error about a category in use. */
const MAX_NAMED = 3;

export const recipeCategoryService = recordService(recipeCategoryRecord, {
  gone: 'Esta categoria não existe mais.',
  effects: {
    added: 'Já pode ser escolhida nas receitas. O site a mostra assim que uma receita for dela.',
    changed: 'As receitas dela já mostram a mudança no site.',
    removed: 'Nenhuma receita era dela: no site nada mudou.',
  },
  // Serializes writers of recipes and categories. It prevents duplicate names, recipes with a deleted category,
  // and updates during a deletion.
  lockTable: 'recipes',
  ensureConsistent: (db, { name }, ownId) => ensureNameFree(db, name, ownId),
  ensureRemovable: ensureUnused,
});

/** Throws 422 at the recipe's category field if the category does not exist. */
export async function ensureCategory(db: DbOrTransaction, id: number): Promise<void> {
  const found = await db
    .selectFrom('recipe_categories')
    .select('id')
    .where('id', '=', id)
    .where(isNotDeleted('recipe_categories'))
    .executeTakeFirst();
  if (!found) throw invalidField('revenue_category_id', UNKNOWN);
}

/**
 * Throws if another category has the name, compared by `fold`. A category that keeps its exact name passes,
 * because an older rule allowed names that differ only in accents or case.
 */
async function ensureNameFree(db: DbOrTransaction, name: string, ownId?: number): Promise<void> {
  const others = await db
    .selectFrom('recipe_categories')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('name_key', '=', searchText(name)), eb('id', '=', ownId ?? 0)]))
    .where(isNotDeleted('recipe_categories'))
    .execute();
  const keepsName = others.some((category) => category.id === ownId && category.name === name);
  if (others.some((category) => category.id !== ownId && (!keepsName || category.name === name)))
    throw invalidField('name', NAME_TAKEN);
}

async function ensureUnused(trx: Transaction<Tables>, id: number): Promise<void> {
  const using = trx.selectFrom('recipes').where('recipe_category_id', '=', id).where(isNotDeleted('recipes'));
  const { count } = await using
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const stored = await using.select('name').orderBy('id').limit(MAX_NAMED).execute();
  const waiting = await recipesToCome(trx, id);
  const all = Number(count) + waiting.length;
  if (all === 0) return;
  const some = [...stored.map(({ name }) => name), ...waiting].slice(0, MAX_NAMED);
  throw new Failure(
    'conflict',
    inUse(
      all,
      some.map((name) => `“${name}”`),
    ),
  );
}

/** Returns the names of recipes that only a draft or a scheduled change puts into the category. */
async function recipesToCome(trx: Transaction<Tables>, id: number): Promise<string[]> {
  const waiting = await pendingContents(trx, 'recipes', 'recipe_category_id', id);
  const byUuid = new Map(waiting.map(({ uuid, content }) => [uuid, String(content.name)]));
  if (byUuid.size === 0) return [];
  const heads = await trx
    .selectFrom('recipes')
    .select('uuid')
    .where('uuid', 'in', [...byUuid.keys()])
    .where('recipe_category_id', '=', id)
    .execute();
  for (const { uuid } of heads) byUuid.delete(uuid);
  return [...byUuid.values()];
}

function inUse(count: number, named: string[]): string {
  const names = inSentence(count > named.length ? [...named, `mais ${count - named.length}`] : named);
  return count === 1
    ? `1 receita usa esta categoria: ${names}. Troque a categoria dela antes de excluir.`
    : `${count} receitas usam esta categoria: ${names}. Troque a categoria delas antes de excluir.`;
}
