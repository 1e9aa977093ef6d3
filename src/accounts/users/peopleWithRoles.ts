import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import '../twoFactor/twoFactor.tables.ts';
import './role.tables.ts';

/** Selects enabled people with the columns from which `accessOf` computes their access. */
export function peopleWithRoles(db: DbOrTransaction) {
  return db
    .selectFrom('users')
    .leftJoin('roles', (join) => join.onRef('roles.uuid', '=', 'users.role').on(isPublished('roles')))
    .leftJoin('built_in_roles', 'built_in_roles.key', 'users.role')
    .select(['users.id', 'users.uuid', 'users.name', 'users.email', 'users.role', 'users.branches'])
    .select([
      'users.password_until',
      'roles.name as role_name',
      'roles.permissions as role_permissions',
      'roles.own_branches as role_own_branches',
      'roles.needs_second_factor as role_needs_factor',
      'built_in_roles.needs_second_factor as built_in_needs_factor',
    ])
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('authenticator_apps')
              .select('authenticator_apps.id')
              .whereRef('authenticator_apps.user_id', '=', 'users.id')
              .where('authenticator_apps.confirmed_at', 'is not', null),
          ),
          eb.exists(
            eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id'),
          ),
        ])
        .as('has_factor'),
    )
    .where(isPublished('users'))
    .where('users.disabled_at', 'is', null);
}
