import { listNameOf } from '../../../shared/addresses.ts';
import { staffScreens } from '../../define/resources.ts';

/** Returns the names of all lists of the back office, as saved views store them. */
export const listNames = () =>
  staffScreens().flatMap(({ at }) => ('list' in at && at.list ? [listNameOf(at.list)] : []));
