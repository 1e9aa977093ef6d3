/** Path of the back office. All its screens are below it. Those of the API are in the contracts. */
export const BACK_OFFICE = '/admin';
export const DASHBOARD = `${BACK_OFFICE}/dashboard`;
export const PROFILE = `${BACK_OFFICE}/users/profile`;
export const HISTORY = `${BACK_OFFICE}/history`;
export const TRASH = `${BACK_OFFICE}/bin`;
export const AUDIT = `${BACK_OFFICE}/audit`;
export const PERSONAL_DATA = `${BACK_OFFICE}/personal-data`;
export const PICTURES = `${BACK_OFFICE}/pictures`;

/** Paths of screens that are neither cached, indexed nor previewed. */
export const PRIVATE_PATHS = [BACK_OFFICE, '/auth'] as const;
/** Paths of uploaded files, files of the build and files of the brand. */
export const FILE_PATHS = ['/media', '/assets', '/brand'] as const;

/** Path of the page for a new password. The secret follows `#`, which browsers send to no server. */
export const RESET_PASSWORD = '/auth/reset-password';

/** Returns a list's name in addresses and local storage: `booklets-of-the-day` for the daily offers. */
export const listNameOf = (address: string) =>
  address
    .replace(`${BACK_OFFICE}/`, '')
    .replace(/\/index$/, '')
    .replaceAll('/', '-');
