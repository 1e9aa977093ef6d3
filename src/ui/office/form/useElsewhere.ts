import { useCallback, useRef, useState } from 'react';
import type { SavedBy } from '../draft/useDraft.ts';
import { useLive } from '../useLive.ts';

/** What became of an open record meanwhile, and by whom. */
export interface Elsewhere extends SavedBy {
  isGone: boolean;
  /** In another window of the same person. */
  own: boolean;
}

interface Opened {
  uuid: string;
  updated_at?: string | undefined;
  last_change?: { at: string } | undefined;
}

const GONE = ['delete', 'erase', 'purge'];
/** What makes an open form an old one; what only waits does not. */
const SAVED = ['update', 'restore', 'publish', 'withdraw'];
/** What this form saved is heard of by then. */
const HEARD_MS = 8000;

/** Knows at once when somebody else saves or deletes the record that is open here. */
export function useElsewhere(entity: string | undefined, record: Opened | undefined) {
  const uuid = record?.uuid;
  /** What the form shows is from then. */
  const known = record?.last_change?.at ?? record?.updated_at ?? '';
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const saved = useRef(Number.NEGATIVE_INFINITY);
  useLive(
    ({ changes }) => {
      for (const { entity: table, uuid: changed, action, by, at, own } of changes) {
        const isGone = GONE.includes(action);
        if (table !== entity || changed !== uuid || !(isGone || SAVED.includes(action))) continue;
        if (!isGone && at <= known) continue;
        if (own && performance.now() - saved.current < HEARD_MS) continue;
        setElsewhere({ by, at, own, isGone });
      }
    },
    entity !== undefined && uuid !== undefined,
  );
  return {
    elsewhere,
    /** A save of this form leaves, or is done. */
    saving: useCallback(() => {
      saved.current = performance.now();
    }, []),
    clear: useCallback(() => setElsewhere(null), []),
  };
}
