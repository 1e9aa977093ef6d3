import { BookmarkPlus, Pencil, Trash2 } from 'lucide';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { ATTENTION_FILTER } from '../../../shared/filters.ts';
import type { SavedView } from '../../../shared/savedViews.ts';
import { Icon } from '../Icon.tsx';
import { type InitialView, type LoadedList, listParamsOf, useLoaded } from '../loadScreen.ts';
import { countText } from './ListFilters.tsx';

// Loaded on first use.
const SavedViewDialog = lazy(() =>
  import('./SavedViewDialog.tsx').then((module) => ({ default: module.SavedViewDialog })),
);

/** Task for which the dialog is open. */
export type SavedViewTask =
  | { kind: 'store'; query: string }
  | { kind: 'rename' | 'destroy'; view: SavedView };

/** Returns the query of an address in canonical order, so that equal queries compare as equal. */
export function canonicalQuery(searchParams: URLSearchParams): string {
  const entries = Object.entries(listParamsOf(searchParams)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(entries).toString();
}

/** Tabs of a list: all records, those that need attention, and the saved views of the user. */
export function SavedViews({
  list,
  loaded,
  filters: loadedFilters,
  total,
  isFeminine,
  initial,
  children,
}: {
  list: string;
  loaded: LoadedList<never>['views'];
  filters: LoadedList<never>['filters'];
  total?: number | undefined;
  /** Whether the noun of the records is feminine. */
  isFeminine: boolean;
  initial: InitialView | undefined;
  /** Links and buttons at the end of the line. */
  children?: ReactNode;
}) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const views = useLoaded(loaded).value?.data ?? [];
  const { filters = [] } = useLoaded(loadedFilters).value ?? {};
  const [task, setTask] = useState<SavedViewTask | null>(null);
  const currentQuery = canonicalQuery(searchParams);

  const attention = filters.find(({ name }) => name === ATTENTION_FILTER)?.values[0];
  const all = { text: isFeminine ? 'Todas' : 'Todos', query: initial?.all ?? '' };
  const first = initial ? [{ text: initial.name, query: '' }, all] : [all];
  const tabs = [
    ...first.map((tab) => ({
      ...tab,
      key: tab.query,
      count: currentQuery === tab.query ? total : undefined,
    })),
    ...(attention && (attention.count > 0 || searchParams.get(ATTENTION_FILTER))
      ? [
          {
            key: ATTENTION_FILTER,
            text: attention.text,
            query: `${ATTENTION_FILTER}=${attention.value}`,
            count: attention.count,
          },
        ]
      : []),
    ...views.map(({ uuid, name, query }) => ({ key: uuid, text: name, query, count: undefined })),
  ];
  const shown = views.find(({ query }) => query === currentQuery);
  const isKnown = tabs.some(({ query }) => query === currentQuery);
  return (
    <div className="views">
      <nav aria-label="Visões da lista" className="views-tabs">
        {tabs.map(({ key, text, query, count }) => (
          <Link
            key={key}
            to={`?${query}`}
            preventScrollReset
            aria-current={query === currentQuery ? 'page' : undefined}
          >
            {text}
            {count !== undefined && <> {countText(count)}</>}
          </Link>
        ))}
      </nav>
      {shown && (
        <div className="views-tools">
          <button
            type="button"
            className="icon-btn"
            aria-label={`Renomear a visão ${shown.name}`}
            title="Renomear"
            onClick={() => setTask({ kind: 'rename', view: shown })}
          >
            <Icon of={Pencil} />
          </button>
          <button
            type="button"
            className="icon-btn icon-danger"
            aria-label={`Excluir a visão ${shown.name}`}
            title="Excluir a visão"
            onClick={() => setTask({ kind: 'destroy', view: shown })}
          >
            <Icon of={Trash2} />
          </button>
        </div>
      )}
      {!isKnown && (
        <button
          type="button"
          className="chip"
          onClick={() => setTask({ kind: 'store', query: currentQuery })}
        >
          <Icon of={BookmarkPlus} />
          Guardar visão
        </button>
      )}
      {children && <div className="views-ways">{children}</div>}
      {task && (
        <Suspense>
          <SavedViewDialog
            list={list}
            task={task}
            onDone={() => {
              setTask(null);
              revalidator.revalidate();
              if (task.kind === 'destroy') navigate('?', { preventScrollReset: true });
            }}
            onClose={() => setTask(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
