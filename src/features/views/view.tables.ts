import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    saved_views: SavedViewTable;
  }
}

export interface SavedViewTable {
  id: Generated<number>;
  uuid: string;
  user_id: number;
  /** `listNameOf` its screen's address. */
  list: string;
  name: string;
  /** As compared: a person has one of a name in each list. */
  name_key: string;
  query: string;
  created_at: string;
}
