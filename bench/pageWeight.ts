import type { Browser, Page } from '@playwright/test';
import { stylesOf } from '../test/styles.ts';
import type { Figure } from './figures.ts';
import { kindOf } from './pages.ts';
import type { RunningProduct } from './product.ts';

interface Transfer {
  url: string;
  type: string;
  bytes: number;
}

/** A visitor without stored data, or one whose device has stored a store. */
export type Visitor = 'new' | 'with a store';

const HTML_LIMIT = 12;
const STYLES_LIMIT = 10;
const SCRIPT_LIMIT = 8;
const VIEWER_SCRIPT_LIMIT = 11;
const ISLAND_SCRIPT_LIMIT = 75;

/** Measures what a visitor's browser downloads for the page at `path` with its islands, as it travels (brotli). */
export async function pageWeight(
  browser: Browser,
  product: RunningProduct,
  path: string,
  visitor: Visitor,
): Promise<Figure> {
  // Responses from a service worker would have no transfer size.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    if (visitor === 'with a store') await chooseFirstStore(page, product);
    const transfersOf = recordTransfers(page);
    await page.goto(product.url + path);
    await transfersOf();
    const islands = page.locator('[data-island]');
    for (const island of await islands.all()) {
      await island.locator('> *').first().scrollIntoViewIfNeeded();
      await island.dispatchEvent('pointerdown');
    }
    const transfers = await transfersOf();
    const filesOf = (type: string) => transfers.filter((transfer) => transfer.type === type);
    const [html, scripts] = [filesOf('document'), filesOf('script')];
    // The page has inline and linked styles; scripts add others.
    const own = await stylesOf(product.url, path);
    const added = filesOf('stylesheet').filter(({ url }) => !own.sheets.includes(new URL(url).pathname));
    const foreign = scripts.filter(({ url }) => /admin|auth|office|router/i.test(url));
    const scriptLimit = await scriptLimitOf(page);
    const parts = [
      { name: 'HTML', size: kilobytes(html), limit: HTML_LIMIT },
      { name: `script in ${scripts.length} files`, size: kilobytes(scripts), limit: scriptLimit },
      { name: 'styles', size: own.bytes / 1000 + kilobytes(added), limit: STYLES_LIMIT },
    ];
    const inWords = parts.map(
      ({ name, size, limit }) => `${name} ${size.toFixed(1)}${size > limit ? ' (too heavy)' : ''}`,
    );
    return {
      what: `KB of ${kindOf(path)}, visitor ${visitor}`,
      measured: [...inWords, ...foreign.map(({ url }) => `of the back office: ${url}`)].join(', '),
      goal: `HTML ≤ ${HTML_LIMIT}, script ≤ ${scriptLimit}, styles ≤ ${STYLES_LIMIT}, no code of the back office`,
      reached: parts.every(({ size, limit }) => size <= limit) && foreign.length === 0,
    };
  } finally {
    await context.close();
  }
}

/** Returns the limit of a page with an island, with the viewer of pages, or with neither. */
async function scriptLimitOf(page: Page): Promise<number> {
  if ((await page.locator('[data-island]').count()) > 0) return ISLAND_SCRIPT_LIMIT;
  return (await page.locator('[data-page-viewer]').count()) > 0 ? VIEWER_SCRIPT_LIMIT : SCRIPT_LIMIT;
}

const kilobytes = (files: Transfer[]) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/** Stores the first store in the page's browser, as if the visitor had chosen it earlier. */
async function chooseFirstStore(page: Page, { url }: RunningProduct): Promise<void> {
  const answer = await fetch(`${url}/api/site/branches/summary`);
  const [store] = ((await answer.json()) as { data: object[] }).data;
  await page.addInitScript((store) => localStorage.setItem('vitrine.store', JSON.stringify(store)), {
    ...store,
    read: 0,
  });
}

/** Returns a function that waits until the page is quiet, then lists all its transfers. */
function recordTransfers(page: Page): () => Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  const pending: Promise<unknown>[] = [];
  page.on('requestfinished', (request) => {
    pending.push(
      (async () => {
        const { responseBodySize } = await request.sizes();
        transfers.push({ url: request.url(), type: request.resourceType(), bytes: responseBodySize });
      })(),
    );
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(2000);
    await Promise.all(pending);
    return transfers;
  };
}
