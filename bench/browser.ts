import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import { type Figure, median, type RunningProduct } from './product.ts';

export const launchChromium = () => {
  const executablePath = chromiumPath({ whole: true });
  return chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs });
};

/** A list as a signed-in user opens it. */
export interface OpenList {
  address: string;
  /** Token and cookies, as the browser stores them. */
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>;
}

export interface ListPaint {
  /** Milliseconds from the start of the navigation to the frame that shows text of the tenth row. */
  ms: number;
  /** Bytes of scripts and styles as served, until the network is idle. */
  bytes: number;
}

/** Opens our list of recipes with the token and the cookie that authenticates pages. */
export async function openRecipes(browser: Browser, { url, admin }: RunningProduct): Promise<OpenList> {
  const page = await browser.newPage();
  await page.goto(`${url}/auth/login`);
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  const storageState = await page.context().storageState();
  await page.close();
  return { address: `${url}/admin/revenues/index`, storageState };
}

const WINDOW_MS = 2000;

/** Opens the list with a cold cache. */
export async function measureListPaint(
  browser: Browser,
  { address, storageState }: OpenList,
): Promise<ListPaint> {
  // High enough for ten rows with pictures.
  const context = await browser.newContext({ viewport: { width: 1440, height: 1300 }, storageState });
  try {
    await context.addInitScript(() => {
      // Element Timing reports when text was painted; hidden text and text outside the window do not count.
      const watch = new MutationObserver(() => {
        for (const part of document.querySelectorAll('tbody tr:nth-child(10) :not([elementtiming])'))
          part.setAttribute('elementtiming', 'row');
      });
      watch.observe(document, { childList: true, subtree: true });
      new PerformanceObserver((list) => {
        const text = list.getEntriesByName('text-paint')[0];
        if (!text) return;
        watch.disconnect();
        performance.mark('row', { startTime: text.startTime });
      }).observe({ type: 'element', buffered: true });
    });
    const page = await context.newPage();
    // A new window of this browser fetches hundreds of files of its own and competes for the CPU.
    await page.waitForTimeout(WINDOW_MS);
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName('row').length > 0);
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => ({
      ms: performance.getEntriesByName('row')[0]?.startTime ?? Number.NaN,
      bytes: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.(js|css)(\?|$)/.test(name))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    }));
  } finally {
    await context.close();
  }
}

/** Measures the list of recipes until its tenth row is painted, and the size of its scripts and styles. */
export async function adminListPaint(product: RunningProduct): Promise<Figure> {
  const browser = await launchChromium();
  try {
    const list = await openRecipes(browser, product);
    const rounds: ListPaint[] = [];
    for (let round = 0; round < 7; round += 1) rounds.push(await measureListPaint(browser, list));
    const time = median(rounds.slice(1).map(({ ms }) => ms));
    const weight = Math.max(...rounds.map(({ bytes }) => bytes));
    return {
      what: 'list of recipes, cold cache, signed in, until its tenth row shows; script and styles',
      measured: `${time.toFixed(0)} ms, ${(weight / 1000).toFixed(0)} KB`,
      target: '≤ 180 ms, ≤ 200 KB',
      reached: time <= 180 && weight <= 200_000,
    };
  } finally {
    await browser.close();
  }
}
