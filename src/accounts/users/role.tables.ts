import type { Generated } from 'kysely';
import type { RecordColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    roles: RoleTable;
    built_in_roles: BuiltInRoleTable;
  }
}

/** Columns of custom roles. Built-in roles are defined in permissions.ts and have no rows. */
export interface RoleTable extends RecordColumns {
  name: string;
  /** Folded name; unique among roles that are not deleted. */
  name_key: string;
  description: string | null;
  /** JSON array of permissions. */
  permissions: string;
  own_branches: number;
  /** Whether people with the role must have a second factor. */
  needs_second_factor: Generated<number>;
}

/** Columns of the only editable setting of built-in roles. Without a row, no second factor is required. */
export interface BuiltInRoleTable {
  key: string;
  needs_second_factor: number;
  changed_at: string;
}
