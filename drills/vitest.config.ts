import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Drills start and kill whole servers: one file at a time, with long timeouts. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: {
    include: ['drills/**/*.drill.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // A busy machine answers late.
    expect: { poll: { timeout: 30_000 } },
    globalSetup: './test/postgres.setup.ts',
  },
});
