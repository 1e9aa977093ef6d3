import { formatInstant } from '../../../shared/text/format.ts';
import type { Column, ListRow } from './column.ts';

/** Optional column with the author and time of the last change. */
export const lastChangeColumn: Column<ListRow> = {
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
