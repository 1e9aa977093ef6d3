import { Icon } from '../../../ui/Icon.tsx';
import type { PublicRecipe } from '../recipe.contract.ts';
import { minutesInWords } from '../recipe.effort.ts';

interface Props {
  recipe: Pick<PublicRecipe, 'preparation_minutes' | 'total_minutes' | 'servings' | 'difficulty'>;
}

/** Renders the known times, servings and difficulty of a recipe as a strip. */
export function RecipeEffort({ recipe }: Props) {
  const { preparation_minutes, total_minutes, servings, difficulty } = recipe;
  const facts = [
    {
      icon: 'clock',
      term: 'Tempo',
      text: minutesOf(total_minutes ?? preparation_minutes),
      more:
        total_minutes && preparation_minutes && preparation_minutes < total_minutes
          ? `${minutesInWords(preparation_minutes)} de preparo`
          : null,
    },
    { icon: 'utensils', term: 'Rende', text: servings },
    { icon: 'chef-hat', term: 'Dificuldade', text: difficulty?.text },
  ] as const;
  const known = facts.filter(({ text }) => text);
  if (known.length === 0) return null;
  return (
    <dl className="effort">
      {known.map(({ icon, term, text, ...rest }) => (
        <div key={term}>
          <dt>
            <Icon name={icon} />
            {term}
          </dt>
          <dd>
            {text}
            {'more' in rest && rest.more && <small>{rest.more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const minutesOf = (minutes: number | null) => minutes && minutesInWords(minutes);
