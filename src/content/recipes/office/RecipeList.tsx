import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { downloadName } from '../../../records/office/downloadName.ts';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { recipeAddress } from '../recipe.address.ts';
import { destroyRecipe, listRecipes, type Recipe } from '../recipe.contract.ts';
import { minutesInWords } from '../recipe.effort.ts';
import { recipes } from '../recipe.resource.ts';

export const meta = screenMeta('Dicas e receitas');

const FIELDS = ['uuid', 'id', 'name', 'revenue_category_id', 'total_minutes', 'file'] as const;
type Row = Pick<Recipe, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listRecipes, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'image',
    label: 'Imagem',
    kind: 'picture',
    narrow: 'picture',
    render: ({ file }) => <Thumb file={file} />,
  },
  { key: 'name', label: 'Nome', sortable: true, kind: 'title', narrow: 'title', render: ({ name }) => name },
  {
    key: 'revenue_category_id',
    label: 'Categoria',
    sortable: true,
    kind: 'quiet',
    narrow: 'line',
    render: ({ revenue_category_id }) => revenue_category_id.name,
  },
  {
    key: 'total_minutes',
    label: 'Tempo',
    kind: 'quiet',
    render: ({ total_minutes }) => (total_minutes ? minutesInWords(total_minutes) : '-'),
  },
];

export default function RecipeList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Dicas e receitas"
      description="No site, as novas aparecem primeiro."
      resource={recipes}
      add="Adicionar receita"
      searchLabel="Buscar por nome, ingrediente ou categoria"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listRecipes, fields: FIELDS }}
      columns={columns}
      pageOf={({ uuid }) => recipeAddress(uuid)}
      nameOf={({ name }) => name}
      download={({ file, name }) => ({ href: file.url_s3, name: downloadName(name, file.url_s3) })}
      remove={{
        endpoint: destroyRecipe,
        consequence: 'Sai do site agora. Fica na lixeira, de onde pode voltar.',
        picture: ({ file }) => file,
      }}
    />
  );
}
