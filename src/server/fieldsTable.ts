import type { Fields } from '../records/define/fields.ts';
import { allDefinitions } from '../records/server/definitions.ts';
import { maxLengthOf } from '../shared/fields.ts';
import './features.ts';

/** Returns the generated table of docs/fields.md: the fields of all defined records and their rules. */
export function fieldsTable(): string {
  const rows = allDefinitions()
    .toSorted((one, two) => one.table.localeCompare(two.table))
    .flatMap(({ table, fields }) =>
      Object.entries(fields).map(
        ([name, field]) => `| \`${table}\` | \`${name}\` | ${field.label} | ${rulesOf(field).join(', ')} |`,
      ),
    );
  return ['| Table | Field | Label | Rules |', '|---|---|---|---|', ...rows].join('\n');
}

function rulesOf({ input, computed, ...facts }: Fields[string]): string[] {
  const limit = input && maxLengthOf(input);
  const isRequired = input?.safeParse(undefined).success === false;
  const named = (['public', 'searched', 'sortable', 'filtered', 'personal'] as const).filter(
    (fact) => facts[fact],
  );
  return [
    ...(computed ? ['computed'] : []),
    ...(isRequired ? ['required'] : []),
    ...(limit === undefined ? [] : [`≤ ${limit} characters`]),
    ...named,
  ];
}
