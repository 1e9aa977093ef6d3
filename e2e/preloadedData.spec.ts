import type { Locator, Page } from '@playwright/test';
import { apiUrl, blockChangeFeed, expect, signIn, test, untilHydrated, untilPainted } from './journey.ts';
import type { Product } from './product.ts';

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
/**
 * Matches `/admin/` alone. The session check runs beside the screen's data, and the change feed follows it.
 */
const isData = (url: string) =>
  url.startsWith(apiUrl('/admin/')) && !url.startsWith(apiUrl('/admin/changes'));
const isScript = (url: string) => new URL(url).pathname.endsWith('.js');

/** Returns the screens of one record, taken from the first row of a list. */
async function recordScreens(page: Page): Promise<string[]> {
  await page.goto('/admin/revenues/index');
  const edit = page.locator('tbody a[href*="/edit/"], tbody button').first();
  await expect(edit).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const answer = await page.request.get(apiUrl('/admin/revenues?page=1&per_page=1'), {
    headers: { authorization: `Bearer ${token}` },
  });
  const [{ uuid }] = (await answer.json()).data;
  return [`/admin/revenues/show/${uuid}`, `/admin/revenues/edit/${uuid}`, '/admin/about-items/create'];
}

/** Holds scripts back until `before` ends, so that it can only observe the effects of the document itself. */
async function withScriptsHeld(page: Page, screen: string, whileHeld: () => Promise<void>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isScriptUrl, async (route) => {
    await released;
    await route.continue();
  });
  await blockChangeFeed(page);
  await page.goto(screen, { waitUntil: 'commit' });
  await whileHeld();
  release();
  await untilHydrated(page);
  // A dialog that the user asked for may be open already.
  await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.unroute(isScriptUrl);
}

/** Clears the cookie that authenticates pages before each screen; the first validated token sets it again. */
async function expectEarlyRequests(page: Page, screens: readonly string[]) {
  let requested: string[] = [];
  let streams = 0;
  let shown = '';
  page.on('request', (request) => {
    // The previous page may still send requests.
    if (!request.frame().url().endsWith(shown)) return;
    if (isData(request.url())) requested.push(request.url());
    if (request.headers().accept === 'text/event-stream') streams += 1;
  });
  for (const screen of screens) {
    requested = [];
    streams = 0;
    shown = screen;
    let early: string[] = [];
    await page.context().clearCookies();
    await withScriptsHeld(page, screen, async () => {
      await expect.poll(() => requested.length, { message: screen }).toBeGreaterThan(0);
      // The head sends all of them at once; they are reported one by one.
      await untilPainted(page);
      early = [...requested];
    });
    expect(requested, screen).toEqual(early);
    expect(new Set(requested).size, screen).toBe(requested.length);
    expect(streams, `${screen}: what others save`).toBeLessThanOrEqual(1);
  }
}

/** Expects the data to be in the document before any script runs, and not to be requested again. */
async function expectPreloaded(page: Page, screens: readonly string[]) {
  const requested: string[] = [];
  page.on('request', (request) => isData(request.url()) && requested.push(request.url()));
  for (const screen of screens) {
    await withScriptsHeld(page, screen, async () => {
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 }), screen).toBeVisible();
      await expect(main.locator('[class*=skeleton], .bone'), screen).toHaveCount(0);
      if (screen.includes('/index')) await expect(main.locator('tbody tr, .empty').first()).toBeVisible();
      expect(await page.evaluate(() => '__reactRouterDataRouter' in window)).toBe(false);
    });
    expect(requested, screen).toEqual([]);
  }
}

/**
 * Returns the rendered screen without what differs by nature: React's ids, `noscript`, and the `selected`
 * attribute, which only the server writes.
 */
const renderedScreen = (page: Page) =>
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

/** Expects the hydrated screen to equal the screen that the browser renders without preloaded data. */
async function expectSameWhenHydrated(page: Page, screens: readonly string[]) {
  await blockChangeFeed(page);
  for (const screen of screens) {
    const load = async () => {
      const answer = await page.goto(screen);
      await untilHydrated(page);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('.user-name'), screen).toHaveText('Equipe');
      await expect(page.locator('main h1'), screen).toBeVisible();
      await expect(page.locator('.bone'), screen).toHaveCount(0);
      return {
        came: (await answer?.text())?.includes('data-reader') ?? false,
        is: await renderedScreen(page),
      };
    };
    const hydratedScreen = await load();
    expect(hydratedScreen.came, screen).toBe(true);
    await page.context().clearCookies();
    const clientScreen = await load();
    expect(clientScreen.came, screen).toBe(false);
    expect(hydratedScreen.is, screen).toBe(clientScreen.is);
  }
}

const NO_PENCILS = 'rows of narrow screens have their buttons in a menu';
const NO_ROWS = 'A site that is served apart makes no page with rows: the browser asks.';

/** Signs in, opens the list of recipes, and returns the pencil of its first row. */
async function openRecipes(page: Page, admin: Product['admin']): Promise<Locator> {
  await signIn(page, admin);
  await page.goto('/admin/revenues/index');
  await untilHydrated(page);
  return page.locator('tbody a[href*="/edit/"]').first();
}

test.describe('preloaded data', () => {
  test(
    'a back-office screen arrives with its rows',
    {
      tag: '@desktop',
    },
    async ({ page, product }, { project }) => {
      test.skip(product.isSplit, NO_ROWS);
      await signIn(page, product.admin);
      const records = await recordScreens(page);
      await expectPreloaded(page, ['/admin/dashboard', '/admin/revenues/index', String(records[1])]);
      await page.goto('/admin/revenues/index?sort=-name');
      const names = page.locator('tbody td[data-kind=title]');
      const [last] = await names.allTextContents();
      await untilHydrated(page);
      if (project.name === 'celular') await page.getByLabel('Ordenar por').selectOption('Ordem da lista');
      else await page.getByRole('columnheader', { name: 'Nome' }).getByRole('link').click();
      await expect(names.first()).not.toHaveText(String(last));
      await expect(page.locator('.user-name')).toHaveText('Equipe');
    },
  );

  test(
    'a back-office screen replays what a user pressed before its script loaded',
    {
      tag: '@desktop',
    },
    async ({ page, product }, { project }) => {
      test.skip(product.isSplit, NO_ROWS);
      test.skip(project.name === 'celular', NO_PENCILS);
      await signIn(page, product.admin);
      const remove = page.getByRole('button', { name: /^Excluir/ }).first();
      const dialog = page.getByRole('alertdialog');
      await withScriptsHeld(page, '/admin/revenues/index', () => remove.click());
      await expect(dialog).toBeVisible();
      await expect(dialog).toHaveCount(1);
      await withScriptsHeld(page, '/admin/revenues/index', async () => {
        await remove.click();
        await page.getByRole('heading').first().click();
      });
      await expect(remove).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await withScriptsHeld(page, '/admin/revenues/index', () => page.getByRole('searchbox').fill('moqueca'));
      await expect(page.locator('tbody tr')).toHaveCount(1);
      await withScriptsHeld(page, '/admin/revenues/index?search=moqueca', () =>
        page.getByRole('searchbox').fill(''),
      );
      await expect(page.locator('tbody tr').nth(1)).toBeVisible();
    },
  );

  test('a hydrated back-office screen equals the one that the browser renders itself', {
    tag: '@desktop',
  }, async ({ page, product }) => {
    test.skip(product.isSplit, NO_ROWS);
    await signIn(page, product.admin);
    const [record = ''] = await recordScreens(page);
    await expectSameWhenHydrated(page, ['/admin/about-items/index', record]);
  });

  test('every back-office screen arrives preloaded and hydrates unchanged', { tag: '@drill' }, async ({
    page,
    product,
  }) => {
    test.skip(product.isSplit, NO_ROWS);
    test.slow();
    await signIn(page, product.admin);
    const all = [...LISTS, ...SINGLE, ...SEARCHED, ...(await recordScreens(page))];
    await expectPreloaded(page, all);
    await expectSameWhenHydrated(page, all);
  });

  test('a back-office screen requests its data once, before any script runs', { tag: '@desktop' }, async ({
    page,
    product,
  }) => {
    await signIn(page, product.admin);
    const records = await recordScreens(page);
    await expectEarlyRequests(page, ['/admin/dashboard', '/admin/revenues/index', String(records[1])]);
  });

  test(
    'a link loads the code of its screen when the pointer rests on it, and the data when it is pressed',
    {
      tag: '@desktop',
    },
    async ({ page, product }, { project }) => {
      test.skip(project.name === 'celular', NO_PENCILS);
      const edit = await openRecipes(page, product.admin);
      const data: string[] = [];
      page.on('request', (request) => isData(request.url()) && data.push(request.url()));
      const form = page.waitForResponse((response) => /RecipeForm/.test(response.url()));
      await edit.hover();
      expect((await form).status()).toBe(200);
      expect(data).toEqual([]);
      await page.waitForFunction(
        (screen) =>
          screen in (window as unknown as { __reactRouterRouteModules: object }).__reactRouterRouteModules,
        'revenues/edit',
      );

      const record =
        String(await edit.getAttribute('href'))
          .split('/')
          .at(-1) ?? '';
      await page.mouse.down();
      await expect.poll(() => data.filter((url) => url.includes(record))).toHaveLength(1);
      const requested = [...data];
      await page.mouse.up();
      await expect(page.locator('main form').getByLabel('Nome')).not.toHaveValue('');
      expect(data).toEqual(requested);
    },
  );

  test(
    'a finger on a link requests no data before the tap, as it may scroll',
    { tag: '@desktop' },
    async ({ page, product }, { project }) => {
      test.skip(project.name === 'celular', 'narrow screens have no headings to sort by');
      await openRecipes(page, product.admin);
      const lists: string[] = [];
      // Rows, not the numbers of records beside the filters.
      const isRows = (url: string) => url.includes('/revenues?') && url.includes('fields=uuid%2C');
      page.on('request', (request) => isRows(request.url()) && lists.push(request.url()));
      const press = (link: Locator, pointerType: 'touch' | 'mouse') =>
        link.evaluate(
          (element, type) =>
            element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: type })),
          pointerType,
        );
      await press(page.locator('nav a[href="/admin/revenues/index"]').first(), 'touch');
      await press(page.getByRole('columnheader', { name: 'Nome' }).getByRole('link'), 'mouse');
      const isSorted = (url: string) => url.includes('sort=');
      await expect.poll(() => lists.some(isSorted)).toBe(true);
      expect(lists.filter((url) => !isSorted(url))).toEqual([]);
    },
  );

  test(
    "a row's link opens its screen in the same document, and with Ctrl in another tab",
    {
      tag: '@desktop',
    },
    async ({ page, product }, { project }) => {
      test.skip(project.name === 'celular', NO_PENCILS);
      const edit = await openRecipes(page, product.admin);
      const list = page.url();
      const opened = page.context().waitForEvent('page');
      await edit.click({ modifiers: ['ControlOrMeta'] });
      const tab = await opened;
      await expect(tab.locator('main form').getByLabel('Nome')).not.toHaveValue('');
      await tab.close();
      expect(page.url()).toBe(list);
      const documents: string[] = [];
      page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
      await edit.click();
      await expect(page.locator('main form').getByLabel('Nome')).not.toHaveValue('');
      expect(documents).toEqual([]);
    },
  );

  test('every back-office screen requests its data once, before any script runs', { tag: '@drill' }, async ({
    page,
    product,
  }) => {
    test.slow();
    await signIn(page, product.admin);
    await expectEarlyRequests(page, [...LISTS, ...SINGLE, ...(await recordScreens(page))]);
  });

  test(
    'a back-office screen loads only the files that its document announces, and few of them',
    { tag: '@drill' },
    async ({ page, product }, { project }) => {
      test.skip(project.name === 'celular', 'rows of narrow screens fetch their menus too');
      test.skip(product.isSplit, NO_ROWS);
      await signIn(page, product.admin);
      await blockChangeFeed(page);
      const crumbs: string[] = [];
      for (const screen of [...LISTS, ...SINGLE, ...(await recordScreens(page))]) {
        const html = (await (await page.goto(screen))?.text()) ?? '';
        await page.waitForLoadState('networkidle');
        const loaded = await page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            // The change feed's script loads only when the browser is idle, and menus after the screen.
            .filter(({ name }) => name.endsWith('.js') && !/\/(subscribeToChanges|menus)-/.test(name))
            .map((entry) => {
              const { name, decodedBodySize } = entry as PerformanceResourceTiming;
              return { file: new URL(name).pathname, bytes: decodedBodySize };
            }),
        );
        expect(loaded.length, screen).toBeGreaterThan(2);
        const isAnnounced = (file: string) => html.includes(`<link rel="later" href="${file}"/>`);
        expect(
          loaded.filter(({ file }) => !isAnnounced(file)),
          screen,
        ).toEqual([]);
        // Only a screen's own file may be this small, because code that differs between routes cannot be
        // merged; and the icons, which islands load too, and what the two screens of applications share. The
        // bundler keeps its runtime and the entry apart.
        const small = loaded
          .filter(({ bytes, file }) => bytes < 1000 && !/(entry\.client|rolldown-runtime)-/.test(file))
          .map(({ file }) => file);
        const isAllowed = (file: string) => /(List|Details)-|\/(icons|applications)-/.test(file);
        if (small.length > 1 || !small.every(isAllowed)) crumbs.push(`${screen}: ${small}`);
      }
      expect(crumbs).toEqual([]);
    },
  );
});

test.describe('replaced release', () => {
  test.use({ expectedErrors: [/404/] });
  test(
    'a link whose code a new release has removed leaves the screen as it is until it is opened',
    {
      tag: '@desktop',
    },
    async ({ page, product }, { project }) => {
      test.skip(project.name === 'celular', NO_PENCILS);
      const edit = await openRecipes(page, product.admin);
      await page.route(/RecipeForm-/, (route) => route.fulfill({ status: 404 }));
      await page.getByRole('searchbox').pressSequentially('moqueca');
      const gone = page.waitForResponse((response) => /RecipeForm-/.test(response.url()));
      await edit.hover();
      expect((await gone).status()).toBe(404);
      await expect(page.getByRole('searchbox')).toHaveValue('moqueca');
      await page.unroute(/RecipeForm-/);
    },
  );
});

test.describe('unknown address', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test("an unknown back-office address shows an interactive screen with the user's menu", {
    tag: '@desktop',
  }, async ({ page, product }) => {
    await signIn(page, product.admin);
    const answer = await page.goto('/admin/nada');
    expect([answer?.status(), (await answer?.text())?.includes('data-reader')]).toEqual([
      404,
      !product.isSplit,
    ]);
    await page.getByRole('button', { name: /^Menu de Equipe/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
});

const isScriptUrl = (url: URL) => isScript(url.href);
