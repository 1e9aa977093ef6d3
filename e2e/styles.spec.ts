import { classesIn, compressedBytes, stylesOf } from '../test/styles.ts';
import { expect, test } from './journey.ts';
import { everyPublicPage } from './pages.ts';

const BYTES = 10_000;
const HTML_BYTES = 12_000;
const SHEETS = 1;

// The page of an unknown address is one of them.
test.use({ expectedErrors: [/status of 404/] });

test('a page has little HTML, and loads the styles of its own components and few others', {
  tag: '@desktop',
}, async ({ page, product }) => {
  const addresses = await everyPublicPage(page);
  const pages = await Promise.all(
    addresses.map(async (address) => ({ address, ...(await stylesOf(product.url, address)) })),
  );
  const dressed = classesIn(pages.flatMap(({ css }) => css));
  for (const { address, html, sheets, css, bytes } of pages) {
    expect.soft(bytes, `${address}: bytes of ${sheets}`).toBeLessThanOrEqual(BYTES);
    expect.soft(compressedBytes(html), `${address}: bytes of HTML`).toBeLessThanOrEqual(HTML_BYTES);
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

test('Portuguese needs one file of each font, and a page with rare characters loads theirs', {
  tag: '@desktop',
}, async ({ page }) => {
  const fonts = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return performance
        .getEntriesByType('resource')
        .map(({ name }) => /\/assets\/([\w-]+?)-[\w-]{8}\.woff2$/.exec(name)?.[1])
        .filter((name) => name !== undefined)
        .sort();
    });
  for (const address of await everyPublicPage(page)) {
    await page.goto(address);
    expect.soft(await fonts(), address).toEqual(['display', 'text']);
  }
  const rare = page.waitForResponse(/\/assets\/text-rare-[\w-]+\.woff2$/);
  await page.goto('/search?q=España');
  expect((await rare).status()).toBe(200);
});
