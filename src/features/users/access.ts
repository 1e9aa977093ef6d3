import type { SqlBool } from 'kysely';
import type { Permission } from '../../contract/needs.ts';
import { parseStored } from '../../contract/stored.ts';
import type { Actor } from '../../platform/database/write.ts';
import { builtIn, permissions } from './permissions.ts';

/** What is stored of a person that says what they may. */
export interface Stored {
  role: string;
  /** JSON, where their role keeps them to some branches. */
  branches: string | null;
  /** Until when a password that was printed opens; null of one of their own. */
  password_until: string | null;
  /** Of the chain's own role; null where it is built in, or gone. */
  role_name: string | null;
  role_permissions: string | null;
  role_own_branches: number | null;
  /** Whether the role asks for a second factor: one of the chain's own, or one that is built in. */
  role_needs_factor: number | null;
  built_in_needs_factor: number | null;
  /** Whether they have one. */
  has_factor: SqlBool;
}

export interface Access
  extends Pick<Actor, 'permissions' | 'branches' | 'mustChangePassword' | 'lacksFactor'> {
  /** What people call the role. */
  roleName: string;
  /** Whether it asks for a second factor. */
  needsFactor: boolean;
}

interface Rights {
  name: string;
  permissions: ReadonlySet<Permission>;
  ownBranches: boolean;
}

const ofBuiltIn = new Map<string, Rights>(
  builtIn.map((role) => [role.key, { ...role, permissions: new Set(role.permissions) }]),
);

/** One that nobody has heard of, or that is gone, lets nobody do anything. */
const NOTHING: Rights = { name: 'Sem papel', permissions: new Set(), ownBranches: true };

const known = new Set<string>(permissions);
/** Of the same text again and again: the roles of the chain. */
const parsed = new Map<string, ReadonlySet<Permission>>();
const MOST_PARSED = 200;

function permissionsIn(text: string): ReadonlySet<Permission> {
  let found = parsed.get(text);
  if (!found) {
    // What an earlier release knew and this one does not is passed over.
    found = new Set(parseStored<Permission[]>(text, []).filter((one) => known.has(one)));
    if (parsed.size >= MOST_PARSED) parsed.clear();
    parsed.set(text, found);
  }
  return found;
}

/** What of it says what a role lets them do. */
type RoleOf = Omit<Stored, 'password_until' | 'role_needs_factor' | 'built_in_needs_factor' | 'has_factor'>;

function rightsOf({ role, role_name, role_permissions, role_own_branches }: RoleOf): Rights {
  const own = role_permissions !== null && {
    name: role_name ?? '',
    permissions: permissionsIn(role_permissions),
    ownBranches: role_own_branches === 1,
  };
  return ofBuiltIn.get(role) ?? (own || NOTHING);
}

/** What a person may, by their role and their branches: nothing before the password is one of their own. */
export function accessOf(stored: Stored): Access {
  const mustChangePassword = stored.password_until !== null;
  const needsFactor = stored.role_needs_factor === 1 || stored.built_in_needs_factor === 1;
  return {
    ...reachOf(stored),
    mustChangePassword,
    needsFactor,
    lacksFactor: needsFactor && !stored.has_factor,
    ...(mustChangePassword && { permissions: NOTHING.permissions }),
  };
}

/** What their role and their branches let them do, once they are in. */
export function reachOf(stored: RoleOf): Pick<Access, 'roleName' | 'permissions' | 'branches'> {
  const { name, permissions, ownBranches } = rightsOf(stored);
  const branches = ownBranches ? parseStored<string[]>(stored.branches, []) : null;
  return { roleName: name, permissions, branches };
}
