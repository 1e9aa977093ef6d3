import type { Generated } from 'kysely';
import type { RecordColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    roles: RoleTable;
    built_in_roles: BuiltInRoleTable;
  }
}

/** Roles of the chain's own; those that are built in are in no table (permissions.ts). */
export interface RoleTable extends RecordColumns {
  name: string;
  /** As compared; unique among those that are not deleted. */
  name_key: string;
  description: string | null;
  /** JSON of what it lets people do. */
  permissions: string;
  own_branches: number;
  /** Whether who has it must have a second factor. */
  needs_second_factor: Generated<number>;
}

/** The one thing of a role that is built in that a chain decides; one that is not here asks for no second factor. */
export interface BuiltInRoleTable {
  key: string;
  needs_second_factor: number;
  changed_at: string;
}
