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
 * Returns the first of `names` on PATH, else the first executable file of `elsewhere`.
 * @param {string[]} names
 * @param {(string | undefined)[]} elsewhere
 * @returns {string | undefined}
 */
export function findProgram(names, elsewhere) {
  const onPath = foldersOnPath().flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...elsewhere].find((file) => file !== undefined && isExecutable(file));
}
