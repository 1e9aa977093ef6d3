import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  holdRequests,
  test,
  untilHydrated,
  untilPainted,
} from './journey.ts';

test.describe('home page', () => {
  test.beforeEach(async ({ page }, { title }) => {
    if (!title.includes('popup'))
      await page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
  });

  test('a shopper sees the whole home page in Portuguese without accessibility violations', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Hiper Aurora: Churrasco de sábado começa aqui.',
    );
    for (const name of ['Ofertas do dia', 'Ofertas quinzenais']) {
      await expect(page.getByRole('main').getByRole('heading', { name }).first()).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'Tudo da casa, numa volta só.' })).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'O cartão que faz a compra caber no mês.' }),
    ).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('12.ABC.345/01DE-35');
    await expect(page.getByRole('contentinfo')).toContainText('Avenida do Sol Nascente, 1200');
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  });

  test('a shopper advances banners by button, key and bar, and banners never move by themselves', {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await untilHydrated(page);
    const slider = page.getByRole('region', { name: 'Destaques' });
    const second = slider.getByRole('heading', { name: 'Quarta verde: fruta da estação' });
    const first = slider.getByRole('heading', { name: 'Churrasco de sábado começa aqui.' });
    await page.clock.fastForward(60_000);
    await page.clock.resume();
    await expect(first).toBeInViewport();
    await slider.getByRole('link', { name: 'Próximo banner' }).press('Enter');
    await expect(second).toBeInViewport({ ratio: 0.5 });
    await expect(slider.getByText('Banner 2 de 5')).toBeAttached();
    await slider.getByRole('group', { name: 'Banners' }).press('ArrowLeft');
    await expect(first).toBeInViewport({ ratio: 0.5 });
    await page.keyboard.press('End');
    await expect(slider.getByText('Banner 5 de 5')).toBeAttached();
    await slider.getByRole('link', { name: 'Banner 2: Quarta verde' }).press('Enter');
    await expect(second).toBeInViewport({ ratio: 0.5 });
  });

  test('a shopper opens a branch over the page at its own address and closes it with Escape', {
    tag: '@celular',
  }, async ({ page }) => {
    await page.goto('/');
    await untilHydrated(page);
    const card = page.getByRole('link', { name: /Aurora Centro/ }).first();
    await card.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Aurora Centro' })).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Fechar' })).toBeFocused();
    await expect(page).toHaveURL(/\/branches\/[0-9a-f-]{36}$/);
    await expect(dialog).toContainText('Rua das Flores');
    await expectAccessible(page);
    const address = page.url();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const second = dialog.getByRole('link', { name: /^Foto 2 de/ });
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(second).toHaveAttribute('aria-current', 'true');
    await expect(dialog.getByRole('img', { name: /pães|padaria|Foto 2/i })).toBeInViewport({ ratio: 0.5 });
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/');
    await expect(dialog).toBeHidden();
    await page.goto(address);
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Aurora Centro' })).toBeVisible();
  });

  test('a shopper sees the job popup once per session, and it closes with Escape or after 10 s', {
    tag: '@drill',
  }, async ({ page }) => {
    await page.goto('/');
    const popup = page.getByRole('dialog', { name: 'Vagas' });
    await expect(popup).toBeVisible();
    const picture = popup.getByRole('img');
    await expect(picture).toHaveAttribute('alt', /Venha trabalhar/);
    await expect(picture).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await page.reload({ waitUntil: 'networkidle' });
    await untilPainted(page);
    await expect(popup).toBeHidden();

    await page.evaluate(() => sessionStorage.clear());
    await page.clock.install();
    await page.reload();
    await expect(popup).toBeVisible();
    await page.clock.fastForward(5000);
    await expect(popup).toBeVisible();
    await page.clock.fastForward(5000);
    await expect(popup).toBeHidden();
  });

  test(
    'a shopper uses the menu with the keyboard alone',
    { tag: '@desktop' },
    async ({ page }, { project }) => {
      await page.goto('/');
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await untilHydrated(page);
      if (project.name === 'celular') {
        const button = page.getByRole('button', { name: 'Abrir menu' });
        const menu = page.getByRole('dialog', { name: 'Menu' });
        const close = menu.getByRole('button', { name: 'Fechar menu' });
        await button.press('Enter');
        await expect(close).toBeFocused();
        await expect(menu.getByRole('link', { name: /Lojas/ })).toHaveAttribute('href', '/shops');
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
        await expect(button).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(close).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(button).toBeFocused();
        await page.keyboard.press('Enter');
        await menu.getByRole('link', { name: /Filiais/ }).press('Enter');
      } else {
        const menu = page.getByRole('navigation', { name: 'Principal' });
        const group = menu.locator('summary').filter({ hasText: 'Institucional' });
        const first = menu.getByRole('link', { name: /Filiais/ });
        await group.press('Enter');
        await page.keyboard.press('Tab');
        await expect(first).toBeFocused();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(first).toBeHidden();
        await expect(group).toBeFocused();
        await page.keyboard.press('Space');
        await expect(first).toBeVisible();
        await page.keyboard.press('Shift+Tab');
        await expect(first, 'a menu that was left covers nothing').toBeHidden();
        await group.press('Enter');
        await first.press('Enter');
      }
      await expect(page).toHaveURL(/\/branches$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    },
  );
});

test(
  'a menu opened before the page script loaded stays open',
  { tag: '@celular' },
  async ({ page }, { project }) => {
    await page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
    const release = await holdRequests(page, '**/assets/*.js');
    // A page's load event waits for its scripts.
    await page.goto('/', { waitUntil: 'commit' });
    const link =
      project.name === 'celular'
        ? page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: /Filiais/ })
        : page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: /Filiais/ });
    if (project.name === 'celular') await page.getByRole('button', { name: 'Abrir menu' }).click();
    else await page.getByRole('navigation', { name: 'Principal' }).getByText('Institucional').click();
    await expect(link).toBeVisible();
    release();
    await untilHydrated(page);
    await untilPainted(page);
    await expect(link).toBeVisible();
  },
);

test('a page without an island loads little script and no framework', { tag: '@celular' }, async ({
  page,
}) => {
  await page.goto('/privacy');
  await untilHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacidade');
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((script) => (script as PerformanceResourceTiming).decodedBodySize),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, bytes) => sum + bytes)).toBeLessThan(12_000);
});

test.describe('no JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a visitor without JavaScript reads the home page and follows its links',
    { tag: '@desktop' },
    async ({ page }, { project }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
      if (project.name === 'celular') {
        await page.getByRole('button', { name: 'Abrir menu' }).click();
        await page
          .getByRole('dialog', { name: 'Menu' })
          .getByRole('link', { name: /Filiais/ })
          .click();
      } else {
        await page.getByRole('navigation', { name: 'Principal' }).getByText('Institucional').click();
        await page
          .getByRole('navigation', { name: 'Principal' })
          .getByRole('link', { name: /Filiais/ })
          .click();
      }
      await expect(page).toHaveURL(/\/branches$/);
      await page
        .getByRole('link', { name: /Aurora Centro/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Aurora Centro' }).last()).toBeVisible();
    },
  );
});

test.describe('unknown address', () => {
  test.use({ expectedErrors: [/404/] });

  test('an unknown address responds with 404 and a link home', { tag: '@desktop' }, async ({ page }) => {
    const answer = await page.goto('/nao-existe');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
    await expectAccessible(page);
    const unknownBranch = await page.goto('/branches/00000000-0000-4000-8000-000000000000');
    expect(unknownBranch?.status()).toBe(404);
  });
});
