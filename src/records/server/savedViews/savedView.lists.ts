import { staffScreens } from '../../../content/resources.ts';
import { listNameOf } from '../../../shared/addresses.ts';

/** Names of all lists of the back office, as saved views store them. */
export const listNames = staffScreens.flatMap(({ at }) =>
  'list' in at && at.list ? [listNameOf(at.list)] : [],
);
