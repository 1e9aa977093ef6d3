import { randomUUID } from 'node:crypto';
import { Failure, invalidField } from '../../contract/failure.ts';
import { fold } from '../../contract/fold.ts';
import { type Area, type Need, type Permission, VERBS } from '../../contract/needs.ts';
import { parseStored } from '../../contract/stored.ts';
import { isPerson } from '../../platform/access.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isDuplicate } from '../../platform/database/duplicate.ts';
import { live } from '../../platform/database/live.ts';
import { ensureCurrent, findRecord, type Row } from '../../platform/database/records.ts';
import { foldedIn } from '../../platform/database/refold.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { ensureNames } from '../../platform/names.ts';
import { inSentence } from '../../ui/format.ts';
import { plural } from '../../ui/plural.ts';
import { accessOf } from './access.ts';
import { type Notifying, notifyAdministrators } from './administrators.ts';
import { peopleWithRoles } from './peopleWithRoles.ts';
import {
  administers,
  areas,
  builtIn,
  inWords,
  isBuiltIn,
  type RoleFacts,
  withWhatTheyTake,
} from './permissions.ts';
import type { Role, RoleInput } from './role.contract.ts';
import { roles } from './users.office.ts';
import '../factors/factor.tables.ts';
import './role.tables.ts';

type Reading = { db: DbOrTransaction };
type Writing = Pick<Deps, 'write'> & Notifying;

foldedIn('roles', { derive: ({ name }) => ({ name_key: fold(name) }), uniqueIn: [] });

const GONE = 'Este papel não existe mais.';
const NAMED = 3;

/** Those that are built in, then the chain's own by their names. */
export async function listRoles({ db }: Reading): Promise<Role[]> {
  const rows = await db.selectFrom('roles').selectAll().where(live('roles')).orderBy('name_key').execute();
  const counted = await db
    .selectFrom('users')
    .select(['role', (eb) => eb.fn.countAll<number>().as('count')])
    .where(live('users'))
    .groupBy('role')
    .execute();
  const builtInNeeds = await db.selectFrom('built_in_roles').selectAll().execute();
  const asks = new Set(builtInNeeds.filter((one) => one.needs_second_factor === 1).map(({ key }) => key));
  const people = new Map(counted.map(({ role, count }) => [role, Number(count)]));
  const standard = builtIn.map((role) => ({
    key: role.key,
    name: role.name,
    description: role.description,
    built_in: true,
    permissions: [...role.permissions],
    own_branches: role.ownBranches,
    needs_second_factor: asks.has(role.key),
    version: null,
  }));
  return [...standard, ...rows.map(present)].map((role) => ({ ...role, people: people.get(role.key) ?? 0 }));
}

export async function findRole(deps: Reading, key: string): Promise<Role> {
  const role = (await listRoles(deps)).find((one) => one.key === key);
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
  const values = valuesOf(actor, input);
  await nameAtItsField(() =>
    write(
      actor,
      async (work) => {
        const { trx, now, audit } = work;
        ensureNames(values, null);
        await trx
          .insertInto('roles')
          .values({ uuid, ...values, created_at: now, updated_at: now })
          .execute();
        await audit({ action: 'create', entity: 'roles', uuid, after: told(input) });
      },
      { content: false },
    ),
  );
  return { message: 'Agora dê o papel a quem precisa dele, em Pessoas.', uuid, version: 1 };
}

/** Rights are read anew with each call, so that it holds at once for whoever is signed in. */
export async function updateRole(deps: Writing, actor: Actor, uuid: string, input: RoleInput) {
  const values = valuesOf(actor, input);
  const { version, people } = await nameAtItsField(() =>
    deps.write(
      actor,
      async (work) => {
        const { trx, now, audit } = work;
        const before = await findMine(trx, actor, uuid, input);
        ensureNames(values, before);
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
          before: told({ ...present(before), permissions: parseStored<string[]>(before.permissions, []) }),
          after: told(input),
        });
        return { version, people: await holdersOf(work, uuid) };
      },
      { content: false },
    ),
  );
  const whom = people.length === 0 ? 'Ninguém o tem ainda.' : `Já vale para ${inSentence(people, NAMED)}.`;
  return { message: whom, uuid, version };
}

/** The role as stored, where the caller may change it and has seen its last version. */
async function findMine(
  db: DbOrTransaction,
  actor: Actor,
  uuid: string,
  { version }: Pick<RoleInput, 'version'>,
): Promise<Row<'roles'>> {
  const before = await findRecord(db, 'roles', uuid, GONE);
  await ensureCurrent(db, 'roles', before, version);
  ensureHas(actor, parseStored<Permission[]>(before.permissions, []));
  if (before.own_branches === 0) ensureReaches(actor, null);
  return before;
}

const pathOf = (key: string) => roles.at.edit({ uuid: key });

const RISKS = {
  relaxes: (name: string) => `deixou de pedir a verificação em duas etapas ao papel «${name}»`,
  administers: (name: string) => `deu ao papel «${name}» permissão para cuidar de quem entra na retaguarda`,
};

/** Returns what about a save of a role must be confirmed; null where nothing must. */
export async function riskOf({ db }: Reading, actor: Actor, uuid: string, input: RoleInput) {
  const before = await findMine(db, actor, uuid, input);
  valuesOf(actor, input);
  return riskIn(before, input);
}

function riskIn(
  before: Pick<Row<'roles'>, 'needs_second_factor' | 'permissions' | 'own_branches'>,
  { needs_second_factor, permissions, own_branches }: RoleInput,
): keyof typeof RISKS | null {
  if (before.needs_second_factor === 1 && needs_second_factor === false) return 'relaxes';
  const after = withWhatTheyTake(permissions as Permission[]);
  const had = parseStored<Permission[]>(before.permissions, []);
  const isWidened = before.own_branches === 1 && !own_branches;
  const gained = isWidened ? after : after.filter((permission) => !had.includes(permission));
  return administers(gained) ? 'administers' : null;
}

/** Tells whether a built-in role asks for a second factor now and is not to ask any more. */
export async function relaxesBuiltIn({ db }: Reading, key: string, needsSecondFactor: boolean) {
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
      const people = await holdersOf(work, uuid);
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
      await audit({ action: 'delete', entity: 'roles', uuid, before: told({ ...present(before) }) });
    },
    { content: false },
  );
  return { message: 'O papel foi excluído.' };
}

/** What a built-in role asks of its people, at once. */
export async function updateBuiltInRole(
  deps: Writing,
  actor: Actor,
  key: string,
  needsSecondFactor: boolean,
) {
  const role = builtIn.find((one) => one.key === key);
  if (!role) throw new Failure('not_found', GONE);
  ensureHas(actor, role.permissions);
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

async function holdersOf({ trx }: Pick<Work, 'trx'>, key: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('name')
    .where('role', '=', key)
    .where(live('users'))
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

function valuesOf(actor: Actor, input: RoleInput) {
  const { name, description, own_branches, needs_second_factor } = input;
  const permissions = withWhatTheyTake(input.permissions as Permission[]);
  ensureHas(actor, permissions);
  // Who is kept to some branches could else take that off themselves.
  if (!own_branches) ensureReaches(actor, null);
  return {
    name,
    name_key: fold(name),
    description: description ?? null,
    permissions: JSON.stringify(permissions),
    own_branches: Number(own_branches),
    ...(needs_second_factor !== undefined && { needs_second_factor: Number(needs_second_factor) }),
  };
}

const told = ({
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

/** Nobody gives, or takes, what they do not have: else who keeps people would be able to make themselves anything. */
export function ensureHas(actor: Actor, given: readonly Permission[]): void {
  const beyond = given.filter((permission) => !actor.permissions.has(permission));
  if (beyond.length === 0) return;
  const [first] = beyond as [Permission];
  const more = beyond.length > 1 ? ` e mais ${plural(beyond.length - 1, 'permissão', 'permissões')}` : '';
  throw new Failure('forbidden', `Só dá permissão quem a tem: falta a você ${inWords(first)}${more}.`);
}

/** The same of branches: `null` is all of them. */
export function ensureReaches(actor: Actor, given: readonly string[] | null): void {
  const { branches } = actor;
  if (branches === null || given?.every((branch) => branches.includes(branch))) return;
  throw new Failure('forbidden', 'Só dá filiais quem as tem: escolha só entre as suas.');
}

/** A name that another role has since names are compared otherwise stays until somebody changes it. */
const keyOfSameName = (before: Pick<Row<'roles'>, 'name' | 'name_key'>, { name }: RoleInput) =>
  name === before.name ? { name_key: before.name_key } : {};

async function nameAtItsField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) throw invalidField('name', 'Já há um papel com este nome.');
    throw error;
  }
}

/** A role that a person can be given: built in, or one of the chain's own; what it lets them do. */
export async function roleFor(
  trx: DbOrTransaction,
  key: string,
): Promise<Pick<RoleFacts, 'name' | 'description' | 'permissions' | 'ownBranches'> | null> {
  const standard = builtIn.find((role) => role.key === key);
  if (standard) return standard;
  const row = await trx
    .selectFrom('roles')
    .selectAll()
    .where('uuid', '=', key)
    .where(live('roles'))
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

// Who may

/** More of them nobody has in a back office; of a crowd the first say enough. */
const MOST_PEOPLE = 200;

async function holders(db: DbOrTransaction, need: Permission): Promise<string[]> {
  const people = await peopleWithRoles(db).orderBy('users.name').limit(MOST_PEOPLE).execute();
  return people.filter((person) => accessOf(person).permissions.has(need)).map(({ name }) => name);
}

export async function readWhoMay({ db }: Reading, actor: Actor, area: Area) {
  const verbs = areas.find((facts) => facts.area === area)?.verbs;
  if (!verbs) throw new Failure('not_found');
  return {
    verbs: await Promise.all(
      VERBS.filter((verb) => verbs.includes(verb)).map(async (verb) => {
        const names = await holders(db, `${area}.${verb}`);
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

/** A 403 in words: what the role, or the token, does not allow, and who may. */
export async function refusalOf(
  { db }: Reading,
  need: Need | undefined,
  actor: Pick<Actor, 'id'>,
): Promise<Failure> {
  if (!isPerson(actor)) return new Failure('forbidden', refusalOfMachine(need));
  if (need === undefined || need === 'signed-in') return new Failure('forbidden', OTHER_BRANCH);
  const names = await holders(db, need);
  const who = names.length > 0 ? ` Quem pode: ${inSentence(names, NAMED)}.` : '';
  return new Failure('forbidden', `Com o seu papel não dá para ${inWords(need)}.${who}`);
}

function refusalOfMachine(need: Need | undefined): string {
  if (need === undefined) return 'Este token só muda as filiais que foram dadas a ele.';
  if (need === 'signed-in') return 'Um token não é uma pessoa: para isto é preciso entrar na retaguarda.';
  return `Este token não permite ${inWords(need)}. Quem administra o site pode mudar o que ele permite.`;
}

export { isBuiltIn };
