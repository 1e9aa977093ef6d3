import { type Generated, sql } from 'kysely';
import type { z } from 'zod';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { PlannedCall } from '../../platform/publication.ts';
import type { effectTexts } from '../../shared/effects.ts';
import { Failure } from '../../shared/failure.ts';
import type { GalleryInput, PictureInput } from '../../shared/files/image.ts';
import type { ListQuery } from '../../shared/list.ts';
import {
  type EditedValues,
  type Fields,
  type SavedValues,
  type StoredValue,
  type StoredValues,
  sortColumnOf,
  sortNameOf,
  type ValuesSetBy,
} from '../define/fields.ts';
import { galleryOf, pictureFileName } from '../define/pictureFields.ts';
import { type DescribeValues, registerDefinition } from './definitions.ts';
import type { FileDeps } from './files/file.service.ts';
import { declareGallery, destroyGalleryImage } from './files/gallery.ts';
import { type PictureTable, type SaveDeps, saveWithPictures } from './files/recordPictures.ts';
import { searchText, selectList } from './lists/list.ts';
import { anyOf, type FilterDefinition, filterRules, isDraft, lacksAlt } from './lists/listFilters.ts';
import { branchScope, type ListRules } from './lists/listRequirements.ts';
import { isNotDeleted, isPublished } from './publication/visibility.ts';
import { type PresenterDeps, recordPresenter } from './recordPresenter.ts';
import { referencesOf, selectWithReferences, storedReferences } from './recordReferences.ts';
import { derivedColumns, storedValues } from './recordValues.ts';
import {
  currentRecord,
  type FormPictures,
  type RecordDraft,
  saveMessage,
  saveRecord,
} from './store/drafts.ts';
import { lockOrder } from './store/order.ts';
import {
  deleteOrdered,
  deleteRecord,
  findRecord,
  type NewValues,
  orderRecords,
  type RecordTable,
  type Row,
} from './store/records.ts';
import { declareComposition, type Table } from './versions/history.ts';

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
} & ValuesSetBy<F, 'columns'>;

/** Columns of the fields. The database has a default for those that a job sets. */
type FieldColumns<F extends Fields> = Omit<StoredValues<F>, keyof ValuesSetBy<F, 'job'>> & {
  [K in keyof ValuesSetBy<F, 'job'>]: Generated<ValuesSetBy<F, 'job'>[K]>;
};

/** Row type of the table of a defined record. A single record is not listed, so it has no derived columns. */
export type TableOf<D> = D extends { fields: infer F extends Fields; ordered: infer O }
  ? RecordColumns & FieldColumns<F> & DerivedColumns<F> & (O extends true ? { position: number } : unknown)
  : D extends { fields: infer F extends Fields; single: true }
    ? RecordColumns & FieldColumns<F>
    : never;

type Effects = ReturnType<typeof effectTexts>;

/** A record as `defineRecord` and `defineOrderedRecord` return it. */
interface Definition {
  table: RecordTable;
  fields: Fields;
  filters: Record<string, { label: string }>;
  output: z.ZodObject;
  publicOutput: z.ZodObject;
  input: z.ZodType<{ version?: number | undefined }>;
  ordered: boolean;
  searchTexts?(values: object): (string | null)[];
}

interface ServiceFacts<D extends Definition> {
  /** Message for a record that does not exist: «Este telefone não existe mais.» */
  gone: string;
  /** Texts of the effects of a change, which may depend on the record. */
  effects: Effects | ((values: EditedValues<D['fields']> & { id?: number | undefined }) => Effects);
  /** Returns the message of a save, if it depends on more; `effect` is the usual one. */
  message?(values: EditedValues<D['fields']>, deps: Reading, effect: string): string | Promise<string>;
  /** Message after a change of the order: «Ordem das perguntas salva.» */
  orderSaved?: string;
  /** Throws a `Failure` for values that no record may have, also when a change is published or restored. */
  validate?(values: EditedValues<D['fields']>): void;
  /** Returns the values of a save, adjusted to each other and to the stored ones. */
  adjust?(
    values: EditedValues<D['fields']>,
    stored: StoredValues<D['fields']> | null,
  ): SavedValues<D['fields']>;
  /** Returns the columns that follow from others, beside those of search and sorting. */
  derived?(values: EditedValues<D['fields']>): ValuesSetBy<D['fields'], 'columns'>;
  /**
   * Throws a `Failure` if a record conflicts with others. `id` is its own, if it is stored. `actor` saves it,
   * unless a change is previewed or published.
   */
  ensureConsistent?(
    db: DbOrTransaction,
    values: EditedValues<D['fields']>,
    id?: number,
    actor?: Actor,
  ): Promise<void>;
  /** Throws a `Failure` if other records depend on this one. */
  ensureRemovable?(trx: DbOrTransaction, id: number): Promise<void>;
  /** Table whose order lock the writers take, if not its own. */
  lockTable?: RecordTable;
  /** Returns the conditions of filters that follow from no field. */
  filterConditions?(deps: Pick<Deps, 'db' | 'clock'>): FilterConditions<D>;
  /** Returns rules of the list that are not the usual ones. */
  listRules?(
    deps: Pick<Deps, 'db' | 'clock'>,
    query: ListQuery & FilterQuery<D>,
    actor: Actor,
  ): Partial<Omit<ListRules, 'filters'>>;
  /** Adds to rows what fields present beside the columns. */
  complete?(deps: PresenterDeps, rows: Row<D['table']>[]): Promise<object[]>;
  /** Messages about a picture that was removed from the gallery, and for one that does not exist. */
  galleryImage?: { removed: string; gone: string };
  /** Describes stored values for the version history, where they are no plain text. */
  valuesInWords?: DescribeValues<D['fields']>;
  /** Whether the search texts have telephones, as digits. */
  hasPhones?: true;
}

/** Conditions of filters by name. `alt`, `attention` and those of fields need none. */
export type FilterConditions<D extends Definition> = { [K in keyof D['filters']]?: FilterDefinition };

type FilterQuery<D extends Definition> = { [K in keyof D['filters']]?: string };

/** Requires the message of a new order from records that staff sort. */
type OrderMessage<D extends Definition> = D['ordered'] extends true ? { orderSaved: string } : unknown;

/** Received files of a form, by field. */
export type FormFiles = Readonly<Record<string, ReceivedFile[] | undefined>>;

type Values = Record<string, StoredValue>;
type Reading = Pick<Deps, 'clock'> & { db: DbOrTransaction; actor?: Actor };

/** Returns the rules of a record's list, without its filters. */
export function listRulesOf({
  table,
  fields,
  ordered,
}: Pick<Definition, 'table' | 'fields'> & { ordered?: boolean }) {
  const sorted = Object.entries(fields).filter(([, { sortable }]) => sortable);
  const isJoined = referencesOf(fields).length > 0;
  const column = (name: string) => (isJoined ? `${table}.${name}` : name);
  return {
    table,
    search: column('search'),
    sortable: Object.fromEntries([
      ['id', column('id')],
      ...sorted.map(([name, field]) => {
        const { reference } = field;
        const own = column(sortColumnOf(name, field));
        return [
          sortNameOf(name, field),
          reference ? `${reference.table}.${reference.columns.at(-1)}_key` : own,
        ];
      }),
      ...(ordered ? [['position', column('position')]] : []),
    ]) as Record<string, string>,
    order: column(ordered ? 'position' : 'id'),
    id: column('id'),
  };
}

/** Returns the standard operations of a defined record, and registers its derived columns. */
export function recordService<D extends Definition>(definition: D, facts: ServiceFacts<D> & OrderMessage<D>) {
  const { table, fields, filters, ordered } = definition;
  const { gone, orderSaved = '', hasPhones = false } = facts;
  const { ensureConsistent, ensureRemovable, lockTable } = facts;
  const all = Object.entries(fields);
  const picture = fields.file_id;
  const galleryFacts = galleryOf(fields);
  const gallery =
    galleryFacts &&
    declareGallery({ record: table, images: galleryFacts.images as Table, owner: galleryFacts.owner });
  const sorted = all.filter(([, { sortable }]) => sortable);
  const effects = (values: object): Effects =>
    typeof facts.effects === 'function' ? facts.effects(values as EditedValues<D['fields']>) : facts.effects;

  function derive(row: object): DerivedColumns<D['fields']> {
    const values = row as Values;
    facts.validate?.(values as EditedValues<D['fields']>);
    const textOf = (name: string) => fields[name]?.text(values[name] ?? null) ?? null;
    const texts =
      definition.searchTexts?.(values) ??
      all.flatMap(([name, { searched }]) => (searched ? [textOf(name)] : []));
    const folded = Object.fromEntries(
      sorted.flatMap(([name, field]) =>
        field.folded ? [[sortColumnOf(name, field), searchText(textOf(name))]] : [],
      ),
    );
    const others = facts.derived?.(values as EditedValues<D['fields']>);
    return { ...others, search: searchText(...texts), ...folded } as DerivedColumns<D['fields']>;
  }
  registerDefinition({ ...definition, valuesInWords: facts.valuesInWords });
  const references = storedReferences(fields);
  declareComposition(table, {
    derive,
    derived: derivedColumns(fields),
    ...(references.length > 0 && { references }),
    ...(ensureConsistent && {
      ensureConsistent: ({ trx }, content, id) =>
        ensureConsistent(trx, content as object as EditedValues<D['fields']>, id),
    }),
    ...(ensureRemovable && { ensureRemovable: ({ trx }, id) => ensureRemovable(trx, id) }),
    ...(lockTable && { order: lockTable }),
  });

  const conditions = Object.fromEntries(
    all.flatMap(([name, { filtered }]) => {
      const column = sql.raw(`${table}.${name}`);
      return filtered ? [[name, (value: string) => sql`${column} = ${Number(value)}`]] : [];
    }),
  );
  const needsAttention = [...('alt' in fields ? [lacksAlt(table)] : []), isDraft(table)];
  const filterConditions = (deps: Pick<Deps, 'db' | 'clock'>) =>
    ({
      alt: () => lacksAlt(table),
      attention: () => anyOf(...needsAttention),
      ...conditions,
      ...facts.filterConditions?.(deps),
    }) as Record<string, FilterDefinition>;

  /** Returns the columns of a record. */
  function columns(input: Omit<z.output<D['input']>, 'version' | 'position'>, stored?: object | null) {
    const before = stored ?? null;
    const given = storedValues(fields, input, before) as SavedValues<D['fields']>;
    const values = facts.adjust?.(given, before as StoredValues<D['fields']> | null) ?? given;
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
    const id = before?.id;
    await ensureConsistent?.(deps.db, values, id, deps.actor);
    const { added, changed } = effects({ ...values, id });
    const effect = before ? changed : added;
    return {
      table,
      before,
      values: values as Partial<NewValues<D['table']>>,
      ...(ordered && { position: position ?? (before ? undefined : 'last') }),
      message: (await facts.message?.(values, deps, effect)) ?? effect,
    };
  }

  const lock =
    ordered || ensureConsistent ? (trx: Parameters<typeof lockOrder>[0]) => lockOrder(trx, table) : undefined;
  /** Returns the pictures of a form, and how to apply them. */
  const picturesOf = (input: z.output<D['input']>, files: FormFiles): FormPictures | undefined =>
    picture && {
      image: files[pictureFileName(fields)]?.[0],
      wish: input as PictureInput,
      ...(picture.isRemovable && { isOptional: true }),
      ...(gallery &&
        galleryFacts && {
          added: { to: gallery, pictures: files[galleryFacts.files] ?? [], wish: input as GalleryInput },
        }),
    };
  /** Saves the record that `draftOn` returns, with the pictures of a form. */
  function saveWith(
    deps: SaveDeps,
    call: PlannedCall,
    input: z.output<D['input']>,
    files: FormFiles,
    draftOn: (db: DbOrTransaction) => Promise<RecordDraft<D['table']>>,
  ) {
    const pictures = picturesOf(input, files);
    if (!pictures) return saveRecord(deps, call, draftOn, lock);
    const draftOfTable = draftOn as (db: DbOrTransaction) => Promise<RecordDraft<PictureTable>>;
    return saveWithPictures(deps, call, pictures, draftOfTable, lock);
  }
  const save = (
    deps: SaveDeps,
    call: PlannedCall,
    input: z.output<D['input']>,
    files: FormFiles = {},
    uuid?: string,
  ) => saveWith(deps, call, input, files, (db) => draft({ ...deps, db, actor: call.actor }, input, uuid));
  async function destroyUnordered(work: Work, uuid: string) {
    const found = await findRecord(work.trx, table, uuid, gone);
    await ensureRemovable?.(work.trx, found.id);
    await deleteRecord(work, table, found);
    return found;
  }
  const selectRecords = (db: DbOrTransaction) =>
    references.length > 0
      ? selectWithReferences(db, table, fields)
      : db.selectFrom(table as 'screenings').selectAll();
  async function findJoined(db: Deps['db'], uuid: string, goneText: string, isThere = isNotDeleted) {
    const column = `${table as 'screenings'}.uuid` as const;
    const row = await selectRecords(db).where(isThere(table)).where(column, '=', uuid).executeTakeFirst();
    if (!row) throw new Failure('not_found', goneText);
    return row;
  }
  const presenter = recordPresenter(definition, { gallery, complete: facts.complete });
  return {
    ...presenter,
    /** Selects the records, with columns of the records that they name. */
    selectRecords,
    columns,
    derive,
    draft,
    picturesOf,
    saveWith,
    list: (deps: PresenterDeps, query: ListQuery, actor: Actor) =>
      selectList(
        deps.db,
        selectRecords(deps.db).where(isNotDeleted(table)),
        query,
        {
          ...listRulesOf(definition),
          hasPhones,
          filters: filterRules(table, filters, filterConditions(deps)),
          scope: branchScope(actor, table),
          ...facts.listRules?.(deps, query as ListQuery & FilterQuery<D>, actor),
        },
        (rows) => presenter.presentAll(deps, rows),
      ),
    async find(deps: PresenterDeps, uuid: string) {
      const row =
        references.length > 0
          ? await findJoined(deps.db, uuid, gone)
          : await findRecord(deps.db, table, uuid, gone);
      const [found] = await presenter.presentAll(deps, [row]);
      if (!found) throw new Failure('not_found', gone);
      return found;
    },
    /** Returns what shoppers read of a published record. */
    async findPublic(deps: PresenterDeps, uuid: string, goneText: string) {
      const row = await findJoined(deps.db, uuid, goneText, isPublished);
      const [found] = await presenter.presentAllPublic(deps, [row]);
      if (!found) throw new Failure('not_found', goneText);
      return found;
    },
    store: (deps: SaveDeps, call: PlannedCall, input: z.output<D['input']>, files?: FormFiles) =>
      save(deps, call, input, files),
    update: (
      deps: SaveDeps,
      call: PlannedCall,
      uuid: string,
      input: z.output<D['input']>,
      files?: FormFiles,
    ) => save(deps, call, input, files, uuid),
    async destroy({ write }: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
      const message = await write(actor, async (work) => {
        const before = await (ordered
          ? deleteOrdered(work, table, uuid, gone)
          : destroyUnordered(work, uuid));
        return saveMessage(work, { message: effects(before).removed });
      });
      return { message };
    },
    /** Removes one picture from the gallery of its record. */
    async destroyImage(deps: FileDeps & Pick<Deps, 'permissionFailure'>, actor: Actor, uuid: string) {
      const { galleryImage } = facts;
      if (!gallery || !galleryImage) throw new Error(`${table} has no gallery`);
      await destroyGalleryImage(deps, actor, gallery, uuid, galleryImage.gone);
      return { message: galleryImage.removed };
    },
    async order({ write }: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
      await write(actor, (work) => orderRecords(work, table, uuids));
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
      return rows.map(presenter.presentPublic);
    },
    /** Returns what shoppers read of the published records, in order, with their pictures. */
    async publishedWithPictures(deps: PresenterDeps) {
      const rows = await selectRecords(deps.db)
        .where(isPublished(table))
        .$if(ordered, (query) => query.orderBy('position' as 'id'))
        .orderBy('id')
        .execute();
      return presenter.presentAllPublic(deps, rows);
    },
  };
}
