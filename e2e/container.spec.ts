import type { Page } from '@playwright/test';
import { expect, expectNoHorizontalScroll, test } from './journey.ts';
import { everyPublicPage } from './pages.ts';

test.use({ expectedErrors: [/404/] });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/**
 * Container widths of the specification in px, with both gutters. In a window of such a width, the page fills
 * it.
 */
const WIDTHS = [540, 960, 1140, 1440, 1920];
const WIDEST = 1920;
/** Longest line of running text, in characters. */
const READING = 70;

test('a page is as wide as its window up to 1920 px, and its text has lines of at most 70 characters', {
  tag: '@desktop',
}, async ({ page }) => {
  test.setTimeout(240_000);
  for (const address of await everyPublicPage(page)) {
    await test.step(address, async () => {
      await page.goto(address);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        // Only widths are measured, and painting takes most of the time.
        document.documentElement.style.visibility = 'hidden';
      });
      for (const width of [...WIDTHS, 2560]) {
        await page.setViewportSize({ width, height: 1000 });
        await expect.poll(() => differences(page), `at ${width} px`).toEqual([0]);
        await expectNoHorizontalScroll(page);
      }
      expect(await longLines(page)).toEqual([]);
    });
  }
});

test('the offers show one row of prices above the fold of a laptop and two on a large screen', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const { width, height, rows } of [
    { width: 1366, height: 768, rows: 1 },
    { width: 1440, height: 900, rows: 1 },
    { width: 1920, height: 1080, rows: 2 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto('/offers');
    expect(await wholeRows(page), `at ${width} × ${height}`).toBe(rows);
  }
});

/** Returns how many rows of offers have all their prices in the window, above its lower edge. */
function wholeRows(page: Page): Promise<number> {
  return page.locator('.offer').evaluateAll((offers) => {
    const rows = Map.groupBy(offers, (offer) => Math.round(offer.getBoundingClientRect().top));
    const isWhole = (offer: Element) =>
      (offer.querySelector('.offer-price')?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight;
    return [...rows.values()].filter((row) => row.every(isWhole)).length;
  });
}

/**
 * Returns by how many px the outermost containers of a page are narrower than allowed, each number once. A
 * scroll bar reduces the window's width, and a hidden container has no width.
 */
function differences(page: Page): Promise<number[]> {
  return page.evaluate((widest) => {
    const wanted = Math.min(document.body.offsetWidth, widest);
    const outermost = [...document.querySelectorAll<HTMLElement>('.wrap')].filter(
      (wrap) => !wrap.parentElement?.closest('.wrap') && wrap.offsetParent !== null,
    );
    return [...new Set(outermost.map(({ offsetWidth }) => wanted - offsetWidth))];
  }, WIDEST);
}

/** Returns the beginnings of texts that have a visible line of more than `READING` characters. */
function longLines(page: Page): Promise<string[]> {
  return page.evaluate((maxLength) => {
    const linesOf = (block: Element) => {
      const lines = new Map<number, number>();
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
        parentElement?.closest('.sr-only') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
      );
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (let at = 0; at < (text.nodeValue ?? '').length; at++) {
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const [box] = range.getClientRects();
          // Letters of two sizes on one line start at different heights but share the bottom.
          const line = box && box.width > 0 ? Math.round(box.bottom / 6) : null;
          if (line !== null) lines.set(line, (lines.get(line) ?? 0) + 1);
        }
      return [...lines.values()];
    };
    return [...document.querySelectorAll('main :is(p, li, dd)')]
      .filter((block) => !block.querySelector('p, li, dd') && (block.textContent ?? '').length > maxLength)
      .filter((block) => {
        const lines = linesOf(block);
        return lines.length > 1 && Math.max(...lines) > maxLength;
      })
      .map((block) => (block.textContent ?? '').slice(0, 60));
  }, READING);
}
