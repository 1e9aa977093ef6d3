import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { CoverFields, coverValues } from '../../../records/office/form/CoverFields.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { SelectField, TextArea, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { plural } from '../../../shared/text/plural.ts';
import { linesOf } from '../lines.ts';
import { getRecipe, type Recipe, storeRecipe, updateRecipe } from '../recipe.contract.ts';
import { DIFFICULTIES, minutesInField } from '../recipe.effort.ts';
import { recipes } from '../recipe.resource.ts';
import { listRecipeCategories, type RecipeCategory } from '../recipeCategory.contract.ts';
import { recipeCategories } from '../recipeCategory.resource.ts';

export const meta = screenMeta('Editar receita');

const difficulties = Object.entries(DIFFICULTIES).map(([value, label]) => ({ value, label }));

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  const answer = Promise.all([
    load(listRecipeCategories, request, { query: { sort: 'name' } }).answer,
    uuid ? load(getRecipe, request, { params: { uuid } }).answer : null,
  ]);
  // Prevents an unhandled rejection, as in `load`: the component that renders the answer shows the error.
  answer.catch(() => undefined);
  return { answer };
}

export { RecordSkeleton as HydrateFallback };

export default function RecipeForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={recipes.at.list}>
      {([categories, found]) => (
        <Editor
          key={found ? `${found.data.uuid} ${found.data.version}` : 'new'}
          categories={categories.data}
          {...(found && { recipe: found.data })}
        />
      )}
    </LoadedContent>
  );
}

function Editor({ recipe, categories }: { recipe?: Recipe; categories: readonly RecipeCategory[] }) {
  const edit = useEditForm({
    endpoint: recipe ? updateRecipe : storeRecipe,
    ...(recipe && { record: recipe }),
    values: {
      name: recipe?.name ?? '',
      revenue_category_id: recipe ? String(recipe.revenue_category_id.id) : '',
      description: recipe?.description ?? '',
      ingredients: recipe?.ingredients ?? '',
      preparation_mode: recipe?.preparation_mode ?? '',
      recipe_link: recipe?.recipe_link ?? '',
      preparation_minutes: minutesInField(recipe?.preparation_minutes),
      total_minutes: minutesInField(recipe?.total_minutes),
      servings: recipe?.servings ?? '',
      difficulty: recipe?.difficulty ? String(recipe.difficulty.number) : '',
      ...coverValues(recipe?.alt),
    },
    resource: recipes,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={recipe?.name ?? 'Nova receita'}
      intro="Aparece em Dicas e receitas assim que for publicada."
      saveLabel="Salvar receita"
      aside={
        <Section title="Capa">
          <CoverFields
            control={control}
            current={recipe?.file}
            advice="JPG ou PNG, de preferência 1200 × 857, com o prato no meio."
          />
        </Section>
      }
    >
      <Section title="Dados da receita">
        <TextField control={control} name="name" label="Nome" autoComplete="off" />
        <SelectField
          control={control}
          name="revenue_category_id"
          label="Categoria"
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          hint={
            categories.length === 0 && (
              <>
                Ainda não há nenhuma.{' '}
                <Link className="link" to={recipeCategories.at.create}>
                  Adicionar categoria
                </Link>
              </>
            )
          }
        />
        <TextArea
          control={control}
          name="description"
          label="Descrição"
          hint="Uma ou duas frases que deem vontade de fazer."
        />
        <TextField
          control={control}
          name="recipe_link"
          label="Link da receita"
          inputMode="url"
          autoComplete="off"
          hint="Um vídeo ou uma página, com https://"
        />
      </Section>
      <Section title="Tempo e rendimento">
        <div className="field-pair">
          <TextField
            control={control}
            name="preparation_minutes"
            label="Tempo de preparo"
            autoComplete="off"
            hint="De mão na massa. Em minutos, como 45, ou em horas, como 1h30."
          />
          <TextField
            control={control}
            name="total_minutes"
            label="Tempo total"
            autoComplete="off"
            hint="Com forno e descanso."
          />
        </div>
        <div className="field-pair">
          <TextField
            control={control}
            name="servings"
            label="Rendimento"
            autoComplete="off"
            hint="Como 6 porções ou 40 pães de queijo. Só o número conta porções."
          />
          <SelectField
            control={control}
            name="difficulty"
            label="Dificuldade"
            placeholder="Não diz"
            options={difficulties}
          />
        </div>
      </Section>
      <Section title="Preparo">
        <TextArea
          control={control}
          name="ingredients"
          label="Ingredientes"
          rows={6}
          hint={
            <>
              Um por linha.{' '}
              <LineCount control={control} name="ingredients" one="ingrediente" many="ingredientes" />
            </>
          }
        />
        <TextArea
          control={control}
          name="preparation_mode"
          label="Modo de preparo"
          rows={6}
          hint={
            <>
              Um por linha. <LineCount control={control} name="preparation_mode" one="passo" many="passos" />
            </>
          }
        />
      </Section>
    </EditPage>
  );
}

function LineCount<V extends FieldValues>({
  control,
  name,
  one,
  many,
}: {
  control: Control<V>;
  name: FieldPath<V>;
  one: string;
  many: string;
}) {
  const text: string = useWatch({ control, name });
  const count = linesOf(text).length;
  return count > 0 && <b>{plural(count, one, many)}.</b>;
}
