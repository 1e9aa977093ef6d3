import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  destroyRecipeCategory,
  listRecipeCategories,
  type RecipeCategory,
  updateRecipeCategory,
} from '../recipeCategory.contract.ts';
import { recipeCategories } from '../recipeCategory.resource.ts';

export const meta = screenMeta('Categorias de receitas');

const FIELDS = ['uuid', 'id', 'name', 'version'] as const;
type Row = Pick<RecipeCategory, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listRecipeCategories, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'name',
    label: 'Nome',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    edit: {
      endpoint: updateRecipeCategory,
      field: 'name',
      what: 'o nome',
      requiredFields: () => ({}),
      text: ({ name }) => name,
    },
    csv: ({ name }) => name,
    render: ({ name }) => name,
  },
];

export default function RecipeCategoryList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Categorias de receitas"
      description="Cada dica ou receita fica em uma delas."
      resource={recipeCategories}
      add="Adicionar categoria"
      searchLabel="Buscar por nome"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listRecipeCategories, fields: FIELDS }}
      columns={columns}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyRecipeCategory,
        consequence: 'Só sai se nenhuma receita usar. Fica na lixeira, de onde pode voltar.',
      }}
    />
  );
}
