import { defineConfig } from 'vitest/config';

const unitTests = 'src/**/*.unit.test.{ts,tsx}';

/**
 * Pure functions are tested once (`*.unit.test.ts`); everything that touches the product's data is tested
 * on both databases (`*.test.ts`, twice, told apart by TEST_ENGINE). One engine alone:
 * `npx vitest --project sqlite banners`.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: true,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
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
          exclude: [unitTests],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [unitTests],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: './test/postgres.setup.ts',
        },
      },
    ],
  },
});
