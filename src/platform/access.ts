import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Endpoint } from '../contract/endpoint.ts';
import { fromJson } from '../contract/fields.ts';
import { type Need, OF_BRANCHES } from '../contract/needs.ts';
import type { DbOrTransaction } from './database/database.ts';
import type { Actor, Person } from './database/write.ts';

/**
 * Who calls: somebody at an address, with a token or without, by a browser that says what it is and may bring its own secret; a person whom an earlier call of this request let in;
 * or the server itself, for what it makes once for everybody (a page, the sitemap).
 */
export type Caller =
  | {
      kind: 'visitor';
      ip: string;
      token: string | null;
      agent?: string | undefined;
      device?: string | undefined;
      /** Of the page that asks. */
      origin?: string | undefined;
    }
  | { kind: 'person'; ip: string; actor: Actor }
  | { kind: 'server' };

export const SERVER: Caller = { kind: 'server' };

export const isPerson = (actor: Pick<Actor, 'id'>): actor is Person => actor.id !== null;

/** Who may do what: whoever is signed in, what their role lets them; a machine, what its token says; anybody, what needs nothing. The one place that decides it. */
export function may(actor: Pick<Actor, 'id' | 'permissions'> | null, need: Need | undefined): boolean {
  if (need === undefined) return true;
  return actor !== null && (need === 'signed-in' ? isPerson(actor) : actor.permissions.has(need));
}

/** The same of a call, as far as it is known before it is read. */
export const mayCall = (actor: Actor | null, { needs, machines }: Pick<Endpoint, 'needs' | 'machines'>) =>
  may(actor, needs) || (machines === true && actor !== null);

/** All that they may, as one text: the same for as long as nobody changes it. */
export const rightsOf = ({ permissions, branches }: Pick<Actor, 'permissions' | 'branches'>): string =>
  JSON.stringify([[...permissions].sort(), branches]);

/** Of what is branches' own, whether the code of a record says that it is one of theirs. */
export function isKnownAsTheirs({ branches }: Pick<Actor, 'branches'>, table: string, uuid: string): boolean {
  const column = OF_BRANCHES.get(table);
  return branches === null || !column || (column === 'uuid' && branches.includes(uuid));
}

/** Of what is branches' own, whether records are of none but those that the person sees to. */
export async function areOfTheirs(
  db: DbOrTransaction,
  actor: Pick<Actor, 'branches'>,
  table: string,
  uuids: readonly string[],
): Promise<boolean> {
  const { branches } = actor;
  const column = OF_BRANCHES.get(table);
  if (branches === null || !column) return true;
  if (column === 'uuid') return uuids.every((uuid) => branches.includes(uuid));
  const asked = [...new Set(uuids)];
  if (asked.length === 0) return true;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where uuid in (${sql.join(asked)}) and ${theirs(actor, table)}
  `.execute(db);
  return Number(rows[0]?.count) === asked.length;
}

/** What a list shows them of a table whose records are each branch's own. */
export function theirs(actor: Pick<Actor, 'branches'>, table: string): RawBuilder<SqlBool> {
  if (actor.branches === null) return sql`true`;
  if (actor.branches.length === 0) return sql`false`;
  const column = OF_BRANCHES.get(table);
  if (!column || column === 'uuid') return sql`${sql.ref(`${table}.uuid`)} in (${sql.join(actor.branches)})`;
  const all = sql.ref(`${table}.${column}`);
  // Without theirs nothing is named.
  const others = actor.branches.reduce<RawBuilder<unknown>>(
    (rest, uuid) => sql`replace(${rest}, ${uuid}, '')`,
    all,
  );
  // A record that names no branch any more is the chain's.
  return sql`(${all} is not null and ${all} <> '[]' and trim(${others}, '[]",') = '')`;
}

/**
 * The same of all that a call names, and of the branches to which it gives something. What names neither changes all
 * records, or is a list, which shows theirs only.
 */
export async function areTheirs(
  db: DbOrTransaction,
  actor: Pick<Actor, 'branches'>,
  { table, method }: { table?: string; method: string },
  params: unknown,
  fields: { uuids?: unknown; branches?: unknown; places?: unknown },
): Promise<boolean> {
  const { branches } = actor;
  if (!table || branches === null || !OF_BRANCHES.has(table)) return true;
  const { uuid } = (params ?? {}) as { uuid?: string };
  const named = uuid !== undefined ? [uuid] : Array.isArray(fields.uuids) ? fields.uuids.map(String) : null;
  const column = OF_BRANCHES.get(table);
  const given = column && column !== 'uuid' ? fromJson(fields[column]) : undefined;
  if (given !== undefined) {
    if (!Array.isArray(given) || given.length === 0 || !given.every((one) => branches.includes(one)))
      return false;
    if (!named) return true;
  }
  return named ? areOfTheirs(db, actor, table, named) : method === 'GET';
}

/** Whether something comes before all that they may: a password of their own, or the factor that their role asks for. What goes past the door asks this by itself. */
export const isHeld = ({
  mustChangePassword,
  lacksFactor,
}: Pick<Actor, 'mustChangePassword' | 'lacksFactor'>) => mustChangePassword || lacksFactor;
