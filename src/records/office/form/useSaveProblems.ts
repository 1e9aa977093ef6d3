import { useRef, useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { alert } from '../alerts.tsx';

/** Returns the problems of failed attempts to save, which the error summary shows, and their alert. */
export function useSaveProblems() {
  const [conflict, setConflict] = useState<string | null>(null);
  /** Failure on the server's side. */
  const [failed, setFailed] = useState<Failure | null>(null);
  /** Number of failed attempts, so that the summary takes the focus after each. */
  const [attempts, setAttempts] = useState(0);
  /** Closes the alert of the last attempt. */
  const closeAlert = useRef(() => {});
  return {
    conflict,
    failed,
    attempts,
    /** Clears the problems before another attempt. */
    clear: () => {
      setConflict(null);
      setFailed(null);
      closeAlert.current();
    },
    clearConflict: () => setConflict(null),
    resetAttempts: () => setAttempts(0),
    fail: (failure: Failure) => {
      if (failure.code === 'conflict') setConflict(failure.message);
      if (failure.request || isTransient(failure)) setFailed(failure);
      closeAlert.current = alert.failure(failure);
      setAttempts((count) => count + 1);
    },
    /** Counts an attempt with invalid fields; `showAlert` may open an alert and returns how to close it. */
    rejectFields: (showAlert: (() => () => void) | null) => {
      closeAlert.current();
      if (showAlert) closeAlert.current = showAlert();
      setAttempts((count) => count + 1);
    },
    /** Remembers how to close an alert once another attempt begins. */
    closeLater: (close: () => void) => {
      closeAlert.current = close;
    },
  };
}

/** Returns whether the same request may succeed a moment later. */
const isTransient = ({ code }: Failure) => code === 'unavailable' || code === 'too_slow';
