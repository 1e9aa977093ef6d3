import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Endpoint } from '../../shared/endpoint.ts';
import { fromJson } from '../../shared/fields.ts';
import { BRANCH_COLUMNS, type Need } from '../../shared/permissions.ts';
import type { DbOrTransaction } from '../database/database.ts';
import type { Actor, SignedInUser } from '../database/write.ts';

/**
 * Caller of an endpoint. A `visitor` is an HTTP client, with or without a token; `device` is a secret of its
 * browser. A `person` was authenticated by an earlier call of the same request. The `server` is this process
 * when it renders what all callers share (a page, the sitemap).
 */
export type Caller =
  | {
      kind: 'visitor';
      ip: string;
      token: string | null;
      agent?: string | undefined;
      device?: string | undefined;
      /** Origin of the page that sends the request. */
      origin?: string | undefined;
    }
  | { kind: 'person'; ip: string; actor: Actor }
  | { kind: 'server' };

export const SERVER: Caller = { kind: 'server' };

export const isPerson = (actor: Pick<Actor, 'id'>): actor is SignedInUser => actor.id !== null;

/**
 * Returns whether `actor` satisfies `need`. A person needs the permission by role, a machine by its token.
 * The only place that decides permissions.
 */
export function isPermitted(
  actor: Pick<Actor, 'id' | 'permissions'> | null,
  need: Need | undefined,
): boolean {
  if (need === undefined) return true;
  return actor !== null && (need === 'signed-in' ? isPerson(actor) : actor.permissions.has(need));
}

/** Returns whether `actor` may call an endpoint, judged before the request body is parsed. */
export const canCall = (actor: Actor | null, { needs, machines }: Pick<Endpoint, 'needs' | 'machines'>) =>
  isPermitted(actor, needs) || (machines === true && actor !== null);

/** Returns the permissions and branches of an actor as one string that changes only when they do. */
export const permissionsKey = ({ permissions, branches }: Pick<Actor, 'permissions' | 'branches'>): string =>
  JSON.stringify([[...permissions].sort(), branches]);

/**
 * Returns whether a record of a table that belongs to branches is known, by its uuid alone, to be the
 * actor's.
 */
export function isRecordInBranches(
  { branches }: Pick<Actor, 'branches'>,
  table: string,
  uuid: string,
): boolean {
  const column = BRANCH_COLUMNS.get(table);
  return branches === null || !column || (column === 'uuid' && branches.includes(uuid));
}

/** Returns whether all records of a table that belongs to branches belong only to the actor's branches. */
export async function areRecordsInBranches(
  db: DbOrTransaction,
  actor: Pick<Actor, 'branches'>,
  table: string,
  uuids: readonly string[],
): Promise<boolean> {
  const { branches } = actor;
  const column = BRANCH_COLUMNS.get(table);
  if (branches === null || !column) return true;
  if (column === 'uuid') return uuids.every((uuid) => branches.includes(uuid));
  const distinct = [...new Set(uuids)];
  if (distinct.length === 0) return true;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where uuid in (${sql.join(distinct)}) and ${branchFilter(actor, table)}
  `.execute(db);
  return Number(rows[0]?.count) === distinct.length;
}

/** Returns the SQL condition that limits a list to the records of the actor's branches. */
export function branchFilter(actor: Pick<Actor, 'branches'>, table: string): RawBuilder<SqlBool> {
  if (actor.branches === null) return sql`true`;
  if (actor.branches.length === 0) return sql`false`;
  const column = BRANCH_COLUMNS.get(table);
  if (!column || column === 'uuid') return sql`${sql.ref(`${table}.uuid`)} in (${sql.join(actor.branches)})`;
  const all = sql.ref(`${table}.${column}`);
  // Remove the actor's branches from the JSON list: only brackets, quotes and commas may remain.
  const remainder = actor.branches.reduce<RawBuilder<unknown>>(
    (rest, uuid) => sql`replace(${rest}, ${uuid}, '')`,
    all,
  );
  // A record without any branch belongs to the whole chain, so it is excluded.
  return sql`(${all} is not null and ${all} <> '[]' and trim(${remainder}, '[]",') = '')`;
}

/**
 * Returns whether all records that a request names, and the branches that it assigns, are the actor's. A
 * request that names neither changes all records and is refused, unless it is a GET: a list is filtered by
 * `branchFilter`.
 */
export async function isRequestWithinBranches(
  db: DbOrTransaction,
  actor: Pick<Actor, 'branches'>,
  { table, method }: { table?: string; method: string },
  params: unknown,
  fields: { uuids?: unknown; branches?: unknown; places?: unknown },
): Promise<boolean> {
  const { branches } = actor;
  if (!table || branches === null || !BRANCH_COLUMNS.has(table)) return true;
  const { uuid } = (params ?? {}) as { uuid?: string };
  const named = uuid !== undefined ? [uuid] : Array.isArray(fields.uuids) ? fields.uuids.map(String) : null;
  const column = BRANCH_COLUMNS.get(table);
  const assigned = column && column !== 'uuid' ? fromJson(fields[column]) : undefined;
  if (assigned !== undefined) {
    if (
      !Array.isArray(assigned) ||
      assigned.length === 0 ||
      !assigned.every((branch) => branches.includes(branch))
    )
      return false;
    if (!named) return true;
  }
  return named ? areRecordsInBranches(db, actor, table, named) : method === 'GET';
}

/**
 * Returns whether the actor must first change the password or set up two-factor authentication. Code that
 * bypasses the request pipeline must check this itself.
 */
export const mustCompleteSignIn = ({
  mustChangePassword,
  lacksSecondFactor,
}: Pick<Actor, 'mustChangePassword' | 'lacksSecondFactor'>) => mustChangePassword || lacksSecondFactor;
