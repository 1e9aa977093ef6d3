import type { Page } from '@playwright/test';
import { expect, hydrated, signIn, test } from './journey.ts';

const LISTS = [
  'banners',
  'booklets/of-the-day',
  'phones',
  'office-hours',
  'abouts',
  'about-items',
  'vacancies',
  'work-with-us',
  'revenue-categories',
  'revenues',
  'branches',
  'shops',
  'ticket-office-items',
  'movies',
].map((resource) => `/admin/${resource}/index`);
const SINGLE = ['/admin/dashboard', '/admin/users/profile', '/admin/video', '/admin/information'];
const SEARCHED = ['/admin/revenues/index?search=bolo&sort=-name', '/admin/abouts/index?search=cinema'];
/** Waits for `/admin/` alone: a session is checked beside what a screen shows. */
const isData = (url: string) => new URL(url).pathname.startsWith('/api/admin/');
const isScript = (url: string) => new URL(url).pathname.endsWith('.js');

/** A record's own screens, by the first row of a list. */
async function recordScreens(page: Page): Promise<string[]> {
  await page.goto('/admin/revenues/index');
  const edit = page.locator('tbody a[href*="/edit/"], tbody button').first();
  await expect(edit).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const answer = await page.request.get('/api/admin/revenues?page=1&per_page=1', {
    headers: { authorization: `Bearer ${token}` },
  });
  const [{ uuid }] = (await answer.json()).data;
  return [`/admin/revenues/show/${uuid}`, `/admin/revenues/edit/${uuid}`, '/admin/about-items/create'];
}

/** Scripts are held back until the request has left, so that only the page itself can have made it. */
async function expectAskedEarly(page: Page, screens: readonly string[]) {
  let asked: string[] = [];
  page.on('request', (request) => isData(request.url()) && asked.push(request.url()));
  for (const screen of screens) {
    asked = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(isScriptUrl, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(screen, { waitUntil: 'commit' });
    await expect.poll(() => asked.length, { message: screen }).toBeGreaterThan(0);
    const early = [...asked];
    release();
    await hydrated(page);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked, screen).toEqual(early);
    expect(new Set(asked).size, screen).toBe(asked.length);
    await page.unroute(isScriptUrl);
  }
}

test.describe('the first screen of the back office', () => {
  test('asks for its data once, before it has any script', { tag: '@desktop' }, async ({ page, product }) => {
    await signIn(page, product.admin);
    const records = await recordScreens(page);
    await expectAskedEarly(page, [
      '/admin/dashboard',
      '/admin/revenues/index?search=bolo',
      ...records.slice(0, 2),
    ]);
  });

  test('does so whatever screen it is', { tag: '@drill' }, async ({ page, product }) => {
    await signIn(page, product.admin);
    await expectAskedEarly(page, [...LISTS, ...SINGLE, ...SEARCHED, ...(await recordScreens(page))]);
  });

  test(
    'loads what its page tells of, in few files',
    { tag: '@drill' },
    async ({ page, product }, { project }) => {
      test.skip(project.name === 'celular', 'rows of narrow screens fetch their menus too');
      await signIn(page, product.admin);
      for (const screen of [...LISTS, ...SINGLE, ...(await recordScreens(page))]) {
        await page.goto(screen);
        await hydrated(page);
        await page.waitForLoadState('networkidle');
        const [html, loaded] = await page.evaluate(
          async () =>
            [
              await (await fetch(location.href)).text(),
              performance
                .getEntriesByType('resource')
                .filter(({ name }) => name.endsWith('.js'))
                .map((entry) => {
                  const { name, decodedBodySize } = entry as PerformanceResourceTiming;
                  return { file: new URL(name).pathname, bytes: decodedBodySize };
                }),
            ] as const,
        );
        expect(loaded.length, screen).toBeGreaterThan(2);
        const told = (file: string) => html.includes(`<link rel="modulepreload" href="${file}"/>`);
        expect(
          loaded.filter(({ file }) => !told(file)),
          screen,
        ).toEqual([]);
        // Only a screen's own file may be this small: what tells one route from another cannot be put together.
        const small = loaded.filter(({ bytes }) => bytes < 1000).map(({ file }) => file);
        expect(small.length, `${screen}: ${small}`).toBeLessThanOrEqual(1);
        for (const file of small) expect(file).toMatch(/(List|Details)-/);
      }
    },
  );
});

const isScriptUrl = (url: URL) => isScript(url.href);
