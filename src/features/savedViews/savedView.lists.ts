import { listNameOf } from '../../ui/office/list/listName.ts';
import { staffScreens } from '../resources.ts';

/** Names of all lists of the back office, as saved views store them. */
export const listNames = staffScreens.flatMap(({ at }) =>
  'list' in at && at.list ? [listNameOf(at.list)] : [],
);
