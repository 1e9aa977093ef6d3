import type { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { nameField } from '../../records/define/fields.ts';
import { endpoint } from '../../shared/endpoint.ts';

export const NAME_TAKEN = 'Já existe uma categoria com esse nome.';

const defined = defineRecord({
  table: 'recipe_categories',
  path: 'revenue-categories',
  area: 'recipes',
  many: 'as categorias de receitas',
  one: 'uma categoria de receitas',
  fields: {
    name: nameField({ label: 'Nome', what: 'o nome', max: 80, sortable: true, searched: true }),
  },
});

export const recipeCategoryRecord = {
  ...defined,
  endpoints: {
    ...defined.endpoints,
    /** Answers 409 for a category with recipes. */
    destroy: endpoint({
      ...defined.endpoints.destroy,
      summary: 'Exclui uma categoria de receitas que nenhuma receita usa',
      failures: ['conflict'],
    }),
  },
};

export type RecipeCategory = z.output<typeof recipeCategoryRecord.output>;

export const {
  list: listRecipeCategories,
  show: getRecipeCategory,
  store: storeRecipeCategory,
  update: updateRecipeCategory,
  destroy: destroyRecipeCategory,
} = recipeCategoryRecord.endpoints;
