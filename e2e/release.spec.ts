import type { Page } from '@playwright/test';
import { expect, signInOnScreen, test, untilDraftStored, untilHydrated } from './journey.ts';

test.use({
  serviceWorkers: 'allow',
  // Console errors about assets that no longer exist.
  expectedErrors: [/404|dynamically imported module|module script|loading route module/],
});

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** Simulates a release: the assets of the open page are gone from the server until it is loaded again. */
async function release(page: Page): Promise<void> {
  let isOld = true;
  // The service worker may request the open page again, and the browser may prerender another one. Neither
  // replaces it.
  page.on('request', (request) => {
    if (request.isNavigationRequest() && !request.headers()['sec-purpose']) isOld = false;
  });
  // Not `page.route`, because a service worker requests assets as well.
  await page
    .context()
    .route('**/assets/**', (route) => (isOld ? route.fulfill({ status: 404, body: '' }) : route.continue()));
}

/** Visits the site, whose service worker then controls the back office too. */
async function startServiceWorker(page: Page): Promise<void> {
  await page.goto('/');
  await expect.poll(() => isControlled(page)).toBe(true);
}

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

async function expectReload(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Saiu uma versão nova' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Recarregar agora' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a form opened before a release reports a missing asset, and keeps the typed text over the reload', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await startServiceWorker(page);
  await signInOnScreen(page, product.admin);
  await page.goto('/admin/banners/create');
  expect(await isControlled(page)).toBe(true);
  await page.getByLabel('Título').first().fill('Semana do cliente');
  await release(page);
  // The notice of an earlier missing asset may cover the button.
  await page.getByRole('button', { name: 'Escolher da biblioteca' }).dispatchEvent('click');
  await expectReload(page);
  await expect(page.getByLabel('Título').first()).toHaveValue('Semana do cliente');
  await page.getByRole('button', { name: 'Escolher da biblioteca' }).click();
  await expect(page.getByRole('dialog', { name: 'Escolher da biblioteca' })).toBeVisible();
});

test('a back office opened before a release loads the new version with the next screen, and says so', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await startServiceWorker(page);
  await signInOnScreen(page, product.admin);
  await page.goto('/admin/banners/create');
  await page.getByLabel('Título').first().fill('Semana do cliente');
  await untilDraftStored(page);
  // Both builds of this test have the same name.
  await page.evaluate(() => sessionStorage.setItem('vitrine.build', '/assets/manifest-old.js'));
  await release(page);
  await page.locator('main a[href="/admin/banners/index"]').first().dispatchEvent('click');
  await expect(page.getByText('Versão nova no ar')).toBeVisible();
  await page.goto('/admin/banners/create');
  await expect(page.getByLabel('Título').first()).toHaveValue('Semana do cliente');
});

test('a public page opened before a release reports a missing asset, and keeps the typed text over the reload', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/search');
  await expect.poll(() => isControlled(page)).toBe(true);
  await untilHydrated(page);
  const field = page.locator('main input[name=q]');
  await field.fill('café');
  await release(page);
  await page.locator('[data-store-choice]').first().dispatchEvent('click');
  await expectReload(page);
  await expect(field).toHaveValue('café');
});
