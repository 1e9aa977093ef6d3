import type { BrowserContext, Page } from '@playwright/test';
import { expect, hydrated, signInOnScreen, test } from './journey.ts';

test.use({
  serviceWorkers: 'allow',
  // Pieces that are gone, and what browsers say of them.
  expectedErrors: [/404|dynamically imported module|module script/],
});

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** The server has another build by now: what the page was made of is gone. */
async function release(context: BrowserContext): Promise<void> {
  await context.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
}

/** Reads what is said, and lets the page load anew with what the server has by then. */
async function expectReload(context: BrowserContext, page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Saiu uma versão nova' });
  await expect(dialog).toBeVisible();
  await context.unroute('**/assets/**');
  await dialog.getByRole('button', { name: 'Recarregar agora' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a form that was opened before a release says so at a missing piece, and keeps what was typed', async ({
  page,
  context,
  product,
}) => {
  await signInOnScreen(page, product.admin);
  await page.goto('/admin/banners/create');
  await page.getByLabel('Título').first().fill('Semana do cliente');
  await release(context);
  // Another piece may have been missed by now, and its notice stands before the button.
  await page.getByRole('button', { name: 'Escolher da biblioteca' }).dispatchEvent('click');
  await expectReload(context, page);
  await expect(page.getByLabel('Título').first()).toHaveValue('Semana do cliente');
});

test('a public page that was opened before a release says so at a missing piece, and keeps what was typed', async ({
  page,
  context,
}) => {
  await page.goto('/search');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await hydrated(page);
  const field = page.locator('main input[name=q]');
  await field.fill('café');
  await release(context);
  await page.locator('[data-store-choice]').first().dispatchEvent('click');
  await expectReload(context, page);
  await expect(field).toHaveValue('café');
});
