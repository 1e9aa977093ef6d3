import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronsUpDown,
  ChevronUp,
  Download,
  Eye,
  Pencil,
  Plus,
  Search,
  Trash2,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link, useNavigation, useRevalidator, useSearchParams } from 'react-router';
import { DASHBOARD } from '../../contract/addresses.ts';
import type { done, Endpoint, uuidParams } from '../../contract/endpoint.ts';
import type { ImageFile } from '../../contract/image.ts';
import type { Office } from '../../contract/resource.ts';
import { texts } from '../../contract/texts.ts';
import { alert } from './alerts.tsx';
import { BackLink } from './BackLink.tsx';
import { LinkButton } from './Button.tsx';
import { callEndpoint } from './callEndpoint.ts';
import { LoadFailure } from './Loaded.tsx';
import { failureFrom, useLoaded } from './load.ts';
import { type PageMeta, pagesAround, rangeText } from './pages.ts';
import type { RowAction } from './rows/RowMenu.tsx';
import type { SortableRows } from './rows/SortableRows.tsx';
import { markOf, type RowProps } from './rows.ts';
import { withReauth } from './session.ts';
import { Thumb } from './Thumb.tsx';
import { useListPlace } from './useListPlace.ts';
import { useMedia } from './useMedia.ts';

const COMPACT = '(width < 1140px)';

// Each is needed by some lists, on some screens or after a first press only.
const loadRowMenu = () => import('./rows/RowMenu.tsx').then((module) => ({ default: module.RowMenu }));
const RowMenu = lazy(loadRowMenu);
// Each row has one there: fetched while the page is brought to life.
if (!import.meta.env.SSR && window.matchMedia(COMPACT).matches) loadRowMenu().catch(() => undefined);
const ConfirmDialog = lazy(() =>
  import('./dialog/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

const SEARCH_PAUSE_MS = 250;
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

export interface Column<T> {
  /** Also the name that the address sorts by. */
  key: string;
  label: string;
  sortable?: boolean;
  /** `place` counts from 1 over all pages while the list stands in its own order. */
  render: (item: T, place: number | undefined) => ReactNode;
  /**
   * Its part in a two-line row of a narrow screen; without one it is left out there. The title is the row's
   * head in a wide table, too.
   */
  narrow?: 'picture' | 'title' | 'line';
  /** `number` sets figures in the display face; `quiet` is secondary text; `short` needs the room of a few letters. */
  kind?: 'number' | 'picture' | 'title' | 'quiet' | 'status' | 'short';
}

/** A call that deletes one record by its uuid. */
export interface DestroyEndpoint extends Endpoint {
  method: 'DELETE';
  params: typeof uuidParams;
  answers: { 200: typeof done };
}

export interface ListPageProps<T extends { uuid: string }> {
  /** Where the list leads, and what is said of what was deleted: its screens are offered that there are. */
  resource: Pick<Office, 'at' | 'alerts'>;
  title: string;
  description?: ReactNode;
  /** «Adicionar banner»; without it none can be added now. */
  add?: string | undefined;
  /** «Buscar por título ou alt» */
  searchLabel: string;
  /** What `loadList` gave the route. */
  answer: Promise<{ data: T[]; meta?: PageMeta | undefined }>;
  columns: readonly Column<T>[];
  /** How a row is called in labels, announcements and questions. */
  nameOf: (item: T) => string;
  download?: (item: T) => { href: string; name: string };
  remove?: {
    endpoint: DestroyEndpoint;
    /** What follows from it, in words. */
    consequence: string;
    picture?: (item: T) => ImageFile | null;
  };
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
  const [asked] = useSearchParams();
  const [changed, setChanged] = useState<{ of: unknown; rows: T[]; removed: number } | null>(null);
  const [asking, setAsking] = useState<T | null>(null);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const compact = useMedia(COMPACT);
  const revalidator = useRevalidator();

  // What was removed or moved here holds until the server's next answer.
  const local = changed && changed.of === value ? changed : null;
  const rows = local?.rows ?? value?.data ?? [];
  const meta = value?.meta && { ...value.meta, total: value.meta.total - (local?.removed ?? 0) };
  const marked = useListPlace(table, value !== undefined && !pending);
  const searched = asked.get('search') ?? '';
  const inOrder = searched === '' && !asked.get('sort');
  const whole = meta === undefined || meta.total === rows.length;
  const Sortable = inOrder && whole && rows.length > 1 ? props.sortableRows : undefined;
  const movable = Sortable !== undefined;

  const move = async (from: number, to: number) => {
    const item = rows[from];
    if (!item || to < 0 || to >= rows.length || from === to) return;
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, item);
    setChanged({ of: value, rows: next, removed: local?.removed ?? 0 });
    setSaid(`${nameOf(item)}: posição ${to + 1} de ${next.length}.`);
    try {
      await withReauth(async () => onReorder?.(next.map(({ uuid }) => uuid)));
      revalidator.revalidate();
    } catch (error) {
      setChanged({ of: value, rows, removed: local?.removed ?? 0 });
      alert.error('Erro', failureFrom(error).message);
    }
  };

  const removed = ({ uuid }: T) => {
    const next = rows.filter((row) => row.uuid !== uuid);
    setChanged({ of: value, rows: next, removed: (local?.removed ?? 0) + 1 });
    setAsking(null);
    revalidator.revalidate();
  };

  const actionsOf = (item: T, index: number): RowAction[] => {
    const actions: RowAction[] = [];
    if (props.download)
      actions.push({
        key: 'download',
        label: 'Baixar imagem',
        icon: <Download className="i" aria-hidden="true" />,
        download: props.download(item),
      });
    if (at.show)
      actions.push({
        key: 'details',
        label: 'Detalhes',
        icon: <Eye className="i" aria-hidden="true" />,
        to: at.show(item),
      });
    if (at.edit)
      actions.push({
        key: 'edit',
        label: 'Editar',
        icon: <Pencil className="i" aria-hidden="true" />,
        to: at.edit(item),
      });
    if (compact && movable) {
      if (index > 0)
        actions.push({
          key: 'up',
          label: 'Mover para cima',
          icon: <ArrowUp className="i" aria-hidden="true" />,
          onClick: () => move(index, index - 1),
        });
      if (index < rows.length - 1)
        actions.push({
          key: 'down',
          label: 'Mover para baixo',
          icon: <ArrowDown className="i" aria-hidden="true" />,
          onClick: () => move(index, index + 1),
        });
    }
    if (props.remove)
      actions.push({
        key: 'remove',
        label: 'Excluir',
        icon: <Trash2 className="i" aria-hidden="true" />,
        onClick: () => setAsking(item),
        danger: true,
      });
    return actions;
  };

  const first = meta ? (meta.page - 1) * meta.per_page : 0;
  const cellsOf = (item: T, index: number) => (
    <>
      {columns.map((column) => (
        <td key={column.key} data-kind={column.kind} data-narrow={column.narrow ?? 'none'}>
          <div>{column.render(item, inOrder ? first + index + 1 : undefined)}</div>
        </td>
      ))}
      <td data-kind="actions" data-narrow="actions">
        <Actions name={nameOf(item)} actions={actionsOf(item, index)} compact={compact} />
      </td>
    </>
  );
  const rowProps = rows.map(
    (item, index): RowProps => ({
      id: item.uuid,
      name: nameOf(item),
      marked: item.uuid === marked,
      cells: cellsOf(item, index),
    }),
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
        <table
          className="list"
          ref={table}
          aria-busy={pending || undefined}
          data-movable={movable || undefined}
        >
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {movable && (
                <th scope="col" data-kind="grip">
                  <span className="sr-only">Mover</span>
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
          {Sortable ? (
            <Sortable rows={rowProps} buttons={!compact} onMove={move} />
          ) : (
            <PlainRows rows={rowProps} />
          )}
        </table>
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
            onRemoved={removed}
            onClose={() => setAsking(null)}
            heading={heading}
          />
        </Suspense>
      )}
    </>
  );
}

function PlainRows({ rows }: { rows: RowProps[] }) {
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} {...markOf(row)}>
          {row.cells}
        </tr>
      ))}
    </tbody>
  );
}

function Actions({ name, actions, compact }: { name: string; actions: RowAction[]; compact: boolean }) {
  if (compact) {
    return (
      <Suspense fallback={<span className="icon-btn" />}>
        <RowMenu label={`Ações de ${name}`} actions={actions} />
      </Suspense>
    );
  }
  return (
    <div className="row-actions">
      {actions.map(({ key, label, icon, to, download, onClick, danger }) => {
        const words = {
          'aria-label': `${label}: ${name}`,
          title: label,
          className: danger ? 'icon-btn icon-danger' : 'icon-btn',
        };
        if (to) {
          return (
            <Link key={key} to={to} {...words}>
              {icon}
            </Link>
          );
        }
        if (download) {
          return (
            <a
              key={key}
              href={download.href}
              download={download.name}
              target="_blank"
              rel="noopener"
              {...words}
            >
              {icon}
            </a>
          );
        }
        return (
          <button key={key} type="button" onClick={onClick} {...words}>
            {icon}
          </button>
        );
      })}
    </div>
  );
}

function RemoveDialog<T extends { uuid: string }>({
  item,
  name,
  remove,
  said,
  onRemoved,
  onClose,
  heading,
}: {
  item: T;
  name: string;
  remove: NonNullable<ListPageProps<T>['remove']>;
  /** Once it is done. */
  said: string;
  onRemoved: (item: T) => void;
  onClose: () => void;
  heading: React.RefObject<HTMLElement | null>;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const gone = useRef(false);
  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { data } = await withReauth(() => callEndpoint(remove.endpoint, { params: { uuid: item.uuid } }));
      gone.current = true;
      alert.success(said, data.message);
      onRemoved(item);
    } catch (error) {
      const failure = failureFrom(error);
      alert.error('Erro', failure.message);
      // Somebody else was faster: the row has no business here any more.
      if (failure.code === 'not_found') return onRemoved(item);
      // Said here too, because the dialog stands before the alert.
      setProblem(failure.message);
      setBusy(false);
    }
  };
  const picture = remove.picture?.(item);
  return (
    <ConfirmDialog
      open
      title={texts.confirmDelete}
      confirm={{ label: 'Excluir', icon: <Trash2 className="i" aria-hidden="true" /> }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={() => (gone.current ? heading.current : null)}
    >
      {picture && <Thumb file={picture} width={404} alt="" />}
      <p className="dialog-subject">{name}</p>
      <p>{remove.consequence}</p>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}

type Sort = 'ascending' | 'descending' | undefined;

function useSort(): { sortOf: (key: string) => Sort; toSort: (sort: string) => string } {
  const [asked] = useSearchParams();
  const sort = asked.get('sort');
  return {
    sortOf: (key) => (sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined),
    toSort: (next) => addressWith(asked, { sort: next }),
  };
}

/** The address with some of its parts changed; any change but that of the page leads to the first page. */
function addressWith(asked: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(asked);
  for (const [name, value] of Object.entries({ page: '', ...changes })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}

const SORT_ICONS = { ascending: ChevronUp, descending: ChevronDown, none: ChevronsUpDown };

/** Sorts up, then down, then not at all. */
function HeadCell<T>({ column }: { column: Column<T> }) {
  const { sortOf, toSort } = useSort();
  if (!column.sortable) {
    return (
      <th scope="col" data-kind={column.kind}>
        {column.label}
      </th>
    );
  }
  const sort = sortOf(column.key);
  const Icon = SORT_ICONS[sort ?? 'none'];
  const next = sort === 'ascending' ? `-${column.key}` : sort === 'descending' ? '' : column.key;
  return (
    <th scope="col" data-kind={column.kind} aria-sort={sort}>
      <Link to={toSort(next)} preventScrollReset>
        {column.label}
        <Icon className="i" aria-hidden="true" />
      </Link>
    </th>
  );
}

/** Stands in for the heads of the columns on narrow screens. */
function SortChoice<T>({ columns }: { columns: readonly Column<T>[] }) {
  const [asked, setAsked] = useSearchParams();
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
        value={asked.get('sort') ?? ''}
        onChange={(event) =>
          setAsked(addressWith(asked, { sort: event.target.value }), { preventScrollReset: true })
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

/** Searches while one types; the address follows without filling the history. */
function SearchBox({ label }: { label: string }) {
  const id = useId();
  const [asked, setAsked] = useSearchParams();
  const there = asked.get('search') ?? '';
  const [typed, setTyped] = useState(there);
  const sent = useRef(there);

  // The address changed by other means: back, forward, a link.
  useEffect(() => {
    if (there !== sent.current) setTyped(there);
    sent.current = there;
  }, [there]);

  const leaving = useNavigation().state !== 'idle';
  const go = useRef((_search: string) => {});
  go.current = (search) => {
    // A pause in typing must not call back who is on the way to another screen.
    if (leaving) return;
    sent.current = search;
    setAsked(addressWith(asked, { search }), { replace: true, preventScrollReset: true });
  };
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => go.current(search), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <search className="list-search">
      <Search className="i" aria-hidden="true" />
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go.current(typed.trim());
        }}
      />
    </search>
  );
}

function Pager({ meta, shown }: { meta: PageMeta; shown: number }) {
  const [asked] = useSearchParams();
  const { page } = meta;
  const pages = useMemo(() => pagesAround(meta), [meta]);
  const to = (number: number) => addressWith(asked, { page: String(number) });
  const more = page * meta.per_page < meta.total;
  return (
    <div className="pager">
      <p role="status">{rangeText(meta, shown)}</p>
      {(pages.length > 1 || page > 1) && (
        <nav aria-label="Páginas">
          {page > 1 && (
            <Link to={to(page - 1)} aria-label="Página anterior">
              <ChevronLeft className="i" aria-hidden="true" />
            </Link>
          )}
          {pages.map((number, index) =>
            number === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
              <span key={`gap-${index}`}>…</span>
            ) : (
              <Link
                key={number}
                to={to(number)}
                aria-label={`Página ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            ),
          )}
          {more && (
            <Link to={to(page + 1)} aria-label="Próxima página">
              <ChevronRight className="i" aria-hidden="true" />
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}

/** Stands where rows will be. */
export function ListSkeleton() {
  return (
    <div className="skeleton-list" role="status">
      <span className="sr-only">{texts.loading}</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row}>
          <span className="bone bone-thumb" />
          <span className="bone bone-line" />
          <span className="bone bone-short" />
        </div>
      ))}
    </div>
  );
}
