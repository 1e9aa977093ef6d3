import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { onceTests } from './scripts/lib/tests.mjs';

const unitTests = 'src/**/*.unit.test.{ts,tsx}';
const s3Tests = 'src/**/*.s3.test.ts';

/**
 * Pure functions are tested once (`*.unit.test.ts`); everything that touches the product's data is tested
 * on both databases (`*.test.ts`, twice, told apart by TEST_ENGINE). The tests of files run once more on an
 * object store, and `*.s3.test.ts` only there. One alone:
 * `npx vitest --project sqlite banners`.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Left alone, a machine of two cores would run one file at a time; much of a test is waiting.
    maxWorkers: availableParallelism() + 2,
    // Each file has an app, a database and a folder of its own; reading the whole product anew for each took a fifth
    // of the time.
    isolate: false,
    globalSetup: './test/memory.ts',
    setupFiles: './test/background.ts',
    // Guards against a hang only: a machine that is busy with something else takes several times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
          exclude: [unitTests, s3Tests, ...(process.env.DRILL ? [] : onceTests)],
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
            // The rest sees the store only through these; TEST_S3_ALL=1 runs it all the same, for minutes.
            ...(process.env.TEST_S3_ALL
              ? ['src/features/**/*.test.ts']
              : ['src/features/files/file.test.ts', 'src/features/files/redraw.test.ts']),
          ],
          env: { TEST_ENGINE: 'sqlite' },
          globalSetup: './test/s3.setup.ts',
          // Two buckets for all: one at a time.
          fileParallelism: !process.env.TEST_S3_BUCKET,
        },
      },
    ],
  },
});
