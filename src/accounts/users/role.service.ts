import { randomUUID } from 'node:crypto';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/duplicate.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPerson } from '../../platform/security/access.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import { declareFoldedColumns } from '../../records/server/lists/refold.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { ensureCurrent, findRecord, type Row } from '../../records/server/store/records.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { type Area, type Need, type Permission, VERBS } from '../../shared/permissions.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { fold } from '../../shared/text/fold.ts';
import { inSentence } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { type NotifyDeps, notifyAdministrators } from './administrators.ts';
import { peopleWithRoles } from './peopleWithRoles.ts';
import type { Role, RoleInput } from './role.contract.ts';
import {
  areas,
  BUILT_IN_ROLES,
  canAdminister,
  permissionText,
  type RoleFacts,
  withImpliedPermissions,
} from './rolePermissions.ts';
import { accessOf } from './userAccess.ts';
import { roles } from './users.office.ts';
import '../twoFactor/twoFactor.tables.ts';
import './role.tables.ts';

type ReadDeps = { db: DbOrTransaction };
type WriteDeps = Pick<Deps, 'write'> & NotifyDeps;

declareFoldedColumns('roles', { derive: ({ name }) => ({ name_key: fold(name) }), uniqueIn: [] });

const GONE = 'Este papel não existe mais.';
const NAMED = 3;

/** Returns the built-in roles, then the custom roles by name, each with its number of people. */
export async function listRoles({ db }: ReadDeps): Promise<Role[]> {
  const rows = await db
    .selectFrom('roles')
    .selectAll()
    .where(isPublished('roles'))
    .orderBy('name_key')
    .execute();
  const counted = await db
    .selectFrom('users')
    .select(['role', (eb) => eb.fn.countAll<number>().as('count')])
    .where(isPublished('users'))
    .groupBy('role')
    .execute();
  const builtInNeeds = await db.selectFrom('built_in_roles').selectAll().execute();
  const requiring = new Set(
    builtInNeeds.filter((role) => role.needs_second_factor === 1).map(({ key }) => key),
  );
  const people = new Map(counted.map(({ role, count }) => [role, Number(count)]));
  const builtInRoles = BUILT_IN_ROLES.map((role) => ({
    key: role.key,
    name: role.name,
    description: role.description,
    built_in: true,
    permissions: [...role.permissions],
    own_branches: role.ownBranches,
    needs_second_factor: requiring.has(role.key),
    version: null,
  }));
  return [...builtInRoles, ...rows.map(present)].map((role) => ({
    ...role,
    people: people.get(role.key) ?? 0,
  }));
}

export async function findRole(deps: ReadDeps, key: string): Promise<Role> {
  const role = (await listRoles(deps)).find((candidate) => candidate.key === key);
  if (!role) throw new Failure('not_found', GONE);
  return role;
}

const present = (row: Row<'roles'>): Omit<Role, 'people'> => ({
  key: row.uuid,
  name: row.name,
  description: row.description,
  built_in: false,
  permissions: parseStored<string[]>(row.permissions, []),
  own_branches: row.own_branches === 1,
  needs_second_factor: row.needs_second_factor === 1,
  version: row.version,
});

export async function storeRole({ write }: Pick<Deps, 'write'>, actor: Actor, input: RoleInput) {
  const uuid = randomUUID();
  const values = columnsOf(actor, input);
  await withNameConflictField(() =>
    write(
      actor,
      async (work) => {
        const { trx, now, audit } = work;
        ensureVisibleNames(values, null);
        await trx
          .insertInto('roles')
          .values({ uuid, ...values, created_at: now, updated_at: now })
          .execute();
        await audit({ action: 'create', entity: 'roles', uuid, after: auditValues(input) });
      },
      { content: false },
    ),
  );
  return { message: 'Agora dê o papel a quem precisa dele, em Pessoas.', uuid, version: 1 };
}

/** Changes a custom role. Every request reads the rights anew, so the change applies at once. */
export async function updateRole(deps: WriteDeps, actor: Actor, uuid: string, input: RoleInput) {
  const values = columnsOf(actor, input);
  const { version, people } = await withNameConflictField(() =>
    deps.write(
      actor,
      async (work) => {
        const { trx, now, audit } = work;
        const before = await findManageable(trx, actor, uuid, input);
        ensureVisibleNames(values, before);
        const risk = riskIn(before, input);
        if (risk)
          await notifyAdministrators(deps, work, { text: RISKS[risk](input.name), path: pathOf(uuid) });
        const version = before.version + 1;
        await trx
          .updateTable('roles')
          .set({ ...values, ...keyOfSameName(before, input), version, updated_at: now })
          .where('id', '=', before.id)
          .execute();
        await audit({
          action: 'update',
          entity: 'roles',
          uuid,
          before: auditValues({
            ...present(before),
            permissions: parseStored<string[]>(before.permissions, []),
          }),
          after: auditValues(input),
        });
        return { version, people: await namesOfPeopleWithRole(work, uuid) };
      },
      { content: false },
    ),
  );
  const whom = people.length === 0 ? 'Ninguém o tem ainda.' : `Já vale para ${inSentence(people, NAMED)}.`;
  return { message: whom, uuid, version };
}

/** Returns the stored role. Throws if the caller may not change it or sends an outdated version. */
async function findManageable(
  db: DbOrTransaction,
  actor: Actor,
  uuid: string,
  { version }: Pick<RoleInput, 'version'>,
): Promise<Row<'roles'>> {
  const before = await findRecord(db, 'roles', uuid, GONE);
  await ensureCurrent(db, 'roles', before, version);
  ensureHasPermissions(actor, parseStored<Permission[]>(before.permissions, []));
  if (before.own_branches === 0) ensureHasBranches(actor, null);
  return before;
}

const pathOf = (key: string) => roles.at.edit({ uuid: key });

const RISKS = {
  relaxes: (name: string) => `deixou de pedir a verificação em duas etapas ao papel «${name}»`,
  administers: (name: string) => `deu ao papel «${name}» permissão para cuidar de quem entra na retaguarda`,
};

/** Returns the risk for which a save of a role needs confirmation, or null. */
export async function roleChangeRisk({ db }: ReadDeps, actor: Actor, uuid: string, input: RoleInput) {
  const before = await findManageable(db, actor, uuid, input);
  columnsOf(actor, input);
  return riskIn(before, input);
}

function riskIn(
  before: Pick<Row<'roles'>, 'needs_second_factor' | 'permissions' | 'own_branches'>,
  { needs_second_factor, permissions, own_branches }: RoleInput,
): keyof typeof RISKS | null {
  if (before.needs_second_factor === 1 && needs_second_factor === false) return 'relaxes';
  const after = withImpliedPermissions(permissions as Permission[]);
  const had = parseStored<Permission[]>(before.permissions, []);
  const isWidened = before.own_branches === 1 && !own_branches;
  const gained = isWidened ? after : after.filter((permission) => !had.includes(permission));
  return canAdminister(gained) ? 'administers' : null;
}

/** Returns whether the change would stop a built-in role from requiring a second factor. */
export async function relaxesBuiltIn({ db }: ReadDeps, key: string, needsSecondFactor: boolean) {
  if (needsSecondFactor) return false;
  const stored = await db
    .selectFrom('built_in_roles')
    .select('needs_second_factor')
    .where('key', '=', key)
    .executeTakeFirst();
  return stored?.needs_second_factor === 1;
}

export async function destroyRole({ write }: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await write(
    actor,
    async (work) => {
      const { trx, now, audit } = work;
      const before = await findRecord(trx, 'roles', uuid, GONE);
      const people = await namesOfPeopleWithRole(work, uuid);
      if (people.length > 0)
        throw new Failure(
          'conflict',
          `${inSentence(people, NAMED)} ${people.length === 1 ? 'tem' : 'têm'} este papel. Dê outro antes de excluir.`,
        );
      await trx
        .updateTable('roles')
        .set({ deleted_at: now, updated_at: now, version: before.version + 1 })
        .where('id', '=', before.id)
        .execute();
      await audit({ action: 'delete', entity: 'roles', uuid, before: auditValues({ ...present(before) }) });
    },
    { content: false },
  );
  return { message: 'Ninguém mais pode recebê-lo.' };
}

/** Sets whether a built-in role requires a second factor. It applies at once. */
export async function updateBuiltInRole(
  deps: WriteDeps,
  actor: Actor,
  key: string,
  needsSecondFactor: boolean,
) {
  const role = BUILT_IN_ROLES.find((candidate) => candidate.key === key);
  if (!role) throw new Failure('not_found', GONE);
  ensureHasPermissions(actor, role.permissions);
  const after = { needs_second_factor: needsSecondFactor };
  await deps.write(
    actor,
    async (work) => {
      const { trx, now, audit } = work;
      if (await relaxesBuiltIn({ db: trx }, key, needsSecondFactor))
        await notifyAdministrators(deps, work, { text: RISKS.relaxes(role.name), path: pathOf(key) });
      const values = { needs_second_factor: Number(needsSecondFactor), changed_at: now };
      await trx
        .insertInto('built_in_roles')
        .values({ key, ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute();
      await audit({ action: 'update', entity: 'roles', uuid: null, after: { name: role.name, ...after } });
    },
    { content: false },
  );
  return {
    message: needsSecondFactor
      ? `Quem tem o papel ${role.name} liga a verificação em duas etapas antes de continuar.`
      : `O papel ${role.name} não pede mais a verificação em duas etapas.`,
  };
}

async function namesOfPeopleWithRole({ trx }: Pick<Work, 'trx'>, key: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('name')
    .where('role', '=', key)
    .where(isPublished('users'))
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

function columnsOf(actor: Actor, input: RoleInput) {
  const { name, description, own_branches, needs_second_factor } = input;
  const permissions = withImpliedPermissions(input.permissions as Permission[]);
  ensureHasPermissions(actor, permissions);
  // Otherwise a person limited to branches could remove that limit from their own role.
  if (!own_branches) ensureHasBranches(actor, null);
  return {
    name,
    name_key: fold(name),
    description: description ?? null,
    permissions: JSON.stringify(permissions),
    own_branches: Number(own_branches),
    ...(needs_second_factor !== undefined && { needs_second_factor: Number(needs_second_factor) }),
  };
}

const auditValues = ({
  name,
  description,
  permissions,
  own_branches,
  needs_second_factor,
}: Pick<RoleInput, 'name' | 'description' | 'permissions' | 'own_branches' | 'needs_second_factor'>) => ({
  name,
  description,
  permissions,
  own_branches,
  ...(needs_second_factor !== undefined && { needs_second_factor }),
});

/** Throws `forbidden` if `given` has permissions that the caller lacks, who could else promote themselves. */
export function ensureHasPermissions(actor: Actor, given: readonly Permission[]): void {
  const missing = given.filter((permission) => !actor.permissions.has(permission));
  if (missing.length === 0) return;
  const [first] = missing as [Permission];
  const more = missing.length > 1 ? ` e mais ${plural(missing.length - 1, 'permissão', 'permissões')}` : '';
  throw new Failure('forbidden', `Só dá permissão quem a tem: falta a você ${permissionText(first)}${more}.`);
}

/** Throws `forbidden` if `given` has branches that the caller lacks; `null` means all branches. */
export function ensureHasBranches(actor: Actor, given: readonly string[] | null): void {
  const { branches } = actor;
  if (branches === null || given?.every((branch) => branches.includes(branch))) return;
  throw new Failure('forbidden', 'Só dá filiais quem as tem: escolha só entre as suas.');
}

/** Keeps the stored key of an unchanged name, which may collide with another under the present folding. */
const keyOfSameName = (before: Pick<Row<'roles'>, 'name' | 'name_key'>, { name }: RoleInput) =>
  name === before.name ? { name_key: before.name_key } : {};

async function withNameConflictField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'Já há um papel com este nome.');
    throw error;
  }
}

/** Returns a built-in or custom role that is not deleted, or null. */
export async function findAssignableRole(
  trx: DbOrTransaction,
  key: string,
): Promise<Pick<RoleFacts, 'name' | 'description' | 'permissions' | 'ownBranches'> | null> {
  const builtInRole = BUILT_IN_ROLES.find((role) => role.key === key);
  if (builtInRole) return builtInRole;
  const row = await trx
    .selectFrom('roles')
    .selectAll()
    .where('uuid', '=', key)
    .where(isPublished('roles'))
    .executeTakeFirst();
  return row
    ? {
        name: row.name,
        description: row.description ?? '',
        permissions: parseStored<Permission[]>(row.permissions, []),
        ownBranches: row.own_branches === 1,
      }
    : null;
}

// People with a permission

/** Most people who are examined for a permission; only a few names are shown. */
const MAX_PEOPLE = 200;

async function namesOfPeopleWithPermission(db: DbOrTransaction, need: Permission): Promise<string[]> {
  const people = await peopleWithRoles(db).orderBy('users.name').limit(MAX_PEOPLE).execute();
  return people.filter((person) => accessOf(person).permissions.has(need)).map(({ name }) => name);
}

export async function readPermissionHolders({ db }: ReadDeps, actor: Actor, area: Area) {
  const verbs = areas.find((facts) => facts.area === area)?.verbs;
  if (!verbs) throw new Failure('not_found');
  return {
    verbs: await Promise.all(
      VERBS.filter((verb) => verbs.includes(verb)).map(async (verb) => {
        const names = await namesOfPeopleWithPermission(db, `${area}.${verb}`);
        return {
          verb,
          may: actor.permissions.has(`${area}.${verb}`),
          people: names.slice(0, NAMED),
          more: Math.max(0, names.length - NAMED),
        };
      }),
    ),
  };
}

const OTHER_BRANCH = 'Com o seu papel, só dá para mudar as filiais que foram dadas a você.';

/** Returns the 403 that names the missing permission and the people who have it. */
export async function permissionRefusal(
  { db }: ReadDeps,
  need: Need | undefined,
  actor: Pick<Actor, 'id'>,
): Promise<Failure> {
  if (!isPerson(actor)) return new Failure('forbidden', refusalOfToken(need));
  if (need === undefined || need === 'signed-in') return new Failure('forbidden', OTHER_BRANCH);
  const names = await namesOfPeopleWithPermission(db, need);
  const who = names.length > 0 ? ` Quem pode: ${inSentence(names, NAMED)}.` : '';
  return new Failure('forbidden', `Com o seu papel não dá para ${permissionText(need)}.${who}`);
}

function refusalOfToken(need: Need | undefined): string {
  if (need === undefined) return 'Este token só muda as filiais que foram dadas a ele.';
  if (need === 'signed-in') return 'Um token não é uma pessoa: para isto é preciso entrar na retaguarda.';
  return `Este token não permite ${permissionText(need)}. Quem administra o site pode mudar o que ele permite.`;
}
