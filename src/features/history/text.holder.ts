import { type SqlBool, sql } from 'kysely';
import { may } from '../../platform/access.ts';
import { forgetVersions } from '../../platform/database/history.ts';
import type { Deps } from '../../platform/deps.ts';
import { formatInstant } from '../../ui/format.ts';
import { plural } from '../../ui/plural.ts';
import { removeFiles } from '../files/file.service.ts';
import { addressesIn, type Holder, PIECE, saysAddress } from '../personalData/holder.ts';
import { MOST_TEXTS, type PersonText } from '../personalData/personalData.contract.ts';
import { resourceOf } from '../resources.ts';
import { titleOf } from './history.words.ts';

// Content that says an address: the chain's own contacts mostly. What it is now staff change; what it was can go.

/** The audit log's entries of accounts are theirs. */
const OF_ACCOUNTS = 'user';

/** So many go at once: whoever else wants the database is not kept waiting. */
const AT_ONCE = 50;

interface Version {
  id: number;
  entity: string;
  uuid: string;
  state: 'published' | 'withheld' | 'former' | 'deleted' | 'draft' | 'scheduled';
  data: string;
  at: string;
  based_on: number | null;
}

export const textHolder: Holder<'texts'> = {
  key: 'texts',

  async find(deps, by, email) {
    const versions = await versionsWith(deps, email);
    const all = Array.from(
      Map.groupBy(versions, ({ entity, uuid }) => `${entity} ${uuid}`).values(),
      presented,
    );
    const seen = all.filter(({ table }) => {
      const area = resourceOf(table)?.area;
      return by === null || (area !== undefined && may(by, `${area as 'banners'}.read`));
    });
    const records = seen.slice(0, MOST_TEXTS);
    return {
      records,
      others: all.length - records.length,
      entries: (await entriesWith(deps, email)).length,
    };
  },

  count: ({ records, others, entries }) => records.length + others + entries,

  async handOver(deps, _by, email) {
    const versions = await versionsWith(deps, email);
    const entries = await entriesWith(deps, email);
    return {
      'textos do site em que o e-mail aparece': versions.map(({ entity, state, at, data }) => ({
        registro: resourceOf(entity)?.office.menu.label ?? entity,
        título: titleOf(resourceOf(entity), JSON.parse(data) as object | null),
        situação: STATES[state],
        quando: formatInstant(at),
      })),
      'detalhes de quem fez o quê em que o e-mail aparece': entries.length,
    };
  },

  async erase(deps, by, email) {
    const versions = await versionsWith(deps, email);
    const waiting = await basesOfWaiting(deps);
    const former = versions.filter(({ id, state }) => state === 'former' && !waiting.has(id));
    for (let first = 0; first < former.length; first += AT_ONCE) {
      const ids = former.slice(first, first + AT_ONCE).map(({ id }) => id);
      await deps.write(by, async (work) => removeFiles(deps, work, await forgetVersions(work, ids)), {
        content: false,
      });
    }
    const entries = await entriesWith(deps, email);
    for (let first = 0; first < entries.length; first += AT_ONCE) {
      const ids = entries.slice(first, first + AT_ONCE);
      await deps.write(
        by,
        ({ trx }) =>
          trx.updateTable('audit_log').set({ before: null, after: null }).where('id', 'in', ids).execute(),
        { content: false },
      );
    }
    const gone = new Set(former.map(({ id }) => id));
    const staying = versions.filter(({ id }) => !gone.has(id));
    return { count: former.length + entries.length, kept: keptWords(staying) };
  },

  async *addresses({ db }) {
    for await (const { data } of walk((last) => piece(db, last))) yield* addressesIn(data);
    for await (const { before, after } of walk((last) => auditPiece(db, last))) {
      yield* addressesIn(before);
      yield* addressesIn(after);
    }
  },
};

const STATES: Record<Version['state'], string> = {
  published: 'no site',
  withheld: 'fora do site',
  former: 'versão antiga',
  deleted: 'na lixeira',
  draft: 'mudança que espera',
  scheduled: 'mudança com hora marcada',
};

const isCurrent = ({ state }: Version) => state === 'published' || state === 'withheld';
const isWaiting = ({ state }: Version) => state === 'draft' || state === 'scheduled';

function presented(versions: Version[]): PersonText {
  const [first] = versions as [Version];
  const newest = versions.at(-1) ?? first;
  return {
    table: first.entity,
    uuid: first.uuid,
    title: titleOf(resourceOf(first.entity), JSON.parse(newest.data) as object | null),
    current: versions.some(isCurrent),
    deleted: versions.some(({ state }) => state === 'deleted'),
    waiting: versions.some(isWaiting),
    former: versions.filter(({ state }) => state === 'former').length,
  };
}

function keptWords(staying: Version[]): string[] {
  const current = new Set(staying.filter(isCurrent).map(({ uuid }) => uuid)).size;
  const deleted = new Set(staying.filter(({ state }) => state === 'deleted').map(({ uuid }) => uuid)).size;
  const waiting = new Set(
    staying.filter((one) => isWaiting(one) || one.state === 'former').map(({ uuid }) => uuid),
  );
  return [
    ...(current > 0
      ? [
          `O e-mail ainda está em ${plural(current, 'texto atual', 'textos atuais')}: mude cada um na tela dele.`,
        ]
      : []),
    ...(waiting.size > 0
      ? [
          `Ainda está em ${plural(waiting.size, 'mudança que espera', 'mudanças que esperam')}: descarte no histórico do registro e apague de novo.`,
        ]
      : []),
    ...(deleted > 0
      ? [
          `Ainda está em ${plural(deleted, 'registro', 'registros')} da lixeira, que ${deleted === 1 ? 'sai sozinho' : 'saem sozinhos'} no prazo dela.`,
        ]
      : []),
  ];
}

/** What a change that waits is compared with. */
async function basesOfWaiting({ db }: Pick<Deps, 'db'>): Promise<Set<number>> {
  const rows = await db
    .selectFrom('record_versions')
    .select('based_on')
    .where('state', 'in', ['draft', 'scheduled'])
    .where('based_on', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ based_on }) => based_on ?? []));
}

async function versionsWith({ db }: Pick<Deps, 'db'>, email: string): Promise<Version[]> {
  const found: Version[] = [];
  for await (const row of walk((last) => piece(db, last, email)))
    if (saysAddress(row.data, email)) found.push(row);
  return found;
}

async function entriesWith({ db }: Pick<Deps, 'db'>, email: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { id, before, after } of walk((last) => auditPiece(db, last, email)))
    if (saysAddress(before, email) || saysAddress(after, email)) found.push(id);
  return found;
}

interface Piece<R> {
  rows: R[];
  /** Where the next one begins; null where there is nothing more. */
  next: number | null;
}

async function* walk<R>(read: (last: number) => Promise<Piece<R>>): AsyncGenerator<R> {
  for (let last: number | null = 0; last !== null; ) {
    const { rows, next }: Piece<R> = await read(last);
    yield* rows;
    last = next;
  }
}

/** Each piece is a range of ids, so that no statement takes long, however rare the address is. */
async function rangeAfter(
  db: Deps['db'],
  table: 'record_versions' | 'audit_log',
  last: number,
): Promise<number | null> {
  const { max } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('max'))
    .executeTakeFirstOrThrow();
  const until = last + PIECE;
  return Number(max ?? 0) > until ? until : null;
}

const likeOf = (email: string) => `%${email.toLowerCase().replace(/[!%_]/g, '!$&')}%`;

async function piece(db: Deps['db'], last: number, email?: string): Promise<Piece<Version>> {
  const rows = await db
    .selectFrom('record_versions')
    .select(['id', 'entity', 'uuid', 'state', 'data', 'at', 'based_on'])
    .where('id', '>', last)
    .where('id', '<=', last + PIECE)
    .where(sql<SqlBool>`lower(data) like ${email === undefined ? '%@%' : likeOf(email)} escape '!'`)
    .orderBy('id')
    .execute();
  return { rows, next: await rangeAfter(db, 'record_versions', last) };
}

async function auditPiece(db: Deps['db'], last: number, email?: string) {
  const like = email === undefined ? '%@%' : likeOf(email);
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'before', 'after'])
    .where('id', '>', last)
    .where('id', '<=', last + PIECE)
    .where('entity', '<>', OF_ACCOUNTS)
    .where(sql<SqlBool>`(lower("before") like ${like} escape '!' or lower("after") like ${like} escape '!')`)
    .orderBy('id')
    .execute();
  return { rows, next: await rangeAfter(db, 'audit_log', last) };
}
