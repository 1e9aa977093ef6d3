import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import { type Product, startProduct } from './product.ts';

interface Workers {
  /**
   * Which product. On the unnamed one journeys look at the demonstration as it is, and leave it so; those of the
   * `office` change it and go by what they made themselves; in the one named `empty` nothing is yet. Each name costs
   * the start of a browser and a product for each screen. In the one named `apart` site and API are on two hosts, as in
   * all of them where APART names the API's prefix.
   */
  world: string;
  product: Product;
}

interface Fixtures {
  /** Patterns of console errors that a journey causes on purpose. */
  expectedErrors: RegExp[];
  quiet: undefined;
}

let apiAddress = '';
/** Where the API has a call, for whoever makes it beside a page. */
export const api = (path: string) => apiAddress + path;
/** The same for who watches a page call it. */
export const anyApi = (path: string) => `**${new URL(apiAddress).pathname.replace(/\/$/, '')}${path}`;

/**
 * A test in a real browser against the whole product. A console error, a page error or a violation of the
 * content security policy fails it.
 */
export const test = base.extend<Fixtures, Workers>({
  world: ['', { scope: 'worker', option: true }],
  product: [
    async ({ world }, use) => {
      const product = await startProduct({
        empty: world === 'empty',
        ...(world === 'apart' && { apart: process.env.APART ?? '/api' }),
      });
      apiAddress = product.api;
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // A screen of the back office has loaded before its script is asked for; nobody types that fast.
  page: async ({ page, javaScriptEnabled }, use) => {
    const [go, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const alive = async (options?: { waitUntil?: unknown }) => {
      const isScreen = /^\/(admin|auth)(\/|$)/.test(new URL(page.url()).pathname);
      if (isScreen && javaScriptEnabled !== false && !options?.waitUntil) await hydrated(page);
    };
    page.goto = async (url, options) => {
      const answer = await go(url, options);
      await alive(options);
      return answer;
    };
    page.reload = async (options) => {
      const answer = await reload(options);
      await alive(options);
      return answer;
    };
    await use(page);
  },
  expectedErrors: [[], { option: true }],
  quiet: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(undefined);
      expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** As visitors have it: pages come back from the browser's memory, which the library turns off. One, for one worker. */
export const wholeBrowser = {
  executablePath: chromiumPath({ whole: true }),
  args: chromiumArgs,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};

const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
const axeSource = `'axe' in window || (() => {${readFileSync(axe, 'utf8')}})()`;

/** Brought into a document once, and short: the library brings its long form into each, twice for each look. */
async function bringAxe(page: Page): Promise<string> {
  // Into frames the library brings it.
  if (page.frames().length > 1) return axeSource;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return 'true';
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * No violation of WCAG 2.2 A and AA on the page as it stands, all of it in view: what a bar covers for a moment at one
 * place of the scroll is no small target.
 */
export async function expectAccessible(page: Page) {
  // What is still coming in has not its colours yet.
  await page.evaluate(async () => {
    await document.activeViewTransition?.finished;
    // What is longer comes in for nobody: it counts the seconds of an alert, or never ends.
    const moving = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1000;
    });
    // Some wait for something themselves.
    const late = new Promise((wait) => setTimeout(wait, 2000));
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), late]);
  });
  const viewport = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (viewport && height > viewport.height) await page.setViewportSize({ width: viewport.width, height });
  const { violations } = await new AxeBuilder({ page, axeSource: await bringAxe(page) })
    .setLegacyMode()
    // What is well is told in many megabytes unless one says that nobody reads them.
    .options({ runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] })
    .analyze();
  if (viewport) await page.setViewportSize(viewport);
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) })),
  ).toEqual([]);
}

/** The page's script has come and runs: the back office's, or a public page's manners and the islands in view. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    if ('__reactRouterDataRouter' in window) return true;
    const islands = [...document.querySelectorAll('[data-island]:not([data-live]) > :first-child')];
    return (
      document.documentElement.dataset.script === 'whole' &&
      !islands.some((part) => part.getBoundingClientRect().top < innerHeight)
    );
  });
}

/**
 * For who waits until nothing is under way: what others save is told by an answer that does not end. A window that
 * gets no stream asks instead, from time to time.
 */
export const withoutStream = (page: Page) =>
  page.route('**/admin/changes*', (route) => route.fulfill({ status: 204 }));

/** Waits until a page can be left without a question: what was typed is on the device, or nothing was. */
export async function untilKept(page: Page) {
  const isFree = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await expect.poll(() => page.evaluate(isFree)).toBe(true);
}

/** Waits for the second frame from now, in which the outcome of what just happened is painted. */
export async function untilPainted(page: Page) {
  await page.evaluate(
    () => new Promise((paint) => requestAnimationFrame(() => requestAnimationFrame(paint))),
  );
}

/** Holds back what a page asks of `pattern` until the returned function is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Moves a row one place down by keyboard, from the button that is its grip. */
export async function moveDownByKey(page: Page, grip: Locator) {
  const heard = page.locator('[id^=DndLiveRegion]');
  await grip.focus();
  await page.keyboard.press('Space');
  await expect(heard).toContainText('está na posição');
  const before = await heard.innerText();
  await page.keyboard.press('ArrowDown');
  await expect(heard).not.toHaveText(before);
  await page.keyboard.press('Space');
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page) {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(screen);
}

/** On the screen, as people do. */
export async function signInOnScreen(page: Page, admin: Product['admin']) {
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
}

/** What that screen leaves in a browser, without it: where to go from here is the caller's. */
export async function signIn(page: Page, { email, password }: Product['admin']) {
  const answer = await page.request.post(api('/auth/login'), { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { user, token } = (await answer.json()).data;
  await page.goto('/robots.txt');
  await page.evaluate(
    ([token, reader]) => {
      localStorage.setItem('vitrine.token', token);
      localStorage.setItem('vitrine.reader', reader);
    },
    [token.access_token, `${user.uuid} ${token.access_token}`] as const,
  );
}

/**
 * A call of the back office by whoever is signed in in `page`, without its screens: what somebody else does meanwhile.
 * It fails where the call does.
 */
export async function asStaff<Data = { uuid: string }>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<{ data: Data }> {
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const answer = await page.request.fetch(api(`/admin${path}`), {
    method,
    headers: { authorization: `Bearer ${token}` },
    data: body,
  });
  expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(300);
  return answer.json();
}

/** The browser logs each 403, and with one a call asks for the password. */
export const CONFIRMATION_ASKED = /status of 403/;

/** Types the password into the dialog that asks for it before a change that opens a way in. */
export async function confirmOwner(page: Page, { password }: Product['admin']) {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog).toBeHidden();
}

/** Somebody more who may do all: invited and come in by the mail's link, without a screen. */
export async function addPerson(
  product: Product,
  { name, email, password }: Product['admin'] & { name: string },
) {
  const call = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${product.api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return answer.json();
  };
  const { data } = await call('/auth/login', product.admin);
  const confirmation = { current_password: product.admin.password };
  await call('/admin/users/store', { name, email, role: 'admin', ...confirmation }, data.token.access_token);
  const mail = await product.mailTo(email);
  const code = /\/auth\/reset-password\S*#([\w-]+)/.exec(mail.text ?? '')?.[1];
  await call('/auth/reset-password', { code, password, password_confirmation: password });
}

/** A row's action: a button of its own where there is room, else an item of the row's menu. */
export async function act(page: Page, row: Locator, action: string) {
  const menu = row.getByRole('button', { name: /^Ações de/ });
  const own = row
    .getByRole('link', { name: `${action}:` })
    .or(row.getByRole('button', { name: `${action}:` }));
  await expect(menu.or(own)).toBeVisible();
  if (await own.isVisible()) await own.click();
  else {
    await menu.click();
    await page.getByRole('menuitem', { name: action }).click();
  }
  // The address is the form's before the screen is: until then a field's name may be that of the list's search.
  if (action === 'Editar') await expect(row).toBeHidden();
}
