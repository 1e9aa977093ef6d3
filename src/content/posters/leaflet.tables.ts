import type { Generated, Selectable } from 'kysely';
import type { Format } from './leaflet.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    leaflets: PosterTable;
  }
}

export interface PosterTable {
  id: Generated<number>;
  uuid: string;
  created_at: string;
  state: 'pending' | 'ready' | 'failed';
  /** JSON array of the requested formats. */
  formats: string;
  /** First and last day as YYYY-MM-DD. */
  valid_from: string;
  valid_until: string;
  /** JSON of `PosterContent`: the offers as they were at the request. */
  content: string;
  /** JSON of `MadeFile[]`. */
  files: string;
  /** JSON array of the branches to which the author is limited; null for authors without a limit. */
  branches: string | null;
}

export type PosterRow = Selectable<PosterTable>;

export interface PosterFile {
  format: Format;
  /** Page number from 1; null for a file with all pages. */
  page: number | null;
  file_id: number;
  /** Uuid of the file; for the format `site` also of the picture in the library. */
  uuid: string;
}
