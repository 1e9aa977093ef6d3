import { findProgram } from './programs.mjs';

const names = ['firefox-esr', 'firefox'];
const applications = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/**
 * The second browser that a drill drives: the one FIREFOX_PATH names, else the machine's; undefined when there is none.
 * @returns {string | undefined}
 */
export const findFirefox = () => process.env.FIREFOX_PATH || findProgram(names, applications);
