import { createRequire } from 'node:module';
import { findProgram } from './programs.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser that the tests drive: the one CHROMIUM_PATH names, else the machine's, else the one that
 * Playwright downloaded; undefined when there is none.
 * @returns {string | undefined}
 */
export const findChromium = () =>
  process.env.CHROMIUM_PATH || findProgram(names, [...applications, downloaded()]);

function downloaded() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    return /** @type {string} */ (chromium.executablePath());
  } catch {
    return undefined;
  }
}

/** Chromium's switches for tests: no sandbox for root (it refuses to start), no traffic of its own. */
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
