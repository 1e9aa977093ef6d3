import type { Transaction } from 'kysely';
import { Failure, invalidField } from '../../contract/failure.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { deleteRecord, findRecord, type Row } from '../../platform/database/records.ts';
import { pendingContents } from '../../platform/database/references.ts';
import type { RecordColumns, Tables } from '../../platform/database/tables.ts';
import { isNotDeleted } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { inSentence } from '../../ui/format.ts';
import { NAME_TAKEN, type RecipeCategory, type RecipeCategoryInput } from './recipeCategory.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    recipe_categories: RecipeCategoryTable;
  }
}

export interface RecipeCategoryTable extends RecordColumns {
  name: string;
  search: string;
  name_key: string;
}

declareComposition('recipe_categories', {
  derive: derived,
  order: 'recipes',
  ensureConsistent: ({ trx }, { name }, ownId) => ensureNameFree(trx, name, ownId),
  ensureRemovable: ({ trx }, id) => ensureUnused(trx, id),
});

const FILTERS = filterRules('recipe_categories', {}, {});
const GONE = 'Esta categoria não existe mais.';
const UNKNOWN = 'Esta categoria não existe mais. Escolha outra.';
/** Most recipes to name in the error about a category in use. */
const MAX_NAMED = 3;

export async function listRecipeCategories({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('recipe_categories').selectAll().where(isNotDeleted('recipe_categories'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'recipe_categories',
      search: 'search',
      sortable: { id: 'id', name: 'name_key' },
      filters: FILTERS,
      order: 'id',
      id: 'id',
    },
    (rows) => rows.map(present),
  );
}

export async function findRecipeCategory({ db }: Pick<Deps, 'db'>, uuid: string): Promise<RecipeCategory> {
  return present(await findRecord(db, 'recipe_categories', uuid, GONE));
}

export async function draftRecipeCategory(
  db: DbOrTransaction,
  { name, version: expectedVersion }: RecipeCategoryInput,
  uuid?: string,
): Promise<RecordDraft<'recipe_categories'>> {
  const before = await currentRecord(db, 'recipe_categories', uuid, expectedVersion, GONE);
  await ensureNameFree(db, name, before?.id);
  const message = before
    ? 'As receitas dela já mostram a mudança no site.'
    : 'Já pode ser escolhida nas receitas. O site a mostra assim que uma receita for dela.';
  return { table: 'recipe_categories', before, values: recipeCategoryColumns(name), message };
}

export const storeRecipeCategory = (deps: Pick<Deps, 'write'>, actor: Actor, input: RecipeCategoryInput) =>
  saveRecord(deps, actor, (db) => draftRecipeCategory(db, input), lockRecipes);

export const updateRecipeCategory = (
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  input: RecipeCategoryInput,
) => saveRecord(deps, actor, (db) => draftRecipeCategory(db, input, uuid), lockRecipes);

export async function destroyRecipeCategory(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await lockRecipes(work.trx);
    const category = await findRecord(work.trx, 'recipe_categories', uuid, GONE);
    await ensureUnused(work.trx, category.id);
    await deleteRecord(work, 'recipe_categories', category);
  });
  return { message: 'Nenhuma receita era dela: no site nada mudou.' };
}

/**
 * Serializes writers of recipes and categories; must be the first lock of a transaction, after files are
 * claimed. It prevents duplicate names, recipes with a deleted category, and updates during a deletion.
 */
export function lockRecipes(trx: Transaction<Tables>): Promise<void> {
  return lockOrder(trx, 'recipes');
}

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

export function recipeCategoryColumns(name: string) {
  return { name, ...derived({ name }) };
}

function derived({ name }: Pick<RecipeCategoryTable, 'name'>) {
  return { search: searchText(name), name_key: searchText(name) };
}

const present = ({ id, uuid, name, version, updated_at }: Row<'recipe_categories'>): RecipeCategory => ({
  id,
  uuid,
  name,
  version,
  updated_at,
});
