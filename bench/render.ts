import { readConfig } from '../src/platform/config/config.ts';
import { SERVER } from '../src/platform/security/access.ts';
import { createApp } from '../src/server/app.ts';
import { builtPages } from '../src/server/pages/builtPages.ts';
import { fileMegabytesOf } from '../src/server/pages/fileMegabytes.ts';
import { createAddressLookup } from '../src/server/pages/pageAddresses.ts';
import { withSharedReads } from '../src/server/pages/pages.ts';
import { seedDemo } from '../src/server/seed.ts';
import type { CallApi } from '../src/shared/caller.ts';
import type { Figure } from './figures.ts';
import { kindOf, pageKinds } from './pages.ts';
import { median, newDataDir, removeDataDir } from './product.ts';

const WARM_UP = 200;
const MIN_RATE = 400;
/** Concurrent renders, all on a single thread. */
const IN_FLIGHT = 4;
const ROUND_MS = 500;
const ROUNDS = 5;

/**
 * Measures uncached renders of each kind of page on one thread: with cached data, and with all data read
 * again.
 */
export async function uncachedRenders(wantsPage: (path: string) => boolean): Promise<Figure[]> {
  const dataDir = await newDataDir();
  const app = await createApp({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    pages: builtPages,
  });
  try {
    await seedDemo(app.deps);
    const { renderDocument, documentPatterns } = await builtPages.site();
    const find = createAddressLookup(documentPatterns);
    const uncached = app.deps.callAs(SERVER);
    const cached = withSharedReads(app.deps.responseCache, uncached);
    const sitemap = await app.server.inject({ url: '/sitemap.xml' });
    const figures: Figure[] = [];
    for (const path of pageKinds(sitemap.payload).filter(wantsPage)) {
      const { pattern, params } = find(path);
      const render = async (call: CallApi) => {
        const { status, html } = await renderDocument({
          pattern,
          params: { uuid: params.uuid ?? '' },
          url: new URL(path, 'http://localhost'),
          call,
          runtime: {
            apiBase: '/api',
            siteName: 'Hiper Aurora',
            fileMegabytes: fileMegabytesOf(app.deps.config),
          },
          returned: null,
          code: null,
          nonce: 'mark',
        });
        if (status !== 200 || !html.endsWith('</html>'))
          throw new Error(`the render of ${path} answered ${status}`);
      };
      const rate = await renderRate(() => render(cached));
      const uncachedRate = await renderRate(() => render(uncached));
      figures.push({
        what: `render of ${kindOf(path)} on one thread, all that it reads changed`,
        measured: `${Math.round(uncachedRate)}/s`,
        goal: `≥ ${MIN_RATE}/s`,
        reference: `data unchanged: ${Math.round(rate)}/s`,
        reached: uncachedRate >= MIN_RATE,
      });
    }
    return figures;
  } finally {
    await app.close();
    await removeDataDir(dataDir);
  }
}

/** Returns the renders per second, with several in flight. */
async function renderRate(once: () => Promise<void>): Promise<number> {
  for (let count = 0; count < WARM_UP; count += 1) await once();
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    let count = 0;
    const visitor = async () => {
      while (performance.now() - begun < ROUND_MS) {
        await once();
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, visitor));
    rates.push((count * 1000) / (performance.now() - begun));
  }
  return median(rates);
}
