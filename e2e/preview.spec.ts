import type { Page } from '@playwright/test';
import { jpeg } from '../test/images.ts';
import { api, expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './journey.ts';
import type { Product } from './product.ts';

// The test's own look for mistakes wants a script in the frame, which runs none.
const NO_DAYS = 'A site that is served apart is not shown as of another day, and says so (apart.spec.ts).';

test.use({ expectedErrors: [/Blocked script execution in 'about:srcdoc'/] });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** 8h of a day that many days from now, as addresses have it. */
const morningIn = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 10)}T08:00`;

test(
  'staff see what they type on its page, at both widths, with a picture that was not sent',
  { tag: '@celular' },
  async ({ page, product }, { project }) => {
    const title = `Banner de prova (${project.name})`;
    await signIn(page, product.admin);
    await page.goto('/admin/banners/create');
    const opener = page.getByRole('button', { name: 'Pré-visualizar' });
    const close = page.getByRole('button', { name: 'Fechar a pré-visualização' });
    const isBeside = project.name === 'desktop';

    // By keyboard; what is missing is said, and nothing is drawn.
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Informe o título.').first()).toBeVisible();
    await expect(page.locator('.preview-stage')).toHaveCount(0);
    await expectAccessible(page);
    await close.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toBeFocused();

    await page.getByLabel('Título').fill(title);
    await page.getByLabel('Imagem', { exact: true }).setInputFiles({
      name: 'ceia.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg(),
    });
    await opener.click();
    const picture = page.locator('.preview-stage iframe').first().contentFrame();
    await expect(picture.getByText(title).first()).toBeVisible();
    const banner = picture.locator('img[src^="blob:"]').first();
    await expect(banner).toBeVisible();
    expect(await banner.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const width = () =>
      page
        .locator('.preview-stage iframe')
        .last()
        .evaluate((frame) => frame.clientWidth);
    expect(await width()).toBe(390);
    await page.getByRole('radio', { name: 'Computador' }).check({ force: true });
    expect(await width()).toBe(1280);
    await expectNoSidewaysScroll(page);

    // As one types, beside it; the last good picture stays while something is wrong.
    if (isBeside) {
      await page.getByLabel('Título').fill(`${title} mudado`);
      await expect(picture.getByText(`${title} mudado`).first()).toBeVisible();
      await page.getByLabel('Título').fill('');
      await expect(page.getByText('A imagem abaixo é de antes. Para atualizar:')).toBeVisible();
      await expect(picture.getByText(`${title} mudado`).first()).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Título').fill(title);
      await expect(page.getByText('Como fica assim que for para o site.')).toBeVisible();
    }
    await close.click();
    await expect(opener).toBeFocused();
    await expect(page.getByLabel('Título')).toHaveValue(title);

    // Nothing of it was kept.
    expect(await (await page.request.get('/')).text()).not.toContain(title);
    await page.getByRole('button', { name: 'Descartar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  },
);

/** `local` is `2026-12-24T08:00`. */
async function fillInstant(page: Page, label: string, local: string) {
  const [day = '', time = ''] = local.split('T');
  const named = new RegExp(`^${label}( ?opcional)?$`);
  await page.getByRole('textbox', { name: named }).fill(day.split('-').reverse().join('/'));
  await page.getByRole('textbox', { name: `${label}: hora` }).fill(time);
}

test(
  'staff walk through the site as of a day to come, and nobody else does',
  { tag: '@desktop' },
  async ({ page, product, browser }, { project }) => {
    test.skip(product.isApart, NO_DAYS);
    const title = `Só na véspera (${project.name})`;
    const local = morningIn(3);
    await signIn(page, product.admin);

    // Something that comes then.
    await page.goto('/admin/banners/create');
    await page.getByLabel('Título').fill(title);
    await page.getByLabel('Imagem', { exact: true }).setInputFiles({
      name: 'vespera.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg(),
    });
    await fillInstant(page, 'Começa em', local);
    await page.getByRole('button', { name: 'Pré-visualizar' }).click();
    await expect(page.getByText(/^Como estará em \d\d\/\d\d\/\d{4} 08:00\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Fechar a pré-visualização' }).click();
    await page.getByRole('button', { name: 'Salvar banner' }).click();
    await page.waitForURL('**/banners/index**');

    // The way there.
    await page.getByRole('button', { name: /Equipe|Rosângela/ }).click();
    await page.getByRole('menuitem', { name: 'Site em outro dia' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ver o site em outro dia');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await fillInstant(page, 'Dia e hora', local);
    await page.getByRole('button', { name: 'Ver o site' }).click();
    await page.waitForURL(`**/admin/preview/${local}`);
    const bar = page.getByRole('complementary', { name: 'Prévia do site' });
    await expect(bar).toContainText('às 8h');
    await expect(page.getByText(title).first()).toBeAttached();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    // Links stay within.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Vagas abertas' }).first().click();
    await page.waitForURL(`**/admin/preview/${local}/vacancies`);
    await page.goto(`/admin/preview/${local}/work-with-us`);
    await expect(page.getByText('Daqui ninguém se candidata', { exact: false })).toBeVisible();
    await expectAccessible(page);

    // Another time, by keyboard, on the same page; and out.
    await bar.getByRole('link', { name: 'Outro momento' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Dia e hora', exact: true })).not.toHaveValue('');
    await fillInstant(page, 'Dia e hora', morningIn(2));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ver o site' }).click();
    await page.waitForURL(`**/admin/preview/${morningIn(2)}/work-with-us`);
    await page.goto(`/admin/preview/${morningIn(2)}`);
    await expect(page.getByText(title)).toHaveCount(0);

    // Nobody else, and no cookie of a stranger's.
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`${product.url}/admin/preview/${local}`);
    await expect(stranger).toHaveURL(/\/auth\/login\?next=/);
    await stranger.context().close();

    await bar.getByRole('link', { name: 'Sair da prévia' }).click();
    await page.waitForURL('**/admin/dashboard');
  },
);

test('whoever is led to the sign-in comes to the page that they asked for', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  test.skip(product.isApart, NO_DAYS);
  const local = morningIn(1);
  await page.goto(`/admin/preview/${local}/contacts`);
  await page.getByLabel('E-mail').fill(product.admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(product.admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(`**/admin/preview/${local}/contacts`);
  await expect(page.getByRole('complementary', { name: 'Prévia do site' })).toBeVisible();
});

/** Pages as of tomorrow: whole, alive, leading nowhere but within it, and counted by nobody. */
async function expectAhead(page: Page, product: Product, choose: (paths: string[]) => string[]) {
  test.skip(product.isApart, NO_DAYS);
  await signIn(page, product.admin);
  const counted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/site\//.test(request.url())) counted.push(request.url());
  });
  const map = await (await page.request.get('/sitemap.xml')).text();
  const kinds = new Map<string, string>();
  for (const [, address = ''] of map.matchAll(/<loc>([^<]+)/g)) {
    const { pathname, search } = new URL(address);
    kinds.set(pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':uuid'), pathname + search);
  }
  const base = `/admin/preview/${morningIn(1)}`;
  for (const path of choose([...kinds.values()])) {
    await test.step(path, async () => {
      const answer = await page.goto(path === '/' ? base : base + path, { waitUntil: 'load' });
      expect([path, answer?.status()]).toEqual([path, 200]);
      await page.waitForFunction(() => document.documentElement.dataset.script === 'whole');
      const astray = await page.evaluate(
        (base) =>
          [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')]
            .map((link) => link.getAttribute('href') ?? '')
            .filter((path) => !path.startsWith(base) && !/^\/(admin|auth|media|brand)\b/.test(path)),
        base,
      );
      expect(astray).toEqual([]);
    });
  }
  // A page sends its last counts when it is left.
  await page.goto('/robots.txt');
  expect(counted).toEqual([]);
}

test(
  'public pages are looked at ahead without a mistake, and ask nothing that counts',
  {
    tag: '@desktop',
  },
  ({ page, product }) =>
    expectAhead(page, product, (paths) => {
      const some = paths.filter((path) => /^\/(|booklet|work-with-us|shops\/.+)$/.test(path));
      expect(some).toHaveLength(4);
      return some;
    }),
);

test('so is every one of them', { tag: '@drill' }, async ({ page, product }) => {
  test.setTimeout(120_000);
  await expectAhead(page, product, (paths) => paths);
});

test('the preview of each banner shows that banner at both widths, whatever else is typed', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  const answer = await page.request.get(api('/site/banners'));
  const { data: banners } = (await answer.json()) as { data: { uuid: string; title: string }[] };
  expect(banners.length).toBeGreaterThan(2);
  // The last slide is the farthest from where the slider starts.
  const tried = process.env.DRILL ? banners : banners.slice(-1);
  const row = page.locator('.preview-stage iframe').last().contentFrame().locator('.hero-row');
  const shown = () =>
    row.evaluate((slides) => {
      const { left } = slides.getBoundingClientRect();
      const slide = [...slides.children].find((one) => Math.abs(one.getBoundingClientRect().left - left) < 2);
      return slide?.querySelector('.d1 > span')?.textContent;
    });
  for (const { uuid, title } of tried) {
    await page.goto(`/admin/banners/edit/${uuid}`);
    await hydrated(page);
    await page.getByRole('button', { name: 'Pré-visualizar' }).click();
    await expect.poll(shown, title).toBe(title);
    await page.getByRole('radio', { name: 'Computador' }).check({ force: true });
    await expect.poll(shown, title).toBe(title);
    // The title of another banner.
    const other = banners.find((banner) => banner.title !== title)?.title ?? '';
    await page.getByLabel('Título').fill(`${other} `);
    await page.getByLabel('Texto alternativo').fill(`Ao lado de ${title}`);
    await expect(row.getByRole('img', { name: `Ao lado de ${title}` })).toBeInViewport();
    await expect.poll(shown, title).toBe(other);
    await page.getByRole('button', { name: 'Fechar a pré-visualização' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  }
});
