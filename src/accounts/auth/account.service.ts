import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/duplicate.ts';
import type { SignedInUser } from '../../platform/database/write.ts';
import { searchText } from '../../records/server/lists/list.ts';
import { declareFoldedColumns } from '../../records/server/lists/refold.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { peopleWithRoles } from '../users/peopleWithRoles.ts';
import { accessOf, type StoredAccess } from '../users/userAccess.ts';
import { emailKey, type User } from './auth.contract.ts';
import './auth.tables.ts';

export const userColumns = ['id', 'uuid', 'name', 'email', 'role'] as const;

/** Returns the account with this address, even if it is disabled. */
export function findAccount(db: DbOrTransaction, email: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash', 'password_until', 'disabled_at', 'invited_at'])
    .where('email_key', '=', emailKey(email))
    .where(isPublished('users'))
    .executeTakeFirst();
}

/** Returns the active account with this address. */
export async function findUser(db: DbOrTransaction, email: string) {
  const account = await findAccount(db, email);
  return account?.disabled_at === null ? account : undefined;
}

/** Returns the account as the author of a change made before or without a session. */
export function authorOf({
  id,
  uuid,
  name,
  email,
  role,
}: Pick<User, 'id' | 'uuid' | 'name' | 'email' | 'role'>): SignedInUser {
  const noAccess = {
    permissions: new Set<never>(),
    branches: [],
    mustChangePassword: false,
    lacksSecondFactor: false,
  };
  return { id, uuid, name, email, role, ...noAccess, sessionId: 0 };
}

export type StoredPerson = StoredAccess & Pick<User, 'id' | 'uuid' | 'name' | 'email'>;

/** Returns the user as sent to clients, with the permissions of the role. */
function userOf({ id, uuid, name, email, ...stored }: StoredPerson): User {
  const { roleName, permissions, branches, mustChangePassword, lacksSecondFactor } = accessOf(stored);
  return {
    id,
    uuid,
    name,
    email,
    role: stored.role,
    role_name: roleName,
    permissions: [...permissions],
    branches: branches && [...branches],
    ...(mustChangePassword && { must_change_password: true }),
    ...(lacksSecondFactor && { lacks_second_factor: true as const }),
  };
}

export async function readUser(db: DbOrTransaction, id: number): Promise<User> {
  const { photo, ...person } = await peopleWithRoles(db)
    .select('users.photo')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...userOf(person), photo };
}

/** Returns the columns of a name and an address, with those derived from them. */
export const accountColumns = ({ name, email }: Pick<User, 'name' | 'email'>) => ({
  name,
  email,
  email_key: emailKey(email),
  ...foldedColumns({ name, email }),
});

const foldedColumns = ({ name, email }: Pick<User, 'name' | 'email'>) => ({
  search: searchText(name, email),
  name_key: searchText(name),
});

declareFoldedColumns('users', { derive: foldedColumns });

export const noAccount = (email: string) => new Failure('not_found', `Não há ninguém com o e-mail ${email}.`);

export async function withEmailConflictField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('email', 'Este e-mail já é de outra conta.');
    throw error;
  }
}
