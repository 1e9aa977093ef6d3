import type { RecordColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    tokens: TokenTable;
  }
}

/** Ways in for machines; one that is revoked is deleted. */
export interface TokenTable extends RecordColumns {
  name: string;
  token_hash: string;
  /** JSON of what it lets a machine do. */
  permissions: string;
  /** JSON of the uuids of the branches that it is kept to; null for all. */
  branches: string | null;
  /** YYYY-MM-DD in America/Sao_Paulo, the last day on which it is good. */
  expires_on: string;
  /** The end that somebody was told of; the end itself where it was near from the start. */
  reminded_for: string | null;
  last_used_at: string | null;
  created_by: number;
  search: string;
  name_key: string;
}
