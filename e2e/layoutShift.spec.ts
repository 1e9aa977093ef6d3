import type { Page } from '@playwright/test';
import { expect, holdRequests, test, untilHydrated, untilPainted } from './journey.ts';
import { everyPublicPage } from './pages.ts';

const FONTS = '**/*.woff2';
/** Shifts below it are reported as 0. */
const MAX_SHIFT = 0.01;
/**
 * The brand's fonts replace fallback fonts of nearly the same widths. Where that breaks a line elsewhere, what
 * follows moves. It stays below what counts as good (https://web.dev/articles/cls).
 */
const MAX_FONT_SHIFT = 0.1;

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

function observeShifts(): void {
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${[...node.classList].join('.')}` : 'text';
  let shifts: { value: number; moved: string[] }[] = [];
  const add = (entries: PerformanceEntryList) => {
    for (const { value, sources } of entries as Shift[])
      shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, {
    takeShifts() {
      add(observer.takeRecords());
      const taken = shifts;
      shifts = [];
      return taken;
    },
  });
}

/** Returns the sum of the layout shifts since the last call, and what moved. */
async function takeShifts(page: Page): Promise<{ sum: number; moved: string }> {
  await untilPainted(page);
  const shifts = await page.evaluate(() =>
    (globalThis as unknown as { takeShifts(): { value: number; moved: string[] }[] }).takeShifts(),
  );
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: JSON.stringify(shifts) };
}

// The page of an unknown address is one of them.
test.use({ expectedErrors: [/status of 404/] });

test('no public page moves its content while fonts, scripts and pictures arrive', async ({ page }) => {
  test.slow();
  await page.addInitScript(observeShifts);
  for (const address of await everyPublicPage(page)) {
    const releaseFonts = await holdRequests(page, FONTS);
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    const beforeFonts = await takeShifts(page);
    expect.soft(beforeFonts.sum, `${address} before its fonts: ${beforeFonts.moved}`).toBeLessThan(MAX_SHIFT);

    releaseFonts();
    await page.evaluate(() => document.fonts.ready);
    const fonts = await takeShifts(page);
    expect.soft(fonts.sum, `${address}, fonts: ${fonts.moved}`).toBeLessThanOrEqual(MAX_FONT_SHIFT);

    await untilHydrated(page);
    await page.evaluate(async () => {
      // Lazy pictures load as they come into view.
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
        scrollTo({ top, behavior: 'instant' });
        await new Promise((paint) => requestAnimationFrame(() => requestAnimationFrame(paint)));
      }
    });
    const after = await takeShifts(page);
    expect.soft(after.sum, `${address} after its fonts: ${after.moved}`).toBeLessThan(MAX_SHIFT);
    await page.unroute(FONTS);
  }
});
