import type { Generated, Selectable } from 'kysely';
import type { Format } from './leaflet.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    leaflets: LeafletTable;
  }
}

export interface LeafletTable {
  id: Generated<number>;
  uuid: string;
  created_at: string;
  state: 'pending' | 'ready' | 'failed';
  /** JSON of the formats that were asked for. */
  formats: string;
  /** YYYY-MM-DD */
  valid_from: string;
  valid_until: string;
  /** JSON of `LeafletContent`: what was offered when it was asked for. */
  content: string;
  /** JSON of `MadeFile[]`. */
  files: string;
  /** JSON of the branches to which whoever made it is kept; null of those who see to all. */
  branches: string | null;
}

export type LeafletRow = Selectable<LeafletTable>;

export interface MadeFile {
  format: Format;
  /** From 1; null of what holds all pages. */
  page: number | null;
  file_id: number;
  /** The code of its file, which for the site is that of a picture. */
  uuid: string;
}
