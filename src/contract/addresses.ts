/**
 * Path of the back office, which begins the paths of all its screens. Those of the API are in the contracts.
 */
export const OFFICE = '/admin';
export const DASHBOARD = `${OFFICE}/dashboard`;
export const PROFILE = `${OFFICE}/users/profile`;
export const HISTORY = `${OFFICE}/history`;
export const BIN = `${OFFICE}/bin`;
export const AUDIT = `${OFFICE}/audit`;
export const PICTURES = `${OFFICE}/pictures`;

/**
 * Path of the page where a user chooses a password. The secret follows `#`, which browsers do not send to
 * servers.
 */
export const RESET_PASSWORD = '/auth/reset-password';
