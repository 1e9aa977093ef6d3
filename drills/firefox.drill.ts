import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilBookletPagesReady } from '../e2e/prepare.ts';
import { type Product, startProduct } from '../e2e/product.ts';
import { findFirefox } from '../scripts/lib/firefox.mjs';
import { pdf } from '../test/sampleFiles.ts';

// The whole product in Firefox, over WebDriver BiDi: every page opens without a console error or CSP
// violation, and the main tasks of shoppers and staff work. The journeys cover the details in Chromium.

const firefox = findFirefox();
if (!firefox)
  console.log(
    'Sem Firefox nesta máquina: nada disto é provado. Instale-o (Debian: apt-get install firefox-esr) ou aponte FIREFOX_PATH para um executável.',
  );

const SCREEN = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let page: Page;
let folder: string;
let errors: string[] = [];

/** Opens a page that records its errors and CSP violations in `errors`. */
async function openPage(): Promise<Page> {
  const opened = await browser.newPage();
  await opened.setViewport(SCREEN);
  opened.setDefaultTimeout(20_000);
  opened.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${opened.url()}: ${message.text()}`);
  });
  opened.on('pageerror', (error) => errors.push(`${opened.url()}: ${error}`));
  await opened.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`the policy forbids ${violatedDirective}: ${blockedURI}`),
    );
  });
  return opened;
}

const go = (path: string) => page.goto(product.url + path, { waitUntil: 'load' });
const heading = () => page.$eval('h1', (found) => found.textContent?.trim());
/** Waits for the page scripts of a public page, and for the islands in view. */
const ready = () =>
  page.waitForFunction(
    () =>
      document.documentElement.dataset.script === 'whole' &&
      ![...document.querySelectorAll('[data-island]:not([data-live]) > :first-child')].some(
        (part) => part.getBoundingClientRect().top < innerHeight,
      ),
  );
const shows = (text: string) =>
  page.waitForFunction((wanted: string) => document.body.innerText.includes(wanted), {}, text);
const at = (path: string) =>
  page.waitForFunction((wanted: string) => location.pathname.startsWith(wanted), {}, path);

async function send(selector: string, path: string) {
  const input = (await page.waitForSelector(selector)) as Awaited<
    ReturnType<typeof page.$<'input[type=file]'>>
  >;
  await input?.uploadFile(path);
}

async function signIn() {
  await go('/privacy');
  await page.evaluate(() => localStorage.clear());
  await go('/auth/login');
  await page.locator('input[type=email]').fill(product.admin.email);
  await page.locator('input[type=password]').fill(product.admin.password);
  await page.locator('button[type=submit]').click();
  await at('/admin/dashboard');
}

/** Returns the first of the addresses that differ only in their record. */
function kindsOf(addresses: string[]): string[] {
  const kinds = new Map<string, string>();
  for (const address of addresses) {
    const { pathname } = new URL(address, product.url);
    const kind = pathname.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\/\d+(?=\/|$)/g, ':record');
    if (!kinds.has(kind)) kinds.set(kind, pathname);
  }
  return [...kinds.values()];
}

describe.skipIf(!firefox)('in Firefox', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-firefox-'));
    product = await startProduct();
    await untilBookletPagesReady(product.api);
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefox ?? '',
      headless: true,
      extraPrefsFirefox: { 'intl.accept_languages': 'pt-BR' },
    });
    console.log(await browser.version());
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    errors = [];
    page = await openPage();
    return async () => {
      await page.close();
      expect(errors).toEqual([]);
    };
  });

  test('every public page opens', async () => {
    const map = await (await fetch(`${product.url}/sitemap.xml`)).text();
    const pages = kindsOf([...map.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => address));
    expect(pages.length).toBeGreaterThan(18);
    for (const path of [...pages, '/offline', '/branches?cidade=Natal', '/tips-and-recipes?busca=bolo']) {
      const answer = await go(path);
      expect(answer?.status(), path).toBe(200);
      await ready();
      expect(await heading(), path).toBeTruthy();
      const { content, screen } = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        screen: document.documentElement.clientWidth,
      }));
      expect(content, `${path} is wider than the screen`).toBeLessThanOrEqual(screen);
    }
  });

  test('a shopper closes the notice', async () => {
    await go('/');
    await ready();
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  });

  test('a shopper advances banners and opens menus', async () => {
    await go('/');
    await page.evaluate(() => sessionStorage.setItem('vitrine.popup', '1'));
    await page.reload();
    await ready();
    await page.locator('.hero a[aria-label="Próximo banner"]').click();
    await page.waitForFunction(() =>
      document.querySelector('.hero [aria-live]')?.textContent?.startsWith('Banner 2 de'),
    );

    await page.locator('header nav summary').click();
    await page.waitForSelector('header nav details[open]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('header nav details[open]'));
    await page.locator('header nav summary').click();
    await page.locator('header nav details[open] a[href="/branches"]').click();
    await at('/branches');
    expect(await heading()).toBe('Filiais');
  });

  test('a shopper reads the booklet, finds a recipe and returns to the same scroll position', async () => {
    await go('/booklet');
    await ready();
    await page.locator('main ::-p-text(Ampliar)').click();
    await page.waitForSelector('dialog[open] img');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));

    await go('/tips-and-recipes');
    await ready();
    await page.locator('main input[type=search]').fill('a');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /[?&]busca=a(&|$)/.test(location.search));
    await ready();
    const card = await page.waitForSelector('main article:last-of-type a[href*="/details/"]');
    await card?.scrollIntoView();
    const before = await page.evaluate(() => Math.round(scrollY));
    const name = await card?.evaluate((link) => link.textContent);
    await card?.click();
    await at('/tips-and-recipes/details/');
    expect(await heading()).toBe(name);
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => location.pathname === '/tips-and-recipes');
    await page.waitForFunction((y: number) => Math.abs(scrollY - y) < 5, {}, before);
    expect(await page.$eval('main input[type=search]', (input) => (input as HTMLInputElement).value)).toBe(
      'a',
    );
  });

  test('an applicant sends a résumé', async () => {
    const resume = join(folder, 'currículo.pdf');
    await writeFile(resume, pdf('Currículo'));
    await go('/work-with-us?vaga=Padeiro+ou+padeira');
    await ready();
    await page.locator('form.apply input[autocomplete=name]').fill('Joana Prado');
    await page.locator('form.apply input[type=email]').fill('joana@exemplo.example');
    await page.locator('form.apply input[type=tel]').fill('(85) 90000-0012');
    await send('form.apply input[type=file]', resume);
    await page.locator('form.apply ::-p-text(Enviar candidatura)').click();
    await shows('Candidatura enviada com sucesso');
  });

  test('every kind of back-office screen opens', async () => {
    await signIn();
    const linksOf = () =>
      page.$$eval('a[href^="/admin"]', (links) => links.map((link) => link.getAttribute('href') ?? ''));
    await page.waitForSelector('nav a[href$="/index"]');
    const lists = kindsOf(await linksOf());
    expect(lists.length).toBeGreaterThan(12);
    const seen = new Set<string>();
    const deeper: string[] = [];
    const open = async (path: string) => {
      await go(path);
      await page.waitForSelector('main h1');
      await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'));
      seen.add(path);
      deeper.push(...(await linksOf()));
    };
    for (const path of lists) await open(path);
    // Row menus link to the same kinds of address as rows, so each list's form and details are enough.
    for (const path of kindsOf(deeper)) if (!seen.has(path)) await open(path);
    console.log(`${seen.size} screens of the back office`);
    expect([...seen].filter((path) => path.includes('/edit/')).length).toBeGreaterThan(6);
    expect([...seen].filter((path) => path.endsWith('/create')).length).toBeGreaterThan(6);
  }, 600_000);

  test('staff save a record with a picture, and visitors see it', async () => {
    const picture = join(folder, 'café.jpg');
    const image = sharp({ create: { width: 1440, height: 600, channels: 3, background: '#6a3d14' } });
    await image.jpeg().toFile(picture);
    await signIn();
    await go('/admin/banners/index');
    await page.locator('main ::-p-text(Adicionar banner)').click();
    await at('/admin/banners/create');
    await page.locator('main input[name=title]').fill('Semana do café');
    await send('main input[type=file]', picture);
    await page.locator('main input[name=alt]').fill('Xícaras de café');
    await page.locator('main button::-p-text(Publicar)').click();
    await at('/admin/banners/index');
    await shows('Semana do café');
    await go('/');
    const address = await page.$eval(
      '.hero img[alt="Xícaras de café"]',
      (shown) => (shown as HTMLImageElement).src,
    );
    expect((await fetch(address)).status).toBe(200);
  });
});
