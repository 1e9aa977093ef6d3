import { classesIn, stylesOf } from '../test/styles.ts';
import { expect, hydrated, test } from './journey.ts';
import { everyPublicPage } from './pages.ts';

const BYTES = 10_000;
const SHEETS = 3;

test('a page brings the styles of what it shows, and few more', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  const addresses = await everyPublicPage(page);
  const pages = await Promise.all(
    addresses.map(async (address) => ({ address, ...(await stylesOf(product.url, address)) })),
  );
  const dressed = classesIn(pages.flatMap(({ css }) => css));
  for (const { address, html, sheets, css, bytes } of pages) {
    expect.soft(bytes, `${address}: bytes of ${sheets}`).toBeLessThanOrEqual(BYTES);
    expect.soft(bytes, `${address}: it has styles`).toBeGreaterThan(1000);
    expect.soft(sheets.length, `${address}: ${sheets}`).toBeLessThanOrEqual(SHEETS);
    const own = classesIn(css);
    const body = html.slice(html.indexOf('<body')).replace(/<script\b[\s\S]*?<\/script>/g, '');
    const shown = Array.from(body.matchAll(/\sclass="([^"]*)"/g), ([, names = '']) =>
      names.split(/\s+/),
    ).flat();
    expect
      .soft(
        [...new Set(shown)].filter((name) => dressed.has(name) && !own.has(name)),
        `${address}: shown, and dressed by sheets of other pages alone`,
      )
      .toEqual([]);
  }
});

test('a page that was gone to shows when its styles are there', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/vacancies');
  await hydrated(page);
  let late = false;
  await page.route('**/assets/ContactsPage-*.css', async (route) => {
    await new Promise((wait) => setTimeout(wait, 1200));
    late = true;
    await route.continue();
  });
  await page.evaluate(() => {
    new MutationObserver((_records, observer) => {
      const list = document.querySelector('main .ruled');
      if (!list) return;
      observer.disconnect();
      document.body.dataset.border = getComputedStyle(list).borderBottomWidth;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contato', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fale com a gente');
  expect(late).toBe(true);
  await expect(page.locator('body')).toHaveAttribute('data-border', '2px');
});
