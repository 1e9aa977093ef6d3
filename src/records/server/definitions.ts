import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { VersionValue } from '../../shared/history.ts';
import { type ColumnLabel, columnLabels, type Described, referencedTables } from '../define/describe.ts';
import type { Fields, StoredValues } from '../define/fields.ts';
import type { RecordTable } from './store/records.ts';

// The service of a record registers its definition here, for what follows from the fields of any record.

/** Describes stored values for the version history, by field, where they are no plain text. */
export type ValuesInWords<F extends Fields> = {
  [K in keyof StoredValues<F>]?: (stored: NonNullable<StoredValues<F>[K]>) => VersionValue;
};

/** Returns the descriptions of stored values, which may need names that the database has. */
export type DescribeValues<F extends Fields> = (
  db: DbOrTransaction,
) => ValuesInWords<F> | Promise<ValuesInWords<F>>;

interface RegisteredDefinition extends Described {
  table: RecordTable;
  ordered?: boolean;
  valuesInWords?: DescribeValues<Fields> | undefined;
}

/** Labels of the columns of a table, in the order of the form. */
type ColumnLabels = Readonly<Record<string, ColumnLabel>>;

const definitions = new Map<string, RegisteredDefinition>();

export const registerDefinition = (definition: RegisteredDefinition) =>
  definitions.set(definition.table, definition);

/** Returns the label of each column of a table, in the order of the form. A test finds missing columns. */
export function labelsOf(table: string): ColumnLabels {
  const definition = definitions.get(table);
  return definition ? columnLabels(definition) : {};
}

/** Returns the functions that describe stored values, by column. Other columns are plain text. */
export const valuesInWordsOf = async (table: string, db: DbOrTransaction): Promise<ValuesInWords<Fields>> =>
  (await definitions.get(table)?.valuesInWords?.(db)) ?? {};

/** Lists the definitions of all records that are defined by their fields. */
export const allDefinitions = () => [...definitions.values()];

/** Returns the tables whose records others show by name, with the column of the name. */
export const tablesWithNames = () => referencedTables(allDefinitions());
