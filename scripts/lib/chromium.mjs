import { createRequire } from 'node:module';
import { findProgram } from './programs.mjs';

/** The same engine without windows, bars and profiles: journeys take a third less of the machine. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser that the tests drive: the one CHROMIUM_PATH names, else the machine's, else the one that
 * Playwright downloaded; undefined when there is none. What is measured or drawn wants a `whole` one, as
 * people have, and so does what only that one does: it keeps pages in memory for going back.
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
