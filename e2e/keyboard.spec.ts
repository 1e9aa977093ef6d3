import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './journey.ts';
import { everyPublicPage } from './pages.ts';

test.use({ expectedErrors: [/404/] });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test('every link of the home page, its banners included, is reached and opened by keyboard', async ({
  page,
}) => {
  await expectKeyboardReachesLinks(page, '/');
});

test('a banner opens by keyboard', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const banner = page.locator('.hero-slide:not([inert]) a').first();
  const address = await banner.getAttribute('href');
  await banner.focus();
  await expect(banner).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname + url.search === address);
});

test('every link of every public page is reached and opened by keyboard', {
  tag: '@drill',
}, async ({ page }) => {
  test.setTimeout(600_000);
  for (const address of await everyPublicPage(page))
    await test.step(address, () => expectKeyboardReachesLinks(page, address));
});

declare global {
  interface Window {
    pressed: Element[];
  }
}

/** Goes through a page by Tab, presses Enter on each link, and expects a click on every link that is in sight. */
async function expectKeyboardReachesLinks(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
  // The page stays, whatever is opened.
  await page.evaluate(() => {
    window.pressed = [];
    window.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (link) window.pressed.push(link);
      },
      true,
    );
  });
  for (let isInside = true; isInside; ) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
    if (focused === 'A') await page.keyboard.press('Enter');
    isInside = focused !== 'BODY';
  }
  const missed = await page.evaluate(() => {
    // An element without a box of its own is in sight when something in it is.
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) || [...element.children].some(isShown);
    return (
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => isShown(link) && !link.closest('[inert]'))
        // Some are left out of the order because another link beside them leads to the same place.
        .filter((link) => link.tabIndex >= 0 && !window.pressed.includes(link))
        .map((link) => `${link.textContent?.trim().slice(0, 40)} → ${link.getAttribute('href')}`)
    );
  });
  expect(missed, address).toEqual([]);
}
