import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    saved_views: SavedViewTable;
  }
}

export interface SavedViewTable {
  id: Generated<number>;
  uuid: string;
  user_id: number;
  /** `listNameOf` the address of the list's screen. */
  list: string;
  name: string;
  /** Folded name, unique per user and list. */
  name_key: string;
  query: string;
  created_at: string;
}
