import { Plus } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DASHBOARD } from '../../contract/addresses.ts';
import type { Office } from '../../contract/resource.ts';
import { texts } from '../../contract/texts.ts';
import { BackLink } from './BackLink.tsx';
import { LinkButton } from './Button.tsx';
import { LoadFailure } from './Loaded.tsx';
import type { Column } from './list/column.ts';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import { ListTable } from './list/ListTable.tsx';
import { Pager } from './list/Pager.tsx';
import { type Removal, RemoveDialog } from './list/RemoveDialog.tsx';
import { actionsOf, RowActions, useCompactRows } from './list/RowActions.tsx';
import { SearchBox } from './list/SearchBox.tsx';
import { SortChoice } from './list/Sorting.tsx';
import { useRows } from './list/useRows.ts';
import { useLoaded } from './load.ts';
import type { PageMeta } from './pages.ts';
import type { SortableRows } from './rows/SortableRows.tsx';
import { useListPlace } from './useListPlace.ts';

// What a list screen takes from its frame.
export type { Column };
export { ListSkeleton };

export interface ListPageProps<T extends { uuid: string }> {
  /** Where the list leads, and what is said of what was deleted: its screens are offered that there are. */
  resource: Pick<Office, 'at' | 'alerts'>;
  title: string;
  description?: ReactNode;
  /** «Adicionar banner»; without it none can be added now. */
  add?: string | undefined;
  /** «Buscar por título ou alt» */
  searchLabel: string;
  /** Between the search and the rows: what narrows the list further. */
  filters?: ReactNode;
  /** What `loadList` gave the route. */
  answer: Promise<{ data: T[]; meta?: PageMeta | undefined }>;
  columns: readonly Column<T>[];
  /** How a row is called in labels, announcements and questions. */
  nameOf: (item: T) => string;
  download?: (item: T) => { href: string; name: string };
  remove?: Removal<T>;
  /** Stores a new order of all rows; offered while nothing is searched or sorted. */
  onReorder?: (uuids: string[]) => Promise<unknown>;
  /** Comes with `onReorder`, from the screen: it is loaded with those alone that put their rows in order. */
  sortableRows?: typeof SortableRows;
}

/** The frame of every list screen. Search, order and page live in the address. */
export function ListPage<T extends { uuid: string }>(props: ListPageProps<T>) {
  const { title, description, add, searchLabel, answer, columns, nameOf, onReorder } = props;
  const { at, alerts } = props.resource;
  const { value, failure, pending } = useLoaded(answer);
  const { rows, meta, move, drop, said } = useRows(value, { nameOf, onReorder });
  const [asked] = useSearchParams();
  const [asking, setAsking] = useState<T | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const compact = useCompactRows();
  const marked = useListPlace(table, value !== undefined && !pending);

  const searched = asked.get('search') ?? '';
  const inOrder = searched === '' && !asked.get('sort');
  const whole = meta === undefined || meta.total === rows.length;
  const Sortable = inOrder && whole && rows.length > 1 ? props.sortableRows : undefined;
  /** Where rows show no buttons of their own for it. */
  const movesByMenu = compact && Sortable !== undefined;
  const first = meta ? (meta.page - 1) * meta.per_page : 0;

  const cellsOf = (item: T, index: number) => (
    <>
      {columns.map((column) => (
        <td key={column.key} data-kind={column.kind} data-narrow={column.narrow ?? 'none'}>
          <div>{column.render(item, inOrder ? first + index + 1 : undefined)}</div>
        </td>
      ))}
      <td data-kind="actions" data-narrow="actions">
        <RowActions
          name={nameOf(item)}
          actions={actionsOf(item, {
            at,
            download: props.download?.(item),
            onUp: movesByMenu && index > 0 ? () => move(index, index - 1) : undefined,
            onDown: movesByMenu && index < rows.length - 1 ? () => move(index, index + 1) : undefined,
            onRemove: props.remove && (() => setAsking(item)),
          })}
          compact={compact}
        />
      </td>
    </>
  );

  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {description && <p>{description}</p>}
        </div>
      </header>
      <div className="list-bar">
        <SearchBox label={searchLabel} />
        <SortChoice columns={columns} />
        {add && at.create && (
          <LinkButton to={at.create} icon={<Plus className="i" aria-hidden="true" />}>
            {add}
          </LinkButton>
        )}
      </div>
      {props.filters}
      {failure && !pending ? (
        <LoadFailure failure={failure} />
      ) : value === undefined ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <div className="empty">
          <p className="d4">{texts.emptyList}</p>
          {searched ? <p>Nada combina com “{searched}”. Tente outra palavra.</p> : null}
        </div>
      ) : (
        <ListTable
          ref={table}
          title={title}
          columns={columns}
          rows={rows.map((item, index) => ({
            id: item.uuid,
            name: nameOf(item),
            marked: item.uuid === marked,
            cells: cellsOf(item, index),
          }))}
          pending={pending}
          Sortable={Sortable}
          buttons={!compact}
          onMove={move}
        />
      )}
      {value && rows.length > 0 && (
        <Pager meta={meta ?? { page: 1, per_page: rows.length, total: rows.length }} shown={rows.length} />
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      {props.remove && asking && (
        <Suspense>
          <RemoveDialog
            item={asking}
            name={nameOf(asking)}
            remove={props.remove}
            said={alerts.deleted}
            onRemoved={(item) => {
              drop(item);
              setAsking(null);
            }}
            onClose={() => setAsking(null)}
            heading={heading}
          />
        </Suspense>
      )}
    </>
  );
}
