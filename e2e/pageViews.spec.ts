import type { Page } from '@playwright/test';
import { expect, signIn, test, untilHydrated } from './journey.ts';

test.use({
  // The default user agent of a driven browser says so, and would be counted as a robot.
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
});
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** Returns the bodies of the page views that pages report while `work` runs. */
async function recordPageViews(page: Page, work: () => Promise<void>) {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/site/reads')) bodies.push(request.postDataJSON());
  });
  await work();
  return bodies;
}

test('the dashboard draws the page views that visitors cause', { tag: '@desktop' }, async ({
  page,
  product,
  context,
}) => {
  const bodies = await recordPageViews(page, async () => {
    await page.goto('/');
    await page.waitForResponse((answer) => answer.url().endsWith('/site/reads') && answer.status() === 204);
    await page.goto('/tips-and-recipes');
    await page.waitForResponse((answer) => answer.url().endsWith('/site/reads'));
    await page
      .getByRole('link', { name: /Bolo de cenoura/ })
      .first()
      .click();
    await page.waitForResponse((answer) => answer.url().endsWith('/site/reads'));
    await page.goto('/tips-and-recipes?busca=jabuticaba');
    await page.waitForResponse((answer) => answer.url().endsWith('/site/reads'));
  });
  expect(bodies).toEqual([
    { page: '/' },
    { page: '/tips-and-recipes' },
    { page: '/tips-and-recipes/details/:uuid', uuid: expect.any(String) },
    { page: '/tips-and-recipes', missed: 'jabuticaba' },
  ]);
  expect(await context.cookies()).toEqual([]);
  await signIn(page, product.admin);
  const reads = page.getByRole('region', { name: 'Lido no site' });
  // Counters are written every few seconds.
  await expect(async () => {
    await page.goto('/admin/dashboard');
    await expect(reads.getByRole('link', { name: /Bolo de cenoura/ })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 10_000 });
  await expect(reads.getByRole('table', { name: 'Páginas lidas em cada dia' })).toBeAttached();
});

test('a visitor with Global Privacy Control is not counted', { tag: '@celular' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  const bodies = await recordPageViews(page, async () => {
    await page.clock.install();
    await page.goto('/contacts');
    await untilHydrated(page);
    await page.clock.runFor(60_000);
    await page.goto('/robots.txt');
  });
  expect(bodies).toEqual([]);
});
