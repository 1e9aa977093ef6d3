import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brand } from '../brand/brand.ts';

// Paths in both forms of the server: sources (tests, development), and `build/server`, where `npm run build`
// puts all modules into one folder.

const isBuilt = !import.meta.filename.endsWith('.ts');

/** Extension of the modules of this form. */
export const MODULE_EXTENSION = isBuilt ? '.js' : '.ts';

/** Folder of the product. This file and the modules of the build are both two folders below it. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Folder of the migrations, each of which is a module. */
export const MIGRATIONS = pathToFileURL(join(isBuilt ? import.meta.dirname : ROOT, 'migrations/'));

/** Returns the URL of a module that a worker thread or child process runs; `source` is its path below `src`. */
export const programUrl = (source: string): URL =>
  pathToFileURL(
    isBuilt
      ? join(import.meta.dirname, basename(source, '.ts') + MODULE_EXTENSION)
      : join(ROOT, 'src', source),
  );

/** Returns the path of a file of the brand that the server reads, relative to the brand's folder. */
export const brandPath = (file: string): string =>
  join(isBuilt ? join(import.meta.dirname, 'brand') : join(ROOT, 'brands', brand.id), file);
