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
  await page.getByRole('button', { name: 'Escolher da biblioteca' }).click();
  await expectReload(context, page);
  await expect(page.getByLabel('Título').first()).toHaveValue('Semana do cliente');
});

test('a shopping list that was opened before a release says so, and keeps the line that was typed', async ({
  page,
  context,
}) => {
  await page.goto('/list');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await hydrated(page);
  const line = page.getByLabel('O que falta em casa?');
  await line.click();
  await line.fill('arroz, feijão');
  await release(context);
  await line.press('Enter');
  await expectReload(context, page);
  await expect(page.getByLabel('O que falta em casa?')).toHaveValue('arroz, feijão');
});
