import { sql } from 'kysely';
import type { z } from 'zod';
import type { effectTexts } from '../../contract/effects.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import type { ListRules } from '../../platform/database/listRequirements.ts';
import { lockOrder } from '../../platform/database/order.ts';
import {
  deleteOrdered,
  deleteRecord,
  findRecord,
  type NewValues,
  type OrderedTable,
  orderRecords,
  type RecordTable,
  type Row,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Fields, type StoredValues, sortColumnOf } from '../define/fields.ts';
import { referencesOf, selectWithReferences, storedReferences } from './recordReferences.ts';
import { presentFields, storedValues } from './recordValues.ts';

type FoldedColumn<F extends Fields, K extends keyof F & string> = F[K] extends {
  sortable: true;
  folded: true;
}
  ? F[K] extends { sortColumn: infer C extends string }
    ? C
    : `${K}_key`
  : never;

/** Columns that are computed from the fields. */
type DerivedColumns<F extends Fields> = { search: string } & {
  [K in keyof F & string as FoldedColumn<F, K>]: string;
};

/** Row type of the table of a defined record. A single record is not listed, so it has no derived columns. */
export type TableOf<D> = D extends { fields: infer F extends Fields; ordered: infer O }
  ? RecordColumns & StoredValues<F> & DerivedColumns<F> & (O extends true ? { position: number } : unknown)
  : D extends { fields: infer F extends Fields; single: true }
    ? RecordColumns & StoredValues<F>
    : never;

type Effects = ReturnType<typeof effectTexts>;

/** A record as `defineRecord` and `defineOrderedRecord` return it. */
interface Definition {
  table: RecordTable;
  fields: Fields;
  filters: Record<string, { label: string }>;
  output: z.ZodType;
  publicOutput: z.ZodType;
  input: z.ZodType<{ version?: number | undefined }>;
  ordered: boolean;
  searchTexts?(values: never): (string | null)[];
}

interface ServiceFacts<D extends Definition> {
  /** Message for a record that does not exist: «Este telefone não existe mais.» */
  gone: string;
  /** Texts of the effects of a change, which may depend on the record. */
  effects: Effects | ((values: StoredValues<D['fields']>) => Effects);
  /** Returns the message of a save, if it depends on more; `effect` is the usual one. */
  message?(values: StoredValues<D['fields']>, deps: Reading, effect: string): string | Promise<string>;
  /** Message after a change of the order: «Ordem das perguntas salva.» */
  orderSaved?: string;
  /** Throws a `Failure` for values that no record may have, also when a change is published or restored. */
  validate?(values: StoredValues<D['fields']>): void;
  /** Returns the values of a save, adjusted to each other and to the stored ones. */
  adjust?(
    values: StoredValues<D['fields']>,
    stored: StoredValues<D['fields']> | null,
  ): StoredValues<D['fields']>;
  /** Throws a `Failure` if a record conflicts with others. `id` is its own, if it is stored. */
  ensureConsistent?(db: DbOrTransaction, values: StoredValues<D['fields']>, id?: number): Promise<void>;
  /** Returns rules of the list that are not the usual ones. */
  listRules?(deps: Pick<Deps, 'db' | 'clock'>, query: ListQuery & FilterQuery<D>): Partial<ListRules>;
  /** Prepares the words of a search. */
  searchWords?(search: string | undefined): string | undefined;
}

type FilterQuery<D extends Definition> = { [K in keyof D['filters']]?: string };

/** Requires the message of a new order from records that staff sort. */
type OrderMessage<D extends Definition> = D['ordered'] extends true ? { orderSaved: string } : unknown;

type Values = Record<string, never>;
type Reading = Pick<Deps, 'clock'> & { db: DbOrTransaction };

/** Returns the rules of a record's list, without its filters. */
export function listRulesOf({ table, fields, ordered }: Pick<Definition, 'table' | 'fields' | 'ordered'>) {
  const sorted = Object.entries(fields).filter(([, { sortable }]) => sortable);
  const isJoined = referencesOf(fields).length > 0;
  const column = (name: string) => (isJoined ? `${table}.${name}` : name);
  return {
    table,
    search: column('search'),
    sortable: Object.fromEntries([
      ['id', column('id')],
      ...sorted.map(([name, field]) => [name, column(sortColumnOf(name, field))]),
      ...(ordered ? [['position', column('position')]] : []),
    ]) as Record<string, string>,
    order: column(ordered ? 'position' : 'id'),
    id: column('id'),
  };
}

/** Returns the standard operations of a defined record, and registers its derived columns. */
export function recordService<D extends Definition>(definition: D, facts: ServiceFacts<D> & OrderMessage<D>) {
  const { table, fields, filters, ordered } = definition;
  const { gone, orderSaved = '', searchWords = (search) => search, ensureConsistent } = facts;
  const all = Object.entries(fields);
  const sorted = all.filter(([, { sortable }]) => sortable);
  const effects = (values: object): Effects =>
    typeof facts.effects === 'function' ? facts.effects(values as StoredValues<D['fields']>) : facts.effects;

  function derive(row: object): DerivedColumns<D['fields']> {
    const values = row as Values;
    facts.validate?.(values as StoredValues<D['fields']>);
    const texts =
      definition.searchTexts?.(values as never) ??
      all.flatMap(([name, field]) => (field.searched ? [field.text(values[name] as never)] : []));
    const folded = Object.fromEntries(
      sorted.flatMap(([name, field]) =>
        field.folded ? [[sortColumnOf(name, field), searchText(values[name])]] : [],
      ),
    );
    return { search: searchText(...texts), ...folded } as DerivedColumns<D['fields']>;
  }
  const references = storedReferences(fields);
  declareComposition(table, {
    derive,
    ...(references.length > 0 && { references }),
    ...(ensureConsistent && {
      ensureConsistent: ({ trx }, content, id) =>
        ensureConsistent(trx, content as object as StoredValues<D['fields']>, id),
    }),
  });

  // A list with filters of its own gives their conditions in `listRules`.
  const conditions = all.flatMap(([name, { filtered }]) => {
    const column = sql.raw(`${table}.${name}`);
    return filtered ? [[name, (value: string) => sql`${column} = ${Number(value)}`]] : [];
  });
  const filterConditions = facts.listRules
    ? {}
    : filterRules(table, filters, Object.fromEntries(conditions) as never);
  const rules = { ...listRulesOf(definition), filters: filterConditions };

  function present(row: object): z.output<D['output']> {
    const values = row as Values;
    return {
      ...{ id: values.id, uuid: values.uuid },
      ...presentFields(fields, values),
      ...(ordered && { position: values.position }),
      ...{ version: values.version, updated_at: values.updated_at },
    } as z.output<D['output']>;
  }
  function presentPublic(row: object): z.output<D['publicOutput']> {
    const values = row as Values;
    return {
      ...{ id: values.id, uuid: values.uuid },
      ...presentFields(fields, values, (field) => field.public === true),
    } as z.output<D['publicOutput']>;
  }

  /** Returns the columns of a record. An absent optional value keeps the stored one. */
  function columns(input: Omit<z.output<D['input']>, 'version' | 'position'>, stored?: object | null) {
    const given = storedValues(fields, input, stored ?? null) as StoredValues<D['fields']>;
    const values = facts.adjust?.(given, (stored ?? null) as StoredValues<D['fields']> | null) ?? given;
    return { ...values, ...derive(values) };
  }

  async function draft(
    deps: Reading,
    input: z.output<D['input']>,
    uuid?: string,
  ): Promise<RecordDraft<D['table']>> {
    const { version, position } = input as { version?: number; position?: number };
    const before = await currentRecord(deps.db, table as D['table'], uuid, version, gone);
    const values = columns(input, before);
    await ensureConsistent?.(deps.db, values, (before as { id: number } | null)?.id);
    const effect = before ? effects(values).changed : effects(values).added;
    return {
      table,
      before,
      values: values as Partial<NewValues<D['table']>>,
      ...(ordered && { position: position ?? (before ? undefined : 'last') }),
      message: (await facts.message?.(values, deps, effect)) ?? effect,
    };
  }

  type Writer = Pick<Deps, 'write' | 'clock'>;
  const lock =
    ordered || ensureConsistent ? (trx: Parameters<typeof lockOrder>[0]) => lockOrder(trx, table) : undefined;
  const selectRecords = (db: DbOrTransaction) =>
    references.length > 0
      ? selectWithReferences(db, table, fields)
      : db.selectFrom(table as 'screenings').selectAll();
  return {
    present,
    presentPublic,
    columns,
    draft,
    list: ({ db, clock }: Pick<Deps, 'db' | 'clock'>, query: ListQuery) =>
      selectList(
        db,
        selectRecords(db).where(isNotDeleted(table)),
        { ...query, search: searchWords(query.search) },
        { ...rules, ...facts.listRules?.({ db, clock }, query as ListQuery & FilterQuery<D>) },
        (rows) => rows.map(present),
      ),
    async find({ db }: Pick<Deps, 'db'>, uuid: string) {
      const row = await findRecord(db, table, uuid, gone);
      if (references.length === 0) return present(row);
      const column = `${table as 'screenings'}.uuid` as const;
      return present(await selectRecords(db).where(column, '=', uuid).executeTakeFirstOrThrow());
    },
    store: ({ write, clock }: Writer, actor: Actor, input: z.output<D['input']>) =>
      saveRecord({ write }, actor, (db) => draft({ db, clock }, input), lock),
    update: ({ write, clock }: Writer, actor: Actor, uuid: string, input: z.output<D['input']>) =>
      saveRecord({ write }, actor, (db) => draft({ db, clock }, input, uuid), lock),
    async destroy({ write }: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
      const before = await write(actor, async (work): Promise<object> => {
        if (ordered) return deleteOrdered(work, table as OrderedTable, uuid, gone);
        const found = await findRecord(work.trx, table, uuid, gone);
        await deleteRecord(work, table, found as Row<RecordTable>);
        return found;
      });
      return { message: effects(before).removed };
    },
    async order({ write }: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
      await write(actor, (work) => orderRecords(work, table as OrderedTable, uuids));
      return { message: orderSaved };
    },
    /** Returns what shoppers read of the published records, in order. */
    async published(db: DbOrTransaction): Promise<z.output<D['publicOutput']>[]> {
      const shown = all.flatMap(([name, field]) => (field.public ? [name] : []));
      const rows = await db
        .selectFrom(table as 'questions')
        .select(['id', 'uuid', ...shown] as 'id'[])
        .where(isPublished(table))
        .$if(ordered, (query) => query.orderBy('position'))
        .orderBy('id')
        .execute();
      return rows.map(presentPublic);
    },
  };
}
