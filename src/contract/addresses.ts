/** Where the back office is. The addresses of its screens begin with it; those of the API are in the contracts. */
export const OFFICE = '/admin';
export const DASHBOARD = `${OFFICE}/dashboard`;
export const PROFILE = `${OFFICE}/users/profile`;
export const HISTORY = `${OFFICE}/history`;
export const BIN = `${OFFICE}/bin`;
export const AUDIT = `${OFFICE}/audit`;
export const PICTURES = `${OFFICE}/pictures`;

/** Where a password is chosen. What opens it stands behind `#`, which browsers send to nobody. */
export const RESET_PASSWORD = '/auth/reset-password';
