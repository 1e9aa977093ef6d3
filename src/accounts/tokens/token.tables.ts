import type { RecordColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    tokens: TokenTable;
  }
}

/** API tokens. Revoking a token deletes it softly. */
export interface TokenTable extends RecordColumns {
  name: string;
  token_hash: string;
  /** JSON array of permissions. */
  permissions: string;
  /** JSON array of UUIDs of branches; null for all. */
  branches: string | null;
  /** Last valid day, YYYY-MM-DD in America/Sao_Paulo. */
  expires_on: string;
  /** Value of `expires_on` that needs no reminder: one was mailed, or the end was near when it was chosen. */
  reminded_for: string | null;
  last_used_at: string | null;
  created_by: number;
  search: string;
  name_key: string;
}
