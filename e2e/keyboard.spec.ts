import type { Page } from '@playwright/test';
import { expect, test, untilHydrated } from './journey.ts';
import { everyPublicPage } from './pages.ts';

test.use({ expectedErrors: [/404/] });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test('a visitor reaches and opens every link of the home page by keyboard, banners included', async ({
  page,
}) => {
  await expectKeyboardReachesLinks(page, '/');
});

test('a visitor opens a banner by keyboard', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  await untilHydrated(page);
  const banner = page.locator('.hero-slide:not([inert]) a').first();
  const address = await banner.getAttribute('href');
  await banner.focus();
  await expect(banner).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname + url.search === address);
});

test('a visitor reaches and opens every link of every public page by keyboard', {
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

/** Tabs through a page, presses Enter on each link, and expects a click on every visible link. */
async function expectKeyboardReachesLinks(page: Page, address: string) {
  await page.goto(address);
  await untilHydrated(page);
  // An open dialog takes the focus as soon as the page is idle.
  await page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
  // Cancels every click, so that the page stays.
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
  const focused = () => page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
  // A page may begin with the focus in a field or a dialog. After the last link, Tab starts at the first one.
  while ((await focused()) !== 'BODY') await page.keyboard.press('Tab');
  for (let isInPage = true; isInPage; ) {
    await page.keyboard.press('Tab');
    const tag = await focused();
    if (tag === 'A') await page.keyboard.press('Enter');
    isInPage = tag !== 'BODY';
  }
  const missed = await page.evaluate(() => {
    // An element without a box of its own is visible when a child is.
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) || [...element.children].some(isShown);
    const modal = document.querySelector('dialog:modal');
    return (
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => isShown(link) && !link.closest('[inert]'))
        // A modal dialog makes the page behind it inert.
        .filter((link) => !modal || modal.contains(link))
        // Links with a negative `tabIndex` duplicate a link beside them.
        .filter((link) => link.tabIndex >= 0 && !window.pressed.includes(link))
        .map((link) => `${link.textContent?.trim().slice(0, 40)} → ${link.getAttribute('href')}`)
    );
  });
  expect(missed, address).toEqual([]);
}
