import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { droppedBranchesText, splitBranches } from '../../content/branches/deletedBranches.ts';
import { namedBranches } from '../../content/branches/namedBranches.ts';
import { RESET_PASSWORD } from '../../contract/addresses.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { Permission } from '../../contract/permissions.ts';
import { parseStored } from '../../contract/storedJson.ts';
import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { selectList } from '../../platform/database/list.ts';
import { plainFilterRules } from '../../platform/database/listFilters.ts';
import { outOfDateFailure, type Row } from '../../platform/database/records.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { RateLimitRule } from '../../platform/security/rateLimits.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import {
  deletePendingCodes,
  ensureOtherAdministrator,
  randomPasswordHash,
  removeAccount,
  switchAccount,
} from '../auth/access.service.ts';
import { emailKey } from '../auth/auth.contract.ts';
import { accountColumns, activeSessions, endSessions, withEmailConflictField } from '../auth/auth.service.ts';
import { INVITATION_DAYS, storeInvitation } from '../auth/recovery.service.ts';
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
import { accessChangedMail, invitationMail } from './person.mail.ts';
import { ensureHasBranches, ensureHasPermissions, findAssignableRole, listRoles } from './role.service.ts';
import { ADMIN_ROLE, canAdminister, permissionText } from './rolePermissions.ts';
import { type Access, roleAccessOf } from './userAccess.ts';
import { people } from './users.office.ts';

type ReadDeps = Pick<Deps, 'db'>;
type WriteDeps = Pick<Deps, 'db' | 'write'>;
type MailDeps = WriteDeps & Pick<Deps, 'limits' | 'mailer' | 'config' | 'siteUrl'>;

const GONE = 'Esta pessoa não está mais na equipe.';
export const OWN_ACCOUNT_REFUSAL =
  'Esta é a sua própria conta. Peça a outra pessoa, para que isto não seja um engano.';

const HOUR = 3600;
const LIMITS = {
  /** Invitations that one person may send; enough for the staff of a whole branch. */
  invitations: { points: 60, seconds: HOUR },
  /** Invitation mails to one address, which may be a third party's. */
  mails: { points: 3, seconds: HOUR },
} satisfies Record<string, RateLimitRule>;

export type StoredPerson = Row<'users'>;
type Branch = { uuid: string; name: string };

// ReadDeps

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

// WriteDeps

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

export async function invitePerson(deps: MailDeps, actor: Actor, uuid: string) {
  const { email } = await findManageable(deps.db, actor, uuid);
  await countInvitation(deps, actor, email);
  return deps.write(
    actor,
    async (work) => {
      const { trx, now, audit } = work;
      const person = await findManageable(trx, actor, uuid);
      if (person.disabled_at !== null)
        throw new Failure('conflict', `O acesso de ${person.name} está desativado. Ative antes de convidar.`);
      if (person.invited_at === null) throw hasPassword(person);
      const role = await findAssignableRole(trx, person.role);
      if (!role) throw new Failure('conflict', 'O papel desta pessoa não existe mais. Dê outro antes.');
      await deletePendingCodes(work, person);
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({ invited_at: now })
        .where('id', '=', person.id)
        .where('invited_at', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw hasPassword(person);
      const names = await branchNames(trx, parseBranches(person));
      const branches = role.ownBranches ? names : null;
      await mailInvitation(deps, work, actor, person, { inWords: { role, branches } });
      if (canAdminister(role.permissions))
        await notifyAdministrators(deps, work, {
          text: `mandou de novo o convite de ${person.name}, que tem o papel «${role.name}»,`,
          path: people.at.edit({ uuid }),
          about: person.id,
        });
      await audit({ action: 'reinvite', entity: 'user', uuid });
      return { message: `Um convite novo foi para ${person.email}. O link de antes não abre mais.` };
    },
    { content: false },
  );
}

const hasPassword = ({ name }: StoredPerson) =>
  new Failure('conflict', `${name} já escolheu uma senha: não precisa de convite.`);

export async function setPersonAccess(deps: MailDeps, actor: Actor, uuid: string, on: boolean) {
  return deps.write(
    actor,
    async (work) => {
      const person = await findManageable(work.trx, actor, uuid);
      if (!on) await ensureNotSelf(work, actor, person);
      const has = await switchAccount(work, person, on);
      const state = on ? 'ativo' : 'desativado';
      if (!has) return { message: `O acesso de ${person.name} já estava ${state}.` };
      if (!on) return { message: `${person.name} não entra mais. As sessões terminaram.` };
      const role = await findAssignableRole(work.trx, person.role);
      if (role && canAdminister(role.permissions))
        await notifyAdministrators(deps, work, {
          text: `ativou de novo o acesso de ${person.name}, que tem o papel «${role.name}»,`,
          path: people.at.edit({ uuid }),
          about: person.id,
        });
      const isInvited = person.invited_at !== null;
      return {
        message: isInvited
          ? 'O acesso está ativo. Mande o convite de novo: o link de antes não vale mais.'
          : `${person.name} pode entrar de novo, com a mesma senha.`,
      };
    },
    { content: false },
  );
}

export async function endPersonSessions({ write }: WriteDeps, actor: Actor, uuid: string) {
  return write(
    actor,
    async (work) => {
      const person = await findManageable(work.trx, actor, uuid);
      if (person.id === actor.id)
        throw new Failure('conflict', 'As suas próprias sessões se encerram no seu perfil, com a sua senha.');
      await endSessions(work.trx, person.id);
      await work.audit({ action: 'end_sessions', entity: 'user', uuid });
      return { message: `Todas as sessões de ${person.name} terminaram.` };
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

// Confirmation: each function first rejects what the caller may not do, so that it spends no one-time code.

/** Returns whether an invitation gives a role with administration rights. */
export async function invitesAdministrator({ db }: ReadDeps, actor: Actor, input: PersonInput) {
  return canAdminister((await accessFor(db, actor, input)).inWords.role.permissions);
}

/** Returns whether a save gives the person a different role, with administration rights. */
export async function promotesToAdministrator(
  { db }: ReadDeps,
  actor: Actor,
  uuid: string,
  input: AccessInput,
) {
  const before = await findManageable(db, actor, uuid);
  if (input.version !== undefined && input.version !== before.version)
    throw await outOfDateFailure(db, 'users', uuid);
  return promotes(before, input, (await accessFor(db, actor, input, parseBranches(before))).inWords.role);
}

const promotes = (
  before: Pick<StoredPerson, 'role'>,
  after: Pick<AccessInput, 'role'>,
  role: Pick<GivenRole, 'permissions'>,
) => before.role !== after.role && canAdminister(role.permissions);

/** Returns whether a person's role has administration rights. */
export async function isAdministrator({ db }: ReadDeps, actor: Actor, uuid: string) {
  const { role } = await findManageable(db, actor, uuid);
  return canAdminister((await findAssignableRole(db, role))?.permissions ?? []);
}

// Rules

/** Returns why the caller may not change a person who has more rights, or null if the caller may. */
export async function personRefusal(
  db: DbOrTransaction,
  actor: Actor,
  person: Pick<StoredPerson, 'id' | 'role' | 'branches'>,
): Promise<string | null> {
  return person.id === actor.id ? null : refusalText(actor, roleAccessOfPerson(person, await readRoles(db)));
}

/** Returns the person. Throws `forbidden` if they have rights that the caller lacks. */
async function findManageable(db: DbOrTransaction, actor: Actor, uuid: string): Promise<StoredPerson> {
  const person = await findStored(db, uuid);
  const refused = await personRefusal(db, actor, person);
  if (refused) throw new Failure('forbidden', refused);
  return person;
}

/** Reads without a row lock: `ensureOtherAdministrator` locks rows in its own order, and updates check the version. */
async function findStored(db: DbOrTransaction, uuid: string): Promise<StoredPerson> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isNotDeleted('users'))
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', GONE);
  return row;
}

/** Returns a refusal that names a right which the caller lacks, or null if the caller has them all. */
function refusalText(actor: Actor, { permissions, branches }: Pick<Access, 'permissions' | 'branches'>) {
  const [more] = [...permissions].filter((permission) => !actor.permissions.has(permission));
  if (more) return `Só muda esta pessoa quem pode tudo o que ela pode: falta a você ${permissionText(more)}.`;
  const { branches: own } = actor;
  if (own === null || branches?.every((branch) => own.includes(branch))) return null;
  return 'Só muda esta pessoa quem vê todas as filiais que ela vê.';
}

export async function ensureNotSelf(work: Work, actor: Actor, person: StoredPerson): Promise<void> {
  if (person.id !== actor.id) return;
  if (person.disabled_at === null) await ensureOtherAdministrator(work, person);
  throw new Failure('conflict', OWN_ACCOUNT_REFUSAL);
}

type GivenRole = NonNullable<Awaited<ReturnType<typeof findAssignableRole>>>;

interface GrantedAccess {
  columns: { role: string; branches: string | null };
  audited: { role: string; branches: readonly string[] | null };
  inWords: { role: GivenRole; branches: readonly string[] | null };
  /** Message about branches that were dropped because they are deleted; may be empty. */
  dropped: string;
}

/** Validates the role and branches of a form. Throws `forbidden` if the caller may not give them. */
async function accessFor(
  trx: DbOrTransaction,
  actor: Actor,
  { role: key, branches }: Pick<PersonInput, 'role' | 'branches'>,
  had: readonly string[] = [],
): Promise<GrantedAccess> {
  const role = await findAssignableRole(trx, key);
  if (!role) throw invalidField('role', 'Este papel não existe mais. Escolha outro.');
  ensureHasPermissions(actor, role.permissions);
  const chosen = role.ownBranches ? [...new Set(branches)] : null;
  if (chosen?.length === 0) throw invalidField('branches', 'Escolha pelo menos uma filial.');
  const { living, deleted } = await splitBranches(trx, chosen ?? []);
  if (deleted.some((uuid) => !had.includes(uuid)))
    throw invalidField('branches', 'Uma filial escolhida não existe mais. Desmarque-a e salve de novo.');
  const own = chosen && living;
  ensureHasBranches(actor, own);
  const names = own && (await branchNames(trx, own));
  return {
    columns: { role: key, branches: own && JSON.stringify(own) },
    audited: { role: key, branches: own },
    inWords: { role, branches: names },
    dropped: deleted.length > 0 ? droppedBranchesText(deleted.length) : '',
  };
}

const areSameBranches = (first: readonly string[] | null, second: readonly string[] | null) =>
  JSON.stringify(first?.toSorted()) === JSON.stringify(second?.toSorted());

async function countInvitation({ limits }: MailDeps, actor: Actor, email: string): Promise<void> {
  await limits.consume('invitations', actor.uuid, LIMITS.invitations);
  await limits.consume('invitation mails', emailKey(email), LIMITS.mails);
}

async function mailInvitation(
  { mailer, config, siteUrl }: MailDeps,
  work: Work,
  actor: Actor,
  { id, name, email }: { id: number; name: string; email: string },
  { inWords }: Pick<GrantedAccess, 'inWords'>,
): Promise<void> {
  const { token, expiresAt } = await storeInvitation(work, id);
  const mail = invitationMail({
    to: email,
    name,
    siteName: config.SITE_NAME,
    by: actor.name,
    ...inWords,
    link: `${siteUrl()}${RESET_PASSWORD}?invited#${token}`,
    days: INVITATION_DAYS,
    expiresAt,
  });
  await mailer.queue(work, mail);
}

// Rows

type CustomRole = Pick<Row<'roles'>, 'name' | 'permissions' | 'own_branches'>;

/** Returns the custom roles by uuid. They are few, and every computation of access needs them. */
export async function readRoles(db: DbOrTransaction): Promise<Map<string, CustomRole>> {
  const rows = await db
    .selectFrom('roles')
    .select(['uuid', 'name', 'permissions', 'own_branches'])
    .where(isPublished('roles'))
    .execute();
  return new Map(rows.map(({ uuid, ...role }) => [uuid, role]));
}

async function readBranches(db: DbOrTransaction): Promise<Map<string, Branch>> {
  const rows = await namedBranches(db, { branches: null });
  return new Map(rows.map((branch) => [branch.uuid, branch]));
}

export async function branchNames(db: DbOrTransaction, uuids: readonly string[]): Promise<string[]> {
  const known = await readBranches(db);
  return uuids.flatMap((uuid) => known.get(uuid)?.name ?? []);
}

export const parseBranches = ({ branches }: Pick<StoredPerson, 'branches'>) =>
  parseStored<string[]>(branches, []);

export function roleAccessOfPerson(
  { role, branches }: Pick<StoredPerson, 'role' | 'branches'>,
  roles: Map<string, CustomRole>,
) {
  const own = roles.get(role);
  return roleAccessOf({
    role,
    branches,
    role_name: own?.name ?? null,
    role_permissions: own?.permissions ?? null,
    role_own_branches: own?.own_branches ?? null,
  });
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
