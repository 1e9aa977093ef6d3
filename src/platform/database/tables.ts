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

/** A table with one row, with the id 1. */
interface InstallationTable {
  id: number;
  /** Fingerprint of the key that all machines of the installation share; null before the first start. */
  key_mark: string | null;
  /** Last migration of the oldest release that works with this schema. */
  oldest_release: string | null;
  /** Encrypted key that marks erasures since the installation's key first changed; null before. */
  erasure_key: string | null;
  /**
   * Version of the rules by which searched columns were last folded, and the start of that run; null before.
   */
  folded_by: number | null;
  folded_at: string | null;
  /** Version of the widths that all stored pictures have, and since when; null before. */
  pictures_sized_with: number | null;
  pictures_sized_at: string | null;
}

export interface AuditTable {
  id: Generated<number>;
  at: string;
  user_id: number | null;
  /** Stored beside the id, because users are deleted. */
  user_name: string | null;
  action: string;
  entity: string;
  entity_uuid: string | null;
  before: string | null;
  after: string | null;
  /** Code of the request that caused it, as in its response and in log lines. */
  request: string | null;
}

/** A version of a record, or a pending change of it. */
export interface VersionTable {
  id: Generated<number>;
  /** Table and uuid of the record. */
  entity: string;
  uuid: string;
  /** Number of saves of the record; other changes, such as a removed picture, do not raise it. */
  version: number;
  /**
   * `published`: current version of a published record, at most one per record. `withheld`: current version
   * of a record that is not published. `former`: replaced version. `deleted`: last version of a record in the
   * trash. `draft`: pending change without an instant. `scheduled`: pending change with the instant
   * `valid_from`; if its data is `null`, it unpublishes the record.
   */
  state: 'published' | 'withheld' | 'former' | 'deleted' | 'draft' | 'scheduled';
  /** JSON of the record's content, including its pictures. */
  data: string;
  /** Period in which readers got this version; of a scheduled change, `valid_from` is its instant. */
  valid_from: string | null;
  valid_until: string | null;
  at: string;
  user_id: number | null;
  user_name: string | null;
  /** Id of the preceding version. */
  based_on: number | null;
}

/** A use of a file by a record or version. A file is deleted when its last use ends. */
export interface FileUseTable {
  file_id: number;
  entity: string;
  uuid: string;
  /** Null if the record has no history. */
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
  /**
   * Why only staff see the record: it was never published (`draft`), or was unpublished (`ended`). Null if
   * published.
   */
  standing: ColumnType<UnpublishedState | null, UnpublishedState | null | undefined, UnpublishedState | null>;
}

export type UnpublishedState = 'draft' | 'ended';
