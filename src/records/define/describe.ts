import { type Fields, sortColumnOf } from './fields.ts';

/** The facts of a defined record that its descriptions need. */
interface Described {
  table: string;
  fields: Fields;
  screenOrder?: readonly string[];
}

/** Returns the names of the fields in the order of screens and history. */
export const fieldsOnScreen = ({ fields, screenOrder }: Described): readonly string[] =>
  screenOrder ?? Object.keys(fields);

/** Label of a column, and how its value is presented if not as plain text. */
export type ColumnLabel =
  | string
  | { label: string; as: 'day' | { choice: Readonly<Record<number, string>> } };

/** Returns the labels of the columns for the version history. */
export function columnLabels(record: Described): Record<string, ColumnLabel> {
  return Object.fromEntries(
    fieldsOnScreen(record).map((name) => {
      const { label = name, options, kind } = record.fields[name] ?? {};
      const as = options ? { choice: options } : kind;
      return [name, as ? { label, as } : label];
    }),
  );
}

/**
 * Returns the columns of a record beside those of every record, with and without personal data. A column that
 * is computed from a personal one is personal too.
 */
export function columnsByPrivacy({ fields }: Described): { personal: string[]; other: string[] } {
  const all = Object.entries(fields);
  const isPersonal = all.some(([, field]) => field.personal);
  const columns = all.map(([name, { personal = false }]) => ({ name, personal }));
  const derived = [
    { name: 'search', personal: isPersonal },
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
