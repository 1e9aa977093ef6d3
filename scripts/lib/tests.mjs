/**
 * Tests whose result does not depend on the database: permissions, confirmations, pages, images, PDFs
 * and connections. The suite runs them on SQLite only, and `npm run drill` on PostgreSQL.
 */
export const sqliteOnlyTests = [
  'features/applications/applicationStaff',
  'features/auth/stepUp',
  'features/booklets/bookletPages',
  'features/booklets/dailyBooklet',
  'features/booklets/dailyOffers',
  'features/booklets/fortnightlyBooklet',
  'features/twoFactor/passkey',
  'features/files/openFiles',
  'features/files/redraw',
  'features/files/stagedFiles',
  'features/leaflets/abandonedPreviews',
  'features/leaflets/leaflet',
  'features/recordAccess',
  'features/users/permission',
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
export const sampledTests = ['src/server/responseCache.test.ts'];
