import { createRequire } from 'node:module';
import { findProgram } from './programs.mjs';

/** Chromium without windows and profiles: tests need a third less CPU. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the browser for tests: CHROMIUM_PATH, else one of the machine, else the one that Playwright
 * downloaded; undefined if there is none. `whole` prefers a full browser, for measurements, drawings and the
 * back/forward cache.
 * @param {{ whole?: boolean }} [options]
 * @returns {string | undefined}
 */
export const findChromium = ({ whole = false } = {}) =>
  process.env.CHROMIUM_PATH ||
  findProgram(whole ? [...names, shell] : [shell, ...names], [...applications, downloaded()]);

function downloaded() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    return /** @type {string} */ (chromium.executablePath());
  } catch {
    return undefined;
  }
}

/** Switches for tests: no sandbox for root (Chromium refuses to start otherwise), no traffic of its own. */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
