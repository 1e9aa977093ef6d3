import { type MouseEvent, useRef, useState } from 'react';

/** Returns the selection of rows of a page, single or by range. Another page starts without any. */
export function useRowSelection<T extends { uuid: string }>(rows: readonly T[], page: string) {
  const [isOn, setOn] = useState(false);
  const [choice, setChoice] = useState({ page, uuids: new Set<string>() });
  const last = useRef<string | null>(null);
  const chosen = choice.page === page ? choice.uuids : new Set<string>();
  const set = (uuids: Iterable<string>) => setChoice({ page, uuids: new Set(uuids) });

  /** Selects or deselects a row; with Shift, all rows from the last toggled one. */
  const toggle = (uuid: string, isRange: boolean) => {
    const from = rows.findIndex((row) => row.uuid === last.current);
    const to = rows.findIndex((row) => row.uuid === uuid);
    last.current = uuid;
    const range = isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [];
    const next = new Set(chosen);
    const select = !chosen.has(uuid);
    for (const id of [uuid, ...range.map((row) => row.uuid)]) {
      if (select) next.add(id);
      else next.delete(id);
    }
    set(next);
  };

  return {
    isOn,
    chosen: rows.filter(({ uuid }) => chosen.has(uuid)),
    isChosen: (uuid: string) => chosen.has(uuid),
    start: () => setOn(true),
    stop: () => {
      setOn(false);
      set([]);
    },
    all: () => set(rows.map(({ uuid }) => uuid)),
    none: () => set([]),
    /** Returns the click handler of a checkbox. Only `click` reports Shift, also for the keyboard. */
    pressed: (uuid: string) => (event: MouseEvent) => toggle(uuid, event.shiftKey),
  };
}

export type RowSelection<T extends { uuid: string }> = ReturnType<typeof useRowSelection<T>>;
