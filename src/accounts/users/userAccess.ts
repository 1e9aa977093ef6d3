import type { SqlBool } from 'kysely';
import type { Actor } from '../../platform/database/write.ts';
import type { Permission } from '../../shared/permissions.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { BUILT_IN_ROLES, permissions } from './rolePermissions.ts';

/** The stored columns of a person and of their role from which `accessOf` computes their access. */
export interface StoredAccess {
  role: string;
  /** JSON array of branch uuids; used only if the role is limited to branches. */
  branches: string | null;
  /** Expiry of a password that the server generated; null if the person chose it. */
  password_until: string | null;
  /** Name of a custom role; null for a built-in or deleted role. */
  role_name: string | null;
  role_permissions: string | null;
  role_own_branches: number | null;
  /** 1 if a custom role requires a second factor; `built_in_needs_factor` does so for a built-in role. */
  role_needs_factor: number | null;
  built_in_needs_factor: number | null;
  /** Whether the person has an authenticator app or a passkey. */
  has_factor: SqlBool;
}

export interface Access
  extends Pick<Actor, 'permissions' | 'branches' | 'mustChangePassword' | 'lacksSecondFactor'> {
  /** Name of the role as staff see it. */
  roleName: string;
  /** Whether the role requires a second factor. */
  needsFactor: boolean;
}

interface Rights {
  name: string;
  permissions: ReadonlySet<Permission>;
  ownBranches: boolean;
}

const builtInRights = new Map<string, Rights>(
  BUILT_IN_ROLES.map((role) => [role.key, { ...role, permissions: new Set(role.permissions) }]),
);

/** Rights of an unknown or deleted role: none. */
const NO_RIGHTS: Rights = { name: 'Sem papel', permissions: new Set(), ownBranches: true };

const knownPermissions = new Set<string>(permissions);
/** Cache of parsed permissions, because each request parses the text of the same few roles. */
const parsed = new Map<string, ReadonlySet<Permission>>();
const MAX_PARSED = 200;

function permissionsIn(text: string): ReadonlySet<Permission> {
  let found = parsed.get(text);
  if (!found) {
    // Ignore permissions that an earlier release stored and this one no longer has.
    found = new Set(
      parseStored<Permission[]>(text, []).filter((permission) => knownPermissions.has(permission)),
    );
    if (parsed.size >= MAX_PARSED) parsed.clear();
    parsed.set(text, found);
  }
  return found;
}

/** The columns that determine what a role permits. */
type RoleColumns = Omit<
  StoredAccess,
  'password_until' | 'role_needs_factor' | 'built_in_needs_factor' | 'has_factor'
>;

function rightsOf({ role, role_name, role_permissions, role_own_branches }: RoleColumns): Rights {
  const customRole = role_permissions !== null && {
    name: role_name ?? '',
    permissions: permissionsIn(role_permissions),
    ownBranches: role_own_branches === 1,
  };
  return builtInRights.get(role) ?? (customRole || NO_RIGHTS);
}

/** Returns a person's access. A generated password leaves no permissions until the person replaces it. */
export function accessOf(stored: StoredAccess): Access {
  const mustChangePassword = stored.password_until !== null;
  const needsFactor = stored.role_needs_factor === 1 || stored.built_in_needs_factor === 1;
  return {
    ...roleAccessOf(stored),
    mustChangePassword,
    needsFactor,
    lacksSecondFactor: needsFactor && !stored.has_factor,
    ...(mustChangePassword && { permissions: NO_RIGHTS.permissions }),
  };
}

/** Returns the permissions and branches of a role, regardless of the password and the second factor. */
export function roleAccessOf(stored: RoleColumns): Pick<Access, 'roleName' | 'permissions' | 'branches'> {
  const { name, permissions, ownBranches } = rightsOf(stored);
  const branches = ownBranches ? parseStored<string[]>(stored.branches, []) : null;
  return { roleName: name, permissions, branches };
}
