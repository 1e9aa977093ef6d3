import type { BrowserContext, Page } from '@playwright/test';
import { expect, signInOnScreen, test, untilHydrated } from './journey.ts';

test.use({
  serviceWorkers: 'allow',
  // Console errors about assets that no longer exist.
  expectedErrors: [/404|dynamically imported module|module script/],
});

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** Simulates a release: the assets of the open page no longer exist on the server. */
async function release(context: BrowserContext): Promise<void> {
  await context.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
}

/** Expects the notice about the new version, and reloads the page with the assets available again. */
async function expectReload(context: BrowserContext, page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Saiu uma versão nova' });
  await expect(dialog).toBeVisible();
  await context.unroute('**/assets/**');
  await dialog.getByRole('button', { name: 'Recarregar agora' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a form opened before a release reports a missing asset, and keeps the typed text over the reload', async ({
  page,
  context,
  product,
}) => {
  await signInOnScreen(page, product.admin);
  await page.goto('/admin/banners/create');
  await page.getByLabel('Título').first().fill('Semana do cliente');
  await release(context);
  // The notice of an earlier missing asset may cover the button.
  await page.getByRole('button', { name: 'Escolher da biblioteca' }).dispatchEvent('click');
  await expectReload(context, page);
  await expect(page.getByLabel('Título').first()).toHaveValue('Semana do cliente');
});

test('a public page opened before a release reports a missing asset, and keeps the typed text over the reload', async ({
  page,
  context,
}) => {
  await page.goto('/search');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await untilHydrated(page);
  const field = page.locator('main input[name=q]');
  await field.fill('café');
  await release(context);
  await page.locator('[data-store-choice]').first().dispatchEvent('click');
  await expectReload(context, page);
  await expect(field).toHaveValue('café');
});
