import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import { pdf } from '../test/sampleFiles.ts';
import { type Product, startProduct } from './product.ts';

interface Workers {
  /**
   * Names the product that the worker starts. Journeys in the unnamed world only read the demo content. Those
   * in `office` change it and rely only on their own records. `empty` has no content. In `splitApiPrefix`, and in
   * every world when APART names the API's prefix, site and API are on two hosts. Each name costs the start
   * of a browser and a product per screen size.
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
/** Returns the address of an API endpoint, for calls beside a page. */
export const apiUrl = (path: string) => apiAddress + path;
/** Returns a URL pattern of the same endpoint, for watching the calls of a page. */
export const apiUrlPattern = (path: string) => `**${new URL(apiAddress).pathname.replace(/\/$/, '')}${path}`;

/**
 * Runs a test in a real browser against the whole product. A console error, a page error or a CSP violation
 * fails it.
 */
export const test = base.extend<Fixtures, Workers>({
  world: ['', { scope: 'worker', option: true }],
  product: [
    async ({ world }, use) => {
      const product = await startProduct({
        empty: world === 'empty',
        ...(world === 'apart' && { splitApiPrefix: process.env.APART ?? '/api' }),
      });
      apiAddress = product.api;
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // Waits until a back-office screen is hydrated, because no user types faster than its script loads.
  page: async ({ page, javaScriptEnabled }, use) => {
    const [go, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const alive = async (options?: { waitUntil?: unknown }) => {
      const isScreen = /^\/(admin|auth)(\/|$)/.test(new URL(page.url()).pathname);
      if (isScreen && javaScriptEnabled !== false && !options?.waitUntil) await untilHydrated(page);
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

/**
 * Launch options that enable the back-forward cache, as visitors have it; Playwright disables it. One browser
 * per worker.
 */
export const BFCACHE_LAUNCH_OPTIONS = {
  executablePath: chromiumPath({ whole: true }),
  args: chromiumArgs,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};

const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
const axeSource = `'axe' in window || (() => {${readFileSync(axe, 'utf8')}})()`;

/**
 * Injects axe into a document once and returns a short source; the library would inject its long one twice
 * per check.
 */
async function bringAxe(page: Page): Promise<string> {
  // The library injects axe into frames.
  if (page.frames().length > 1) return axeSource;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return 'true';
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects no violation of WCAG 2.2 A and AA. The viewport grows to the page's height, so that a sticky bar
 * does not cover targets.
 */
export async function expectAccessible(page: Page) {
  // Elements that are still fading in do not have their final colours.
  await page.evaluate(async () => {
    await document.activeViewTransition?.finished;
    // Longer animations are not entrances: they count down an alert or never end.
    const moving = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1000;
    });
    // Some animations wait for something themselves.
    const late = new Promise((wait) => setTimeout(wait, 2000));
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), late]);
  });
  const viewport = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (viewport && height > viewport.height) await page.setViewportSize({ width: viewport.width, height });
  const { violations } = await new AxeBuilder({ page, axeSource: await bringAxe(page) })
    .setLegacyMode()
    // Reporting passed rules takes many megabytes.
    .options({ runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] })
    .analyze();
  if (viewport) await page.setViewportSize(viewport);
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) })),
  ).toEqual([]);
}

/**
 * Waits until the page's script runs: the back office's, or a public page's scripts and the islands in view.
 */
export async function untilHydrated(page: Page) {
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
 * Blocks the change feed, whose stream never ends, so that `networkidle` can be reached. A window without a
 * stream polls instead.
 */
export const blockChangeFeed = (page: Page) =>
  page.route('**/admin/changes*', (route) => route.fulfill({ status: 204 }));

/**
 * Waits until the page can be left without a warning: the draft is stored on the device, or there is none.
 */
export async function untilDraftStored(page: Page) {
  const isFree = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await expect.poll(() => page.evaluate(isFree)).toBe(true);
}

/** Waits for the second frame from now, which paints the outcome of the last event. */
export async function untilPainted(page: Page) {
  await page.evaluate(
    () => new Promise((paint) => requestAnimationFrame(() => requestAnimationFrame(paint))),
  );
}

/** Holds back a page's requests for `pattern` until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Picks a row up by its grip, moves it with arrow keys and drops it, faster than the page can render. */
export async function moveByKeys(grip: Locator, ...arrows: ('ArrowUp' | 'ArrowDown')[]) {
  await grip.focus();
  await grip.evaluate(
    (button, codes) => {
      for (const code of codes)
        button.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }));
    },
    ['Space', ...arrows, 'Space'],
  );
}

/** Expects no horizontal scrolling. */
export async function expectNoHorizontalScroll(page: Page) {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(screen);
}

/** Signs in through the screen. */
export async function signInOnScreen(page: Page, admin: Product['admin']) {
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
}

/** Stores what the sign-in screen stores, without opening it. The caller navigates next. */
export async function signIn(page: Page, { email, password }: Product['admin']) {
  const answer = await page.request.post(apiUrl('/auth/login'), { data: { email, password } });
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
 * Calls the API with the session of `page`, to simulate a second user. Throws if the call
 * fails.
 */
export async function callAsStaff<Data = { uuid: string }>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<{ data: Data }> {
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const answer = await page.request.fetch(apiUrl(`/admin${path}`), {
    method,
    headers: { authorization: `Bearer ${token}` },
    data: body,
  });
  expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(300);
  return answer.json();
}

/** Console error of the 403 that asks for step-up confirmation. */
export const STEP_UP_CONSOLE_ERROR = /status of 403/;

/** Types the password into the dialog of the step-up confirmation. */
export async function confirmStepUp(page: Page, { password }: Product['admin']) {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog).toBeHidden();
}

type NewStaff = Product['admin'] & { name: string };

export const addAdministrator = (product: Product, person: NewStaff) =>
  addStaff(product, { ...person, role: 'admin' });

/** Adds a user through the API: invites them and sets the password with the mailed link. */
export async function addStaff(
  product: Product,
  { name, email, password, ...access }: NewStaff & { role: string; branches?: string[] },
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
  await call('/admin/users/store', { name, email, ...access, ...confirmation }, data.token.access_token);
  const mail = await product.mailTo(email);
  const code = /\/auth\/reset-password\S*#([\w-]+)/.exec(mail.text ?? '')?.[1];
  await call('/auth/reset-password', { code, password, password_confirmation: password });
}

/** Returns a phone number of the person with this address: who shares one counts as the same person. */
const phoneOf = (email: string) =>
  `859${createHash('sha1').update(email).digest().readUInt32BE().toString().padStart(10, '0').slice(-8)}`;

/** Sends an application as a visitor, with the résumé `doc`. */
export async function sendApplication({ api }: Product, name: string, email: string, doc = pdf()) {
  const form = new FormData();
  const phone = phoneOf(email);
  for (const [field, value] of Object.entries({ name, email, phone, vacancy: 'Estoquista' }))
    form.set(field, value);
  form.set('doc', new File([new Uint8Array(doc)], 'currículo.pdf', { type: 'application/pdf' }));
  const answer = await fetch(`${api}/site/work-with-us`, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
}

/** Clicks a row's action: its own button if there is room, otherwise the item of the row's menu. */
export async function clickRowAction(page: Page, row: Locator, action: string) {
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
  // The address changes before the screen does; until then a field's name may match the list's search.
  if (action === 'Editar') await expect(row).toBeHidden();
}
