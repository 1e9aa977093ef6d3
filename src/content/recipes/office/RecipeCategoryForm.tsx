import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  getRecipeCategory,
  type RecipeCategory,
  storeRecipeCategory,
  updateRecipeCategory,
} from '../recipeCategory.contract.ts';
import { recipeCategories } from '../recipeCategory.resource.ts';

export const meta = screenMeta('Editar categoria de receitas');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getRecipeCategory, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function RecipeCategoryForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={recipeCategories.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} category={data} />}
    </LoadedContent>
  );
}

function Editor({ category }: { category?: RecipeCategory }) {
  const edit = useEditForm({
    endpoint: category ? updateRecipeCategory : storeRecipeCategory,
    ...(category && { record: category }),
    values: { name: category?.name ?? '' },
    resource: recipeCategories,
  });
  return (
    <EditPage
      edit={edit}
      title={category?.name ?? 'Nova categoria'}
      intro="Depois de salva, aparece para escolher em cada receita."
      saveLabel="Salvar categoria"
    >
      <Section title="Dados da categoria">
        <TextField
          control={edit.control}
          name="name"
          label="Nome"
          autoComplete="off"
          hint="Como Almoço de família ou Doces e sobremesas."
        />
      </Section>
    </EditPage>
  );
}
