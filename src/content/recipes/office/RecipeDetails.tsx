import { Download } from 'lucide-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PublishableRecord } from '../../../contract/publicationPlan.ts';
import { addressLink, DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { downloadName } from '../../../records/office/downloadName.ts';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { altText, Thumb } from '../../../records/office/Thumb.tsx';
import { formatInstant } from '../../../ui/format.ts';
import { linesOf } from '../lines.ts';
import { getRecipe, type Recipe } from '../recipe.contract.ts';
import { minutesInWords } from '../recipe.effort.ts';
import { recipes } from '../recipe.resource.ts';
import './RecipeDetails.css';

export const meta = screenMeta('Detalhes da receita');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getRecipe, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function RecipeDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={recipes.at.list}>
      {({ data }) => <Details recipe={data} />}
    </LoadedContent>
  );
}

function Details({ recipe }: { recipe: Recipe & PublishableRecord }) {
  const { file } = recipe;
  return (
    <DetailsPage
      title={recipe.name}
      back={{ to: recipes.at.list }}
      publication={recipe.publication}
      edit={{ to: recipes.at.edit(recipe), area: recipes.area }}
      actions={
        <a
          className="btn btn-line btn-s"
          href={file.url_s3}
          download={downloadName(recipe.name, file.url_s3)}
          target="_blank"
          rel="noopener"
        >
          <Download className="i" aria-hidden="true" />
          Baixar imagem
        </a>
      }
      picture={<Thumb file={file} width={1000} alt={recipe.alt ?? ''} />}
      rows={[
        { label: '#', value: recipe.id },
        { label: 'Nome', value: recipe.name },
        { label: 'Categoria', value: recipe.revenue_category_id.name },
        { label: 'Descrição', value: recipe.description },
        { label: 'Ingredientes', value: <Lines text={recipe.ingredients} as="ul" /> },
        { label: 'Modo de preparo', value: <Lines text={recipe.preparation_mode} as="ol" /> },
        { label: 'Tempo de preparo', value: timeOf(recipe.preparation_minutes) },
        { label: 'Tempo total', value: timeOf(recipe.total_minutes) },
        { label: 'Rendimento', value: recipe.servings },
        { label: 'Dificuldade', value: recipe.difficulty?.text },
        { label: 'Link da receita', value: addressLink(recipe.recipe_link) },
        { label: 'Alt', value: altText(recipe.alt) },
        { label: 'Última alteração', value: formatInstant(recipe.updated_at) },
      ]}
    />
  );
}

const timeOf = (minutes: number | null) => minutes && minutesInWords(minutes);

function Lines({ text, as: List }: { text: string | null; as: 'ul' | 'ol' }) {
  const lines = linesOf(text);
  if (lines.length === 0) return '-';
  return (
    <List className="recipe-lines">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice
        <li key={index}>{line}</li>
      ))}
    </List>
  );
}
