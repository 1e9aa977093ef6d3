import { useCallback, useRef, useState } from 'react';
import type { SaveInfo } from '../draft/useDraft.ts';
import { useChangeFeed } from '../useChangeFeed.ts';

/** A save or deletion of an open record elsewhere, and its author. */
export interface ConcurrentChange extends SaveInfo {
  isDeleted: boolean;
  /** Made in another window of the same user. */
  isOwn: boolean;
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
export function useConcurrentChange(entity: string | undefined, record: OpenRecord | undefined) {
  const uuid = record?.uuid;
  /** Time of the version that the form shows. */
  const shownAt = record?.last_change?.at ?? record?.updated_at ?? '';
  const [elsewhere, setElsewhere] = useState<ConcurrentChange | null>(null);
  const saved = useRef(Number.NEGATIVE_INFINITY);
  useChangeFeed(
    ({ changes }) => {
      for (const { entity: table, uuid: changed, action, by, at, own: isOwn } of changes) {
        const isDeleted = DELETIONS.includes(action);
        if (table !== entity || changed !== uuid || !(isDeleted || SAVES.includes(action))) continue;
        if (!isDeleted && at <= shownAt) continue;
        if (isOwn && performance.now() - saved.current < ECHO_MS) continue;
        setElsewhere({ by, at, isOwn, isDeleted });
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
