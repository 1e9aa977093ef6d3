import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './test/chromium.ts';

const everywhere = {
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  // What a worker answers cannot be changed by a test; the one of reading without internet allows it.
  serviceWorkers: 'block',
  // Motion is painted frame by frame by the processor; the journeys of travel.spec.ts, which are about it, switch it on.
  contextOptions: { reducedMotion: 'reduce' },
  // A trace of every journey costs a third of the time: only of one that is tried again.
  trace: 'on-first-retry',
  screenshot: 'only-on-failure',
  launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
} as const;

/**
 * Journeys beside the main road of a screen wait for `npm run drill`, as does the `other` screen of one that is tagged
 * for the screen on which it runs each time.
 */
const except = (other: string) =>
  process.env.DRILL ? { grep: new RegExp(`@drill|${other}`) } : { grepInvert: new RegExp(`@drill|${other}`) };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: ['./test/memory.ts', './e2e/prepare.ts'],
  outputDir: 'test-results/browser',
  workers: 2,
  // A second try leaves a trace to read; what needed one is told at the end.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // PLAYWRIGHT_JSON_OUTPUT_FILE, which scripts/test.mjs sets, adds the report that it counts from.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['line']],
  projects: [
    {
      name: 'desktop',
      ...except('@celular'),
      use: { ...everywhere, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'celular',
      ...except('@desktop'),
      use: { ...everywhere, viewport: { width: 360, height: 780 }, hasTouch: true },
    },
  ],
});
