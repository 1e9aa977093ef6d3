import { useCallback, useRef, useState } from 'react';
import type { SavedBy } from '../draft/useDraft.ts';
import { useLive } from '../useLive.ts';

/** A save or deletion of an open record elsewhere, and its author. */
export interface Elsewhere extends SavedBy {
  isGone: boolean;
  /** Made in another window of the same user. */
  own: boolean;
}

interface OpenRecord {
  uuid: string;
  updated_at?: string | undefined;
  last_change?: { at: string } | undefined;
}

const DELETIONS = ['delete', 'erase', 'purge'];
/** Actions that outdate an open form. Pending changes do not. */
const SAVES = ['update', 'restore', 'publish', 'withdraw'];
/** Time in ms within which the change feed reports this form's own save. */
const ECHO_MS = 8000;

/** Reports when the open record is saved or deleted elsewhere. */
export function useElsewhere(entity: string | undefined, record: OpenRecord | undefined) {
  const uuid = record?.uuid;
  /** Time of the version that the form shows. */
  const shownAt = record?.last_change?.at ?? record?.updated_at ?? '';
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const saved = useRef(Number.NEGATIVE_INFINITY);
  useLive(
    ({ changes }) => {
      for (const { entity: table, uuid: changed, action, by, at, own } of changes) {
        const isGone = DELETIONS.includes(action);
        if (table !== entity || changed !== uuid || !(isGone || SAVES.includes(action))) continue;
        if (!isGone && at <= shownAt) continue;
        if (own && performance.now() - saved.current < ECHO_MS) continue;
        setElsewhere({ by, at, own, isGone });
      }
    },
    entity !== undefined && uuid !== undefined,
  );
  return {
    elsewhere,
    /** Called when a save of this form is sent, and when it is done. */
    saving: useCallback(() => {
      saved.current = performance.now();
    }, []),
    clear: useCallback(() => setElsewhere(null), []),
  };
}
