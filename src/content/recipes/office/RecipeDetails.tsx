import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { linesOf } from '../lines.ts';
import { getRecipe, recipeRecord } from '../recipe.contract.ts';
import { minutesInWords } from '../recipe.effort.ts';
import { recipes } from '../recipe.resource.ts';

export const meta = screenMeta('Detalhes da receita');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getRecipe, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function RecipeDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={recipeRecord}
      resource={recipes}
      answer={answer}
      last={['recipe_link', 'alt']}
      values={{
        ingredients: ({ ingredients }) => <Lines text={ingredients} as="ul" />,
        preparation_mode: ({ preparation_mode }) => <Lines text={preparation_mode} as="ol" />,
        preparation_minutes: ({ preparation_minutes }) => timeOf(preparation_minutes),
        total_minutes: ({ total_minutes }) => timeOf(total_minutes),
      }}
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
