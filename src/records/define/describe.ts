import { type Fields, sortColumnOf } from './fields.ts';

/** The facts of a defined record that its descriptions need. */
export interface Described {
  fields: Fields;
  screenOrder?: readonly string[];
  /** Whether there is one record at most, which no list shows. */
  single?: boolean;
}

/** Returns the names of the fields in the order of screens and history. */
export const fieldsOnScreen = ({ fields, screenOrder = [] }: Described): readonly string[] => [
  ...new Set([...screenOrder, ...Object.keys(fields)]),
];

/** Label of a column, and how its value is presented if not as plain text. */
export type ColumnLabel =
  | string
  | {
      label: string;
      as:
        | 'day'
        | 'instant'
        | 'picture'
        | 'pictures'
        | 'file'
        | { choice: Readonly<Record<string | number, string>> }
        | { table: string };
    };

/** Returns the labels of the columns for the version history. */
export function columnLabels(record: Described): Record<string, ColumnLabel> {
  return Object.fromEntries(
    fieldsOnScreen(record).flatMap((name) => {
      const field = record.fields[name];
      if (!field || (field.computed && !field.gallery) || !isInHistory(field)) return [];
      const as = presentationOf(field);
      return [[name, as ? { label: field.label, as } : field.label]];
    }),
  );
}

const isInHistory = ({ setBy = 'service', inHistory = true }: Fields[string]) =>
  inHistory && setBy === 'service';

function presentationOf({ options, reference, kind }: Fields[string]) {
  if (options) return { choice: options };
  if (reference) return { table: reference.table };
  return kind === 'link' || kind === 'phone' || kind === 'alt' ? undefined : kind;
}

/** Returns the tables whose records `records` show by name, with the column of the name. */
export const referencedTables = (records: readonly Described[]): Record<string, string> =>
  Object.fromEntries(
    records.flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ reference, options }) =>
        reference && !options ? [[reference.table, reference.columns.at(-1) ?? 'id']] : [],
      ),
    ),
  );

/**
 * Returns the columns of a record beside those of every record, with and without personal data. A column that
 * is computed from a personal one is personal too.
 */
export function columnsByPrivacy({ fields, single }: Described): { personal: string[]; other: string[] } {
  const all = Object.entries(fields).filter(([, { computed }]) => !computed);
  const isPersonal = all.some(([, field]) => field.personal);
  const columns = all.map(([name, { personal = false }]) => ({ name, personal }));
  const derived = [
    ...(single ? [] : [{ name: 'search', personal: isPersonal }]),
    ...all.flatMap(([name, field]) =>
      field.sortable && field.folded
        ? [{ name: sortColumnOf(name, field), personal: field.personal ?? false }]
        : [],
    ),
  ];
  const named = (wanted: boolean) =>
    [...columns, ...derived].filter(({ personal }) => personal === wanted).map(({ name }) => name);
  return { personal: named(true), other: named(false) };
}
