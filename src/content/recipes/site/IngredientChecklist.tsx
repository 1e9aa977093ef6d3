import { AddToShoppingList } from '../../shoppingList/AddToShoppingList.tsx';
import { missingText } from './ticks.browser.ts';

interface Props {
  /** Uuid of the recipe, under which the device stores the ticks. */
  recipe: string;
  ingredients: readonly string[];
}

/**
 * Renders the ingredients with checkboxes. `site/pageScripts/recipeTicks.ts` stores the ticks on the device
 * and counts the missing ones. The line of the count is reserved, so that nothing moves.
 */
export function IngredientChecklist({ recipe, ingredients }: Props) {
  const total = ingredients.length;
  return (
    <div data-shopping-list={recipe} data-list-lines="">
      <p className="mut sm">
        Marque o que já tem em casa.{' '}
        <span className="needs-script waits" aria-live="polite">
          {missingText(total, total)}
        </span>
      </p>
      <ul className="shopping-list">
        {namesOf(ingredients).map((name, index) => (
          <li key={name} data-list-line="">
            <label>
              <input type="checkbox" value={name} autoComplete="off" />
              <span>{ingredients[index]}</span>
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className="link sm needs-script waits">
        Desmarcar tudo
      </button>
      <p className="to-list-line">
        <AddToShoppingList label="Pôr o que falta na lista" className="btn-sun btn-s" />
        <a className="link sm" href="/list">
          Ver a minha lista
        </a>
      </p>
    </div>
  );
}

/** Returns a unique name for each line, also where an ingredient occurs twice. */
function namesOf(lines: readonly string[]): string[] {
  return lines.map((line, index) => (lines.indexOf(line) === index ? line : `${line} (${index})`));
}
