import { BACK_OFFICE } from '../../../shared/addresses.ts';

/** Returns a list's name in addresses and local storage: `booklets-of-the-day` for the daily offers. */
export const listNameOf = (address: string) =>
  address
    .replace(`${BACK_OFFICE}/`, '')
    .replace(/\/index$/, '')
    .replaceAll('/', '-');
