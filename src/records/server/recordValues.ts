import { isoAt } from '../../platform/clock.ts';
import { altOf } from '../../shared/files/image.ts';
import { type Fields, inputNameOf, type StoredValue } from '../define/fields.ts';
import { valueOrStored } from './store/records.ts';

type Values = Record<string, never>;

/** Lists the columns that versions leave out, because they follow from others or a job sets them. */
export const derivedColumns = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { setBy = 'service' }]) => (setBy === 'service' ? [] : [name]));

/** Returns the values of the columns that forms send. An absent optional value keeps the stored one. */
export const storedValues = (fields: Fields, input: object, stored: object | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.input && !field.computed
        ? [[name, storedValue(name, field, input as Values, stored as Values | null)]]
        : [],
    ),
  );

function storedValue(name: string, field: Fields[string], input: Values, stored: Values | null) {
  if (field.kind === 'alt') return altOf(input, stored?.alt);
  const given = input[inputNameOf(name, field)];
  const isGiven = given !== undefined && given !== null;
  const value: StoredValue = valueOrStored(
    isGiven && field.store ? field.store(given) : given,
    stored ? stored[name] : field.initial,
  );
  // Instants are stored in UTC, so that they compare as text.
  return field.kind === 'instant' && value ? isoAt(Date.parse(String(value))) : value;
}
