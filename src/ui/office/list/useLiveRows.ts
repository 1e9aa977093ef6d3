import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Change } from '../../../contract/changes.ts';
import { plural } from '../../plural.ts';
import { useLive, useQuietReload } from '../useLive.ts';
import type { Listed } from './column.ts';

/** As long as the mark fades (ListPage.css). */
const MARK_MS = 4000;

interface Options<T> {
  /** Whose rows; without it nothing is known of them. */
  entity: string | undefined;
  /** The server's last answer. */
  answer: unknown;
  rows: readonly T[];
  nameOf: (item: T) => string;
  table: RefObject<HTMLElement | null>;
  heading: RefObject<HTMLElement | null>;
}

/**
 * Shows what others save as it happens. Answers which rows are marked for a moment, and what is said of them, once
 * they are there.
 */
export function useLiveRows<T extends Listed>(options: Options<T>) {
  const { entity, answer, rows, nameOf, table, heading } = options;
  const reload = useQuietReload();
  const [fresh, setFresh] = useState<{ marks: ReadonlySet<string>; said: string }>(NOTHING);
  /** By others, and not on the screen yet. */
  const awaited = useRef(new Map<string, Change>());
  const names = useRef(new Map<string, string>());
  const hadFocus = useRef(false);

  useLive(({ missed, changes }) => {
    const shown = new Map(rows.map((row) => [row.uuid, row.last_change?.at ?? '']));
    const own = changes.filter(
      ({ entity: table, uuid, at }) => table === entity && !(uuid && at <= (shown.get(uuid) ?? '')),
    );
    if (!missed && own.length === 0) return;
    for (const change of own) {
      if (change.uuid && !change.own) awaited.current.set(change.uuid, change);
    }
    hadFocus.current = table.current?.contains(document.activeElement) ?? false;
    reload(missed);
  }, entity !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useLayoutEffect(() => {
    // The row that had the focus is gone.
    if (hadFocus.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    hadFocus.current = false;
    const before = names.current;
    names.current = new Map(rows.map((row) => [row.uuid, nameOf(row)]));
    const seen = [...awaited.current.values()].filter(
      ({ uuid }) => uuid && (names.current.has(uuid) || before.has(uuid)),
    );
    awaited.current.clear();
    if (seen.length === 0) return;
    const marks = new Set(seen.map(({ uuid }) => uuid as string).filter((uuid) => names.current.has(uuid)));
    setFresh({ marks, said: wordsOf(seen, (uuid) => names.current.get(uuid) ?? before.get(uuid) ?? '') });
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
