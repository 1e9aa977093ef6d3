import { findProgram } from './programs.mjs';

const names = ['firefox-esr', 'firefox'];
const applications = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/**
 * Returns the second browser of a drill: FIREFOX_PATH, else one of the machine; undefined if there is none.
 * @returns {string | undefined}
 */
export const findFirefox = () => process.env.FIREFOX_PATH || findProgram(names, applications);
