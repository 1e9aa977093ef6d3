import { OFFICE } from '../../../contract/addresses.ts';

/** A list's name in an address and on the device: that of the offers of the day is «booklets-of-the-day» */
export const listNameOf = (address: string) =>
  address
    .replace(`${OFFICE}/`, '')
    .replace(/\/index$/, '')
    .replaceAll('/', '-');
