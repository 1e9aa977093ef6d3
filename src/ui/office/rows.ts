import type { ReactNode } from 'react';

export interface RowProps {
  id: string;
  name: string;
  /** The one that somebody comes back from. */
  marked: boolean;
  /** Somebody else has just saved it. */
  fresh: boolean;
  cells: ReactNode;
}

/** What a marked row says of itself; it takes the focus when its list is back. */
export const markOf = ({ marked, fresh }: RowProps) => ({
  ...(marked && ({ 'aria-current': true, tabIndex: -1 } as const)),
  ...(fresh && { 'data-fresh': true }),
});
