import { type SqlBool, sql } from 'kysely';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPermitted } from '../../platform/security/access.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { titleOf } from '../../records/server/history/history.words.ts';
import { type RecordName, recordAccessFor } from '../../records/server/recordAccess.ts';
import { rewriteRecord } from '../../records/server/store/eraseRecord.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import type { Table } from '../../records/server/versions/history.ts';
import { Failure } from '../../shared/failure.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { MAX_TEXTS, type PersonText } from './personalData.contract.ts';
import {
  addressesIn,
  BATCH_SIZE,
  hasAddress,
  type PersonalDataSource,
  recordScope,
  redactDeep,
  redactor,
} from './source.ts';

// Finds and redacts an address in texts: current records, their versions, and the audit log.

const AUDIT_LOG = 'Quem fez o quê';
/** Entity of audit entries about accounts. They belong to the account's own personal data. */
const OF_ACCOUNTS = 'user';

/** Entries per transaction: few, so that other writers do not wait long. */
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

interface Entry extends RecordName {
  id: number;
  before: string | null;
  after: string | null;
}

export const textSource: PersonalDataSource<'texts'> = {
  key: 'texts',

  async find(deps, by, email) {
    const versions = await versionsWith(deps, email);
    const isMine = await allowed(deps, by, 'read', versions);
    const all = [...Map.groupBy(versions, ({ entity, uuid }) => `${entity} ${uuid}`).values()];
    const records = all
      .filter(([first]) => first && isMine(first))
      .slice(0, MAX_TEXTS)
      .map(presented);
    return {
      records,
      others: all.length - records.length,
      entries: (await entriesWith(deps, email)).length,
    };
  },

  count: ({ records, others, entries }) => records.length + others + entries,

  async survey(deps, by, email, purpose) {
    const found = [...(await versionsWith(deps, email)), ...(await entriesWith(deps, email))];
    const isMine = await allowed(deps, by, purpose === 'read' ? 'read' : 'publish', found);
    const mine = found.filter(isMine);
    const others = found.filter((one) => !isMine(one));
    return {
      count: mine.length,
      scopes: [...new Set(mine.map(({ entity, uuid }) => recordScope(entity, uuid)))],
      elsewhere: Array.from(
        Map.groupBy(others, ({ entity }) => labelOf(entity)),
        ([area, of]) => ({ area, count: of.length }),
      ),
    };
  },

  async exportData(deps, by, email) {
    const versions = await versionsWith(deps, email);
    const entries = await entriesWith(deps, email);
    const isMine = await allowed(deps, by, 'read', [...versions, ...entries]);
    return {
      'textos do site em que o e-mail aparece': versions
        .filter(isMine)
        .map(({ entity, state, at, data }) => ({
          registro: labelOf(entity),
          título: titleOf(resourceOf(entity), parseStored<object | null>(data, null)),
          situação: STATES[state],
          quando: formatInstant(at),
        })),
      'detalhes de quem fez o quê em que o e-mail aparece': entries.filter(isMine).length,
    };
  },

  /** Redacts the address inside the texts and keeps who changed them and when. */
  async erase(deps, by, email, within) {
    const redact = redactor(email);
    const rewrite = <V>(value: V): V => redactDeep(value, redact);
    const found = [...(await versionsWith(deps, email)), ...(await entriesWith(deps, email))];
    const isMine = await allowed(deps, by, 'publish', found);
    const mine = found.filter(
      (one) => isMine(one) && (within?.has(recordScope(one.entity, one.uuid)) ?? true),
    );
    const records = Map.groupBy(mine.filter(isVersion), ({ entity, uuid }) => `${entity} ${uuid}`);
    let count = 0;
    const retained: string[] = [];
    for (const [first] of records.values()) {
      if (!first) continue;
      const { entity, uuid } = first;
      try {
        count += await deps.write(by, async (work) => {
          await lockOrder(work.trx, entity as Table);
          return rewriteRecord(work, entity as Table, uuid, rewrite);
        });
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
        retained.push(`O e-mail ainda está em ${labelOf(entity)}: ${error.message}`);
      }
    }
    const entries = mine.filter((one) => !isVersion(one));
    for (let first = 0; first < entries.length; first += AT_ONCE) {
      const some = entries.slice(first, first + AT_ONCE);
      await deps.write(by, ({ trx }) => redactEntries(trx, some, rewrite), { content: false });
    }
    return { count: count + entries.length, retained };
  },

  async *addresses({ db }) {
    for await (const { data, entity, uuid } of walk((last) => piece(db, last)))
      for (const address of addressesIn(data)) yield { address, scope: recordScope(entity, uuid) };
    for await (const { before, after, entity, uuid } of walk((last) => auditPiece(db, last)))
      for (const address of [...addressesIn(before), ...addressesIn(after)])
        yield { address, scope: recordScope(entity, uuid) };
  },
};

const labelOf = (entity: string) => resourceOf(entity)?.office.menu.label ?? AUDIT_LOG;

const isVersion = (one: Version | Entry): one is Version => 'state' in one;

/** Entries about no record (roles, tokens, webhooks) are for administrators. */
async function allowed(
  { db }: Pick<Deps, 'db'>,
  by: Actor | null,
  verb: 'read' | 'publish',
  found: readonly RecordName[],
): Promise<(record: RecordName) => boolean> {
  if (by === null) return () => true;
  const isMine = await recordAccessFor(db, by, verb, found);
  return (record) => (resourceOf(record.entity) ? isMine(record) : isPermitted(by, 'users.write'));
}

async function redactEntries(
  trx: Work['trx'],
  entries: readonly Pick<Entry, 'id'>[],
  rewrite: <V>(value: V) => V,
): Promise<void> {
  for (const { id } of entries) {
    const entry = await trx
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (entry)
      await trx
        .updateTable('audit_log')
        .set({ before: rewrite(entry.before), after: rewrite(entry.after) })
        .where('id', '=', id)
        .execute();
  }
}

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
    title: titleOf(resourceOf(first.entity), parseStored<object | null>(newest.data, null)),
    current: versions.some(isCurrent),
    deleted: versions.some(({ state }) => state === 'deleted'),
    waiting: versions.some(isWaiting),
    former: versions.filter(({ state }) => state === 'former').length,
  };
}

async function versionsWith({ db }: Pick<Deps, 'db'>, email: string): Promise<Version[]> {
  const found: Version[] = [];
  for await (const row of walk((last) => piece(db, last, email)))
    if (hasAddress(row.data, email)) found.push(row);
  return found;
}

async function entriesWith({ db }: Pick<Deps, 'db'>, email: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of walk((last) => auditPiece(db, last, email)))
    if (hasAddress(entry.before, email) || hasAddress(entry.after, email)) found.push(entry);
  return found;
}

interface Piece<R> {
  rows: R[];
  /** Id after which the next batch begins; null after the last one. */
  next: number | null;
}

async function* walk<R>(read: (last: number) => Promise<Piece<R>>): AsyncGenerator<R> {
  for (let last: number | null = 0; last !== null; ) {
    const { rows, next }: Piece<R> = await read(last);
    yield* rows;
    last = next;
  }
}

/**
 * Returns the id after which the next batch begins. A batch is a range of ids, so that each statement is
 * short however rare the address is.
 */
async function rangeAfter(
  db: Deps['db'],
  table: 'record_versions' | 'audit_log',
  last: number,
): Promise<number | null> {
  const { max } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('max'))
    .executeTakeFirstOrThrow();
  const until = last + BATCH_SIZE;
  return Number(max ?? 0) > until ? until : null;
}

const likeOf = (email: string) => `%${email.toLowerCase().replace(/[!%_]/g, '!$&')}%`;

async function piece(db: Deps['db'], last: number, email?: string): Promise<Piece<Version>> {
  const rows = await db
    .selectFrom('record_versions')
    .select(['id', 'entity', 'uuid', 'state', 'data', 'at', 'based_on'])
    .where('id', '>', last)
    .where('id', '<=', last + BATCH_SIZE)
    .where(sql<SqlBool>`lower(data) like ${email === undefined ? '%@%' : likeOf(email)} escape '!'`)
    .orderBy('id')
    .execute();
  return { rows, next: await rangeAfter(db, 'record_versions', last) };
}

async function auditPiece(db: Deps['db'], last: number, email?: string): Promise<Piece<Entry>> {
  const like = email === undefined ? '%@%' : likeOf(email);
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'entity', 'entity_uuid as uuid', 'before', 'after'])
    .where('id', '>', last)
    .where('id', '<=', last + BATCH_SIZE)
    .where('entity', '<>', OF_ACCOUNTS)
    .where(sql<SqlBool>`(lower("before") like ${like} escape '!' or lower("after") like ${like} escape '!')`)
    .orderBy('id')
    .execute();
  return { rows, next: await rangeAfter(db, 'audit_log', last) };
}
