import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DASHBOARD } from '../../contract/addresses.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Historied } from '../../contract/history.ts';
import type { Office } from '../../contract/resource.ts';
import { texts } from '../../contract/texts.ts';
import { AccessNote } from './AccessNote.tsx';
import { BackLink } from './BackLink.tsx';
import { LinkButton } from './Button.tsx';
import { callEndpoint } from './callEndpoint.ts';
import { LoadFailure } from './Loaded.tsx';
import { ChoiceBox, ChooseButton } from './list/Choice.tsx';
import { ColumnChoice } from './list/ColumnChoice.tsx';
import { CsvButton } from './list/CsvButton.tsx';
import { type Column, type Listed, placeEdit } from './list/column.ts';
import { EditableCell } from './list/EditableCell.tsx';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import { ListTable } from './list/ListTable.tsx';
import { lastChangeColumn } from './list/lastChange.tsx';
import { listNameOf } from './list/listName.ts';
import { Narrowing } from './list/Narrowing.tsx';
import { Pager } from './list/Pager.tsx';
import { type Removal, RemoveDialog } from './list/RemoveDialog.tsx';
import { actionsOf, RowActions, useCompactRows } from './list/RowActions.tsx';
import { SearchBox } from './list/SearchBox.tsx';
import { SortChoice } from './list/Sorting.tsx';
import { useChoice } from './list/useChoice.ts';
import { useColumns } from './list/useColumns.ts';
import { useLiveRows } from './list/useLiveRows.ts';
import { historyOf, useDuplicate, useRestore } from './list/useRestore.ts';
import { useRows } from './list/useRows.ts';
import { Views } from './list/Views.tsx';
import { askedOf, type ListLoaded, useLoaded } from './load.ts';
import { useMay } from './may.ts';
import { PublicationTag } from './PublicationTag.tsx';
import type { SortableRows } from './rows/SortableRows.tsx';
import { useListPlace } from './useListPlace.ts';

// For whoever does something with many rows.
const ChoosingBar = lazy(() =>
  import('./list/ChoosingBar.tsx').then((module) => ({ default: module.ChoosingBar })),
) as typeof import('./list/ChoosingBar.tsx').ChoosingBar;

const LIST_ACTIONS = ['publish', 'withdraw', 'delete'] as const;

// What a list screen takes from its frame.
export type { Column };
export { ListSkeleton, placeEdit };

export interface ListPageProps<T extends Listed> {
  /** Where the list leads, and what is said of what was deleted: its screens are offered that there are. */
  resource: Office & Partial<Historied> & { personal?: true; unique?: true };
  title: string;
  description?: ReactNode;
  /** «Adicionar banner»; without it none can be added now. */
  add?: string | undefined;
  /** «Buscar por título ou alt» */
  searchLabel: string;
  /** Between the search and the rows: what is particular to the list. */
  above?: ReactNode;
  /** What `loadList` gave the route. */
  answer: ListLoaded<T>['answer'];
  filters?: ListLoaded<T>['filters'];
  views: ListLoaded<T>['views'];
  /** Where the rows are from, for whoever takes all of them away in a file. */
  source: { endpoint: Endpoint; fields: readonly string[] };
  columns: readonly Column<T>[];
  /** How a row is called in labels, announcements and questions. */
  nameOf: (item: T) => string;
  download?: (item: T) => { href: string; name: string };
  remove?: Removal<T>;
  /** The page that shows a record to shoppers, while they see it. */
  pageOf?: (item: T) => string | null;
  /** Stores a new order of all rows; offered while nothing is searched or sorted. */
  onReorder?: (uuids: string[]) => Promise<unknown>;
  /** What else is done with many rows at once, beside what the frame does. */
  withChosen?: (chosen: readonly T[]) => ReactNode;
  /** Comes with `onReorder`, from the screen: it is loaded with those alone that put their rows in order. */
  sortableRows?: typeof SortableRows;
}

/** Of a list that is narrowed in a way of its own. */
const NONE: ListLoaded<never>['filters'] = Promise.resolve({});

/** The frame of every list screen. Search, order and page live in the address. */
export function ListPage<T extends Listed>(props: ListPageProps<T>) {
  const { title, description, add, searchLabel, answer, nameOf, onReorder } = props;
  const { at, alerts, area, table: entity } = props.resource;
  const { of, mayNow, hasAll } = useMay();
  const rights = of(area);
  const mayAdd = rights.write && hasAll(entity);
  const { value, failure, pending } = useLoaded(answer);
  const mayOrder = rights.publish && hasAll(entity);
  const { rows, meta, move, drop, said } = useRows(value, { nameOf, onReorder });
  const history = historyOf(props.resource);
  const restoreOf = useRestore();
  const duplicate = useDuplicate(at.edit);
  const [asked] = useSearchParams();
  const choice = useChoice(rows, asked.toString());
  const [asking, setAsking] = useState<T | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const compact = useCompactRows();
  /** Which field of which row the row's menu opens. */
  const [asks, setAsks] = useState<{ uuid: string; key: string } | null>(null);
  const marked = useListPlace(table, value !== undefined && !pending);
  const fresh = useLiveRows({ entity: props.resource.table, answer: value, rows, nameOf, table, heading });

  const mayRemove = props.remove && mayNow(props.remove.endpoint) && hasAll(entity);
  const bulk = LIST_ACTIONS.filter((action) => (action === 'delete' ? rights.delete : rights.publish));

  const list = listNameOf(at.list ?? '');
  const all = [...props.columns, ...(rows[0]?.last_change ? [lastChangeColumn] : [])];
  const { shown: columns, isShown, choose } = useColumns<T>(list, all);
  const { filters = [] } = useLoaded(props.filters ?? NONE).value ?? {};
  const inOrder = Object.keys(askedOf(asked)).length === 0;
  const whole = meta === undefined || meta.total === rows.length;
  const Sortable =
    inOrder && whole && mayOrder && rows.length > 1 && !choice.isOn ? props.sortableRows : undefined;
  /** Where rows show no buttons of their own for it. */
  const movesByMenu = compact && Sortable !== undefined;
  const first = meta ? (meta.page - 1) * meta.per_page : 0;

  /** Where rows stand in an order, and it is all of it that a place is in. */
  const order = mayOrder &&
    onReorder && {
      read: async () => {
        const query = { fields: 'uuid' };
        const answer = await callEndpoint(props.source.endpoint, { query } as never);
        return (answer as unknown as { data: Listed[] }).data.map(({ uuid }) => uuid);
      },
      save: onReorder,
    };
  const shownOf = (column: Column<T>, item: T, place: number | undefined) => {
    const { edit, key } = column;
    const isPlace = edit?.field === 'position';
    if (!edit || choice.isOn || !mayNow(edit.endpoint) || (isPlace && !order))
      return column.render(item, place);
    return (
      <EditableCell
        column={column}
        edit={edit}
        item={item}
        name={nameOf(item)}
        said={alerts.updated}
        order={(isPlace && order) || undefined}
        asked={asks?.uuid === item.uuid && asks.key === key}
        onClosed={() => setAsks(null)}
      >
        {column.render(item, place)}
      </EditableCell>
    );
  };
  const editsOf = ({ uuid }: T) =>
    compact && !choice.isOn
      ? columns.flatMap(({ key, edit, narrow }) =>
          edit && !narrow && mayNow(edit.endpoint)
            ? { key, what: edit.what, open: () => setAsks({ uuid, key }) }
            : [],
        )
      : [];

  const cellsOf = (item: T, index: number) => (
    <>
      {choice.isOn && (
        <td data-kind="choice" data-narrow="choice">
          <ChoiceBox choice={choice} uuid={item.uuid} name={nameOf(item)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-kind={column.kind} data-narrow={column.narrow ?? 'none'}>
          <div>{shownOf(column, item, inOrder ? first + index + 1 : undefined)}</div>
          {column.kind === 'title' && <PublicationTag publication={item.publication} />}
        </td>
      ))}
      <td data-kind="actions" data-narrow="actions">
        <RowActions
          name={nameOf(item)}
          actions={actionsOf(item, {
            at,
            download: props.download?.(item),
            page: item.publication?.standing ? undefined : (props.pageOf?.(item) ?? undefined),
            onUp: movesByMenu && index > 0 ? () => move(index, index - 1) : undefined,
            onDown: movesByMenu && index < rows.length - 1 ? () => move(index, index + 1) : undefined,
            edits: editsOf(item),
            isChanged: rights.write,
            onRemove: mayRemove ? () => setAsking(item) : undefined,
            removal: props.remove?.verb,
            onDuplicate:
              history && at.create && mayAdd && !props.resource.unique
                ? () => duplicate(history, item)
                : undefined,
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
          {/* What it says of ordering is for whoever may. */}
          {description && (!onReorder || mayOrder) && <p>{description}</p>}
        </div>
        {history && bulk.length > 0 && rows.length > 1 && !choice.isOn && <ChooseButton choice={choice} />}
      </header>
      <AccessNote area={area} />
      {rights.read && (
        <>
          <Views
            list={list}
            loaded={props.views}
            filters={filters}
            total={meta?.total ?? value?.data.length}
          />
          <div className="list-bar">
            <SearchBox label={searchLabel} />
            <SortChoice columns={columns} />
            {add && at.create && mayAdd && (
              <LinkButton to={at.create} icon={<Plus className="i" aria-hidden="true" />}>
                {add}
              </LinkButton>
            )}
          </div>
          <Narrowing filters={filters} />
          {props.above}
          {history && choice.isOn && (
            <Suspense>
              <ChoosingBar
                choice={choice}
                count={rows.length}
                actions={bulk}
                callsOf={() => history}
                nameOf={nameOf}
                more={props.withChosen}
              />
            </Suspense>
          )}
        </>
      )}
      {failure && !pending ? (
        <LoadFailure failure={failure} />
      ) : value === undefined ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <div className="empty">
          <p className="d4">{texts.emptyList}</p>
          <NothingFound asked={asked} />
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
            fresh: fresh.marks.has(item.uuid),
            cells: cellsOf(item, index),
          }))}
          pending={pending}
          choosing={choice.isOn}
          Sortable={Sortable}
          buttons={!compact}
          onMove={move}
        />
      )}
      {value && rows.length > 0 && (
        <>
          <Pager meta={meta ?? { page: 1, per_page: rows.length, total: rows.length }} shown={rows.length} />
          <div className="list-tools">
            <CsvButton
              title={title}
              source={props.source}
              columns={props.columns}
              published={rows[0]?.publication !== undefined}
            />
            {!compact && <ColumnChoice columns={all} isShown={isShown} choose={choose} />}
          </div>
        </>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      <p className="sr-only" role="status">
        {fresh.said}
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
            onUndo={history ? restoreOf(history) : undefined}
            onClose={() => setAsking(null)}
            heading={heading}
          />
        </Suspense>
      )}
    </>
  );
}

function NothingFound({ asked }: { asked: URLSearchParams }) {
  const { search, sort: _, ...filters } = askedOf(asked);
  if (search) return <p>Nada combina com “{search}”. Tente outra palavra.</p>;
  if (Object.keys(filters).length === 0) return null;
  return <p>Nada combina com estes filtros. Tire um deles para ver mais.</p>;
}
