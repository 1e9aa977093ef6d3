import type { Generated } from 'kysely';

/**
 * All tables by name. Each service adds its own by declaration merging, beside the code that owns it:
 * `declare module '…/platform/database/tables.ts' { interface Tables { banners: BannerTable } }`
 */
export interface Tables {
  content_revision: { id: number; revision: number };
  audit_log: AuditTable;
}

export interface AuditTable {
  id: Generated<number>;
  at: string;
  user_id: number | null;
  /** Kept beside the id, because people leave. */
  user_name: string | null;
  action: string;
  entity: string;
  entity_uuid: string | null;
  before: string | null;
  after: string | null;
}

/** Columns of every record with content. */
export interface RecordColumns {
  id: Generated<number>;
  uuid: string;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}
