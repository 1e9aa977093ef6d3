import type { Page } from '@playwright/test';
import {
  apiUrl,
  BFCACHE_LAUNCH_OPTIONS,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  untilHydrated,
  untilPainted,
} from './journey.ts';

// Page scripts: progressive enhancement of public pages.
test.use({ launchOptions: BFCACHE_LAUNCH_OPTIONS });

const POPUP = 'vitrine.popup';
const markPopupSeen = (page: Page) => page.addInitScript((key) => sessionStorage.setItem(key, '1'), POPUP);
const recipePath = async (page: Page) => {
  const { data } = await (await page.request.get(apiUrl('/site/revenues'))).json();
  return `/tips-and-recipes/details/${data[0].uuid}`;
};

test.describe('job popup', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Vagas' });
  const isMarked = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key) !== null, POPUP);

  /** Holds back the popup's picture until `release` is called, and records its requests. */
  async function holdPicture(page: Page) {
    const { data } = await (await page.request.get(apiUrl('/site/settings'))).json();
    const path = new URL(data.popup.image, 'http://site.example').pathname;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${path}`, async (route) => {
      await released;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith(path) && asked.push(request.url()));
    return { release, asked };
  }

  test('the job popup opens once its picture has loaded, closes by its button or an outside press, and restores the focus', {
    tag: '@desktop',
  }, async ({ page }) => {
    const picture = await holdPicture(page);
    await page.goto('/');
    await expect.poll(() => picture.asked).toHaveLength(1);
    const link = page.getByRole('link', { name: 'Ver as 8 filiais' });
    await link.focus();
    await untilPainted(page);
    await expect(dialog(page)).toBeHidden();
    expect(await isMarked(page)).toBe(false);
    picture.release();
    await expect(dialog(page)).toBeVisible();
    expect(await isMarked(page)).toBe(true);
    await dialog(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(page.locator('.popup')).toHaveCount(0);
    await expect(link).toBeFocused();

    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(dialog(page)).toBeVisible();
    await page.mouse.click(20, 20);
    await expect(page.locator('.popup')).toHaveCount(0);
  });

  test(
    'the job popup never covers an open menu, and opens on a later page load instead',
    {
      tag: '@drill',
    },
    async ({ page }, { project }) => {
      const picture = await holdPicture(page);
      await page.goto('/');
      await expect.poll(() => picture.asked).toHaveLength(1);
      if (project.name === 'celular') await page.getByRole('button', { name: 'Abrir menu' }).click();
      else await page.getByRole('navigation', { name: 'Principal' }).getByText('Institucional').click();
      const arrived = page.waitForResponse((answer) => picture.asked.includes(answer.url()));
      picture.release();
      await (await arrived).finished();
      await untilPainted(page);
      await expect(dialog(page)).toBeHidden();
      expect(await isMarked(page)).toBe(false);
      await page.reload();
      await expect(dialog(page)).toBeVisible();
    },
  );

  test('a popup that was already shown does not load its picture', { tag: '@drill' }, async ({ page }) => {
    await markPopupSeen(page);
    const picture = await holdPicture(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await untilPainted(page);
    expect(picture.asked).toEqual([]);
  });

  test.describe('no JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the job popup and its picture are not loaded without JavaScript', { tag: '@desktop' }, async ({
      page,
    }) => {
      const picture = await holdPicture(page);
      await page.goto('/', { waitUntil: 'networkidle' });
      await expect(dialog(page)).toBeHidden();
      expect(picture.asked).toEqual([]);
    });
  });
});

test('a prerendered page shows no popup, sends no request and registers no service worker until it is activated', {
  tag: '@desktop',
}, async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.addInitScript(() => {
    localStorage.setItem('vitrine.token', 'of-a-session-that-ended');
    Object.assign(window, { ahead: true, registered: [] });
    const given = window as unknown as { ahead: boolean; registered: unknown[] };
    Object.defineProperty(document, 'prerendering', { get: () => given.ahead });
    Object.defineProperty(navigator.serviceWorker, 'register', {
      value: async (address: string) => given.registered.push(address),
    });
  });
  const registered = () => page.evaluate(() => (window as unknown as { registered: string[] }).registered);
  await page.goto('/', { waitUntil: 'networkidle' });
  await untilPainted(page);
  const popup = page.getByRole('dialog', { name: 'Vagas' });
  await expect(popup).toBeHidden();
  expect(requested).not.toContain(apiUrl('/auth/validate-token'));
  expect(await registered()).toEqual([]);

  await page.evaluate(() => {
    Object.assign(window, { ahead: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await expect(popup).toBeVisible();
  expect(requested).toContain(apiUrl('/auth/validate-token'));
  expect(await registered()).toEqual(['/sw.js']);
});

test("a branch's opening status is updated at the turn of the minute and when the page returns from the cache", {
  tag: '@desktop',
}, async ({ page }) => {
  await markPopupSeen(page);
  // A Monday.
  await page.clock.install({ time: new Date('2026-11-23T21:58:00-03:00') });
  await page.goto('/');
  const card = page.getByRole('article').filter({ hasText: 'Aurora Norte' });
  const tag = card.locator('.tag');
  await expect(tag).toHaveText('Aberta até 22h');
  await expect(tag).toHaveClass(/tag-open/);
  await page.clock.pauseAt(new Date('2026-11-23T21:59:58-03:00'));
  await expect(tag).toHaveText('Aberta até 22h');
  await page.clock.runFor(2000);
  await expect(tag).toHaveText('Abre amanhã às 7h');
  await expect(tag).toHaveClass(/tag-ink/);
  await expect(tag).not.toHaveClass(/tag-open/);

  await page.clock.setSystemTime(new Date('2026-11-24T06:30:00-03:00'));
  await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
  await expect(tag).toHaveText('Abre às 7h');
  await page.clock.setSystemTime(new Date('2026-11-24T07:00:00-03:00'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(tag).toHaveText('Aberta até 22h');
});

test("the share button opens the system's share sheet and reports a refusal", {
  tag: '@drill',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const given = { shared: [] as unknown[], refusal: '' };
    Object.assign(window, { given });
    Object.defineProperty(navigator, 'share', {
      value: async (content: unknown) => {
        given.shared.push(content);
        if (given.refusal) throw new DOMException('', given.refusal);
      },
    });
  });
  const refuse = (refusal: string) =>
    page.evaluate((name) => {
      (window as unknown as { given: { refusal: string } }).given.refusal = name;
    }, refusal);
  await page.goto(await recipePath(page));
  const button = page.getByRole('main').locator('[data-share]');
  await button.click();
  await refuse('AbortError');
  await button.click();
  await expect(button).toHaveText('Compartilhar');
  await refuse('NotAllowedError');
  await button.click();
  await expect(button).toHaveText('Copie o link da barra');
  const shared = await page.evaluate(
    () => (window as unknown as { given: { shared: { url: string; title: string }[] } }).given.shared,
  );
  expect(shared).toHaveLength(3);
  expect(shared[0]).toEqual({
    url: page.url(),
    title: await page.getByRole('heading', { level: 1 }).innerText(),
  });
  await expectNoHorizontalScroll(page);
});

test('the share button of the offer viewer shares the page that is open in it', {
  tag: '@drill',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.goto('/booklets-day');
  await untilHydrated(page);
  await page
    .getByRole('link', { name: /Ampliar$/ })
    .nth(1)
    .click();
  const viewer = page.getByRole('dialog', { name: 'Ofertas do dia' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await viewer.getByRole('button', { name: 'Compartilhar' }).click();
  await expect(viewer.getByRole('button', { name: 'Link copiado' })).toBeVisible();
  expect(new URL(await copied()).hash).toBe('#pagina-2');
  await viewer.getByRole('button', { name: 'Próxima página' }).click();
  await expect(viewer).toContainText('Página 3 de 6');
  await viewer.locator('[data-share]').click();
  await expect.poll(async () => new URL(await copied()).hash).toBe('#pagina-3');
});

test.describe('screen wake lock', { tag: '@celular' }, () => {
  const awake = (page: Page) => page.getByRole('button', { name: 'Manter a tela acesa' });
  const refused = (page: Page) => page.getByText('O aparelho não deixou agora.');

  test('the wake lock button reports a refusal, and requests the lock again when the page becomes visible', {
    tag: '@drill',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const given = { refuses: true, asked: 0, visible: true };
      Object.assign(window, { given });
      Object.defineProperty(document, 'visibilityState', {
        get: () => (given.visible ? 'visible' : 'hidden'),
      });
      Object.defineProperty(navigator, 'wakeLock', {
        value: {
          request: async () => {
            given.asked += 1;
            if (given.refuses) throw new DOMException('', 'NotAllowedError');
            return { release: async () => {} };
          },
        },
      });
    });
    const change = (changed: object) =>
      page.evaluate((values) => {
        Object.assign((window as unknown as { given: object }).given, values);
        if ('visible' in values) document.dispatchEvent(new Event('visibilitychange'));
      }, changed);
    const asked = () => page.evaluate(() => (window as unknown as { given: { asked: number } }).given.asked);

    await page.goto(await recipePath(page));
    await awake(page).click();
    await expect(refused(page)).toBeVisible();
    await expect(awake(page)).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
    await change({ refuses: false });
    await awake(page).click();
    await expect(awake(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(refused(page)).toBeHidden();
    expect(await asked()).toBe(2);
    await change({ visible: false });
    await change({ visible: true });
    await expect.poll(asked).toBe(3);
    await awake(page).click();
    await change({ visible: false });
    await change({ visible: true });
    expect(await asked(), 'not once it is off').toBe(3);
  });

  test('the wake lock button is hidden on a device without wake lock', { tag: '@drill' }, async ({
    page,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'wakeLock'));
    await page.goto(await recipePath(page));
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible();
    await expect(awake(page)).toHaveCount(0);
  });
});

test('pictures of a shop move by thumbnail and key without scrolling the page', {
  tag: '@drill',
}, async ({ page }) => {
  const { data } = await (await page.request.get(apiUrl('/site/shops'))).json();
  const { uuid } = data.find(({ gallery }: { gallery: unknown[] }) => gallery.length > 1);
  await page.goto(`/shops/${uuid}`);
  const thumbs = page.getByRole('link', { name: /^Foto \d de \d$/ });
  const pictures = page.getByRole('group', { name: /^Fotos da loja/ });
  const shown = (index: number) => pictures.locator('figure').nth(index);
  const scroll = () => page.evaluate(() => window.scrollY);
  await thumbs.nth(1).focus();
  const before = await scroll();
  await page.keyboard.press('Enter');
  await expect(shown(1)).toBeInViewport({ ratio: 0.5 });
  await expect(thumbs.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(thumbs.nth(0)).not.toHaveAttribute('aria-current');
  expect(await scroll()).toBe(before);
  await pictures.press('Home');
  await expect(shown(0)).toBeInViewport({ ratio: 0.5 });
  await page.keyboard.press('ArrowLeft');
  await untilPainted(page);
  await expect(thumbs.nth(0), 'the row has a first and a last').toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(shown(1)).toBeInViewport({ ratio: 0.5 });
  await page.keyboard.press('End');
  await expect(thumbs.last()).toHaveAttribute('aria-current', 'true');
});

test('a search page restored from the back-forward cache shows the query of its address', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  );
  await markPopupSeen(page);
  await page.goto('/shops?busca=livro');
  const field = page.getByRole('main').getByRole('searchbox');
  await field.fill('violão');
  await field.press('Enter');
  await expect(page).toHaveURL(/violao|viol%C3%A3o/);
  // `goBack` waits for a load event, which a restored page does not fire.
  await page.evaluate(() => setTimeout(() => history.back()));
  await expect(page).toHaveURL(/busca=livro$/);
  await expect.poll(() => page.evaluate(() => 'persisted' in window && window.persisted)).toBe(true);
  await expect(field).toHaveValue('livro');
});

test(
  'the site search suggests results by keyboard while a visitor types, and works as a plain form',
  {
    tag: '@desktop',
  },
  async ({ page }, { project }) => {
    test.skip(project.name === 'celular', 'the header of narrow screens links to the search');
    await markPopupSeen(page);
    await page.goto('/accessibility');
    const field = page.locator('header').getByRole('combobox', { name: 'Buscar no site' });
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await page.keyboard.type('cine');
    const list = page.getByRole('listbox', { name: 'Sugestões' });
    const cinema = list.getByRole('option', { name: 'Cinema', exact: false }).first();
    await expect(cinema).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(field).toHaveValue('cine');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=cine$/);
    await expect(page.getByRole('heading', { name: 'Cinema', level: 2 })).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    // A slash inside a search field is typed as text.
    await page.locator('main').getByLabel('Buscar no site').fill('a/b');
    await expect(page.locator('main').getByLabel('Buscar no site')).toHaveValue('a/b');
  },
);
