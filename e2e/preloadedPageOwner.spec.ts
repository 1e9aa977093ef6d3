import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { addAdministrator, BFCACHE_LAUNCH_OPTIONS, expect, signIn, test, untilHydrated } from './journey.ts';
import type { Product } from './product.ts';

// Pages rendered for one user, opened by another.

test.use({ world: 'office' });
test.skip(
  ({ product }) => product.isSplit,
  'A site that is served apart makes no page for anybody in particular.',
);

const LIST = '/admin/revenues/index';
const PROFILE = '/admin/users/profile';

/** Copies the cookies of another browser, which only a sign-in could set. */
async function takeCookies(from: BrowserContext, into: BrowserContext) {
  await into.clearCookies();
  await into.addCookies(await from.cookies());
}

async function addUser(product: Product): Promise<Product['admin']> {
  const person = { email: `outra.${Date.now()}@hiperaurora.example`, password: 'senha da jornada' };
  await addAdministrator(product, { name: 'Outra Pessoa', ...person });
  return person;
}

/** Records each text that appears on a back-office screen, over all pages of the context. */
async function noteContent(page: Page): Promise<string[]> {
  const texts: string[] = [];
  await page.exposeFunction('noteContent', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const note = (window as unknown as { noteContent: (text: string) => void }).noteContent;
    new MutationObserver(() => {
      for (const field of document.querySelectorAll<HTMLInputElement>('.shell input')) note(field.value);
      const shell = document.querySelector('.shell')?.textContent;
      if (shell) note(shell);
    }).observe(document, { childList: true, subtree: true });
  });
  return texts;
}

test.describe('page of another user', () => {
  test("a page rendered for another user is never shown; the token's owner gets their own", {
    tag: '@desktop',
  }, async ({ page, product, browser }) => {
    const other = await addUser(product);
    const theirs = await browser.newContext({ baseURL: product.url });
    await signIn(await theirs.newPage(), other);
    await signIn(page, product.admin);
    await takeCookies(theirs, page.context());
    const texts = await noteContent(page);
    await page.goto(PROFILE);
    await expect(page.getByLabel('E-mail')).toHaveValue(product.admin.email);
    await expect(page).toHaveURL(new RegExp(`${PROFILE}$`));
    await untilHydrated(page);
    expect(texts.join('\n')).toContain(product.admin.email);
    expect(texts.join('\n')).not.toContain(other.email);
    expect(texts.join('\n')).not.toContain('Outra Pessoa');
    await theirs.close();
  });

  test('a preloaded page is not shown without a token, and leads to the sign-in', {
    tag: '@desktop',
  }, async ({ page, product }) => {
    await signIn(page, product.admin);
    await page.goto('/');
    await page.evaluate(() => localStorage.removeItem('vitrine.token'));
    const texts = await noteContent(page);
    await page.goto(`${PROFILE}?a=1`);
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fadmin%2Fusers%2Fprofile%3Fa%3D1$/);
    expect(texts.join('\n')).not.toContain(product.admin.email);
    await signInHere(page, product.admin);
    await expect(page).toHaveURL(/\/admin\/users\/profile\?a=1$/);
  });

  test('a preloaded page is not shown with an ended token, and leads to the sign-in', {
    tag: '@drill',
  }, async ({ page, product, browser }) => {
    const other = await addUser(product);
    const theirs = await browser.newContext({ baseURL: product.url });
    await signIn(await theirs.newPage(), other);
    await signIn(page, product.admin);
    await page.goto('/');
    await page.evaluate(async () => {
      const token = localStorage.getItem('vitrine.token');
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/auth/logout', { method: 'POST', headers, body: JSON.stringify({ token }) });
    });
    await takeCookies(theirs, page.context());
    const texts = await noteContent(page);
    await page.goto(PROFILE);
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(texts.join('\n')).not.toContain(other.email);
    await theirs.close();
  });

  test('a token without a pages cookie receives it on the first screen', { tag: '@drill' }, async ({
    page,
    product,
  }) => {
    await signIn(page, product.admin);
    await page.evaluate(() => localStorage.removeItem('vitrine.reader'));
    await page.context().clearCookies();
    const first = await page.goto(LIST);
    expect(await first?.text()).not.toContain('data-reader');
    await untilHydrated(page);
    await expect(page.locator('.user-name')).toHaveText('Equipe');
    const next = await page.goto(LIST);
    expect(await next?.text()).toContain('data-reader');
    await expect(page.locator('tbody tr').first()).toBeVisible();
  });
});

test('signing in again while editing sets a new cookie and loses nothing', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/revenue-categories/create');
  await untilHydrated(page);
  await page.getByLabel('Nome').fill('Digitado antes');
  // The pages cookie must end with the session.
  const keys = async () => (await page.context().cookies()).filter(({ name }) => name === 'vitrine_pages');
  const before = await keys();
  await page.evaluate(async () => {
    const token = localStorage.getItem('vitrine.token');
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/auth/logout', { method: 'POST', headers, body: JSON.stringify({ token }) });
  });
  expect(await keys()).toEqual([]);
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog');
  await signInHere(dialog, product.admin);
  await expect(page).toHaveURL(/\/revenue-categories\/index/);
  await expect(page.getByText('Digitado antes').first()).toBeVisible();
  const after = await keys();
  expect(after).toHaveLength(1);
  expect(after[0]?.value).not.toBe(before[0]?.value);
  expect(after[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  const answer = await page.goto(LIST);
  expect(await answer?.text()).toContain('data-reader');
});

test.use({ expectedErrors: [/401/] });

async function signInHere(page: Pick<Page, 'getByLabel' | 'getByRole'>, admin: Product['admin']) {
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

test.describe('back-forward cache', () => {
  let keeping: Browser;
  test.beforeAll(async () => {
    keeping = await chromium.launch(BFCACHE_LAUNCH_OPTIONS);
  });
  test.afterAll(() => keeping.close());

  /**
   * Opens a screen, then a public page, in a window that records the screen's opacity when it is restored.
   */
  async function openThenLeave(product: Product): Promise<Page> {
    const context = await keeping.newContext({ baseURL: product.url, serviceWorkers: 'block' });
    // Chromium does not cache a screen with `no-store`; other browsers do.
    await context.route(`**${LIST}`, async (route) => {
      const answer = await route.fetch();
      const { 'cache-control': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });
    const page = await context.newPage();
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        sessionStorage.setItem('kept', '');
        const look = () => {
          const { opacity } = getComputedStyle(document.documentElement);
          sessionStorage.setItem('seen', `${sessionStorage.getItem('seen') ?? ''} ${opacity}`);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    });
    await signIn(page, product.admin);
    await page.goto(LIST);
    await untilHydrated(page);
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await page.goto('/accessibility');
    return page;
  }
  const opacities = (page: Page) =>
    page.evaluate(() => sessionStorage.getItem('seen')?.trim().split(' ') ?? []);

  test('a screen restored from the back-forward cache is shown to the same user', { tag: '@drill' }, async ({
    product,
  }) => {
    const page = await openThenLeave(product);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expect.poll(async () => (await opacities(page)).at(-1)).toBe('1');
    await page.context().close();
  });

  test('a screen restored after a sign-out stays invisible', { tag: '@desktop' }, async ({ product }) => {
    const page = await openThenLeave(product);
    await page.evaluate(() => localStorage.removeItem('vitrine.token'));
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(await page.evaluate(() => sessionStorage.getItem('kept')), 'it was kept').not.toBeNull();
    expect((await opacities(page)).filter((opacity) => opacity !== '0' && opacity !== '')).toEqual([]);
    await page.context().close();
  });

  test('a screen restored after another user signed in is loaded again', { tag: '@desktop' }, async ({
    product,
  }) => {
    const other = await addUser(product);
    const page = await openThenLeave(product);
    await page.evaluate(async ({ email, password }) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, password });
      const answer = await fetch('/api/auth/login', { method: 'POST', headers, body });
      localStorage.setItem('vitrine.token', (await answer.json()).data.token.access_token);
    }, other);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('.user-name')).toHaveText('Outra Pessoa');
    expect((await opacities(page)).filter((opacity) => opacity !== '0' && opacity !== '')).toEqual([]);
    await page.context().close();
  });
});
