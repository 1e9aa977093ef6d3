import { type MouseEvent, useRef, useState } from 'react';

/** Which rows of a page are chosen, one by one or from one to another. Another page begins with none. */
export function useChoice<T extends { uuid: string }>(rows: readonly T[], page: string) {
  const [isOn, setOn] = useState(false);
  const [choice, setChoice] = useState({ page, uuids: new Set<string>() });
  const last = useRef<string | null>(null);
  const chosen = choice.page === page ? choice.uuids : new Set<string>();
  const set = (uuids: Iterable<string>) => setChoice({ page, uuids: new Set(uuids) });

  /** With Shift, all between this row and the one before become like this one. */
  const toggle = (uuid: string, isRange: boolean) => {
    const from = rows.findIndex((row) => row.uuid === last.current);
    const to = rows.findIndex((row) => row.uuid === uuid);
    last.current = uuid;
    const range = isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [];
    const next = new Set(chosen);
    const becomes = !chosen.has(uuid);
    for (const one of [uuid, ...range.map((row) => row.uuid)]) {
      if (becomes) next.add(one);
      else next.delete(one);
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
    /** For a checkbox, which tells of Shift by its click alone, that of a key included. */
    pressed: (uuid: string) => (event: MouseEvent) => toggle(uuid, event.shiftKey),
  };
}

export type Choice<T extends { uuid: string }> = ReturnType<typeof useChoice<T>>;
