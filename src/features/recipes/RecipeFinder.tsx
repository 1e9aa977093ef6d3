import { useEffect, useRef } from 'react';
import { Form, Link } from 'react-router';
import { Icon } from '../../ui/Icon.tsx';
import { RECIPES, type RecipeChoice, recipesAddress } from './recipe.address.ts';

interface Props {
  search: string;
  category: string;
  choices: readonly RecipeChoice[];
}

/** Search and categories: a form and links, so that both work without JavaScript. */
export function RecipeFinder({ search, category, choices }: Props) {
  const field = useRef<HTMLInputElement>(null);
  // The address may change without the field: by a link, or the browser's own back button.
  useEffect(() => {
    if (field.current) field.current.value = search;
  }, [search]);
  return (
    <div className="rfind">
      <search>
        <Form action={RECIPES} method="get" preventScrollReset>
          <label htmlFor="busca" className="sr-only">
            Buscar receita por nome ou ingrediente
          </label>
          <Icon name="search" />
          <input
            ref={field}
            id="busca"
            name="busca"
            type="search"
            defaultValue={search}
            maxLength={80}
            placeholder="Nome ou ingrediente"
            autoComplete="off"
            enterKeyHint="search"
          />
          {category && <input type="hidden" name="categoria" value={category} />}
          <button type="submit" className="btn btn-red">
            Buscar
          </button>
        </Form>
      </search>
      {choices.length > 0 && (
        <nav aria-label="Categorias">
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

function Choice({ to, name, count, chosen }: { to: string; name: string; count?: number; chosen: boolean }) {
  return (
    <li>
      <Link to={to} preventScrollReset aria-current={chosen ? 'true' : undefined}>
        <span className="tag">
          {name}
          {count !== undefined && <small>{count}</small>}
        </span>
      </Link>
    </li>
  );
}
