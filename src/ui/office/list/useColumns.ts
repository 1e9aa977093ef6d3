import { useEffect, useState } from 'react';
import type { Column } from './column.ts';

const KEY = 'vitrine.columns';
type Choices = Record<string, Record<string, boolean>>;

function choices(): Choices {
  try {
    return JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as Choices;
  } catch {
    // Switched off, or on the server: lists then show what they show.
    return {};
  }
}

/** Which columns a person sees of a list, kept on the device. What names a record stays. */
export function useColumns<T>(list: string, columns: readonly Column<T>[]) {
  // The server knows nothing of the device, and the first render here has to say what it said.
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  useEffect(() => setChosen(choices()[list] ?? {}), [list]);

  const isShown = ({ key, kind, optional }: Column<T>) => kind === 'title' || (chosen[key] ?? !optional);
  const choose = (key: string, shown: boolean) => {
    const next = { ...chosen, [key]: shown };
    setChosen(next);
    try {
      window.localStorage.setItem(KEY, JSON.stringify({ ...choices(), [list]: next }));
    } catch {
      // As above.
    }
  };
  return { shown: columns.filter(isShown), isShown, choose };
}
