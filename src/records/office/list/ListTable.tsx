import type { RefObject } from 'react';
import type { SortableRows } from '../rows/SortableRows.tsx';
import { type RowProps, rowAttributes } from '../rows.ts';
import type { Column } from './column.ts';
import { HeadCell } from './Sorting.tsx';

export interface ListTableProps<T> {
  ref: RefObject<HTMLTableElement | null>;
  title: string;
  columns: readonly Column<T>[];
  rows: RowProps[];
  /** Whether other rows are loading. */
  pending: boolean;
  /** Whether each row begins with a selection checkbox. */
  choosing: boolean;
  /** Component that makes rows sortable; undefined if they are not. */
  Sortable: typeof SortableRows | undefined;
  /** Whether sortable rows show move buttons. */
  buttons: boolean;
  onMove: (from: number, to: number) => void;
}

/** Table of a list. Narrow screens show each row in two lines. */
export function ListTable<T>({
  ref,
  title,
  columns,
  rows,
  pending,
  choosing,
  Sortable,
  buttons,
  onMove,
}: ListTableProps<T>) {
  return (
    <table
      className="list"
      ref={ref}
      aria-busy={pending || undefined}
      data-movable={Sortable !== undefined || undefined}
    >
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {Sortable && (
            <th scope="col" data-kind="grip">
              <span className="sr-only">Mover</span>
            </th>
          )}
          {choosing && (
            <th scope="col" data-kind="choice">
              <span className="sr-only">Escolher</span>
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} />
          ))}
          <th scope="col" data-kind="actions">
            Ações
          </th>
        </tr>
      </thead>
      {Sortable ? <Sortable rows={rows} buttons={buttons} onMove={onMove} /> : <PlainRows rows={rows} />}
    </table>
  );
}

function PlainRows({ rows }: { rows: RowProps[] }) {
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} {...rowAttributes(row)}>
          {row.cells}
        </tr>
      ))}
    </tbody>
  );
}
