import type { ReactNode } from 'react';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { PublicationState } from '../../../contract/plan.ts';
import type { TypedNumber } from '../../../contract/typedNumber.ts';
import type { Mask } from '../../masks.ts';
import type { Cell } from './csvCells.ts';

/** What every row of a list has, and those of records that are published. */
export interface Listed {
  uuid: string;
  /** Where it is changed in the list. */
  version?: number | undefined;
  publication?: PublicationState | undefined;
  last_change?: { at: string; by: string | null } | undefined;
}

/** How the field of a column is changed in the row. */
export interface CellEdit<T> {
  /** Saves a record: the limits and messages of the field are in its contract. */
  endpoint: Endpoint;
  field: string;
  /** As in «Mudar o prazo». */
  what: string;
  /** What a save asks for besides, as the row has it: what is absent stays. */
  rest?: (item: T) => Record<string, unknown>;
  /** As one types it; empty for nothing. */
  text: (item: T) => string;
  /** Reads what is typed, where the wire has it in another form. */
  read?: (text: string) => TypedNumber;
  /** Field that asks the server for a question before it saves what is unlikely. */
  asks?: string;
  type?: 'day';
  inputMode?: 'numeric' | 'tel';
  mask?: Mask;
}

/** The place of a row among those that staff put in order. */
export const placeEdit = (endpoint: Endpoint): CellEdit<{ position: number }> => ({
  endpoint,
  field: 'position',
  what: 'a posição',
  text: ({ position }) => String(position),
  inputMode: 'numeric',
});

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
  /**
   * `number` sets figures in the display face; `quiet` is secondary text; `short` needs the room of a few letters,
   * `code` that of two or three.
   */
  kind?: 'number' | 'picture' | 'title' | 'quiet' | 'status' | 'short' | 'code';
  /** Only whoever chooses it sees it. */
  optional?: boolean;
  /** It can be changed where it stands. */
  edit?: CellEdit<T>;
}

export function textOf<T>({ csv, render }: Column<T>, item: T): Cell {
  if (csv) return csv(item);
  const shown = render(item, undefined);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : '';
}
