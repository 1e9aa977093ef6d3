import { classesIn, compressedBytes, stylesOf } from '../test/styles.ts';
import { expect, test } from './journey.ts';
import { everyPublicPage } from './pages.ts';

const BYTES = 10_000;
const HTML_BYTES = 12_000;
const SHEETS = 1;

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
