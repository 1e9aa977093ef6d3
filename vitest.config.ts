import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { sqliteOnlyTests } from './scripts/lib/tests.mjs';
import { inlineScripts } from './vite.browser.ts';

// Tests start programs of the product from their sources. Their compiled code is kept for the next start.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '.cache/compile');

const unitTests = 'src/**/*.unit.test.{ts,tsx}';
const s3Tests = 'src/**/*.s3.test.ts';

/**
 * Unit tests (`*.unit.test.ts`) run once. Tests with data (`*.test.ts`) run on both databases, which
 * TEST_ENGINE selects. Tests of files run again on an object store, and `*.s3.test.ts` only there. To run one
 * alone: `npx vitest --project sqlite banners`.
 */
export default defineConfig({
  plugins: [inlineScripts()],
  test: {
    pool: 'forks',
    // The default on two cores is one file at a time, but tests mostly wait.
    maxWorkers: availableParallelism() + 2,
    // Each file has its own app, database and folder. Isolation would load the whole product again for each
    // file and cost a fifth of the time.
    isolate: false,
    globalSetup: './test/memory.setup.ts',
    setupFiles: './test/fastBackground.setup.ts',
    // Only guards against hangs: on a busy machine tests take several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: 'unit', include: [unitTests] } },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [unitTests, s3Tests],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [unitTests, s3Tests, ...(process.env.DRILL ? [] : sqliteOnlyTests)],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: './test/postgres.setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 's3',
          include: [
            s3Tests,
            'src/platform/files/store.unit.test.ts',
            // Other tests use the store only through these. TEST_S3_ALL=1 runs them all the same, for minutes.
            ...(process.env.TEST_S3_ALL
              ? ['src/{accounts,content,records}/**/*.test.ts']
              : ['src/records/server/files/file.test.ts']),
          ],
          env: { TEST_ENGINE: 'sqlite' },
          globalSetup: './test/s3.setup.ts',
          // With two buckets only, files run one at a time.
          fileParallelism: !process.env.TEST_S3_BUCKET,
        },
      },
    ],
  },
});
