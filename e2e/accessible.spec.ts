import { expect, expectAccessible, expectNoHorizontalScroll, test, untilHydrated } from './journey.ts';
import { everyPublicPage } from './pages.ts';

test.use({ expectedErrors: [/404/] });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test('every public page is accessible and fits the screen', { tag: '@drill' }, async ({ page }) => {
  test.setTimeout(240_000);
  for (const address of await everyPublicPage(page)) {
    await test.step(address, async () => {
      await page.goto(address);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    });
  }
});

test.describe('reduced motion', () => {
  test('a page with reduced motion animates no banner, dialog, offer or navigation', {
    tag: '@drill',
  }, async ({ page }) => {
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map((animation) => (animation as CSSAnimation).animationName ?? 'transition'),
      );
    await page.goto('/');
    await untilHydrated(page);
    await page.getByRole('link', { name: 'Próximo banner' }).click();
    expect(
      await page.locator('.hero-row').evaluate((row) => row.scrollLeft / row.clientWidth),
      'the next banner is there at once',
    ).toBe(1);
    await page
      .getByRole('link', { name: /Aurora Centro/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await moving()).toEqual([]);
    await page.goto('/booklets-day');
    await untilHydrated(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Ampliar$/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await moving()).toEqual([]);
    await page.goto('/shops');
    await untilHydrated(page);
    await page.getByRole('link', { name: 'Livraria Pé de Página' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Livraria Pé de Página');
    expect(await moving()).toEqual([]);
  });
});
