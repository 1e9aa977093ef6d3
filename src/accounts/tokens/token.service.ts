import { randomUUID } from 'node:crypto';
import { droppedBranchesText, splitBranches } from '../../content/branchChoice/deletedBranches.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/duplicate.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { createApiToken, secretHash } from '../../platform/security/secrets.ts';
import { ensureVisibleNames } from '../../platform/security/visibleNames.ts';
import { searchText, selectList } from '../../records/server/lists/list.ts';
import { declareFoldedColumns } from '../../records/server/lists/refold.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { ensureCurrent, findRecord, type Row } from '../../records/server/store/records.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import type { ListQuery } from '../../shared/list.ts';
import type { Permission } from '../../shared/permissions.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { formatDate } from '../../shared/text/format.ts';
import { type NotifyDeps, notifyAdministrators } from '../users/administrators.ts';
import { ensureHasPermissions } from '../users/role.service.ts';
import { withImpliedPermissions } from '../users/rolePermissions.ts';
import {
  type CreatedTokenResponse,
  INVALID_END,
  isEndPossible,
  MAX_TOKENS,
  TOO_MANY_TOKENS,
  type Token,
  type TokenInput,
  UNKNOWN_BRANCH,
} from './token.contract.ts';
import { exampleCommandOf } from './token.example.ts';
import { tokens } from './token.screens.ts';
import { endsSoon } from './token.words.ts';
import './token.tables.ts';
import { dayAt } from '../../shared/dates.ts';

type Reading = Pick<Deps, 'db'>;
type Writing = Pick<Deps, 'write' | 'clock' | 'publicUrl'> & NotifyDeps;

declareFoldedColumns('tokens', { derive: foldedColumns, uniqueIn: [] });

const GONE = 'Este token não existe mais: alguém o revogou.';
/** Tokens are no content of the site. */
const NO_CONTENT = { content: false };

export async function listTokens({ db }: Reading, query: ListQuery) {
  const base = db.selectFrom('tokens').selectAll().where(isNotDeleted('tokens'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'tokens',
      search: 'search',
      sortable: { name: 'name_key', expires_on: 'expires_on' },
      order: 'id',
      id: 'id',
    },
    (rows) => present(db, rows),
  );
}

export async function findToken({ db }: Reading, uuid: string): Promise<Token> {
  const [token] = await present(db, [await findRecord(db, 'tokens', uuid, GONE)]);
  return token as Token;
}

async function present(db: DbOrTransaction, rows: Row<'tokens'>[]): Promise<Token[]> {
  if (rows.length === 0) return [];
  const makers = await db
    .selectFrom('users')
    .select(['id', 'name', 'disabled_at', 'deleted_at'])
    .where('id', 'in', [...new Set(rows.map(({ created_by }) => created_by))])
    .execute();
  const maker = new Map(makers.map((person) => [person.id, person]));
  const branches = await branchesIn(db, [...new Set(rows.flatMap(branchesOf))]);
  return rows.map((row) => {
    const person = maker.get(row.created_by);
    return {
      uuid: row.uuid,
      name: row.name,
      permissions: parseStored<string[]>(row.permissions, []),
      branches: row.branches === null ? null : branches.filter(({ uuid }) => branchesOf(row).includes(uuid)),
      expires_on: row.expires_on,
      last_used_at: row.last_used_at,
      created_at: row.created_at,
      made_by: {
        name: person?.name ?? '',
        active: person !== undefined && person.disabled_at === null && person.deleted_at === null,
      },
      version: row.version,
    };
  });
}

const branchesOf = ({ branches }: Pick<Row<'tokens'>, 'branches'>) => parseStored<string[]>(branches, []);

function branchesIn(db: DbOrTransaction, uuids: string[]): Promise<{ uuid: string; name: string }[]> {
  if (uuids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('branches')
    .select(['uuid', 'name'])
    .where('uuid', 'in', uuids)
    .where(isNotDeleted('branches'))
    .orderBy('name_key')
    .execute();
}

/** Creates a token. Only this response contains the token itself. */
export async function storeToken(
  deps: Writing,
  actor: Actor,
  input: TokenInput,
): Promise<CreatedTokenResponse> {
  const { write, clock } = deps;
  const today = dayAt(clock.now());
  const values = valuesOf(actor, input, today);
  const token = createApiToken();
  const uuid = randomUUID();
  await nameAtItsField(() =>
    write(
      actor,
      async (work) => {
        const { trx, now, audit } = work;
        ensureVisibleNames(values, null);
        await ensureRoom(work);
        await livingBranches(work, actor, input);
        await trx
          .insertInto('tokens')
          .values({
            uuid,
            ...values,
            token_hash: secretHash(token),
            // Only users create tokens, so the actor has an id.
            created_by: actor.id as number,
            created_at: now,
            updated_at: now,
          })
          .execute();
        await notifyAdministrators(deps, work, {
          text: `criou o token «${values.name}», um acesso para outro sistema,`,
          path: tokens.at.edit({ uuid }),
        });
        await audit({ action: 'create', entity: 'tokens', uuid, after: auditValuesOf(values) });
      },
      NO_CONTENT,
    ),
  );
  return {
    message: 'Copie agora: ele não aparece de novo.',
    uuid,
    version: 1,
    token,
    example: exampleCommandOf(deps, {
      token,
      permissions: parseStored<Permission[]>(values.permissions, []),
      today,
    }),
  };
}

/** Updates a token. Permissions are read with each request, so the change applies from the next one on. */
export async function updateToken(deps: Writing, actor: Actor, uuid: string, input: TokenInput) {
  const requested = valuesOf(actor, input, dayAt(deps.clock.now()));
  const { version, dropped } = await nameAtItsField(() =>
    deps.write(
      actor,
      async (work) => {
        const { trx, now, audit } = work;
        const before = await findRecord(trx, 'tokens', uuid, GONE);
        await ensureCurrent(trx, 'tokens', before, input.version);
        ensureVisibleNames(requested, before);
        ensureHasPermissions(actor, parseStored<Permission[]>(before.permissions, []));
        const { living, deleted } = await livingBranches(work, actor, input, branchesOf(before));
        const dropped = deleted.length > 0 ? droppedBranchesText(deleted.length) : '';
        const values = { ...requested, branches: living && JSON.stringify(living) };
        if (widens(before, values))
          await notifyAdministrators(deps, work, {
            text: `deu mais permissões, filiais ou prazo ao token «${values.name}»`,
            path: tokens.at.edit({ uuid }),
          });
        const version = before.version + 1;
        await trx
          .updateTable('tokens')
          .set({ ...values, ...keyOfSameName(before, input), version, updated_at: now })
          .where('id', '=', before.id)
          .execute();
        await audit({
          action: 'update',
          entity: 'tokens',
          uuid,
          before: auditValuesOf(before),
          after: auditValuesOf(values),
        });
        return { version, dropped };
      },
      NO_CONTENT,
    ),
  );
  const message = `Já vale. O token vence em ${formatDate(input.expires_on)}.`;
  return { message: [message, dropped].filter(Boolean).join(' '), uuid, version };
}

type Grant = Pick<Row<'tokens'>, 'permissions' | 'branches' | 'expires_on'>;

/** Whether a save widens the token, which needs the same confirmation as creating one. */
export async function widensToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  uuid: string,
  input: TokenInput,
): Promise<boolean> {
  const values = valuesOf(actor, input, dayAt(clock.now()));
  const before = await findRecord(db, 'tokens', uuid, GONE);
  await ensureCurrent(db, 'tokens', before, input.version);
  return widens(before, values);
}

function widens(before: Grant, after: Grant): boolean {
  const had = new Set(JSON.parse(before.permissions) as Permission[]);
  const isMore = (JSON.parse(after.permissions) as Permission[]).some((permission) => !had.has(permission));
  const reached = new Set(branchesOf(before));
  const isFurther =
    before.branches !== null &&
    (after.branches === null || branchesOf(after).some((branch) => !reached.has(branch)));
  return isMore || isFurther || after.expires_on > before.expires_on;
}

export async function destroyToken({ write }: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await write(
    actor,
    async ({ trx, now, audit }) => {
      const before = await findRecord(trx, 'tokens', uuid, GONE);
      await trx
        .updateTable('tokens')
        .set({ deleted_at: now, updated_at: now, version: before.version + 1 })
        .where('id', '=', before.id)
        .execute();
      await audit({ action: 'delete', entity: 'tokens', uuid, before: auditValuesOf(before) });
    },
    NO_CONTENT,
  );
  return { message: 'O sistema que o usava não entra mais.' };
}

function foldedColumns({ name }: Pick<TokenInput, 'name'>) {
  return { name_key: searchText(name), search: searchText(name) };
}

function valuesOf(actor: Actor, { name, permissions, branches, expires_on }: TokenInput, today: string) {
  if (!isEndPossible(expires_on, today)) throw invalidField('expires_on', INVALID_END);
  const given = withImpliedPermissions(permissions as Permission[]);
  ensureHasPermissions(actor, given);
  return {
    name,
    ...foldedColumns({ name }),
    permissions: JSON.stringify(given),
    branches: branches && JSON.stringify([...new Set(branches)]),
    expires_on,
    reminded_for: endsSoon(expires_on, today) ? expires_on : null,
  };
}

/**
 * Returns the branches of a token without those of `had` that were deleted; null for all branches. Throws 422 for any
 * other deleted branch, and for a branch that the caller may not edit.
 */
async function livingBranches(
  { trx }: Work,
  actor: Actor,
  { branches }: TokenInput,
  had: readonly string[] = [],
): Promise<{ living: string[] | null; deleted: string[] }> {
  if (branches === null) {
    if (actor.branches === null) return { living: null, deleted: [] };
    throw invalidField('branches', 'Você só pode dar as filiais que são suas. Escolha entre elas.');
  }
  const { living, deleted } = await splitBranches(trx, branches);
  const isOwn = living.every((uuid) => actor.branches === null || actor.branches.includes(uuid));
  if (!isOwn || deleted.some((uuid) => !had.includes(uuid))) throw invalidField('branches', UNKNOWN_BRANCH);
  return { living, deleted };
}

async function ensureRoom({ trx }: Work): Promise<void> {
  const { count } = await trx
    .selectFrom('tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isNotDeleted('tokens'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_TOKENS) throw new Failure('conflict', TOO_MANY_TOKENS);
}

/** Returns the values of a token for the audit log, without secrets. */
const auditValuesOf = ({
  name,
  permissions,
  branches,
  expires_on,
}: Pick<Row<'tokens'>, 'name' | 'permissions' | 'branches' | 'expires_on'>) => ({
  name,
  permissions: parseStored<string[]>(permissions, []),
  branches: branches === null ? null : parseStored<string[]>(branches, []),
  expires_on,
});

/** Keeps the stored key of an unchanged name, because today's folding could make it a duplicate of another token's. */
const keyOfSameName = (before: Pick<Row<'tokens'>, 'name' | 'name_key'>, { name }: TokenInput) =>
  name === before.name ? { name_key: before.name_key } : {};

async function nameAtItsField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'Já há um token com este nome.');
    throw error;
  }
}
