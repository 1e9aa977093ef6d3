import type { ReactNode } from 'react';

export interface Column<T> {
  /** Also the name that the address sorts by. */
  key: string;
  label: string;
  sortable?: boolean;
  /** `place` counts from 1 over all pages while the list stands in its own order. */
  render: (item: T, place: number | undefined) => ReactNode;
  /**
   * Its part in a two-line row of a narrow screen; without one it is left out there. The title is the row's
   * head in a wide table, too.
   */
  narrow?: 'picture' | 'title' | 'line';
  /** `number` sets figures in the display face; `quiet` is secondary text; `short` needs the room of a few letters. */
  kind?: 'number' | 'picture' | 'title' | 'quiet' | 'status' | 'short';
}
