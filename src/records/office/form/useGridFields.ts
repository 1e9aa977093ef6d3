import { useCallback, useRef, useState } from 'react';
import type { FieldError } from 'react-hook-form';
import { pressReleased } from './pointerPress.browser.ts';

/**
 * Makes a field of a large grid belong to no form. A browser searches the names of a form's fields whenever a property
 * of the form is read, and React keeps properties on it: with 2,400 fields, each key takes several times as long.
 */
export const OUTSIDE_FORM = { form: 'none' } as const;

/**
 * Returns the state of a grid of fields: which of them the user has left, so that only these show errors, and
 * functions that find and focus a field by its name.
 */
export function useGridFields() {
  const ref = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set());
  const fieldIn = useCallback(
    (name: string) => ref.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`),
    [],
  );
  return {
    ref,
    hasLeft: (key: string) => left === 'all' || left.has(key),
    /** A shown error moves what is below it, which must not happen between the press of a button and its release. */
    leave: useCallback(
      (key: string) =>
        void pressReleased().then(() =>
          setLeft((seen) => (seen === 'all' || seen.has(key) ? seen : new Set(seen).add(key))),
        ),
      [],
    ),
    leaveAll: useCallback(() => setLeft('all'), []),
    fieldIn,
    /** Focuses a field and selects its text. Returns whether there is such a field. */
    focus: useCallback(
      (name: string) => {
        const field = fieldIn(name);
        field?.focus();
        // The focus alone leaves a field where it is, also under the sticky heads of columns.
        field?.scrollIntoView({ block: 'nearest' });
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
        return Boolean(field);
      },
      [fieldIn],
    ),
  };
}

/** Returns the server's error for one field of a grid, whose errors all belong to one value of the form. */
export const serverErrorAt = (error: FieldError | undefined, name: string): string | undefined => {
  const found = error?.types?.[name];
  return found === undefined ? undefined : String(found);
};
