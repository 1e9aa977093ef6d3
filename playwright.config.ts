import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './test/chromium.ts';

const everywhere = {
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  // Tests cannot mock responses that a service worker serves. The offline test allows it again.
  serviceWorkers: 'block',
  // The processor paints motion frame by frame. Only the tests of transitions in `navigation.spec.ts` enable it.
  contextOptions: { reducedMotion: 'reduce' },
  // Tracing each test would cost a third of the time, so only retries are traced.
  trace: 'on-first-retry',
  screenshot: 'only-on-failure',
  launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
} as const;

/**
 * Excludes tests with `@drill`, which run in `npm run drill` only, and tests tagged for the other screen
 * size. A drill runs exactly these.
 */
const without = (otherScreen: string) =>
  process.env.DRILL
    ? { grep: new RegExp(`@drill|${otherScreen}`) }
    : { grepInvert: new RegExp(`@drill|${otherScreen}`) };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: ['./test/memory.setup.ts', './e2e/prepare.ts'],
  outputDir: 'test-results/browser',
  workers: 2,
  // A retry leaves a trace. Flaky tests are reported at the end.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // `scripts/test.mjs` sets PLAYWRIGHT_JSON_OUTPUT_FILE and reads its counts from the report.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['line']],
  projects: [
    {
      name: 'desktop',
      ...without('@celular'),
      use: { ...everywhere, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'celular',
      ...without('@desktop'),
      use: { ...everywhere, viewport: { width: 360, height: 780 }, hasTouch: true },
    },
  ],
});
