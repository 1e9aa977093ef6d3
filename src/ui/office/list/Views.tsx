import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { ATTENTION, type FilterCounts } from '../../../contract/filters.ts';
import type { View } from '../../../contract/views.ts';
import { askedOf, type ListLoaded, useLoaded } from '../load.ts';
import { countText } from './Narrowing.tsx';

// After a first press only.
const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((module) => ({ default: module.ViewDialog })));

/** What the dialog is open for. */
export type ViewTask = { kind: 'store'; query: string } | { kind: 'rename' | 'destroy'; view: View };

/** In one order, so that two addresses that ask for the same are the same. */
export function queryOf(asked: URLSearchParams): string {
  const entries = Object.entries(askedOf(asked)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(entries).toString();
}

/** The ways to look at a list: all of it, what asks for attention, and what the person saved. */
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
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const views = useLoaded(loaded).value?.data ?? [];
  const [task, setTask] = useState<ViewTask | null>(null);
  const now = queryOf(asked);

  const attention = filters.find(({ name }) => name === ATTENTION)?.values[0];
  const tabs = [
    { key: '', text: 'Todos', query: '', count: now === '' ? total : undefined },
    ...(attention && (attention.count > 0 || asked.get(ATTENTION))
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
  const shown = views.find(({ query }) => query === now);
  const isKnown = tabs.some(({ query }) => query === now);
  return (
    <div className="views">
      <nav aria-label="Visões da lista" className="views-tabs">
        {tabs.map(({ key, text, query, count }) => (
          <Link
            key={key}
            to={`?${query}`}
            preventScrollReset
            aria-current={query === now ? 'page' : undefined}
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
        <button type="button" className="chip" onClick={() => setTask({ kind: 'store', query: now })}>
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
