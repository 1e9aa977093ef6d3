import type { z } from 'zod';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentSingle, type RecordDraft, saveDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { findSingle, type NewValues, type RecordTable } from '../../platform/database/records.ts';
import { isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { EditedValues, Fields } from '../define/fields.ts';
import { isPublic, presentFields, storedValues } from './recordValues.ts';

/** A record as `defineSingleRecord` returns it. */
interface Definition {
  table: RecordTable;
  fields: Fields;
  input: z.ZodType<{ version?: number | undefined }>;
  output: z.ZodType;
  publicOutput: z.ZodType;
}

interface SavedRow {
  id: number;
  uuid: string;
  version: number;
  updated_at: string;
}

/** Returns the operations of a single record. `message` tells staff the effect of a save. */
export function singleService<D extends Definition>(definition: D, { message }: { message: string }) {
  const { table, fields } = definition;
  declareComposition(table, { single: true });

  function present(row: object): z.output<D['output']> {
    const { id, uuid, version, updated_at } = row as SavedRow;
    return { id, uuid, ...presentFields(fields, row, ''), version, updated_at } as z.output<D['output']>;
  }

  /** Returns the columns of the record. An absent optional value keeps the stored one. */
  const columns = (input: Omit<z.output<D['input']>, 'version'>, stored?: object | null) =>
    storedValues(fields, input, stored ?? null) as EditedValues<D['fields']>;

  async function draft(db: DbOrTransaction, input: z.output<D['input']>): Promise<RecordDraft<D['table']>> {
    const before = await currentSingle(db, table as D['table'], input.version);
    const values: object = columns(input, before);
    return { table, before, values: values as Partial<NewValues<D['table']>>, message };
  }

  return {
    columns,
    draft,
    /** Returns the record as staff read it, or null before its first save. */
    async find(db: DbOrTransaction): Promise<z.output<D['output']> | null> {
      const row = await findSingle(db, table);
      return row && present(row);
    },
    /** Returns what shoppers read of the published record, or null. */
    async published(db: DbOrTransaction): Promise<z.output<D['publicOutput']> | null> {
      const row = await findSingle(db, table, isPublished);
      return row && (presentFields(fields, row, '', isPublic) as z.output<D['publicOutput']>);
    },
    /** Saves the record. `created` tells whether this is the first save. */
    save: ({ write }: Pick<Deps, 'write'>, actor: Actor, input: z.output<D['input']>) =>
      write(actor, async (work) => {
        // Prevents two records from concurrent first saves.
        await lockOrder(work.trx, table);
        const found = await draft(work.trx, input);
        const { uuid, version } = (await saveDraft(work, found)) as SavedRow;
        return { created: found.before === null, saved: { message: found.message, uuid, version } };
      }),
  };
}
