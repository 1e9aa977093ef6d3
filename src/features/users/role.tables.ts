import type { RecordColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    roles: RoleTable;
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
}
