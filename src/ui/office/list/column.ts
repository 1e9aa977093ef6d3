import type { ReactNode } from 'react';
import type { PublicationState } from '../../../contract/plan.ts';
import type { Cell } from './csvCells.ts';

/** What every row of a list has, and those of records that are published. */
export interface Listed {
  uuid: string;
  publication?: PublicationState | undefined;
  last_change?: { at: string; by: string | null } | undefined;
}

export interface Column<T> {
  /** Also the name that the address sorts by. */
  key: string;
  label: string;
  sortable?: boolean;
  /** `place` counts from 1 over all pages while the list stands in its own order. */
  render: (item: T, place: number | undefined) => ReactNode;
  /** What stands in a spreadsheet, where `render` says it with more than text. */
  csv?: (item: T) => Cell;
  /**
   * Its part in a two-line row of a narrow screen; without one it is left out there. The title is the row's
   * head in a wide table, too.
   */
  narrow?: 'picture' | 'title' | 'line';
  /** `number` sets figures in the display face; `quiet` is secondary text; `short` needs the room of a few letters. */
  kind?: 'number' | 'picture' | 'title' | 'quiet' | 'status' | 'short';
  /** Only whoever chooses it sees it. */
  optional?: boolean;
}

export function textOf<T>({ csv, render }: Column<T>, item: T): Cell {
  if (csv) return csv(item);
  const shown = render(item, undefined);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : '';
}
