import { formatInstant } from '../../format.ts';
import type { Column, Listed } from './column.ts';

/** Who saved a record last, and when; for whoever wants to know. */
export const lastChangeColumn: Column<Listed> = {
  key: 'last_change',
  label: 'Última alteração',
  kind: 'quiet',
  optional: true,
  render: ({ last_change }) =>
    last_change && (
      <>
        {formatInstant(last_change.at)}
        {last_change.by && <span className="list-by">{last_change.by}</span>}
      </>
    ),
};
