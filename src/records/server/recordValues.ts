import { valueOrStored } from '../../platform/database/records.ts';
import { type Fields, outputNameOf } from '../define/fields.ts';

type Values = Record<string, never>;

/** Returns the values of a row as the API has them, by their names in responses. */
export const presentFields = (
  fields: Fields,
  row: object,
  isIncluded = (_: Fields[string]): boolean => true,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isIncluded(field)
        ? [[outputNameOf(name, field), field.present((row as Values)[name] as never, row)]]
        : [],
    ),
  );

/** Returns the values of columns. An absent optional value keeps the stored one. */
export const storedValues = (fields: Fields, input: object, stored: object | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      valueOrStored((input as Values)[name], (stored as Values | null)?.[name]),
    ]),
  );
