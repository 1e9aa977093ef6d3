import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { ConfigError } from '../../platform/config/config.ts';
import { ROOT } from '../../platform/paths.ts';
import type { PageOptions, SiteEntry } from './pages.ts';

const siteFile = join(ROOT, 'build/server/site.js');
const screensFile = join(ROOT, 'build/server/index.js');

// Also the server that runs from its sources, in tests, renders the pages of the build.
const load = (file: string) => import(pathToFileURL(file).href);

export const hasBuiltPages = () => existsSync(siteFile);

export function ensurePagesBuilt(): void {
  if (!hasBuiltPages())
    throw new ConfigError('O site ainda não foi compilado. Rode npm start ou npm run build.');
}

/** The pages of `npm run build`. Each part is loaded at its first request. */
export const builtPages = {
  site: (): Promise<SiteEntry> => load(siteFile),
  screens: (): Promise<ServerBuild> => load(screensFile),
  development: false,
  clientDirectory: join(ROOT, 'build/client'),
} satisfies Partial<PageOptions> & { clientDirectory: string };
