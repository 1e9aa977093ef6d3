import { OFFICE } from '../../../contract/addresses.ts';

/** A list's name in an address and on the device: `/admin/booklets/of-the-day/index` → `booklets-of-the-day` */
export const listNameOf = (address: string) =>
  address
    .replace(`${OFFICE}/`, '')
    .replace(/\/index$/, '')
    .replaceAll('/', '-');
