import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { ATTENTION, type FilterCounts } from '../../../contract/filters.ts';
import type { View } from '../../../contract/views.ts';
import { askedOf, type ListLoaded, useLoaded } from '../load.ts';
import { countText } from './Narrowing.tsx';

// Loaded on first use.
const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((module) => ({ default: module.ViewDialog })));

/** Task for which the dialog is open. */
export type ViewTask = { kind: 'store'; query: string } | { kind: 'rename' | 'destroy'; view: View };

/** Returns the query of an address in canonical order, so that equal queries compare as equal. */
export function queryOf(searchParams: URLSearchParams): string {
  const entries = Object.entries(askedOf(searchParams)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(entries).toString();
}

/** Tabs of a list: all records, those that need attention, and the saved views of the user. */
export function Views({
  list,
  loaded,
  filters,
  total,
}: {
  list: string;
  loaded: ListLoaded<never>['views'];
  filters: FilterCounts;
  total?: number | undefined;
}) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const views = useLoaded(loaded).value?.data ?? [];
  const [task, setTask] = useState<ViewTask | null>(null);
  const currentQuery = queryOf(searchParams);

  const attention = filters.find(({ name }) => name === ATTENTION)?.values[0];
  const tabs = [
    { key: '', text: 'Todos', query: '', count: currentQuery === '' ? total : undefined },
    ...(attention && (attention.count > 0 || searchParams.get(ATTENTION))
      ? [
          {
            key: ATTENTION,
            text: attention.text,
            query: `${ATTENTION}=${attention.value}`,
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
            <Pencil className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-btn icon-danger"
            aria-label={`Excluir a visão ${shown.name}`}
            title="Excluir a visão"
            onClick={() => setTask({ kind: 'destroy', view: shown })}
          >
            <Trash2 className="i" aria-hidden="true" />
          </button>
        </div>
      )}
      {!isKnown && (
        <button
          type="button"
          className="chip"
          onClick={() => setTask({ kind: 'store', query: currentQuery })}
        >
          <BookmarkPlus className="i" aria-hidden="true" />
          Guardar visão
        </button>
      )}
      {task && (
        <Suspense>
          <ViewDialog
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
