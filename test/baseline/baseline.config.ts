import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Collects the baseline once on each database. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/baseline/collect.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'sqlite', env: { TEST_ENGINE: 'sqlite' } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: path.resolve(import.meta.dirname, '../postgres.setup.ts'),
        },
      },
    ],
  },
});
