import { useEffect, useState } from 'react';
import type { Column } from './column.ts';

const KEY = 'vitrine.columns';
type Choices = Record<string, Record<string, boolean>>;

function choices(): Choices {
  try {
    return JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as Choices;
  } catch {
    // Storage is disabled, or this is the server: show the default columns.
    return {};
  }
}

/** Returns the visible columns of a list, as chosen on this device. The title column is always visible. */
export function useColumns<T>(list: string, columns: readonly Column<T>[]) {
  // The server does not know the device, and hydration must match its markup.
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  useEffect(() => setChosen(choices()[list] ?? {}), [list]);

  const isShown = ({ key, kind, optional }: Column<T>) => kind === 'title' || (chosen[key] ?? !optional);
  const choose = (key: string, shown: boolean) => {
    const next = { ...chosen, [key]: shown };
    setChosen(next);
    try {
      window.localStorage.setItem(KEY, JSON.stringify({ ...choices(), [list]: next }));
    } catch {
      // Storage is disabled.
    }
  };
  return { shown: columns.filter(isShown), isShown, choose };
}
