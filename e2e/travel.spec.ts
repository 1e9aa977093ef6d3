import type { Page } from '@playwright/test';
import { expect, hydrated, test, wholeBrowser } from './journey.ts';
import { everyPublicPage } from './pages.ts';

// Going from page to page is the browser's: what it keeps in memory, and how it moves from one to the next.

test.use({ launchOptions: wholeBrowser, contextOptions: { reducedMotion: 'no-preference' } });

declare global {
  interface Window {
    /** Came back from the browser's memory as it was left. */
    cameBack?: boolean;
    /** What moves in the transition with which the page was shown; null where it was shown at once. */
    moves?: Promise<string[] | null> | undefined;
  }
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    sessionStorage.setItem('vitrine.popup', '1');
    addEventListener('pageshow', ({ persisted }) => {
      window.cameBack = persisted;
    });
    addEventListener('pagehide', () => {
      window.moves = undefined;
    });
    addEventListener('pagereveal', ({ viewTransition }) => {
      window.moves = Promise.resolve(
        viewTransition?.ready.then(
          () => [
            ...new Set(
              document
                .getAnimations()
                .flatMap(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? []),
            ),
          ],
          (error) => [String(error)],
        ) ?? null,
      );
    });
  }),
);

/** No load ends a way back: the page is there as it was. */
async function back(page: Page, path: string) {
  await page.evaluate(() => history.back());
  await at(page, path);
}

const at = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(() => location.pathname + location.search).catch(() => '')).toBe(path);

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function expectKept(page: Page, pages: readonly string[]) {
  const kept: Record<string, unknown> = {};
  for (const path of pages) {
    await page.goto(path);
    await hydrated(page);
    const other = path === '/privacy' ? '/accessibility' : '/privacy';
    await page.evaluate((to) => location.assign(to), other);
    await at(page, other);
    await back(page, path);
    // Else the browser's reasons, which name what hindered it.
    kept[path] = await page.evaluate(() => {
      const [{ notRestoredReasons = null } = {}] = performance.getEntriesByType(
        'navigation',
      ) as (PerformanceEntry & { notRestoredReasons?: object })[];
      return window.cameBack || JSON.stringify(notRestoredReasons);
    });
  }
  expect(kept).toEqual(Object.fromEntries(pages.map((path) => [path, true])));
}

test('pages come back from the browser’s memory, with islands and without', { tag: '@desktop' }, ({ page }) =>
  expectKept(page, ['/', '/booklet', '/work-with-us', '/tips-and-recipes']),
);

test('every public page comes back from the browser’s memory', { tag: '@drill' }, async ({ page }) => {
  test.slow();
  // No browser keeps a page that says it is none.
  const pages = (await everyPublicPage(page)).filter((path) => path !== '/nao-existe');
  expect(pages.length).toBeGreaterThan(20);
  await expectKept(page, pages);
});

test('a branch that is closed leads back to where it was opened, with the focus on its card', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const card = page.getByRole('link', { name: 'Aurora Centro' }).first();
  await card.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Aurora Centro' })).toBeVisible();
  await hydrated(page);
  // As soon as it can be, modal or not, and again before the page behind is there.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
  await at(page, '/');
  expect(await page.evaluate(() => window.cameBack)).toBe(true);
  await expect(card).toBeFocused();
});

test('a shopper who goes back finds the list as it was left: what was searched, and how far down', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/tips-and-recipes');
  await hydrated(page);
  await page.getByRole('main').getByRole('searchbox').fill('a');
  await page.getByRole('main').getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\?(.*&)?busca=a(&|$)/);
  await hydrated(page);
  const { pathname, search } = new URL(page.url());
  const card = page.getByRole('main').getByRole('article').getByRole('link').last();
  await card.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(200);
  const name = await card.innerText();
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  expect(await scrolled(page), 'a page that is gone to begins at its top').toBe(0);
  await back(page, pathname + search);
  expect(await page.evaluate(() => window.cameBack)).toBe(true);
  expect(await scrolled(page)).toBe(before);
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('a');
});

test.describe('the picture of a card', () => {
  const moves = (page: Page) =>
    page.evaluate(async () => {
      while (!window.moves) await new Promise(requestAnimationFrame);
      return window.moves;
    });
  const picture = expect.arrayContaining([
    '::view-transition-old(picture)',
    '::view-transition-new(picture)',
  ]);

  for (const [list, tag] of [
    ['/tips-and-recipes', '@desktop'],
    ['/shops', '@drill'],
    ['/cinema', '@drill'],
    ['/shopping', '@drill'],
  ] as const)
    test(`becomes that of the page it leads to, and goes back: ${list}`, { tag }, async ({ page }) => {
      await page.goto(list);
      await hydrated(page);
      expect(await moves(page)).toBeNull();
      const card = page.locator('main .tap:has(.vt-card) a').last();
      const name = await card.innerText();
      await card.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      expect(await moves(page)).toEqual(picture);
      await hydrated(page);
      await back(page, list);
      expect(await page.evaluate(() => window.cameBack)).toBe(true);
      expect(await moves(page)).toEqual(picture);
    });

  test('moves also by a link to the list', { tag: '@drill' }, async ({ page }) => {
    await page.goto('/shops');
    await hydrated(page);
    await page.locator('main .tap:has(.vt-card) a').first().click();
    await page.waitForURL('**/shops/*');
    await hydrated(page);
    await page.getByRole('main').getByRole('link', { name: 'Lojas do shopping' }).click();
    await at(page, '/shops');
    // Made anew, the list may not have come as far as its card: then the picture fades.
    expect(await moves(page)).toContain('::view-transition-old(picture)');
  });

  test('moves nowhere else: other ways are taken at once', { tag: '@drill' }, async ({ page }) => {
    await page.goto('/tips-and-recipes');
    await hydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Lojas' }).click();
    await at(page, '/shops');
    expect(await moves(page)).toBeNull();
  });

  test('moves for nobody who wishes for less motion', { tag: '@drill' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/shops');
    await hydrated(page);
    await page.locator('main .tap:has(.vt-card) a').first().click();
    await page.waitForURL('**/shops/*');
    expect(await moves(page)).toBeNull();
  });
});
