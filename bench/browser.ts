import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import { type Figure, median, type Running } from './product.ts';

interface Weight {
  url: string;
  type: string;
  bytes: number;
}

const launch = () => {
  const executablePath = chromiumPath({ whole: true });
  return chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs });
};

/** What a visitor's browser downloads of script for the page at `path`, islands and all, as it travels. */
export async function scriptWeight(product: Running, path = '/'): Promise<Figure> {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const weights: Weight[] = [];
    const pending: Promise<unknown>[] = [];
    page.on('requestfinished', (request) => {
      pending.push(
        (async () => {
          const { responseBodySize } = await request.sizes();
          weights.push({ url: request.url(), type: request.resourceType(), bytes: responseBodySize });
        })(),
      );
    });
    const settled = async () => {
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(2000);
      await Promise.all(pending);
      return weights.filter(({ type }) => type === 'script');
    };
    const kilobytes = (files: Weight[]) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    await page.goto(product.url + path);
    await settled();
    const islands = page.locator('[data-island]');
    for (const island of await islands.all()) {
      await island.locator('> *').first().scrollIntoViewIfNeeded();
      await island.dispatchEvent('pointerdown');
    }
    const scripts = await settled();
    const total = kilobytes(scripts);
    const most = (await islands.count()) > 0 ? 75 : 8;
    const foreign = scripts.filter(({ url }) => /admin|auth|office|router/i.test(url));
    return {
      what: `script on ${path}${most === 75 ? ', with its islands' : ''}, as it travels (brotli)`,
      measured: `${total.toFixed(1)} KB in ${scripts.length} files${foreign.length ? `, of the back office: ${foreign.map(({ url }) => url)}` : ', none of the back office'}`,
      target: `≤ ${most} KB, no admin code`,
      reached: total <= most && foreign.length === 0,
    };
  } finally {
    await browser.close();
  }
}

/** The list of recipes with a cold cache until its tenth row shows, and the weight of its script and styles. */
export async function adminListPaint(product: Running): Promise<Figure> {
  const browser = await launch();
  try {
    // As somebody who signed in has it: the token, and the cookie that opens pages.
    const first = await browser.newPage();
    await first.goto(`${product.url}/auth/login`);
    await first.getByLabel('E-mail').fill(product.admin.email);
    await first.getByLabel('Senha', { exact: true }).fill(product.admin.password);
    await first.getByRole('button', { name: 'Entrar' }).click();
    await first.waitForURL('**/admin/dashboard');
    const storageState = await first.context().storageState();
    await first.close();
    const times: number[] = [];
    let weight = 0;
    for (let round = 0; round < 7; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState });
      await context.addInitScript(() => {
        // The row's appearance, on the page's own clock.
        new MutationObserver((_records, observer) => {
          if (!document.querySelector('tbody tr:nth-child(10)')) return;
          observer.disconnect();
          requestAnimationFrame(() => performance.mark('row'));
        }).observe(document, { childList: true, subtree: true });
      });
      const page = await context.newPage();
      await page.goto(`${product.url}/admin/revenues/index`);
      await page.waitForFunction(() => performance.getEntriesByName('row').length > 0);
      times.push(await page.evaluate(() => performance.getEntriesByName('row')[0]?.startTime ?? Number.NaN));
      weight = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\.(js|css)(\?|$)/.test(name))
          .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
      );
      await context.close();
    }
    const time = median(times.slice(1));
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
