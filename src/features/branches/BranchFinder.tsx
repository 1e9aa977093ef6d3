import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import type { CityChoice } from './branch.selection.ts';

interface Props {
  cities: readonly CityChoice[];
  city: string | null;
  /** Absent where no branch's place is known. */
  near?: { on: boolean; searching: boolean; onToggle: () => void } | undefined;
}

/** By city, a form that works without JavaScript; by distance, which only the visitor's device can know. */
export function BranchFinder({ cities, city, near }: Props) {
  const hydrated = useHydrated();
  return (
    <div className="finder">
      {cities.length > 1 && <CityForm cities={cities} city={city} />}
      {near && (
        <button
          type="button"
          className={`btn btn-line needs-script ${hydrated ? '' : 'waits'}`}
          aria-pressed={near.on}
          aria-disabled={near.searching || undefined}
          onClick={near.onToggle}
        >
          <Icon name="locate-fixed" />
          Mais perto de mim
        </button>
      )}
    </div>
  );
}

function CityForm({ cities, city }: Pick<Props, 'cities' | 'city'>) {
  const field = useRef<HTMLSelectElement>(null);
  const chosen = cities.some((choice) => choice.city === city) ? (city ?? '') : '';
  // The address may change without the field: by a link, or the browser's own back button.
  useEffect(() => {
    if (field.current) field.current.value = chosen;
  }, [chosen]);
  return (
    <form action="/branches" method="get">
      <label htmlFor="cidade">Cidade</label>
      <div className="pick">
        <select ref={field} id="cidade" name="cidade" defaultValue={chosen}>
          <option value="">Todas</option>
          {cities.map(({ city: name, count }) => (
            <option key={name} value={name}>
              {name}
              {count > 1 && ` (${count})`}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      <button type="submit" className="btn btn-red">
        Mostrar
      </button>
    </form>
  );
}
