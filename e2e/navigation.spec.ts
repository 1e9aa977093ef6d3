import type { Page } from '@playwright/test';
import { BFCACHE_LAUNCH_OPTIONS, expect, test, untilHydrated } from './journey.ts';
import { everyPublicPage } from './pages.ts';

// Navigation between pages: the browser's back-forward cache and the view transitions.

test.use({ launchOptions: BFCACHE_LAUNCH_OPTIONS, contextOptions: { reducedMotion: 'no-preference' } });

declare global {
  interface Window {
    /** Whether the page was restored from the back-forward cache. */
    cameBack?: boolean;
    /** Pseudo-elements animated by the transition that showed the page, or null without a transition. */
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

/** Goes back without waiting for a load event, which a restored page does not fire. */
async function back(page: Page, path: string) {
  await page.evaluate(() => history.back());
  await at(page, path);
}

const at = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(() => location.pathname + location.search).catch(() => '')).toBe(path);

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function expectRestorable(page: Page, pages: readonly string[]) {
  const restored: Record<string, unknown> = {};
  for (const path of pages) {
    await page.goto(path);
    await untilHydrated(page);
    const other = path === '/privacy' ? '/accessibility' : '/privacy';
    await page.evaluate((to) => location.assign(to), other);
    await at(page, other);
    await back(page, path);
    // On failure, the browser's reasons show what prevented the caching.
    restored[path] = await page.evaluate(() => {
      const [{ notRestoredReasons = null } = {}] = performance.getEntriesByType(
        'navigation',
      ) as (PerformanceEntry & { notRestoredReasons?: object })[];
      return window.cameBack || JSON.stringify(notRestoredReasons);
    });
  }
  expect(restored).toEqual(Object.fromEntries(pages.map((path) => [path, true])));
}

test(
  'pages with and without islands are restored from the back-forward cache',
  { tag: '@desktop' },
  ({ page }) => expectRestorable(page, ['/', '/booklet', '/work-with-us', '/tips-and-recipes']),
);

test('every public page is restored from the back-forward cache', { tag: '@drill' }, async ({ page }) => {
  test.slow();
  // No browser caches a 404 page.
  const pages = (await everyPublicPage(page)).filter((path) => path !== '/nao-existe');
  expect(pages.length).toBeGreaterThan(20);
  await expectRestorable(page, pages);
});

test('closing a branch returns to the page that opened it, with the focus on its card', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/');
  await untilHydrated(page);
  const card = page.getByRole('link', { name: 'Aurora Centro' }).first();
  await card.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Aurora Centro' })).toBeVisible();
  await untilHydrated(page);
  // Two presses at once: before the dialog is modal, and before the previous page is back.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
  await at(page, '/');
  expect(await page.evaluate(() => window.cameBack)).toBe(true);
  await expect(card).toBeFocused();
});

test('a shopper who goes back finds the list as it was: its search and scroll position', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/tips-and-recipes');
  await untilHydrated(page);
  await page.getByRole('main').getByRole('searchbox').fill('a');
  await page.getByRole('main').getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\?(.*&)?busca=a(&|$)/);
  await untilHydrated(page);
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

test.describe('picture transition', () => {
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
    test(`the picture of a card morphs into that of its page and back: ${list}`, { tag }, async ({
      page,
    }) => {
      await page.goto(list);
      await untilHydrated(page);
      expect(await moves(page)).toBeNull();
      const card = page.locator('main .tap:has(.vt-card) a').last();
      const name = await card.innerText();
      await card.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      expect(await moves(page)).toEqual(picture);
      await untilHydrated(page);
      await back(page, list);
      expect(await page.evaluate(() => window.cameBack)).toBe(true);
      expect(await moves(page)).toEqual(picture);
    });

  test('a link back to the list animates the picture as well', { tag: '@drill' }, async ({ page }) => {
    await page.goto('/shops');
    await untilHydrated(page);
    await page.locator('main .tap:has(.vt-card) a').first().click();
    await page.waitForURL('**/shops/*');
    await untilHydrated(page);
    await page.getByRole('main').getByRole('link', { name: 'Lojas do shopping' }).click();
    await at(page, '/shops');
    // A newly rendered list may not contain the card yet; the picture then fades out.
    expect(await moves(page)).toContain('::view-transition-old(picture)');
  });

  test('other navigations run without a transition', { tag: '@drill' }, async ({ page }) => {
    await page.goto('/tips-and-recipes');
    await untilHydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Lojas' }).click();
    await at(page, '/shops');
    expect(await moves(page)).toBeNull();
  });

  test('a visitor who prefers reduced motion gets no transition', { tag: '@drill' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/shops');
    await untilHydrated(page);
    await page.locator('main .tap:has(.vt-card) a').first().click();
    await page.waitForURL('**/shops/*');
    expect(await moves(page)).toBeNull();
  });
});
