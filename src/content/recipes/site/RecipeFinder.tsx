import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { SearchForm } from '../../../ui/site/SearchForm.tsx';
import { type CategoryFilter, RECIPES, type RecipeQuery, recipesAddress } from '../recipe.address.ts';
import {
  DIFFICULTIES,
  type Difficulty,
  difficultySlug,
  type Effort,
  minutesInWords,
  type TimeLimit,
} from '../recipe.effort.ts';

interface Props {
  search: string;
  category: string;
  effort: Effort;
  choices: readonly CategoryFilter[];
  /** Times that match at least one recipe. */
  times: readonly TimeLimit[];
  difficulties: readonly Difficulty[];
}

/** Renders search, categories, time and difficulty as a form and links, which work without JavaScript. */
export function RecipeFinder({ search, category, effort, choices, times, difficulties }: Props) {
  // A filter leads to the first page of its results.
  const asked = { search, category, ...effort, page: 1 };
  return (
    <div className="seek">
      <SearchForm
        action={RECIPES}
        label="Buscar receita por nome ou ingrediente"
        placeholder="Nome ou ingrediente"
        search={search}
      >
        {category && <input type="hidden" name="categoria" value={category} />}
        {effort.difficulty && (
          <input type="hidden" name="dificuldade" value={difficultySlug(effort.difficulty)} />
        )}
        {effort.time && <input type="hidden" name="tempo" value={effort.time} />}
      </SearchForm>
      {choices.length > 0 && (
        <nav aria-label="Categorias" data-finder="category">
          <ul className="rtags">
            <Choice to={recipesAddress({ ...asked, category: '' })} name="Todas" chosen={!category} />
            {choices.map(({ slug, name, count, chosen }) => (
              <Choice
                key={slug}
                to={recipesAddress({ ...asked, category: slug })}
                name={name}
                count={count}
                chosen={chosen}
              />
            ))}
          </ul>
        </nav>
      )}
      {times.length + difficulties.length > 0 && (
        <nav className="refforts" aria-label="Tempo e dificuldade" data-finder="effort">
          <Efforts label="Tempo">
            {times.map((time) => (
              <Toggle
                key={time}
                name={`Até ${minutesInWords(time)}`}
                asked={asked}
                part={{ time }}
                chosen={effort.time === time}
              />
            ))}
          </Efforts>
          <Efforts label="Dificuldade">
            {difficulties.map((difficulty) => (
              <Toggle
                key={difficulty}
                name={DIFFICULTIES[difficulty]}
                asked={asked}
                part={{ difficulty }}
                chosen={effort.difficulty === difficulty}
              />
            ))}
          </Efforts>
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

function Efforts({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <span id={`por-${label.toLowerCase()}`}>{label}</span>
      <ul aria-labelledby={`por-${label.toLowerCase()}`}>{children}</ul>
    </div>
  );
}

interface ToggleProps {
  name: string;
  asked: RecipeQuery;
  part: Effort;
  chosen: boolean;
}

/** Renders a filter link; following a selected filter clears it. */
function Toggle({ name, asked, part, chosen }: ToggleProps) {
  const none = Object.fromEntries(Object.keys(part).map((key) => [key, undefined]));
  return (
    <li>
      <a
        href={recipesAddress({ ...asked, ...(chosen ? none : part) })}
        aria-current={chosen ? 'true' : undefined}
      >
        {name}
        {chosen && (
          <>
            <Icon name="x" />
            <span className="sr-only"> (tirar este filtro)</span>
          </>
        )}
      </a>
    </li>
  );
}
