import type { Page } from '@playwright/test';
import { expect, holdRequests, test } from './journey.ts';

const SCRIPT = '**/assets/DailyOffers-*.js';
const offer = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /Ampliar/ })
    .first();
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Ofertas do dia' });

test('an island replays a press that came before its script', { tag: '@celular' }, async ({ page }) => {
  const release = await holdRequests(page, SCRIPT);
  await page.goto('/booklets-day');
  await offer(page).click();
  release();
  await expect(viewer(page)).toBeVisible();
  await expect(page).toHaveURL(/\/booklets-day$/);
});

test.describe('failed islands', () => {
  // Opening the image itself uses the browser's own inline styles, which the CSP refuses.
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|quebrou|inline style/] });

  test("an island keeps the server's HTML when its script cannot be loaded", { tag: '@drill' }, async ({
    page,
  }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto('/booklets-day');
    await offer(page).click();
    await expect(page).toHaveURL(/\/(media|brand)\/.+\.\w+$/);
  });

  test("an island keeps the server's HTML when its script throws", { tag: '@desktop' }, async ({ page }) => {
    await page.route(SCRIPT, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export const DailyOffers = () => { throw new Error('quebrou'); };",
      }),
    );
    const failed = page.waitForEvent('pageerror');
    await page.goto('/booklets-day');
    expect(String(await failed)).toContain('quebrou');
    await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0);
    await offer(page).click();
    await expect(page).toHaveURL(/\/(media|brand)\/.+\.\w+$/);
  });
});

test("islands hydrate the server's HTML without console errors", { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/booklets-day', '/booklet', '/work-with-us']) {
    await page.goto(path);
    await expect(page.locator('[data-island]'), path).toHaveAttribute('data-live');
  }
});
