import { ListFilter, X } from 'lucide';
import { useId, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ATTENTION_FILTER, FILTER_COUNT_LIMIT, type FilterCounts } from '../../../shared/filters.ts';
import { formatCount } from '../../../shared/text/plural.ts';
import { Icon } from '../Icon.tsx';
import { type LoadedList, useLoaded } from '../loadScreen.ts';
import { addressWith } from './addressWith.ts';

type Group = FilterCounts[number];

/** Maximum number of values shown as chips; more are shown in a select. */
const MAX_CHIPS = 8;

export const countText = (count: number) =>
  count >= FILTER_COUNT_LIMIT ? `${formatCount(FILTER_COUNT_LIMIT)} ou mais` : formatCount(count);

/**
 * Returns the useful filters: values that some records have, and those that are selected. A selected value of
 * records that the user may not read has no name, but must be removable.
 */
export function usefulFilters(filters: FilterCounts, searchParams: URLSearchParams): Group[] {
  return filters.flatMap((group) => {
    const chosen = searchParams.get(group.name);
    const values = group.values.filter(({ value, count }) => count > 0 || value === chosen);
    if (group.from_records && chosen && !values.some(({ value }) => value === chosen))
      values.push({ value: chosen, text: `${group.label}: opção que a lista não tem`, count: 0 });
    // A single value that all records share does not filter.
    const isIdle = values.length === 1 && (group.from_records || group.values.length > 1) && !chosen;
    return values.length === 0 || isIdle ? [] : [{ ...group, values }];
  });
}

/**
 * Filters of a list, folded into a button and the selected values. Unfolded, they are chips: a press selects
 * a value, another one removes it.
 */
export function ListFilters({ loaded }: { loaded: LoadedList<never>['filters'] }) {
  const { filters = [] } = useLoaded(loaded).value ?? {};
  const [searchParams] = useSearchParams();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const button = useRef<HTMLButtonElement>(null);
  const groups = usefulFilters(
    filters.filter(({ name }) => name !== ATTENTION_FILTER),
    searchParams,
  );
  const chosen = groups.flatMap(({ name, values }) => {
    const value = values.find((one) => one.value === searchParams.get(name));
    return value ? [{ name, ...value }] : [];
  });
  /** A link that removes a filter disappears with it, so the focus moves on. */
  const keepFocus = () => button.current?.focus();
  if (groups.length === 0) return null;
  const noFilters = Object.fromEntries(filters.map(({ name }) => [name, '']));
  return (
    <>
      <div className="narrowing">
        <button
          type="button"
          className="chip narrowing-open"
          ref={button}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <Icon of={ListFilter} />
          Filtros{chosen.length > 0 && ` (${chosen.length})`}
        </button>
        {!open &&
          chosen.map(({ name, text }) => (
            <RemovingChip key={name} name={name} text={text} onClick={keepFocus} />
          ))}
        {chosen.length > 0 && (
          <Link
            className="link narrowing-none"
            to={addressWith(searchParams, noFilters)}
            preventScrollReset
            onClick={keepFocus}
          >
            Limpar filtros
          </Link>
        )}
      </div>
      <div className="narrowing-groups" id={panel} hidden={!open}>
        {groups.map((group) =>
          group.values.length > MAX_CHIPS ? (
            <Choice key={group.name} group={group} />
          ) : (
            <Chips key={group.name} group={group} />
          ),
        )}
      </div>
    </>
  );
}

/** Link that shows a selected value and removes its filter. */
function RemovingChip({ name, text, onClick }: { name: string; text: string; onClick?: () => void }) {
  const [searchParams] = useSearchParams();
  return (
    <Link
      className="chip"
      to={addressWith(searchParams, { [name]: '' })}
      preventScrollReset
      aria-current
      aria-label={`Tirar o filtro ${text}`}
      onClick={onClick}
    >
      {text}
      <Icon of={X} />
    </Link>
  );
}

function Chips({ group: { name, label, values } }: { group: Group }) {
  const [searchParams] = useSearchParams();
  const id = useId();
  const chosen = searchParams.get(name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a form, so no fieldset
    <div className="chips" role="group" aria-labelledby={id}>
      <span className="chips-label" id={id}>
        {label}
      </span>
      {values.map(({ value, text, count }) =>
        value === chosen ? (
          <RemovingChip key={value} name={name} text={text} />
        ) : (
          <Link
            key={value}
            className="chip"
            to={addressWith(searchParams, { [name]: value })}
            preventScrollReset
          >
            {text}
            <span className="chip-count">{countText(count)}</span>
          </Link>
        ),
      )}
    </div>
  );
}

function Choice({ group: { name, label, values } }: { group: Group }) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const id = useId();
  return (
    <div className="chips">
      <label className="chips-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input chip-choice"
        value={searchParams.get(name) ?? ''}
        onChange={({ target }) =>
          navigate(addressWith(searchParams, { [name]: target.value }), { preventScrollReset: true })
        }
      >
        <option value="">Todas as opções</option>
        {values.map(({ value, text, count }) => (
          <option key={value} value={value}>{`${text} (${countText(count)})`}</option>
        ))}
      </select>
    </div>
  );
}
