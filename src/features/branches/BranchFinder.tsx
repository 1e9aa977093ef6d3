import { Icon } from '../../ui/Icon.tsx';
import type { CityChoice } from './branch.selection.ts';

interface Props {
  cities: readonly CityChoice[];
  city: string | null;
  /** Whether any branch's place is known. */
  placed: boolean;
}

/** By city, a form that works without a script; by distance, which only the visitor's device can know. */
export function BranchFinder({ cities, city, placed }: Props) {
  return (
    <div className="finder">
      {cities.length > 1 && <CityForm cities={cities} city={city} />}
      {placed && (
        <button type="button" className="btn btn-line near-me needs-script waits" aria-pressed={false}>
          <Icon name="locate-fixed" />
          Mais perto de mim
        </button>
      )}
    </div>
  );
}

function CityForm({ cities, city }: Pick<Props, 'cities' | 'city'>) {
  const chosen = cities.some((choice) => choice.city === city) ? (city ?? '') : '';
  return (
    <form action="/branches" method="get" autoComplete="off" data-finder="city">
      <label htmlFor="cidade">Cidade</label>
      <div className="pick">
        <select id="cidade" name="cidade" defaultValue={chosen}>
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
