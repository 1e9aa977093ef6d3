import type { ReactNode } from 'react';

export interface RowProps {
  id: string;
  name: string;
  /** The row that the user returns from. */
  isMarked: boolean;
  /** Another user has just saved it. */
  isFresh: boolean;
  cells: ReactNode;
}

/** Returns the attributes of a marked or fresh row. A marked row can take the focus. */
export const rowAttributes = ({ isMarked, isFresh }: RowProps) => ({
  ...(isMarked && ({ 'aria-current': true, tabIndex: -1 } as const)),
  ...(isFresh && { 'data-fresh': true }),
});
