import type { BrowserContext, Page } from '@playwright/test';
import { todayInWords } from '../src/content/branches/site/today.browser.ts';
import { decodeListLink } from '../src/content/shoppingList/shoppingLink.browser.ts';
import { DAY_MS } from '../src/shared/dates.ts';
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signInOnScreen,
  test,
  untilHydrated,
} from './journey.ts';

test.use({
  serviceWorkers: 'allow',
  // Requests for uncached resources fail, and browsers log them.
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Access is denied for this document/],
});

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** Waits until the service worker controls the page, and so caches later requests. */
async function untilServiceWorkerControls(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Returns the paths of all cached responses. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });

/** Returns the cached paths without assets and media. */
const cachedPages = async (page: Page) =>
  (await cachedPaths(page)).filter((path) => !/^\/(assets|media)\//.test(path));

/** Waits until the page has requested all scripts of the shopping list and the worker has cached them. */
async function untilListCached(page: Page) {
  const isRequested = () => localStorage.getItem('vitrine.list.kept') !== null;
  await expect.poll(() => page.evaluate(isRequested)).toBe(true);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.*\.js$/.test(path)),
  );
  expect(scripts).toContainEqual(expect.stringContaining('ReceivedShoppingList'));
  await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(scripts));
}

async function goOffline(context: BrowserContext, page: Page) {
  await untilHydrated(page);
  await context.setOffline(true);
  await expect(page.getByText('Você está sem internet')).toBeVisible();
}

/** The notice of a cached page, which names the minute in which it was read. */
const NOTICE = /^Sem conexão com o site\. Esta página é de [^,]+, \d\d\/\d\d, \d{1,2}h(\d\d)?\./;

test('an offline shopper reads the booklet, branches and recipes visited before, and learns which pages are missing', {
  tag: '@celular',
}, async ({ page, context }) => {
  await page.goto('/branches');
  await untilServiceWorkerControls(page);
  // The page that was open at installation, and a page reached by a navigation within it.
  await expect.poll(() => cachedPages(page)).toContain('/branches');
  await page.getByRole('link', { name: 'Aurora Centro' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const branch = page.url();
  await expect.poll(() => cachedPages(page)).toContain(new URL(branch).pathname);
  await page.goto('/booklets-day');
  await page.goto('/tips-and-recipes');
  await page.locator('main article a').first().click();
  await page.waitForURL('**/details/*');
  const recipe = page.url();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).not.toHaveText('Dicas e receitas');
  const dish = await heading.innerText();
  await expect.poll(() => cachedPages(page)).toContain(new URL(recipe).pathname);
  // The first item caches the shopping list and its script, although the list has not been opened yet.
  await page.getByRole('button', { name: 'Pôr o que falta na lista' }).click();
  await expect(page.getByRole('button', { name: /itens na lista/ })).toBeVisible();
  await expect.poll(() => cachedPages(page)).toContain('/list');
  await untilListCached(page);

  await goOffline(context, page);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(dish);
  await expect(page.getByRole('status').filter({ hasText: NOTICE })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/list');
  await page.getByRole('checkbox').first().check();
  await expect(page.getByRole('heading', { name: /^Faltam \d+ de \d+$/ })).toBeVisible();
  // Scripts that load on demand are cached too: parser, editor, and import of a shared list.
  const field = page.getByLabel('O que falta em casa?');
  await field.fill('3 caixas de jambu');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Mudar jambu' }).press('Enter');
  await page.getByLabel('O que e quanto').fill('2 caixas de jambu');
  await page.getByLabel('O que e quanto').press('Enter');
  await expect(page.getByRole('region', { name: 'Outros' })).toContainText('jambu2 caixas');
  const link = await page.getByRole('button', { name: 'Compartilhar' }).getAttribute('data-share');
  await openLink(page, link);
  await expect(page.getByRole('region', { name: /^Chegou uma lista com \d+ itens$/ })).toBeVisible();
  await page.goto('/booklets-day');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ofertas do dia');
  await page.goto(branch);
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Aurora Centro' })).toBeVisible();

  await page.goto('/contacts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem internet por aqui');
  await expect(page, 'the address that was asked for stays').toHaveURL(/\/contacts$/);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: dish }).press('Enter');
  await expect(page).toHaveURL(recipe);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(dish);

  await page.goto('/contacts');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Tentar de novo' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fale com a gente');
});

test('every kind of page is shown offline as it was read, with its minute, and none with personal data', {
  tag: '@celular',
}, async ({ page, context }) => {
  await page.goto('/');
  await untilServiceWorkerControls(page);
  await page.goto('/offers');
  const offer = (await page.locator('main article a').first().getAttribute('href')) ?? '';
  const paths = ['/', '/offers', offer, '/cinema', '/contacts', '/help', '/debit-cards'];
  const headings = new Map<string, string>();
  const heading = page.getByRole('heading', { level: 1 });
  for (const path of [...paths, '/work-with-us', '/search?q=leite']) {
    await page.goto(path);
    headings.set(path, await heading.innerText());
  }
  await expect.poll(() => cachedPages(page)).toEqual(expect.arrayContaining(paths));
  await context.setOffline(true);
  for (const path of paths) {
    await page.goto(path);
    expect(await heading.innerText(), path).toBe(headings.get(path));
    await expect(page.getByRole('status').filter({ hasText: NOTICE })).toBeVisible();
    await expectNoHorizontalScroll(page);
  }
  expect((await cachedPages(page)).filter((path) => /work-with-us|search|admin|auth/.test(path))).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('status').getByRole('link', { name: 'Tentar de novo' }).press('Enter');
  await expect(page.getByText('Sem conexão com o site')).toHaveCount(0);
});

test('an installed app starts offline, and its shortcut leads to the chosen store or to the branches', {
  tag: '@celular',
}, async ({ page, context }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  const mine = manifest.shortcuts.find(({ name }: { name: string }) => name === 'Minha loja').url;
  await page.goto(mine);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Filiais');
  await untilServiceWorkerControls(page);
  await untilHydrated(page);
  const branch = page.getByRole('article').filter({ hasText: 'Aurora Norte' });
  await branch.getByRole('button', { name: /minha loja/ }).click();
  await expect(branch.getByRole('button', { name: /minha loja/ })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(mine);
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Aurora Norte' })).toBeVisible();
  // The start page was not visited before.
  await expect.poll(() => cachedPages(page)).toEqual(expect.arrayContaining(['/', '/branches']));
  await context.setOffline(true);
  await page.goto(manifest.start_url);
  await expect(page.getByRole('status').filter({ hasText: NOTICE })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Aurora Norte');
  await page.goto(mine);
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Aurora Norte');
});

/** Opens the link of a list on a phone that already shows its own list. */
const openLink = (page: Page, link: string | null) =>
  page.evaluate((hash) => location.assign(hash), `#${link?.split('#')[1]}`);

test('two phones without a connection keep one list together by links, and each says what a link changes', {
  tag: '@celular',
}, async ({ page, context, browser, baseURL }) => {
  const addItems = async (phone: Page, text: string) => {
    await phone.getByLabel('O que falta em casa?').fill(text);
    await phone.getByLabel('O que falta em casa?').press('Enter');
  };
  const linkOf = (phone: Page) =>
    phone.getByRole('button', { name: 'Compartilhar' }).getAttribute('data-share');
  const status = (phone: Page) => phone.getByRole('status').filter({ hasText: 'Listas juntas' });

  await page.goto('/list');
  await untilServiceWorkerControls(page);
  await untilHydrated(page);
  await addItems(page, 'tomate, leite, pão');
  await expect(page.getByRole('heading', { name: 'Faltam 3 de 3' })).toBeVisible();
  await untilListCached(page);
  const first = await linkOf(page);

  const other = await browser.newContext({ baseURL, locale: 'pt-BR', viewport: { width: 360, height: 780 } });
  const there = await other.newPage();
  await there.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
  await there.goto(first ?? '');
  await there.getByRole('button', { name: 'Juntar à minha lista' }).click();
  await expect(status(there)).toContainText('Listas juntas. Entrou: tomate, leite e pão.');
  await untilListCached(there);

  for (const phone of [context, other]) await phone.setOffline(true);
  await there.reload();
  await untilHydrated(there);
  await there.getByRole('checkbox', { name: 'leite' }).check();
  await there.getByRole('button', { name: 'Mudar pão' }).click();
  await there.getByRole('button', { name: 'Tirar da lista' }).click();
  await addItems(there, 'queijo');
  await expect(there.getByRole('heading', { name: 'Faltam 2 de 3' })).toBeVisible();
  let answer: string | null = null;
  // The link follows the list shortly after it.
  await expect
    .poll(async () => {
      answer = await linkOf(there);
      return (await decodeListLink(`#${answer?.split('#')[1]}`))?.items.map(({ name }) => name);
    })
    .toEqual(['tomate', 'leite', 'queijo']);

  await openLink(page, answer);
  const arrived = page.getByRole('region', { name: 'Chegou uma lista com 3 itens' });
  await expect(arrived.getByRole('listitem')).toHaveText(['Entra: queijo', 'Já foi pego: leite', 'Sai: pão']);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await arrived.getByRole('button', { name: 'Juntar à minha lista' }).click();
  const changes = 'Listas juntas. Entrou: queijo. Já foi pego: leite. Saiu: pão.';
  await expect(status(page)).toContainText(changes);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('heading', { name: 'Faltam 3 de 3' })).toBeVisible();
  await openLink(page, answer);
  await arrived.getByRole('button', { name: 'Juntar à minha lista' }).click();
  await expect(status(page)).toContainText(changes);
  await expect(page.getByRole('heading', { name: 'Faltam 2 de 3' })).toBeVisible();

  // The removed item does not come back by the first link, pasted as an installed app receives it.
  await page.getByLabel('O que falta em casa?').evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', `Minha lista ${text}`);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `${baseURL}${first}`);
  await expect(page.getByText('Nada de novo')).toBeVisible();
  await page.getByRole('button', { name: 'Ver a minha lista' }).click();
  await expect(page.getByRole('heading', { name: 'Faltam 2 de 3' })).toBeVisible();
  await other.close();
});

test('branches, their hours and phones are available offline after a single visit to the home page', {
  tag: '@drill',
}, async ({ page, context }) => {
  await page.goto('/');
  await untilHydrated(page);
  await expect.poll(() => cachedPages(page)).toContain('/branches');
  await goOffline(context, page);
  await page.goto('/branches');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Filiais');
  const branch = page.getByRole('article').filter({ hasText: 'Aurora Norte' });
  for (const detail of [
    'Avenida Mirante, 905',
    'Segunda a sábado, 7h às 22h',
    'Domingo, 7h às 20h',
    '(88) 0000-0013',
  ])
    await expect(branch.getByText(detail)).toBeVisible();
  await expectNoHorizontalScroll(page);
});

test('after a week offline, ended prices are marked, opening hours are those of the day, and the list works', {
  tag: '@celular',
}, async ({ page, context }) => {
  await page.clock.install();
  await page.goto('/branches');
  await untilServiceWorkerControls(page);
  await untilHydrated(page);
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /minha loja/ })
    .click();
  const header = page.getByRole('banner').getByRole('button', { name: 'Sua loja' });
  /** Expects the hours as of now: this test runs at any time of day. */
  const expectHours = () =>
    expect(async () => {
      const [store, now] = await page.evaluate(
        () => [localStorage.getItem('vitrine.store'), Date.now()] as const,
      );
      const { hours, special_days, time_zone } = JSON.parse(store ?? '{}');
      const said = todayInWords(hours, new Date(now), special_days, time_zone)?.text;
      expect(said).toBeTruthy();
      await expect(header).toContainText(said ?? '', { timeout: 1000 });
    }).toPass();
  await expectHours();
  await page.goto('/');
  await page.goto('/offers');
  await untilHydrated(page);
  const ends = await page
    .locator('[data-until]')
    .evaluateAll((all) => all.map(({ dataset: { until = '' } }) => until));
  const first = page
    .getByRole('main')
    .getByRole('article')
    .nth(ends.indexOf([...ends].sort()[0] ?? ''));
  const offer = (await first.getByRole('link').first().getAttribute('href')) ?? '';
  await first.getByRole('button', { name: 'Pôr na lista' }).click();
  await expect(first.getByRole('button', { name: 'Está na lista' })).toBeVisible();
  // Under a test clock, `performance` lists no requests.
  await expect
    .poll(() => cachedPaths(page))
    .toContainEqual(expect.stringMatching(/\/assets\/ReceivedShoppingList/));
  await page.goto(offer);
  await expect
    .poll(() => cachedPages(page))
    .toEqual(expect.arrayContaining(['/', '/offers', offer, '/list']));
  await page.goto('/list');
  await untilHydrated(page);
  await expect(page.getByText('oferta a partir de')).toBeVisible();
  await context.setOffline(true);
  await page.clock.fastForward(7 * DAY_MS);
  // The app was left open all the time.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('a oferta acabou', { exact: true })).toBeVisible();

  for (const path of ['/', '/offers', offer]) {
    await page.goto(path);
    await untilHydrated(page);
    const today = await page.evaluate(() =>
      new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' }),
    );
    const prices = await page.locator('article:has([data-until])').evaluateAll((articles) =>
      articles.map((article) => {
        const validity = article.querySelector<HTMLElement>('[data-until]') as HTMLElement;
        return {
          until: validity.dataset.until ?? '',
          text: getComputedStyle(validity, '::after').content,
        };
      }),
    );
    if (path !== '/')
      expect(
        prices.some(({ until }) => until < today),
        path,
      ).toBe(true);
    for (const { until, text } of prices)
      expect(text.includes('Acabou em'), `${path}, until ${until}`).toBe(until < today);
    expect(await page.getByRole('main').innerText()).not.toMatch(/Valendo hoje|Valem só hoje|Acaba hoje/);
  }
  await expectHours();

  await page.goto('/list');
  await untilHydrated(page);
  await expect(page.getByText('a oferta acabou', { exact: true })).toBeVisible();
  await expect(page.getByText('1 oferta que já acabou')).toBeVisible();
  await page.getByRole('checkbox').check();
  await expect(page.getByRole('heading', { name: 'Não falta nada' })).toBeVisible();
});

test("yesterday's offers are not labelled as today's in an old tab or offline", {
  tag: '@celular',
}, async ({ page, context }) => {
  const heading = page.getByRole('heading', { level: 1 });
  const bar = page.getByRole('banner').getByRole('link', { name: /ofertas/ });
  const day = new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    day: '2-digit',
    month: '2-digit',
  });
  const today = day.format(Date.now());
  await page.clock.install();
  await page.goto('/booklets-day');
  await untilServiceWorkerControls(page);
  await page.reload();
  await expect(heading).toHaveAccessibleName('Ofertas do dia');
  await expect(page.getByRole('main').getByText('hoje', { exact: true })).toBeVisible();
  await expect.poll(() => cachedPages(page)).toContain('/booklets-day');

  await page.clock.fastForward('24:00:00');
  const ofToday = new RegExp(`^Ofertas de .+, ${today}$`);
  await expect(heading).toHaveAccessibleName(ofToday);
  await expect(bar).toHaveAccessibleName(/^ofertas do dia$/i);

  await context.setOffline(true);
  await page.reload();
  await expect(heading).toHaveAccessibleName(ofToday);
  await expect(page.getByRole('main').getByText('Toque numa')).toBeHidden();
  expect(await page.getByRole('main').innerText()).not.toContain('hoje');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test('a link followed offline leads to the cached page or to the offline page', {
  tag: '@drill',
}, async ({ page, context }) => {
  await page.goto('/tips-and-recipes');
  await untilServiceWorkerControls(page);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => cachedPages(page)).toContain('/tips-and-recipes');
  await goOffline(context, page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contato', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem internet por aqui');
  await page.getByRole('main').getByRole('link', { name: 'Dicas e receitas' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dicas e receitas');
});

test('the service worker neither caches nor serves back-office pages', { tag: '@desktop' }, async ({
  page,
  context,
  product,
}) => {
  await page.goto('/branches');
  await untilServiceWorkerControls(page);
  await signInOnScreen(page, product.admin);
  await page.goto('/admin/branches/index');
  await expect(page.locator('tbody').getByText('Aurora Centro', { exact: true })).toBeVisible();
  const everything = await cachedPaths(page);
  expect(everything.filter((path) => /^\/(admin|auth|api)|\.data$|office/.test(path))).toEqual([]);
  await context.setOffline(true);
  await expect(page.goto('/admin/branches/index')).rejects.toThrow();
  await expect(page.goto('/auth/login')).rejects.toThrow();
});
