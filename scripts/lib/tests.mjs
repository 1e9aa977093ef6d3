/**
 * Tests whose result does not depend on the database: permissions, confirmations, pages, images, PDFs
 * and connections. The suite runs them on SQLite only, and `npm run drill` on PostgreSQL.
 */
export const sqliteOnlyTests = [
  'content/applications/applicationStaff',
  'accounts/auth/stepUp',
  'content/booklets/bookletPages',
  'content/dailyOffers/dailyBooklet',
  'content/dailyOffers/dailyOffers',
  'content/booklets/fortnightlyBooklet',
  'accounts/twoFactor/passkey',
  'records/server/files/openFiles',
  'records/server/files/redraw',
  'records/server/files/stagedFiles',
  'content/posters/abandonedPreviews',
  'content/posters/leaflet',
  'records/server/recordAccess',
  'accounts/users/permission',
  'server/separateSite',
  'server/cli',
  'server/discovery',
  'server/disturbances',
  'server/forms',
  'server/offers.pages',
  'server/pages',
  'server/places.pages',
  'server/pageKey',
  'server/search.pages',
  'server/seed',
  'server/speculation',
].map((name) => `src/${name}.test.ts`);

/** Tests that try only a sample on PostgreSQL in the suite. */
export const sampledTests = ['src/server/pages/responseCache.test.ts'];
