import path from 'node:path';
import { isExecutable } from './postgres.mjs';

const names = ['firefox-esr', 'firefox'];
const applications = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/**
 * The second browser that a drill drives: the one FIREFOX_PATH names, else the machine's; undefined when there is none.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named) return named;
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...applications].find(isExecutable);
}
