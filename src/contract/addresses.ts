/** Path of the back office. All its screens are below it. Those of the API are in the contracts. */
export const OFFICE = '/admin';
export const DASHBOARD = `${OFFICE}/dashboard`;
export const PROFILE = `${OFFICE}/users/profile`;
export const HISTORY = `${OFFICE}/history`;
export const BIN = `${OFFICE}/bin`;
export const AUDIT = `${OFFICE}/audit`;
export const PICTURES = `${OFFICE}/pictures`;

/** Path of the page for a new password. The secret follows `#`, which browsers send to no server. */
export const RESET_PASSWORD = '/auth/reset-password';
