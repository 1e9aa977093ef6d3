import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

/** @type {Record<string, string>} */
const { default: standard = '', ...others } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
).imports['#brand/*'];

/** @param {string} pattern "./brands/aurora/*" */
const folderOf = (pattern) => path.join(root, path.dirname(pattern));

/** Folders of all brands by their names, the default first. */
export const brandFolders = new Map(
  [standard, ...Object.values(others)].map((pattern) => [
    path.basename(folderOf(pattern)),
    folderOf(pattern),
  ]),
);

/** Brand that is built: `BRAND`, or the default. */
export const brandName = process.env.BRAND || path.basename(folderOf(standard));
export const isDefaultBrand = brandName === path.basename(folderOf(standard));

const folder = brandFolders.get(brandName);
if (!folder)
  throw new Error(
    `BRAND=${brandName}: no such brand in package.json, which has ${[...brandFolders.keys()].join(', ')}`,
  );
export const brandFolder = folder;
