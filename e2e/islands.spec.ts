import type { Page } from '@playwright/test';
import { expect, holdRequests, test, untilHydrated } from './journey.ts';

const SCRIPT = '**/assets/Application-*.js';
const send = (page: Page) => page.getByRole('button', { name: 'Enviar candidatura' });
const invalidName = (page: Page) => page.locator('[aria-invalid=true]').first();

test('an island replays a press that came before its script', { tag: '@celular' }, async ({ page }) => {
  const release = await holdRequests(page, SCRIPT);
  await page.goto('/work-with-us');
  await untilScriptsRun(page);
  await send(page).click();
  await expect(invalidName(page)).toHaveCount(0);
  release();
  await expect(invalidName(page)).toBeFocused();
  await expect(page).toHaveURL(/\/work-with-us$/);
});

test.describe('failed islands', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|quebrou/] });

  test("an island keeps the server's HTML when its script cannot be loaded", { tag: '@drill' }, async ({
    page,
  }) => {
    const failed = page.waitForEvent('requestfailed');
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto('/work-with-us');
    await page.getByLabel('Nome completo').fill('Ana');
    expect((await failed).url()).toContain('/Application-');
    await expect(send(page)).toBeVisible();
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana');
  });

  test("an island keeps the server's HTML when its script throws", { tag: '@desktop' }, async ({ page }) => {
    await page.route(SCRIPT, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export const Application = () => { throw new Error('quebrou'); };",
      }),
    );
    const failed = page.waitForEvent('pageerror');
    await page.goto('/work-with-us');
    await page.getByLabel('Nome completo').focus();
    expect(String(await failed)).toContain('quebrou');
    await expect(page.getByLabel('Nome completo')).toBeVisible();
    await expect(send(page)).toBeVisible();
  });
});

test("islands hydrate the server's HTML without console errors", { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/list', '/work-with-us']) {
    await page.goto(path);
    await page.locator('[data-island]').dispatchEvent('pointerdown');
    await expect(page.locator('[data-island]'), path).toHaveAttribute('data-live');
  }
});

/** Waits until the page scripts run, of which one wakes the islands. */
const untilScriptsRun = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset.script === 'whole');

const picture = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /Ampliar/ })
    .nth(1);
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Ofertas do dia' });
const VIEWER_SCRIPT = '**/assets/viewerDialog-*.js';

test('the page viewer opens after a press that came before its script', { tag: '@celular' }, async ({
  page,
}) => {
  const release = await holdRequests(page, VIEWER_SCRIPT);
  await page.goto('/booklets-day');
  await untilHydrated(page);
  await picture(page).click();
  release();
  await expect(viewer(page)).toContainText('Página 2 de 6');
  await expect(page).toHaveURL(/\/booklets-day$/);
});

test.describe('failed page viewer', () => {
  // Opening the image itself uses the browser's own inline styles, which the CSP refuses.
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|quebrou|inline style/] });

  for (const [reason, fail] of [
    ['cannot be loaded', (page: Page) => page.route(VIEWER_SCRIPT, (route) => route.abort())],
    [
      'throws',
      (page: Page) =>
        page.route(VIEWER_SCRIPT, (route) =>
          route.fulfill({
            contentType: 'text/javascript',
            body: "export const openViewer = () => { throw new Error('quebrou'); };",
          }),
        ),
    ],
  ] as const)
    test(`a page opens as a picture if the script of the viewer ${reason}`, { tag: '@desktop' }, async ({
      page,
    }) => {
      await fail(page);
      await page.goto('/booklets-day');
      await untilHydrated(page);
      await picture(page).click();
      await expect(page).toHaveURL(/\/(media|brand)\/.+\.\w+$/);
    });
});

test(
  'the page viewer turns, enlarges and shares pages by keys, and returns the focus',
  {
    tag: '@desktop',
  },
  async ({ page }, { project }) => {
    await page.goto('/booklets-day');
    await untilHydrated(page);
    await picture(page).click();
    const dialog = viewer(page);
    await expect(dialog).toContainText('Página 2 de 6');
    const shown = dialog.locator('.over-page:not([inert])');
    await expect(shown).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText('Página 3 de 6');
    // Narrow screens have no row of small pages.
    if (project.name === 'desktop')
      await expect(dialog.getByRole('button', { name: 'Página 3', exact: true })).toHaveAttribute(
        'aria-current',
        'true',
      );
    await page.keyboard.press('+');
    await expect(shown).toHaveAttribute('data-zoomed');
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText('Página 3 de 6');
    await page.keyboard.press('0');
    await expect(shown).not.toHaveAttribute('data-zoomed');
    await page.keyboard.press('End');
    await expect(dialog).toContainText('Página 6 de 6');
    await expect(dialog.getByRole('button', { name: 'Próxima página' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Ampliar$/ }).nth(5)).toBeFocused();
  },
);
