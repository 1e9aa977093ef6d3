import type { Page } from '@playwright/test';
import { jpeg } from '../test/images.ts';
import {
  apiUrl,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
  untilHydrated,
} from './journey.ts';
import type { Product } from './product.ts';

// axe tries to run a script in the sandboxed frame, which the browser blocks with a console error.
const NO_DAYS =
  'A site that is served apart is not shown as of another day, and says so (splitHosts.spec.ts).';

test.use({ expectedErrors: [/Blocked script execution in 'about:srcdoc'/] });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** Returns 08:00 of the day `days` from now, in the form that addresses use. */
const morningIn = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 10)}T08:00`;

test(
  'staff preview a form on its page at both widths, with a picture that was not uploaded',
  { tag: '@celular' },
  async ({ page, product }, { project }) => {
    const title = `Banner de prova (${project.name})`;
    await signIn(page, product.admin);
    await page.goto('/admin/banners/create');
    const opener = page.getByRole('button', { name: 'Pré-visualizar' });
    const close = page.getByRole('button', { name: 'Fechar a pré-visualização' });
    const isBeside = project.name === 'desktop';

    // The keyboard opens the preview: missing fields are listed, and no preview is rendered.
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Informe o título.').first()).toBeVisible();
    await expect(page.locator('.preview-stage')).toHaveCount(0);
    await expectAccessible(page);
    await close.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toBeFocused();

    // A file that is no picture is reported at its field, and by the preview with the field's label.
    await page.getByLabel('Título').fill(title);
    await page.getByLabel('Imagem', { exact: true }).setInputFiles({
      name: 'ceia.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('uma nota, e nenhuma foto'),
    });
    const unreadable = 'Não conseguimos ler esta imagem. Salve de novo e envie outra vez.';
    await expect(page.locator('.drop-preview').getByRole('alert')).toHaveText(unreadable);
    await expect(page.getByRole('button', { name: 'Ajustar corte' })).toHaveCount(0);
    await opener.click();
    await expect(page.getByText(`Imagem: ${unreadable}`)).toBeVisible();
    await expectAccessible(page);
    await close.click();

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
    await expectNoHorizontalScroll(page);

    const width = () =>
      page
        .locator('.preview-stage iframe')
        .last()
        .evaluate((frame) => frame.clientWidth);
    expect(await width()).toBe(390);
    await page.getByRole('radio', { name: 'Computador' }).check({ force: true });
    expect(await width()).toBe(1280);
    await expectNoHorizontalScroll(page);

    // Beside the form, the preview follows typing. While the form is invalid, the last valid preview stays.
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

    // The preview stored nothing.
    expect(await (await page.request.get('/')).text()).not.toContain(title);
    await page.getByRole('button', { name: 'Descartar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  },
);

/** Fills in a day and a time; `local` is like `2026-12-24T08:00`. */
async function fillInstant(page: Page, label: string, local: string) {
  const [day = '', time = ''] = local.split('T');
  const named = new RegExp(`^${label}( ?opcional)?$`);
  await page.getByRole('textbox', { name: named }).fill(day.split('-').reverse().join('/'));
  await page.getByRole('textbox', { name: `${label}: hora` }).fill(time);
}

test(
  'staff browse the site at a future time, and an anonymous caller cannot',
  { tag: '@desktop' },
  async ({ page, product, browser }, { project }) => {
    test.skip(product.isSplit, NO_DAYS);
    const title = `Só na véspera (${project.name})`;
    const local = morningIn(3);
    await signIn(page, product.admin);

    // A banner that starts at that time.
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
    await page.getByRole('button', { name: /^Agendar para / }).click();
    await page.waitForURL('**/banners/index**');

    // Navigation to the preview.
    await page.getByRole('button', { name: /Equipe|Rosângela/ }).click();
    await page.getByRole('menuitem', { name: 'Site em outro dia' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ver o site em outro dia');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await fillInstant(page, 'Dia e hora', local);
    await page.getByRole('button', { name: 'Ver o site' }).click();
    await page.waitForURL(`**/admin/preview/${local}`);
    const bar = page.getByRole('complementary', { name: 'Prévia do site' });
    await expect(bar).toContainText('às 8h');
    await expect(page.getByText(title).first()).toBeAttached();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    // Links stay within the preview.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Vagas abertas' }).first().click();
    await page.waitForURL(`**/admin/preview/${local}/vacancies`);
    await page.goto(`/admin/preview/${local}/work-with-us`);
    await expect(page.getByText('Daqui ninguém se candidata', { exact: false })).toBeVisible();
    await expectAccessible(page);

    // A different time by keyboard, on the same page, then back.
    await bar.getByRole('link', { name: 'Outro momento' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Dia e hora', exact: true })).not.toHaveValue('');
    await fillInstant(page, 'Dia e hora', morningIn(2));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ver o site' }).click();
    await page.waitForURL(`**/admin/preview/${morningIn(2)}/work-with-us`);
    await page.goto(`/admin/preview/${morningIn(2)}`);
    await expect(page.getByText(title)).toHaveCount(0);

    // Anonymous callers are sent to the sign-in.
    const anonymous = await (await browser.newContext()).newPage();
    await anonymous.goto(`${product.url}/admin/preview/${local}`);
    await expect(anonymous).toHaveURL(/\/auth\/login\?next=/);
    await anonymous.context().close();

    await bar.getByRole('link', { name: 'Sair da prévia' }).click();
    await page.waitForURL('**/admin/dashboard');
  },
);

test('a user sent to the sign-in returns to the requested page', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  test.skip(product.isSplit, NO_DAYS);
  const local = morningIn(1);
  await page.goto(`/admin/preview/${local}/contacts`);
  await page.getByLabel('E-mail').fill(product.admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(product.admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(`**/admin/preview/${local}/contacts`);
  await expect(page.getByRole('complementary', { name: 'Prévia do site' })).toBeVisible();
});

/**
 * Expects the chosen pages to render for tomorrow, run their scripts, link only within the preview, and count
 * no page view.
 */
async function expectPreviewed(page: Page, product: Product, choose: (paths: string[]) => string[]) {
  test.skip(product.isSplit, NO_DAYS);
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
  // A page sends its last counts when the visitor leaves it.
  await page.goto('/robots.txt');
  expect(counted).toEqual([]);
}

test(
  'the preview renders public pages of a future time without errors and counts no page view',
  {
    tag: '@desktop',
  },
  ({ page, product }) =>
    expectPreviewed(page, product, (paths) => {
      const some = paths.filter((path) => /^\/(|booklet|work-with-us|shops\/.+)$/.test(path));
      expect(some).toHaveLength(4);
      return some;
    }),
);

test('the preview renders every public page of a future time', { tag: '@drill' }, async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  await expectPreviewed(page, product, (paths) => paths);
});

test('the preview of each banner shows that banner at both widths, whatever else is typed', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  const answer = await page.request.get(apiUrl('/site/banners'));
  const { data: banners } = (await answer.json()) as { data: { uuid: string; title: string }[] };
  expect(banners.length).toBeGreaterThan(2);
  // The last slide is the farthest from the start of the slider.
  const chosenBanners = process.env.DRILL ? banners : banners.slice(-1);
  const row = page.locator('.preview-stage iframe').last().contentFrame().locator('.hero-row');
  const shown = () =>
    row.evaluate((slides) => {
      const { left } = slides.getBoundingClientRect();
      const slide = [...slides.children].find(
        (child) => Math.abs(child.getBoundingClientRect().left - left) < 2,
      );
      return slide?.querySelector('.d1 > span')?.textContent;
    });
  for (const { uuid, title } of chosenBanners) {
    await page.goto(`/admin/banners/edit/${uuid}`);
    await untilHydrated(page);
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

test('the preview of a recipe has the styles of its page, and its buttons stay in view', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/revenues/index');
  await page
    .getByRole('link', { name: /^Editar: / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Pré-visualizar' }).click();
  const recipe = page.locator('.preview-stage iframe').first().contentFrame().locator('.rec');
  await expect(recipe).toHaveCSS('display', 'grid');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const close = page.getByRole('button', { name: 'Fechar a pré-visualização' });
  const isOnTop = (button: HTMLElement) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await expect.poll(() => close.evaluate(isOnTop)).toBe(true);
});
