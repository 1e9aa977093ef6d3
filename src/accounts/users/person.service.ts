import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { splitBranches } from '../../content/branchChoice/deletedBranches.ts';
import { isoAt } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import { selectList } from '../../records/server/lists/list.ts';
import { plainFilterRules } from '../../records/server/lists/listFilters.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { outOfDateFailure } from '../../records/server/store/records.ts';
import { Failure } from '../../shared/failure.ts';
import type { ListQuery } from '../../shared/list.ts';
import type { Permission } from '../../shared/permissions.ts';
import { ensureOtherAdministrator, randomPasswordHash, removeAccount } from '../auth/access.service.ts';
import { accountColumns, withEmailConflictField } from '../auth/account.service.ts';
import { activeSessions } from '../auth/authentication.service.ts';
import { INVITATION_DAYS } from '../auth/recovery.service.ts';
import { endSessions } from '../auth/sessionToken.service.ts';
import { notifyAdministrators } from './administrators.ts';
import {
  type AccessChoices,
  type AccessInput,
  type Person,
  type PersonDetails,
  type PersonInput,
  type PersonState,
  personFilters,
} from './person.contract.ts';
import { accessChangedMail } from './person.mail.ts';
import {
  accessFor,
  areSameBranches,
  type Branch,
  type CustomRole,
  ensureNotSelf,
  findManageable,
  findStored,
  type MailDeps,
  parseBranches,
  promotes,
  type ReadDeps,
  readBranches,
  readRoles,
  refusalText,
  roleAccessOfPerson,
  type StoredPerson,
  type WriteDeps,
} from './personAccess.service.ts';
import { countInvitation, mailInvitation } from './personInvitation.service.ts';
import { listRoles } from './role.service.ts';
import { ADMIN_ROLE, canAdminister } from './rolePermissions.ts';
import { people } from './users.office.ts';

export async function listPeople({ db }: ReadDeps, query: ListQuery) {
  const base = db.selectFrom('users').selectAll().where(isNotDeleted('users'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'users',
      search: 'search',
      sortable: { name: 'name_key', last_login_at: 'last_login_at' },
      filters: filtersOn(db),
      order: 'name_key',
      id: 'id',
    },
    async (rows) => {
      const known = await readRoles(db);
      const branches = await readBranches(db);
      return rows.map((row) => present(row, known, branches));
    },
  );
}

const filtersOn = (db: Deps['db']) =>
  plainFilterRules(personFilters, {
    state: (state) => {
      if (state === 'disabled') return sql`users.disabled_at is not null`;
      const invited = state === 'invited' ? sql`is not null` : sql`is null`;
      return sql`(users.disabled_at is null and users.invited_at ${invited})`;
    },
    role: {
      where: (role) => sql`users.role = ${role}`,
      values: async () => (await listRoles({ db })).map(({ key, name }) => ({ value: key, text: name })),
    },
  });

export async function findPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  uuid: string,
): Promise<PersonDetails> {
  const { db, clock } = deps;
  const row = await findStored(db, uuid);
  const invitation = await db
    .selectFrom('recovery_codes')
    .select('expires_at')
    .where('user_id', '=', row.id)
    .where('kind', '=', 'invite')
    .where('expires_at', '>', isoAt(clock.now()))
    .executeTakeFirst();
  const sessions = await activeSessions(deps).where('users.id', '=', row.id).execute();
  const known = await readRoles(db);
  return {
    ...present(row, known, await readBranches(db)),
    created_at: row.created_at,
    invited_at: row.invited_at,
    invitation_until: invitation?.expires_at ?? null,
    sessions: sessions.length,
    is_self: row.id === actor.id,
    refused: refusalText(actor, roleAccessOfPerson(row, known)),
  };
}

/** Returns the roles and branches that the form offers. Branches are limited to those of the caller. */
export async function readChoices({ db }: ReadDeps, actor: Actor): Promise<AccessChoices> {
  const roles = await listRoles({ db });
  const branches = await readBranches(db);
  return {
    roles: roles.map(({ key, name, description, own_branches, permissions }) => ({
      key,
      name,
      description,
      own_branches,
      may_give:
        permissions.every((permission) => actor.permissions.has(permission as Permission)) &&
        (own_branches || actor.branches === null),
    })),
    branches: [...branches.values()].filter(({ uuid }) => actor.branches?.includes(uuid) ?? true),
  };
}

export async function storePerson(deps: MailDeps, actor: Actor, input: PersonInput) {
  const { write } = deps;
  await countInvitation(deps, actor, input.email);
  const password_hash = await randomPasswordHash();
  const uuid = randomUUID();
  await withEmailConflictField(() =>
    write(
      actor,
      async (work) => {
        const { trx, now, audit } = work;
        ensureVisibleNames(input, null);
        const given = await accessFor(trx, actor, input);
        const { id } = await trx
          .insertInto('users')
          .values({
            uuid,
            ...accountColumns(input),
            ...given.columns,
            password_hash,
            password_until: null,
            created_at: now,
            updated_at: now,
            deleted_at: null,
            disabled_at: null,
            invited_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await mailInvitation(deps, work, actor, { ...input, id }, given);
        const { role } = given.inWords;
        if (canAdminister(role.permissions))
          await notifyAdministrators(deps, work, {
            text: `convidou ${input.name} para a equipe, com o papel «${role.name}»,`,
            path: people.at.edit({ uuid }),
            about: id,
          });
        const { name, email } = input;
        await audit({ action: 'invite', entity: 'user', uuid, after: { name, email, ...given.audited } });
      },
      { content: false },
    ),
  );
  return {
    message: `O convite foi para ${input.email} e vale por ${INVITATION_DAYS} dias.`,
    uuid,
    version: 1,
  };
}

/** Changes a person's name, role and branches. A changed role or changed branches end their sessions. */
export async function updatePerson(deps: MailDeps, actor: Actor, uuid: string, input: AccessInput) {
  const { mailer, config } = deps;
  return deps.write(
    actor,
    async (work) => {
      const { trx, now, audit } = work;
      const before = await findManageable(trx, actor, uuid);
      if (input.version !== undefined && input.version !== before.version)
        throw await outOfDateFailure(trx, 'users', uuid);
      ensureVisibleNames(input, before);
      const given = await accessFor(trx, actor, input, parseBranches(before));
      const { branches } = roleAccessOfPerson(before, await readRoles(trx));
      // A deleted branch gave no access, so dropping it does not end sessions.
      const reachedBranches = branches && (await splitBranches(trx, branches)).living;
      const changesAccess =
        before.role !== input.role || !areSameBranches(reachedBranches, given.audited.branches);
      const isActive = before.disabled_at === null && before.invited_at === null;
      if (before.role === ADMIN_ROLE && input.role !== ADMIN_ROLE && isActive)
        await ensureOtherAdministrator(work, before);
      const { name } = input;
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({
          ...accountColumns({ name, email: before.email }),
          ...given.columns,
          version: before.version + 1,
          updated_at: now,
        })
        .where('id', '=', before.id)
        .where('version', '=', before.version)
        .where('email_key', '=', before.email_key)
        .where(isNotDeleted('users'))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Failure('conflict');
      if (changesAccess) await endSessions(trx, before.id);
      if (changesAccess && isActive)
        await mailer.queue(
          work,
          accessChangedMail({
            to: before.email,
            name,
            siteName: config.SITE_NAME,
            by: actor.name,
            ...given.inWords,
          }),
        );
      const { role } = given.inWords;
      if (promotes(before, input, role))
        await notifyAdministrators(deps, work, {
          text: `deu a ${name} o papel «${role.name}»`,
          path: people.at.edit({ uuid }),
          about: before.id,
        });
      const was = { name: before.name, role: before.role, branches };
      const after = { name, ...given.audited };
      await audit({ action: changesAccess ? 'access' : 'update', entity: 'user', uuid, before: was, after });
      const message = changesAccess
        ? `Já vale. As sessões de ${name} foram encerradas${isActive ? ', e um e-mail avisa' : ''}.`
        : 'Já vale.';
      return {
        message: [message, given.dropped].filter(Boolean).join(' '),
        uuid,
        version: before.version + 1,
      };
    },
    { content: false },
  );
}

export async function destroyPerson({ write }: WriteDeps, actor: Actor, uuid: string) {
  const password_hash = await randomPasswordHash();
  return write(
    actor,
    async (work) => {
      const person = await findManageable(work.trx, actor, uuid);
      await ensureNotSelf(work, actor, person);
      await removeAccount(work, person, password_hash);
      return { message: `${person.name} não entra mais. O histórico guarda o nome.` };
    },
    { content: false },
  );
}

export const personState = ({
  disabled_at,
  invited_at,
}: Pick<StoredPerson, 'disabled_at' | 'invited_at'>): PersonState =>
  disabled_at !== null ? 'disabled' : invited_at !== null ? 'invited' : 'active';

function present(row: StoredPerson, roles: Map<string, CustomRole>, branches: Map<string, Branch>): Person {
  const { roleName, branches: own } = roleAccessOfPerson(row, roles);
  return {
    uuid: row.uuid,
    name: row.name,
    email: row.email,
    photo: row.photo,
    role: row.role,
    role_name: roleName,
    branches: own?.flatMap((uuid) => branches.get(uuid) ?? []) ?? null,
    state: personState(row),
    last_login_at: row.last_login_at || null,
    version: row.version,
  };
}
