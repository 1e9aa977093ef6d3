import { droppedBranchesText, splitBranches } from '../../content/branchChoice/deletedBranches.ts';
import { namedBranches } from '../../content/branchChoice/namedBranches.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { outOfDateFailure, type Row } from '../../records/server/store/records.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { ensureOtherAdministrator, switchAccount } from '../auth/access.service.ts';
import { endSessions } from '../auth/sessionToken.service.ts';
import { notifyAdministrators } from './administrators.ts';
import type { AccessInput, PersonInput } from './person.contract.ts';
import { ensureHasBranches, ensureHasPermissions, findAssignableRole } from './role.service.ts';
import { canAdminister, permissionText } from './rolePermissions.ts';
import { type Access, roleAccessOf } from './userAccess.ts';
import { people } from './users.office.ts';

export type ReadDeps = Pick<Deps, 'db'>;
export type WriteDeps = Pick<Deps, 'db' | 'write'>;
export type MailDeps = WriteDeps & Pick<Deps, 'limits' | 'mailer' | 'config' | 'siteUrl'>;
export type StoredPerson = Row<'users'>;
export const GONE = 'Esta pessoa não está mais na equipe.';

export const OWN_ACCOUNT_REFUSAL =
  'Esta é a sua própria conta. Peça a outra pessoa, para que isto não seja um engano.';

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
          ? 'Mande o convite de novo: o link de antes não vale mais.'
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
      return { message: `Para continuar, ${person.name} entra de novo.` };
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

export const promotes = (
  before: Pick<StoredPerson, 'role'>,
  after: Pick<AccessInput, 'role'>,
  role: Pick<GivenRole, 'permissions'>,
) => before.role !== after.role && canAdminister(role.permissions);

/** Returns whether a person's role has administration rights. */
export async function isAdministrator({ db }: ReadDeps, actor: Actor, uuid: string) {
  const { role } = await findManageable(db, actor, uuid);
  return canAdminister((await findAssignableRole(db, role))?.permissions ?? []);
}

/** Returns why the caller may not change a person who has more rights, or null if the caller may. */
export async function personRefusal(
  db: DbOrTransaction,
  actor: Actor,
  person: Pick<StoredPerson, 'id' | 'role' | 'branches'>,
): Promise<string | null> {
  return person.id === actor.id ? null : refusalText(actor, roleAccessOfPerson(person, await readRoles(db)));
}

/** Returns the person. Throws `forbidden` if they have rights that the caller lacks. */
export async function findManageable(db: DbOrTransaction, actor: Actor, uuid: string): Promise<StoredPerson> {
  const person = await findStored(db, uuid);
  const refused = await personRefusal(db, actor, person);
  if (refused) throw new Failure('forbidden', refused);
  return person;
}

/** Reads without a row lock: `ensureOtherAdministrator` locks rows in its own order, and updates check the version. */
export async function findStored(db: DbOrTransaction, uuid: string): Promise<StoredPerson> {
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
export function refusalText(
  actor: Actor,
  { permissions, branches }: Pick<Access, 'permissions' | 'branches'>,
) {
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

export interface GrantedAccess {
  columns: { role: string; branches: string | null };
  audited: { role: string; branches: readonly string[] | null };
  inWords: { role: GivenRole; branches: readonly string[] | null };
  /** Message about branches that were dropped because they are deleted; may be empty. */
  dropped: string;
}

/** Validates the role and branches of a form. Throws `forbidden` if the caller may not give them. */
export async function accessFor(
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

export const areSameBranches = (first: readonly string[] | null, second: readonly string[] | null) =>
  JSON.stringify(first?.toSorted()) === JSON.stringify(second?.toSorted());

export type CustomRole = Pick<Row<'roles'>, 'name' | 'permissions' | 'own_branches'>;

/** Returns the custom roles by uuid. They are few, and every computation of access needs them. */
export async function readRoles(db: DbOrTransaction): Promise<Map<string, CustomRole>> {
  const rows = await db
    .selectFrom('roles')
    .select(['uuid', 'name', 'permissions', 'own_branches'])
    .where(isPublished('roles'))
    .execute();
  return new Map(rows.map(({ uuid, ...role }) => [uuid, role]));
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

export type Branch = { uuid: string; name: string };

export async function readBranches(db: DbOrTransaction): Promise<Map<string, Branch>> {
  const rows = await namedBranches(db, { branches: null });
  return new Map(rows.map((branch) => [branch.uuid, branch]));
}
