import { Plus } from 'lucide';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DASHBOARD, listNameOf } from '../../../shared/addresses.ts';
import type { ImageFile } from '../../../shared/files/image.ts';
import type { ResourceWithHistory } from '../../../shared/history.ts';
import type { Office } from '../../../shared/resource.ts';
import { texts } from '../../../shared/text/texts.ts';
import { AccessNote } from '../AccessNote.tsx';
import { BackLink } from '../BackLink.tsx';
import { LinkButton } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { PublicationTag } from '../details/PublicationTag.tsx';
import { Icon } from '../Icon.tsx';
import { LoadFailure } from '../Loaded.tsx';
import { type InitialView, type LoadedList, listParamsOf, useLoaded } from '../loadScreen.ts';
import type { SortableRows } from '../rows/SortableRows.tsx';
import { Thumb } from '../Thumb.tsx';
import { usePermissions } from '../usePermissions.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { CsvButton } from './CsvButton.tsx';
import { type Column, type ExportSheet, type ListEndpoint, type ListRow, orderColumn } from './column.ts';
import { EditableCell } from './EditableCell.tsx';
import { ListDescription } from './ListDescription.tsx';
import { ListFilters } from './ListFilters.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { ListTable } from './ListTable.tsx';
import { lastChangeColumn } from './lastChange.tsx';
import { Pager } from './Pager.tsx';
import { RemoveDialog, type RowRemoval } from './RemoveDialog.tsx';
import { actionsOf, RowActions, useCompactRows } from './RowActions.tsx';
import { RowCheckbox, SelectRowsButton } from './RowSelection.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SortChoice } from './Sorting.tsx';
import { useColumns } from './useColumns.ts';
import { useListState } from './useListState.ts';
import { useLiveRows } from './useLiveRows.ts';
import { restorableEndpointsOf, useDuplicate, useRestore } from './useRestore.ts';
import { useRowSelection } from './useRowSelection.ts';
import { useRows } from './useRows.ts';

// Loaded only for bulk actions.
const BulkActionBar = lazy(() =>
  import('./BulkActionBar.tsx').then((module) => ({ default: module.BulkActionBar })),
) as typeof import('./BulkActionBar.tsx').BulkActionBar;

const LIST_ACTIONS = ['publish', 'withdraw', 'delete'] as const;

// Exports for list screens.
export type { Column };
export { ListSkeleton, orderColumn };

export interface ListPageProps<T extends ListRow> {
  /** Addresses of the screens and texts of deletion; only existing screens are offered. */
  resource: Office & Partial<ResourceWithHistory> & { personal?: true; unique?: true };
  title: string;
  description?: string | undefined;
  /** Label of the add button, «Adicionar banner»; absent if no record can be added now. */
  add?: string | undefined;
  /** Label of the search, «Buscar por título ou alt». */
  searchLabel: string;
  /** Other ways of adding records, as small buttons and links. */
  ways?: ReactNode;
  /** Content between the search and the rows, specific to the list. */
  above?: ReactNode;
  /** Result of `loadList` from the route. */
  answer: LoadedList<T>['answer'];
  filters?: LoadedList<T>['filters'];
  views: LoadedList<T>['views'];
  /** Loads the columns of the CSV export, if an import reads it; otherwise it has those of the list. */
  sheet?: () => Promise<ExportSheet<never>>;
  /** Source of all rows, for the CSV export. `initial` is that of `loadList`. */
  source: { endpoint: ListEndpoint; fields: readonly string[]; initial?: InitialView };
  columns: readonly Column<T>[];
  /** Returns the name of a row for labels, announcements and questions. */
  nameOf: (item: T) => string;
  download?: (item: T) => { href: string; name: string };
  remove?: RowRemoval<T>;
  /** Returns the page on which shoppers see the record, or null while they do not. */
  pageOf?: (item: T) => string | null;
  /** Stores a new order of all rows; available while nothing is searched or sorted. */
  onReorder?: (uuids: string[]) => Promise<unknown>;
  /** Additional bulk actions of the list. `done` empties the selection. */
  withChosen?: ((chosen: readonly T[], done: () => void) => ReactNode) | undefined;
  /** Required with `onReorder`. The screen passes it, so that only lists with an order load it. */
  sortableRows?: typeof SortableRows;
}

/** For lists with their own filters. */
const NONE: LoadedList<never>['filters'] = Promise.resolve({});

/** Frame of every list screen. Search, order and page are kept in the address. */
export function ListPage<T extends ListRow>(props: ListPageProps<T>) {
  const { title, description, add, searchLabel, answer, filters = NONE, nameOf, onReorder } = props;
  const { at, alerts, area, table: entity, isFeminine } = props.resource;
  const { inArea, canPublishNow, managesAllOf } = usePermissions();
  const rights = inArea(area);
  const mayAdd = rights.write && managesAllOf(entity);
  const { value, failure, pending } = useLoaded(answer);
  const mayOrder = rights.publish && managesAllOf(entity);
  const { rows, meta, move, drop, announcement } = useRows(value, { nameOf, onReorder });
  const history = useMemo(() => restorableEndpointsOf(props.resource), [props.resource]);
  const restoreOf = useRestore();
  const duplicate = useDuplicate(at.edit);
  const [searchParams] = useSearchParams();
  const choice = useRowSelection(rows, searchParams.toString());
  const [removing, setRemoving] = useState<T | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const compact = useCompactRows();
  /** Cell whose editor was opened from the row's menu. */
  const [editing, setEditing] = useState<{ uuid: string; key: string } | null>(null);
  const markedRow = useListState(table, value !== undefined && !pending);
  const fresh = useLiveRows({ entity: props.resource.table, answer: value, rows, nameOf, table, heading });

  const mayRemove = props.remove && canPublishNow(props.remove.endpoint) && managesAllOf(entity);
  const bulk = history
    ? LIST_ACTIONS.filter((action) => (action === 'delete' ? rights.delete : rights.publish))
    : [];
  /** Records without a history have only the bulk actions of their list, which may suit a single row. */
  const maySelect = history ? bulk.length > 0 && rows.length > 1 : props.withChosen && rows.length > 0;

  const list = listNameOf(at.list ?? '');
  const all = [...props.columns, ...(rows[0]?.last_change ? [lastChangeColumn] : [])];
  const { shown: columns, isShown, choose } = useColumns<T>(list, all);
  const inOrder = Object.keys(listParamsOf(searchParams)).length === 0;
  const isComplete = meta === undefined || meta.total === rows.length;
  const Sortable =
    inOrder && isComplete && mayOrder && rows.length > 1 && !choice.isOn ? props.sortableRows : undefined;
  /** Rows too narrow for move buttons have them in the menu. */
  const movesByMenu = compact && Sortable !== undefined;
  const first = meta ? (meta.page - 1) * meta.per_page : 0;

  /** Access to the whole order, for editing a position; absent in lists without an order. */
  const order = mayOrder &&
    onReorder && {
      read: async () => {
        const query = { fields: 'uuid' };
        const { data } = await callEndpoint(props.source.endpoint, { query });
        return data.map(({ uuid }) => uuid);
      },
      save: onReorder,
    };
  const contentOf = (column: Column<T>, item: T, place: number | undefined) => {
    const { edit, key } = column;
    const isPlace = edit?.field === 'position';
    if (!edit || choice.isOn || !canPublishNow(edit.endpoint) || (isPlace && !order))
      return column.render(item, place);
    return (
      <EditableCell
        column={column}
        edit={edit}
        item={item}
        name={nameOf(item)}
        savedTitle={alerts.updated}
        order={(isPlace && order) || undefined}
        asked={editing?.uuid === item.uuid && editing.key === key}
        onClosed={() => setEditing(null)}
      >
        {column.render(item, place)}
      </EditableCell>
    );
  };
  const editsOf = ({ uuid }: T) =>
    compact && !choice.isOn
      ? columns.flatMap(({ key, edit, narrow }) =>
          edit && !narrow && canPublishNow(edit.endpoint)
            ? { key, what: edit.what, open: () => setEditing({ uuid, key }) }
            : [],
        )
      : [];

  const cellsOf = (item: T, index: number) => (
    <>
      {choice.isOn && (
        <td data-kind="choice" data-narrow="choice">
          <RowCheckbox choice={choice} uuid={item.uuid} name={nameOf(item)} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          data-kind={column.kind}
          data-narrow={column.narrow ?? 'none'}
          data-pictured={column.picture ? true : undefined}
        >
          <RowPicture file={column.picture?.(item)} />
          <div>{contentOf(column, item, inOrder ? first + index + 1 : undefined)}</div>
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
            onRemove: mayRemove ? () => setRemoving(item) : undefined,
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
      <header className="page-head list-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {/* Descriptions of ordered lists explain the ordering, so only users who may order see them. */}
          {description && (!onReorder || mayOrder) && <ListDescription>{description}</ListDescription>}
        </div>
        {rights.read && (
          <div className="list-acts">
            {maySelect && !choice.isOn && <SelectRowsButton choice={choice} isFeminine={isFeminine} />}
            {add && at.create && mayAdd && (
              <LinkButton to={at.create} icon={<Icon of={Plus} />}>
                {add}
              </LinkButton>
            )}
          </div>
        )}
      </header>
      <AccessNote area={area} />
      {rights.read && (
        <>
          <SavedViews
            list={list}
            loaded={props.views}
            filters={filters}
            total={meta?.total ?? value?.data.length}
            isFeminine={isFeminine}
            initial={props.source.initial}
          >
            {props.ways}
          </SavedViews>
          <div className="list-bar">
            <SearchBox label={searchLabel} />
            <ListFilters loaded={filters} />
            <SortChoice columns={columns} />
            {/* The space is reserved while rows load. */}
            {!failure && (value === undefined || rows.length > 0) && (
              <div className="list-tools">
                {value && (
                  <>
                    <CsvButton
                      title={title}
                      source={props.source}
                      columns={props.columns}
                      published={rows[0]?.publication !== undefined}
                      sheet={props.sheet}
                    />
                    {!compact && <ColumnChoice columns={all} isShown={isShown} choose={choose} />}
                  </>
                )}
              </div>
            )}
          </div>
          {props.above}
          {choice.isOn && (
            <Suspense>
              <BulkActionBar
                choice={choice}
                count={rows.length}
                actions={bulk}
                callsOf={history ? () => history : undefined}
                nameOf={nameOf}
                isFeminine={isFeminine}
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
          <NothingFound asked={searchParams} />
        </div>
      ) : (
        <ListTable
          ref={table}
          title={title}
          columns={columns}
          rows={rows.map((item, index) => ({
            id: item.uuid,
            name: nameOf(item),
            isMarked: item.uuid === markedRow,
            isFresh: fresh.marks.has(item.uuid),
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
        <Pager meta={meta ?? { page: 1, per_page: rows.length, total: rows.length }} shown={rows.length} />
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <p className="sr-only" role="status">
        {fresh.said}
      </p>
      {props.remove && removing && (
        <Suspense>
          <RemoveDialog
            item={removing}
            name={nameOf(removing)}
            remove={props.remove}
            said={alerts.deleted}
            onRemoved={(item) => {
              drop(item);
              setRemoving(null);
            }}
            onUndo={history ? restoreOf(history) : undefined}
            onClose={() => setRemoving(null)}
            heading={heading}
          />
        </Suspense>
      )}
    </>
  );
}

/** Width of a picture before a title, in pixels. */
const ROW_PICTURE_WIDTH = 52;

const RowPicture = ({ file }: { file: ImageFile | null | undefined }) =>
  file ? <Thumb file={file} width={ROW_PICTURE_WIDTH} /> : null;

function NothingFound({ asked: searchParams }: { asked: URLSearchParams }) {
  const { search, sort: _, ...filters } = listParamsOf(searchParams);
  if (search) return <p>Nada combina com “{search}”. Tente outra palavra.</p>;
  if (Object.keys(filters).length === 0) return null;
  return <p>Nada combina com estes filtros. Tire um deles para ver mais.</p>;
}
