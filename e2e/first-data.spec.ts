import type { Page } from '@playwright/test';
import { api, expect, hydrated, signIn, test, withoutStream } from './journey.ts';

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
/** Waits for `/admin/` alone: a session is checked beside what a screen shows, and others' saves come after it. */
const isData = (url: string) => url.startsWith(api('/admin/')) && !url.startsWith(api('/admin/changes'));
const isScript = (url: string) => new URL(url).pathname.endsWith('.js');

/** A record's own screens, by the first row of a list. */
async function recordScreens(page: Page): Promise<string[]> {
  await page.goto('/admin/revenues/index');
  const edit = page.locator('tbody a[href*="/edit/"], tbody button').first();
  await expect(edit).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const answer = await page.request.get(api('/admin/revenues?page=1&per_page=1'), {
    headers: { authorization: `Bearer ${token}` },
  });
  const [{ uuid }] = (await answer.json()).data;
  return [`/admin/revenues/show/${uuid}`, `/admin/revenues/edit/${uuid}`, '/admin/about-items/create'];
}

/** Scripts are held back until `before` is over, so that only the page itself can have done what it saw. */
async function withScriptsHeld(page: Page, screen: string, before: () => Promise<void>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isScriptUrl, async (route) => {
    await released;
    await route.continue();
  });
  await withoutStream(page);
  await page.goto(screen, { waitUntil: 'commit' });
  await before();
  release();
  await hydrated(page);
  // A dialog that was asked for may stand before it already.
  await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.unroute(isScriptUrl);
}

/** Without the cookie that opens pages, each time: with the first token that is validated it comes anew. */
async function expectAskedEarly(page: Page, screens: readonly string[]) {
  let asked: string[] = [];
  let streams = 0;
  let shown = '';
  page.on('request', (request) => {
    // The page before it may still ask for something.
    if (!request.frame().url().endsWith(shown)) return;
    if (isData(request.url())) asked.push(request.url());
    if (request.headers().accept === 'text/event-stream') streams += 1;
  });
  for (const screen of screens) {
    asked = [];
    streams = 0;
    shown = screen;
    let early: string[] = [];
    await page.context().clearCookies();
    await withScriptsHeld(page, screen, async () => {
      await expect.poll(() => asked.length, { message: screen }).toBeGreaterThan(0);
      early = [...asked];
    });
    expect(asked, screen).toEqual(early);
    expect(new Set(asked).size, screen).toBe(asked.length);
    expect(streams, `${screen}: what others save`).toBeLessThanOrEqual(1);
  }
}

/** What is in it is there before any script, and nothing is asked for again. */
async function expectWhole(page: Page, screens: readonly string[]) {
  const asked: string[] = [];
  page.on('request', (request) => isData(request.url()) && asked.push(request.url()));
  for (const screen of screens) {
    await withScriptsHeld(page, screen, async () => {
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 }), screen).toBeVisible();
      await expect(main.locator('[class*=skeleton], .bone'), screen).toHaveCount(0);
      if (screen.includes('/index')) await expect(main.locator('tbody tr, .empty').first()).toBeVisible();
      expect(await page.evaluate(() => '__reactRouterDataRouter' in window)).toBe(false);
    });
    expect(asked, screen).toEqual([]);
  }
}

/**
 * The screen as it stands, without what differs by nature: React's own ids, what only a browser without script reads,
 * and which option is the one that a select begins with, as the server has to write it.
 */
const standing = (page: Page) =>
  page.evaluate(() => {
    const write = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element) || node.tagName === 'NOSCRIPT') return '';
      const attributes = [...node.attributes]
        .filter(({ name }) => name !== 'selected')
        .map(({ name, value }) => `${name}=${value.replace(/_[rR]_\w+_|DndDescribedBy\S*/g, 'id')}`)
        .sort();
      return `<${node.tagName} ${attributes.join(' ')}>${[...node.childNodes].map(write).join('')}\n`;
    };
    return write(document.querySelector('.shell') as Element);
  });

/** What the browser took over from the server is what it would have made by itself. */
async function expectTakenOver(page: Page, screens: readonly string[]) {
  await withoutStream(page);
  for (const screen of screens) {
    const stands = async () => {
      const answer = await page.goto(screen);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      return { came: (await answer?.text())?.includes('data-reader') ?? false, is: await standing(page) };
    };
    const taken = await stands();
    expect(taken.came, screen).toBe(true);
    await page.context().clearCookies();
    const made = await stands();
    expect(made.came, screen).toBe(false);
    expect(taken.is, screen).toBe(made.is);
  }
}

const NO_ROWS = 'A site that is served apart makes no page with rows: the browser asks.';

test.describe('the first screen of the back office', () => {
  test('comes with its rows', { tag: '@desktop' }, async ({ page, product }) => {
    test.skip(product.isApart, NO_ROWS);
    await signIn(page, product.admin);
    const records = await recordScreens(page);
    await expectWhole(page, ['/admin/dashboard', '/admin/revenues/index', String(records[1])]);
    await page.goto('/admin/revenues/index?sort=-name');
    const names = page.locator('tbody td[data-kind=title]');
    const [last] = await names.allTextContents();
    await hydrated(page);
    await page.getByRole('columnheader', { name: 'Nome' }).getByRole('link').click();
    await expect(names.first()).not.toHaveText(String(last));
    await expect(page.locator('.user-name')).toHaveText('Equipe');
  });

  test('does what was pressed before its script was there', { tag: '@desktop' }, async ({
    page,
    product,
  }) => {
    test.skip(product.isApart, NO_ROWS);
    await signIn(page, product.admin);
    const remove = page.getByRole('button', { name: /^Excluir/ }).first();
    const asked = page.getByRole('alertdialog');
    await withScriptsHeld(page, '/admin/revenues/index', () => remove.click());
    await expect(asked).toBeVisible();
    await expect(asked).toHaveCount(1);
    await withScriptsHeld(page, '/admin/revenues/index', async () => {
      await remove.click();
      await page.getByRole('heading').first().click();
    });
    await expect(remove).toBeVisible();
    await expect(asked).toHaveCount(0);
    await withScriptsHeld(page, '/admin/revenues/index', () => page.getByRole('searchbox').fill('moqueca'));
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await withScriptsHeld(page, '/admin/revenues/index?search=moqueca', () =>
      page.getByRole('searchbox').fill(''),
    );
    await expect(page.locator('tbody tr').nth(1)).toBeVisible();
  });

  test('is the same for the browser that takes it over', { tag: '@desktop' }, async ({ page, product }) => {
    test.skip(product.isApart, NO_ROWS);
    await signIn(page, product.admin);
    const [record = ''] = await recordScreens(page);
    await expectTakenOver(page, ['/admin/about-items/index', record]);
  });

  test('does so whatever screen it is, with its rows or without', { tag: '@drill' }, async ({
    page,
    product,
  }) => {
    test.skip(product.isApart, NO_ROWS);
    test.slow();
    await signIn(page, product.admin);
    const all = [...LISTS, ...SINGLE, ...SEARCHED, ...(await recordScreens(page))];
    await expectWhole(page, all);
    await expectTakenOver(page, all);
  });

  test('asks for its data once, before it has any script', { tag: '@desktop' }, async ({ page, product }) => {
    await signIn(page, product.admin);
    const records = await recordScreens(page);
    await expectAskedEarly(page, ['/admin/dashboard', '/admin/revenues/index', String(records[1])]);
  });

  test('does so whatever screen it is', { tag: '@drill' }, async ({ page, product }) => {
    await signIn(page, product.admin);
    await expectAskedEarly(page, [...LISTS, ...SINGLE, ...(await recordScreens(page))]);
  });

  test(
    'loads what its page tells of, in few files',
    { tag: '@drill' },
    async ({ page, product }, { project }) => {
      test.skip(project.name === 'celular', 'rows of narrow screens fetch their menus too');
      test.skip(product.isApart, NO_ROWS);
      await signIn(page, product.admin);
      await withoutStream(page);
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
                // What tells of others' saves comes once there is nothing else to do.
                .filter(({ name }) => name.endsWith('.js') && !name.includes('/follow-'))
                .map((entry) => {
                  const { name, decodedBodySize } = entry as PerformanceResourceTiming;
                  return { file: new URL(name).pathname, bytes: decodedBodySize };
                }),
            ] as const,
        );
        expect(loaded.length, screen).toBeGreaterThan(2);
        const told = (file: string) => html.includes(`<link rel="later" href="${file}"/>`);
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

test.describe('an address of the back office that there is not', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('is a screen with its reader, and alive', { tag: '@desktop' }, async ({ page, product }) => {
    await signIn(page, product.admin);
    const answer = await page.goto('/admin/nada');
    expect([answer?.status(), (await answer?.text())?.includes('data-reader')]).toEqual([
      404,
      !product.isApart,
    ]);
    await page.locator('.user-name').click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
});

const isScriptUrl = (url: URL) => isScript(url.href);
