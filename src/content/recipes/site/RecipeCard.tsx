import { Picture } from '../../../ui/site/Picture.tsx';
import { type RecipeCardData, recipeAddress } from '../recipe.address.ts';
import { minutesInWords } from '../recipe.effort.ts';

interface Props {
  recipe: RecipeCardData;
  /** Heading level that fits the outline of the page. */
  heading: 'h2' | 'h3';
  sizes: string;
  /** Shown large, as the first of its list. */
  featured?: boolean;
  /**
   * Whether the picture morphs into the recipe's page by a view transition; not on a recipe's page, which has
   * one already.
   */
  grows?: boolean;
}

export function RecipeCard({ recipe, heading: Heading, sizes, featured = false, grows = false }: Props) {
  const { uuid, name, category, total_minutes, difficulty, file } = recipe;
  const to = recipeAddress(uuid);
  return (
    <article className={`rcard tap ${featured ? 'rcard-big' : ''}`}>
      <div className={`ph ${grows ? 'vt-card' : ''}`}>
        <Picture file={file} sizes={sizes} alt={file.alt ?? ''} eager={featured} />
        {featured && <span className="tag">A mais nova</span>}
      </div>
      <div className="rcard-text">
        <Heading className="d4">
          <a href={to}>{name}</a>
        </Heading>
        <p className="mut sm">
          {[category, total_minutes && minutesInWords(total_minutes), difficulty?.text]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </article>
  );
}
