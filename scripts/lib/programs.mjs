import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const foldersOnPath = () => (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);

/**
 * The machine's program of the first of `names` that a folder of PATH has, else the first file of `elsewhere` that
 * there is.
 * @param {string[]} names
 * @param {(string | undefined)[]} elsewhere
 * @returns {string | undefined}
 */
export function findProgram(names, elsewhere) {
  const onPath = foldersOnPath().flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...elsewhere].find((file) => file !== undefined && isExecutable(file));
}
