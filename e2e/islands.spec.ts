import type { Page } from '@playwright/test';
import { expect, holdBack, test } from './journey.ts';

const SCRIPT = '**/assets/DailyOffers-*.js';
const offer = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /Ampliar/ })
    .first();
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Ofertas do dia' });

test('a press that comes before an island’s script is kept for it', { tag: '@celular' }, async ({ page }) => {
  const release = await holdBack(page, SCRIPT);
  await page.goto('/booklets-day');
  await offer(page).click();
  release();
  await expect(viewer(page)).toBeVisible();
  await expect(page).toHaveURL(/\/booklets-day$/);
});

test.describe('an island that cannot be made a program', () => {
  // The picture itself is shown by the browser with styles of its own, which its policy refuses.
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|quebrou|inline style/] });

  test('stays what the server sent, where its script does not come', { tag: '@drill' }, async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto('/booklets-day');
    await offer(page).click();
    await expect(page).toHaveURL(/\/(media|brand)\/.+\.\w+$/);
  });

  test('stays what the server sent, where it fails', { tag: '@desktop' }, async ({ page }) => {
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

test('islands take over what the server sent without a word of protest', { tag: '@desktop' }, async ({
  page,
}) => {
  for (const path of ['/booklets-day', '/booklet', '/work-with-us']) {
    await page.goto(path);
    await expect(page.locator('[data-island]'), path).toHaveAttribute('data-live');
  }
});
