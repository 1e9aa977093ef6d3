import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../test/app.ts';
import { runHistory } from '../test/publicationModel.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

it(`records, versions and files stay consistent through long random histories on ${engine}`, async () => {
  await runHistory(app, fc, { numRuns: 150, maxCommands: 120 });
}, 1_800_000);
