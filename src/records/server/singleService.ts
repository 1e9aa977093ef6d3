import type { z } from 'zod';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PlannedCall } from '../../platform/publication.ts';
import type { EditedValues, Fields } from '../define/fields.ts';
import { registerDefinition } from './definitions.ts';
import { isNotDeleted, isPublished } from './publication/visibility.ts';
import { presentRow } from './recordPresenter.ts';
import { storedValues } from './recordValues.ts';
import { currentSingle, type RecordDraft, saveDraft } from './store/drafts.ts';
import { lockOrder } from './store/order.ts';
import { findSingle, type NewValues, type RecordTable, type Row } from './store/records.ts';
import { declareComposition } from './versions/history.ts';

/** A record as `defineSingleRecord` returns it. */
interface Definition {
  table: RecordTable;
  fields: Fields;
  input: z.ZodType<{ version?: number | undefined }>;
  output: z.ZodObject;
  publicOutput: z.ZodObject;
}

export interface Reading {
  db: DbOrTransaction;
}

interface ServiceFacts<D extends Definition, R extends Reading> {
  /** Tells staff the effect of a save. */
  message: string;
  /** Adds what fields present beside the columns. Returns null if the record cannot be shown. */
  complete?(deps: R, row: Row<D['table']>): Promise<object | null>;
}

/** Returns the operations of a single record. */
export function singleService<D extends Definition, R extends Reading = Reading>(
  definition: D,
  { message, complete }: ServiceFacts<D, R>,
) {
  const { fields } = definition;
  const table: D['table'] = definition.table;
  registerDefinition({ ...definition, single: true });
  declareComposition(table, { single: true });

  async function findRow(deps: R, isThere: typeof isNotDeleted): Promise<object | null> {
    const row = await findSingle(deps.db, table, isThere);
    return row && complete ? complete(deps, row) : row;
  }

  /** Returns the columns of the record. An absent optional value keeps the stored one. */
  const columns = (input: Omit<z.output<D['input']>, 'version'>, stored?: object | null) =>
    storedValues(fields, input, stored ?? null) as EditedValues<D['fields']>;

  async function draft({ db }: Reading, input: z.output<D['input']>): Promise<RecordDraft<D['table']>> {
    const before = await currentSingle(db, table, input.version);
    const values: object = columns(input, before);
    return { table, before, values: values as Partial<NewValues<D['table']>>, message };
  }

  /** Saves the record that `draftOn` returns. `isNew` tells whether this is the first save. */
  const saveWith = (
    { publication }: Pick<Deps, 'publication'>,
    call: PlannedCall,
    draftOn: (work: Work) => Promise<RecordDraft<D['table']>>,
  ) =>
    publication.savePlanned(call, async (work) => {
      // Prevents two records from concurrent first saves.
      await lockOrder(work.trx, table);
      const found = await draftOn(work);
      const { uuid, version } = await saveDraft(work, found);
      return { message: found.message, uuid, version, isNew: found.before === null };
    });

  return {
    columns,
    draft,
    saveWith,
    save: (deps: Pick<Deps, 'publication'>, call: PlannedCall, input: z.output<D['input']>) =>
      saveWith(deps, call, ({ trx }) => draft({ db: trx }, input)),
    /** Returns the record as staff read it, or null before its first save. */
    async find(deps: R, isThere = isNotDeleted): Promise<z.output<D['output']> | null> {
      const row = await findRow(deps, isThere);
      return row && (presentRow(fields, row, definition.output, '') as z.output<D['output']>);
    },
    /** Returns what shoppers read of the published record, or null. */
    async published(deps: R): Promise<z.output<D['publicOutput']> | null> {
      const row = await findRow(deps, isPublished);
      return row && (presentRow(fields, row, definition.publicOutput, '') as z.output<D['publicOutput']>);
    },
  };
}
