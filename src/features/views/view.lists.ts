import { listNameOf } from '../../ui/office/list/listName.ts';
import { offices } from '../resources.ts';

/** All lists of the back office, by the names that views know them by. */
export const listNames = offices.flatMap(({ at }) => ('list' in at && at.list ? [listNameOf(at.list)] : []));
