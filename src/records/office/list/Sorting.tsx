import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '../Icon.tsx';
import { addressWith } from './addressWith.ts';
import type { Column } from './column.ts';

type Sort = 'ascending' | 'descending' | undefined;

function useSort(): { sortOf: (key: string) => Sort; toSort: (sort: string) => string } {
  const [searchParams] = useSearchParams();
  const sort = searchParams.get('sort');
  return {
    sortOf: (key) => (sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined),
    toSort: (next) => addressWith(searchParams, { sort: next }),
  };
}

const SORT_ICONS = { ascending: ChevronUp, descending: ChevronDown, none: ChevronsUpDown };

/** Column head that cycles through ascending, descending and unsorted. */
export function HeadCell<T>({ column }: { column: Column<T> }) {
  const { sortOf, toSort } = useSort();
  if (!column.sortable) {
    return (
      <th scope="col" data-kind={column.kind}>
        {column.label}
      </th>
    );
  }
  const sort = sortOf(column.key);
  const next = sort === 'ascending' ? `-${column.key}` : sort === 'descending' ? '' : column.key;
  return (
    <th scope="col" data-kind={column.kind} aria-sort={sort}>
      <Link to={toSort(next)} preventScrollReset>
        {column.label}
        <Icon of={SORT_ICONS[sort ?? 'none']} />
      </Link>
    </th>
  );
}

/** Replaces the column heads on narrow screens. */
export function SortChoice<T>({ columns }: { columns: readonly Column<T>[] }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const id = useId();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <div className="list-sort">
      <label htmlFor={id} className="sr-only">
        Ordenar por
      </label>
      <select
        id={id}
        className="input"
        value={searchParams.get('sort') ?? ''}
        onChange={(event) =>
          setSearchParams(addressWith(searchParams, { sort: event.target.value }), {
            preventScrollReset: true,
          })
        }
      >
        <option value="">Ordem da lista</option>
        {sortable.flatMap((column) => [
          <option key={column.key} value={column.key}>{`${column.label}, crescente`}</option>,
          <option key={`-${column.key}`} value={`-${column.key}`}>{`${column.label}, decrescente`}</option>,
        ])}
      </select>
    </div>
  );
}
