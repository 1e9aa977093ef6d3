import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

/**
 * Tests whose result does not depend on the database: permissions, confirmations, pages, images, PDFs
 * and connections. The suite runs them on SQLite only, and `npm run drill` on PostgreSQL.
 */
export const sqliteOnlyTests = existing([
  'src/accounts/auth/stepUp.test.ts',
  'src/accounts/tokens/token.test.ts',
  'src/accounts/twoFactor/passkey.test.ts',
  'src/accounts/twoFactor/twoFactor.test.ts',
  'src/accounts/users/permission.test.ts',
  'src/content/applications/applicationStaff.test.ts',
  'src/content/booklets/bookletPages.test.ts',
  'src/content/booklets/fortnightlyBooklet.test.ts',
  'src/content/dailyOffers/dailyBooklet.test.ts',
  'src/content/dailyOffers/dailyOffers.test.ts',
  'src/content/posters/abandonedPreviews.test.ts',
  'src/content/posters/leaflet.test.ts',
  'src/content/videos/video.test.ts',
  'src/platform/security/visibleNames.test.ts',
  'src/records/server/files/openFiles.test.ts',
  'src/records/server/files/pictureWidths.test.ts',
  'src/records/server/files/redraw.test.ts',
  'src/records/server/files/stagedFiles.test.ts',
  'src/records/server/recordAccess.test.ts',
  'src/server/checks/disturbances.test.ts',
  'src/server/checks/monitoring.test.ts',
  'src/server/commands/cli.test.ts',
  'src/server/pages/discovery/discovery.test.ts',
  'src/server/pages/forms.test.ts',
  'src/server/pages/offers.pages.test.ts',
  'src/server/pages/pageKey.test.ts',
  'src/server/pages/pages.test.ts',
  'src/server/pages/places.pages.test.ts',
  'src/server/pages/search.pages.test.ts',
  'src/server/pages/separateSite.test.ts',
  'src/server/pages/speculation.test.ts',
  'src/server/seed.test.ts',
]);

/** Tests that try only a sample in the suite, on both databases. `npm run drill` runs them completely on both. */
export const sampledTests = existing([
  'src/records/server/lists/list.test.ts',
  'src/server/pages/responseCache.test.ts',
]);

/** Tests that the suite runs completely on SQLite and by a sample on PostgreSQL. `npm run drill` completes them. */
export const sampledOnPostgres = existing([
  'src/content/offers/import/offerImport.test.ts',
  'src/records/server/recordContract/files.test.ts',
  'src/records/server/recordContract/lists.test.ts',
  'src/records/server/recordContract/publication.test.ts',
  'src/records/server/recordContract/saves.test.ts',
]);

/**
 * Returns `files`, after checking that they exist: a test that was moved would run in the suite again.
 * @param {string[]} files
 */
function existing(files) {
  const missing = files.filter((file) => !existsSync(path.join(root, file)));
  if (missing.length > 0)
    throw new Error(`scripts/lib/tests.mjs lists tests that do not exist: ${missing.join(', ')}`);
  return files;
}
