import { readdirSync } from 'node:fs';
import path from 'node:path';
import { foldersOnPath, isExecutable } from './programs.mjs';

/** Folders in which packages install PostgreSQL's server programs. The highest version is used. */
const versionedFolders = [
  { parent: '/usr/lib/postgresql', bin: 'bin' },
  { parent: '/opt/homebrew/opt', bin: 'bin' },
  { parent: '/usr/local/opt', bin: 'bin' },
  { parent: '/Applications/Postgres.app/Contents/Versions', bin: 'bin' },
];

const oldestSupported = 14;

/**
 * Returns the folder with `initdb` and `postgres`, or undefined if the machine has none.
 * @returns {string | undefined}
 */
export function findPostgres() {
  return [...foldersOnPath(), ...packagedFolders()].find(
    (folder) => isExecutable(path.join(folder, 'initdb')) && isExecutable(path.join(folder, 'postgres')),
  );
}

function packagedFolders() {
  return versionedFolders.flatMap(({ parent, bin }) =>
    listFolder(parent)
      .map((name) => ({ name, version: Number(/^(?:postgresql@)?(\d+)/.exec(name)?.[1] ?? Number.NaN) }))
      .filter(({ version }) => version >= oldestSupported)
      .sort((a, b) => b.version - a.version)
      .map(({ name }) => path.join(parent, name, bin)),
  );
}

/** @param {string} folder */
function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
