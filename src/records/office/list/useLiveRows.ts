import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Change } from '../../../shared/changeFeed.ts';
import { plural } from '../../../shared/text/plural.ts';
import { useChangeFeed, useQuietReload } from '../useChangeFeed.ts';
import type { ListRow } from './column.ts';

/** Duration in ms of the highlight's animation (ListPage.css). */
const MARK_MS = 4000;

interface Options<T> {
  /** Table of the rows; without it, changes are not tracked. */
  entity: string | undefined;
  /** Last response of the server. */
  answer: unknown;
  rows: readonly T[];
  nameOf: (item: T) => string;
  table: RefObject<HTMLElement | null>;
  heading: RefObject<HTMLElement | null>;
}

/** Reloads the list when others save records. Returns the rows to highlight briefly, and an announcement. */
export function useLiveRows<T extends ListRow>(options: Options<T>) {
  const { entity, answer, rows, nameOf, table, heading } = options;
  const reload = useQuietReload();
  const [fresh, setFresh] = useState<{ marks: ReadonlySet<string>; said: string }>(NOTHING);
  /** Changes by others that the list does not show yet. */
  const pendingChanges = useRef(new Map<string, Change>());
  const names = useRef(new Map<string, string>());
  const hadFocus = useRef(false);

  useChangeFeed(({ missed, changes }) => {
    const shown = new Map(rows.map((row) => [row.uuid, row.last_change?.at ?? '']));
    const relevant = changes.filter(
      ({ entity: table, uuid, at }) => table === entity && !(uuid && at <= (shown.get(uuid) ?? '')),
    );
    if (!missed && relevant.length === 0) return;
    for (const change of relevant) {
      if (change.uuid && !change.own) pendingChanges.current.set(change.uuid, change);
    }
    hadFocus.current = table.current?.contains(document.activeElement) ?? false;
    reload(missed);
  }, entity !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per response
  useLayoutEffect(() => {
    // The row that had the focus was removed.
    if (hadFocus.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    hadFocus.current = false;
    const before = names.current;
    names.current = new Map(rows.map((row) => [row.uuid, nameOf(row)]));
    const arrived = [...pendingChanges.current.values()].filter(
      ({ uuid }) => uuid && (names.current.has(uuid) || before.has(uuid)),
    );
    pendingChanges.current.clear();
    if (arrived.length === 0) return;
    const marks = new Set(
      arrived.map(({ uuid }) => uuid as string).filter((uuid) => names.current.has(uuid)),
    );
    setFresh({ marks, said: wordsOf(arrived, (uuid) => names.current.get(uuid) ?? before.get(uuid) ?? '') });
  }, [answer]);

  useEffect(() => {
    if (fresh === NOTHING) return;
    const timer = setTimeout(() => setFresh(NOTHING), MARK_MS);
    return () => clearTimeout(timer);
  }, [fresh]);

  return fresh;
}

const NOTHING = { marks: new Set<string>(), said: '' };

function wordsOf(changes: readonly Change[], nameOf: (uuid: string) => string): string {
  const [first] = changes;
  if (!first || changes.length > 1)
    return `${plural(changes.length, 'registro mudou', 'registros mudaram')} agora.`;
  const verb = first.action === 'delete' ? 'excluiu' : 'salvou';
  return `${first.by ?? 'Alguém'} ${verb} ${nameOf(first.uuid ?? '')}.`;
}
