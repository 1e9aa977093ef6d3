import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { ConfigError } from '../../platform/config/config.ts';
import { ROOT } from '../../platform/paths.ts';
import type { PageOptions, SiteEntry } from './pages.ts';

const siteFile = join(ROOT, 'build/server/site.js');
const screensFile = join(ROOT, 'build/server/index.js');

/**
 * Returns a function that loads a module of the build. Also the server that runs from its sources, in tests,
 * renders its pages. The module is kept, because `import()` takes 10 µs each time, and each request calls it.
 */
function loaderOf<T>(file: string): () => Promise<T> {
  let loaded: T | undefined;
  return async () => {
    const module: T = loaded ?? (await import(pathToFileURL(file).href));
    loaded = module;
    return module;
  };
}

export const hasBuiltPages = () => existsSync(siteFile);

export function ensurePagesBuilt(): void {
  if (!hasBuiltPages())
    throw new ConfigError('O site ainda não foi compilado. Rode npm start ou npm run build.');
}

/** The pages of `npm run build`. Each part is loaded at its first request. */
export const builtPages = {
  site: loaderOf<SiteEntry>(siteFile),
  screens: loaderOf<ServerBuild>(screensFile),
  development: false,
  clientDirectory: join(ROOT, 'build/client'),
} satisfies Partial<PageOptions> & { clientDirectory: string };
