import type { ColumnType, Generated } from 'kysely';

/**
 * All tables by name. Each service adds its own by declaration merging, beside the code that owns it:
 * `declare module '…/platform/database/tables.ts' { interface Tables { banners: BannerTable } }`
 */
export interface Tables {
  installation: InstallationTable;
  content_revision: { id: number; revision: number };
  audit_log: AuditTable;
  record_versions: VersionTable;
  file_uses: FileUseTable;
}

/** One row, with the id 1. */
interface InstallationTable {
  id: number;
  /** Of the key that all its machines have; null before the first start. */
  key_mark: string | null;
  /** The last migration of the oldest release that works with this schema. */
  oldest_release: string | null;
  /** Sealed: what erasures are marked with, since the key changed for the first time; null before. */
  erasure_key: string | null;
  /** The rules by which searched columns were folded last, and when that began; null before. */
  folded_by: number | null;
  folded_at: string | null;
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
  /** The code of the request for which it was done, as its answer and the log lines have it. */
  request: string | null;
}

/** What a save of a record wrote. */
export interface VersionTable {
  id: Generated<number>;
  /** The table and uuid of the record. */
  entity: string;
  uuid: string;
  /** The record's count of saves; what changes beside it (a picture taken out) leaves it as it was. */
  version: number;
  /**
   * `published`: what the record is, of which there is one at most. `withheld`: the same of a record that shoppers do
   * not see. `former`: what it was. `deleted`: what it was when it was deleted, for as long as it may come back. `draft`: what it may become. `scheduled`: what it becomes
   * with `valid_from`; where its data is `null`, shoppers see the record until then.
   */
  state: 'published' | 'withheld' | 'former' | 'deleted' | 'draft' | 'scheduled';
  /** JSON of the columns that say what the record is, and of its pictures. */
  data: string;
  /** Since when and until when it was what readers got. */
  valid_from: string | null;
  valid_until: string | null;
  at: string;
  user_id: number | null;
  user_name: string | null;
  /** The id of the version before it. */
  based_on: number | null;
}

/** A file stays for as long as it has a use. */
export interface FileUseTable {
  file_id: number;
  entity: string;
  uuid: string;
  /** Null where the record has no history. */
  version_id: number | null;
}

/** Columns of every record with content. */
export interface RecordColumns {
  id: Generated<number>;
  uuid: string;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** What only staff see, and whether shoppers ever did; null is what both see. */
  standing: ColumnType<Standing | null, Standing | null | undefined, Standing | null>;
}

export type Standing = 'draft' | 'ended';
