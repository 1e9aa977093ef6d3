import type { ReactNode } from 'react';

export interface RowProps {
  id: string;
  name: string;
  /** The row that the user returns from. */
  marked: boolean;
  /** Another user has just saved it. */
  fresh: boolean;
  cells: ReactNode;
}

/** Returns the attributes of a marked or fresh row. A marked row can take the focus. */
export const markOf = ({ marked, fresh }: RowProps) => ({
  ...(marked && ({ 'aria-current': true, tabIndex: -1 } as const)),
  ...(fresh && { 'data-fresh': true }),
});
