import { SearchForm } from '../../ui/site/SearchForm.tsx';
import { RECIPES, type RecipeChoice, recipesAddress } from './recipe.address.ts';

interface Props {
  search: string;
  category: string;
  choices: readonly RecipeChoice[];
}

/** Search and categories: a form and links, so that both work without JavaScript. */
export function RecipeFinder({ search, category, choices }: Props) {
  return (
    <div className="seek">
      <SearchForm
        action={RECIPES}
        label="Buscar receita por nome ou ingrediente"
        placeholder="Nome ou ingrediente"
        search={search}
      >
        {category && <input type="hidden" name="categoria" value={category} />}
      </SearchForm>
      {choices.length > 0 && (
        <nav aria-label="Categorias" data-finder="category">
          <ul className="rtags">
            <Choice to={recipesAddress({ search })} name="Todas" chosen={!category} />
            {choices.map(({ slug, name, count, chosen }) => (
              <Choice
                key={slug}
                to={recipesAddress({ search, category: slug })}
                name={name}
                count={count}
                chosen={chosen}
              />
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function Choice({
  to,
  name,
  count,
  chosen,
}: {
  to: string;
  name: string;
  count?: number | null;
  chosen: boolean;
}) {
  return (
    <li>
      <a href={to} aria-current={chosen ? 'true' : undefined}>
        <span className="tag">
          {name}
          {count != null && <small>{count}</small>}
        </span>
      </a>
    </li>
  );
}
