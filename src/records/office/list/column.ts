import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '../../../shared/endpoint.ts';
import type { ImageFile } from '../../../shared/files/image.ts';
import type { FilterCounts } from '../../../shared/filters.ts';
import type { PublicationState } from '../../../shared/publicationPlan.ts';
import type { Mask } from '../../../shared/text/masks.ts';
import type { TypedNumber } from '../../../shared/text/typedNumber.ts';
import type { ScreenMeta } from '../screens.ts';
import type { CsvCell } from './csvCells.ts';

/** Common properties of all rows of lists. */
export interface ListRow {
  uuid: string;
  /** Present if the row can be edited in the list. */
  version?: number | undefined;
  publication?: PublicationState | undefined;
  last_change?: { at: string; by: string | null } | undefined;
}

/** Response of a list: a page of rows, or all. */
export interface LoadedPage<T> {
  data: T[];
  meta?: ScreenMeta | undefined;
  filters?: FilterCounts | undefined;
}

/** An endpoint that lists records. */
export interface ListEndpoint<T extends ListRow = ListRow> extends Endpoint {
  answers: { 200: z.ZodType<LoadedPage<T>> };
}

/** Columns of an export that an import reads. */
export interface ExportSheet<T> {
  /** Fields of the records that the cells need. */
  fields: readonly string[];
  heads: string[];
  cellsOf: (item: T) => CsvCell[];
}

/** An endpoint that saves one record. Without `version`, an undo does not detect other changes. */
export interface SaveEndpoint extends Endpoint {
  answers: { 200: z.ZodType<{ data: { message: string; version?: number | undefined } }> };
}

/** How a column is edited in the row. */
export interface CellEdit<T> {
  /** Endpoint that saves the record; limits and messages of the field come from its contract. */
  endpoint: SaveEndpoint;
  field: string;
  /** Name of the field with its article, as in «Mudar o prazo». */
  what: string;
  /** Returns other fields that a save requires; absent fields keep their value. */
  requiredFields?: (item: T) => Record<string, unknown>;
  /** Returns the value as text for the input; empty for none. */
  text: (item: T) => string;
  /** Parses the typed text, if the API's format differs. */
  parse?: (text: string) => TypedNumber;
  /** Field that requests a dry run for implausible values: the server replies with a question. */
  dryRunField?: string;
  type?: 'day';
  inputMode?: 'numeric' | 'tel';
  mask?: Mask;
  /** Values to choose from, with their labels; a select replaces the text field. */
  choices?: Readonly<Record<string, string>>;
}

export interface Column<T> {
  /** Also the name of the column in the `sort` parameter. */
  key: string;
  label: string;
  sortable?: boolean;
  /** Renders the cell. `place` counts from 1 over all pages while the list has its own order. */
  render: (item: T, place: number | undefined) => ReactNode;
  /** Returns the cell for CSV, if `render` returns more than text. */
  csv?: (item: T) => CsvCell;
  /**
   * Position in the two-line row of a narrow screen; omitted there if absent. The title is also the row's
   * head in a wide table.
   */
  narrow?: 'picture' | 'title' | 'line';
  /**
   * Style: `number` uses the display typeface; `quiet` is secondary text; `short` has space for a few
   * letters, `code` for two or three.
   */
  kind?: 'number' | 'picture' | 'title' | 'quiet' | 'status' | 'short' | 'code';
  /** Returns the picture shown before the title, in lists without a column of pictures. */
  picture?: (item: T) => ImageFile | null;
  /** Hidden unless the user selects it. */
  optional?: boolean;
  /** Set if the cell can be edited in place. */
  edit?: CellEdit<T>;
}

export function textOf<T>({ csv, render }: Column<T>, item: T): CsvCell {
  if (csv) return csv(item);
  const shown = render(item, undefined);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : '';
}

/** Returns the column of an ordered list's positions, which are edited in place with `endpoint`. */
export const orderColumn = (endpoint: SaveEndpoint): Column<{ position: number }> => ({
  key: 'position',
  label: '#',
  sortable: true,
  kind: 'number',
  edit: {
    endpoint,
    field: 'position',
    what: 'a posição',
    text: ({ position }) => String(position),
    inputMode: 'numeric',
  },
  render: ({ position }, place) => place ?? position,
});
