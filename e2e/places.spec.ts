import { expect, expectAccessible, expectNoHorizontalScroll, test, untilHydrated } from './journey.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
});

test('every page of the shopping centre, the cinema and the branches is accessible and fits the screen', {
  tag: '@celular',
}, async ({ page }) => {
  for (const path of [
    '/shopping',
    '/shops',
    '/shops?busca=nada+disso',
    '/cinema',
    '/branches?cidade=Natal',
  ]) {
    await page.goto(path);
    await untilHydrated(page);
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
});

test.describe('no JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('visitors without JavaScript find shops by name and by what they sell, and get a way on without results', {
    tag: '@celular',
  }, async ({ page }) => {
    await page.goto('/shops');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('12 lojas');
    const field = page.getByRole('searchbox', { name: /Buscar loja/ });
    await field.fill('LIVRARIA pe');
    await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click();
    await expect(page).toHaveURL(/\/shops\?busca=LIVRARIA\+pe$/);
    await expect(page.getByRole('main').getByRole('status')).toHaveText('1 loja com “LIVRARIA pe”');
    await expect(page.getByRole('article')).toHaveText(/Livraria Pé de Página/);

    await field.fill('violão');
    await field.press('Enter');
    await expect(page.getByRole('article')).toHaveText(/Compasso Instrumentos/);

    await field.fill('submarino');
    await field.press('Enter');
    await expect(page.getByRole('heading', { name: 'Essa vitrine a gente não tem' })).toBeVisible();
    await page.getByRole('link', { name: 'Ver todas as lojas' }).click();
    await expect(page.getByRole('article')).toHaveCount(12);
  });

  test("visitors without JavaScript find a help question, open it by its address and read the card's fees", {
    tag: '@celular',
  }, async ({ page }) => {
    await page.goto('/ajuda');
    await expect(page).toHaveURL(/\/help$/);
    await page.getByRole('searchbox', { name: /Buscar nas perguntas/ }).fill('ALIMENTACAO saque');
    await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Nenhuma pergunta/);
    await page.getByRole('main').getByRole('searchbox').fill('ALIMENTACAO sacar');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^1 pergunta com/);
    await expect(page.getByText('O vale é só para comida')).toBeVisible();
    const shared = await page.getByRole('link', { name: /^Compartilhar/ }).getAttribute('href');
    await page.goto('/help');
    await expect(page.getByText('O vale é só para comida')).toBeHidden();
    await page.goto(`/help${shared}`);
    await expect(page.getByText('O vale é só para comida')).toBeInViewport();

    await page.goto('/debit-cards');
    await expect(page.getByRole('row', { name: /Anuidade/ })).toContainText('R$ 0');
    await expect(page.getByRole('link', { name: '0800 000 0011' })).toHaveAttribute(
      'href',
      'tel:08000000011',
    );
  });

  test('visitors without JavaScript filter branches by city and open a branch over the list', {
    tag: '@drill',
  }, async ({ page }) => {
    await page.goto('/branches');
    await expect(page.getByRole('button', { name: 'Mais perto de mim' })).toBeHidden();
    await page.getByLabel('Cidade').selectOption('Fortaleza, CE');
    await page.getByRole('button', { name: 'Mostrar' }).click();
    await expect(page).toHaveURL(/\/branches\?cidade=Fortaleza/);
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByLabel('Com', { exact: true }).selectOption('Bicicletário (6)');
    await page.getByRole('button', { name: 'Mostrar' }).click();
    await expect(page).toHaveURL(/servico=bicicletario/);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      '2 lojas com bicicletário em Fortaleza, CE',
    );
    await expect(page.getByRole('article').first()).toContainText('Bicicletário');
    await page.getByRole('link', { name: 'Aurora Centro' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aurora Centro' });
    await expect(dialog).toContainText('Rua das Flores');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Lotérica' })).toContainText(
      'Segunda a sexta, 8h às 17h',
    );
    await dialog.getByRole('link', { name: 'Fechar' }).click();
    await expect(page).toHaveURL(/\/branches\?cidade=Fortaleza/);
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test('visitors see the dialog of a branch only when all of it has arrived', {
    tag: '@desktop',
  }, async ({ page }) => {
    // The browser takes the page that this test cuts short for one of another network.
    await page.context().grantPermissions(['local-network-access']);
    await page.goto('/branches');
    const path = await page.getByRole('link', { name: 'Aurora Centro' }).getAttribute('href');
    const url = new URL(path ?? '', page.url()).href;
    await page.route(url, async (route) => {
      const [part = ''] = (await (await route.fetch()).text()).split('class="bd"');
      await route.fulfill({ contentType: 'text/html', body: `${part}>` });
    });
    await page.goto(url);
    await expect(page.locator('dialog')).toHaveCount(1);
    await expect(page.locator('dialog')).toBeHidden();
    await page.unroute(url);
    await page.goto(url);
    await expect(page.getByRole('dialog', { name: 'Aurora Centro' })).toBeVisible();
  });

  test('visitors without JavaScript see films, prices and the page of a film', { tag: '@drill' }, async ({
    page,
  }) => {
    await page.goto('/cinema');
    await expect(page.getByRole('heading', { name: 'O dragão da serra', exact: true })).toBeVisible();
    await expect(page.getByText('R$ 24,00', { exact: true })).toBeAttached();
    await page.getByRole('article').getByRole('link', { name: 'Lua de pipoca' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lua de pipoca');
  });
});

test("a shop's page shows its contacts, and its pictures move by thumbnail and key", {
  tag: '@drill',
}, async ({ page }) => {
  await page.goto('/shops');
  await untilHydrated(page);
  await page.getByRole('main').getByRole('searchbox').focus();
  await page.keyboard.type('livraria');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 loja com “livraria”');
  await expect(page.getByRole('main').getByRole('searchbox'), 'one goes on where one was').toBeFocused();
  await page.getByRole('link', { name: 'Livraria Pé de Página' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Livraria Pé de Página');
  await expect(page).toHaveTitle(/^Livraria Pé de Página ·/);
  await expect(page.getByRole('link', { name: '(85) 90000-0022' })).toHaveAttribute(
    'href',
    'tel:+5585900000022',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/5585900000022',
  );
  await expect(page.getByRole('link', { name: 'oi@pedepagina.example' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Instagram' })).toBeVisible();

  const pictures = page.getByRole('group', { name: 'Fotos da loja Livraria Pé de Página' });
  const first = pictures.getByRole('img', { name: 'Estantes coloridas de livros e uma escada' });
  const second = pictures.getByRole('img', { name: /Canto de leitura/ });
  await page.getByRole('link', { name: 'Foto 2 de 2' }).press('Enter');
  await expect(second).toBeInViewport({ ratio: 0.5 });
  await expect(page.getByRole('link', { name: 'Foto 2 de 2' })).toHaveAttribute('aria-current', 'true');
  await pictures.press('ArrowLeft');
  await expect(first).toBeInViewport({ ratio: 0.5 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Ver todas as lojas' }).click();
  await expect(page).toHaveURL(/\/shops$/);
});

test.describe('page transition', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a screen rotated during a page transition breaks nothing', { tag: '@drill' }, async ({ page }) => {
    await page.addInitScript(() =>
      addEventListener('pagereveal', ({ viewTransition }) => {
        // Without a pause, the transition could end before the screen is rotated.
        viewTransition?.ready.then(
          () => {
            for (const animation of document.getAnimations()) animation.pause();
          },
          () => undefined,
        );
      }),
    );
    await page.goto('/shops');
    await untilHydrated(page);
    await page.getByRole('link', { name: 'Livraria Pé de Página' }).click();
    await page.waitForURL('**/shops/*');
    const isMoving = () => document.getAnimations().some(({ playState }) => playState === 'paused');
    await page.waitForFunction(isMoving);
    await page.setViewportSize({ width: 780, height: 360 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Livraria Pé de Página');
    await page.waitForFunction(() => document.activeViewTransition === null);
  });
});

test('a branch opened by its own address gives the focus back to its card', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/branches');
  const card = page.getByRole('link', { name: 'Aurora Centro' });
  const address = (await card.getAttribute('href')) ?? '';
  await page.goto(address);
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/branches#filial-/);
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
});

test('a visitor explores the cinema by keyboard alone', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/cinema');
  await untilHydrated(page);
  const premiere = page.getByRole('paragraph').filter({ hasText: 'Estreou esta semana' });
  await expect(premiere).toBeVisible();
  await expect(premiere.getByRole('img', { name: 'Classificação: 10 anos', exact: true })).toBeVisible();
  const films = page.getByRole('main').getByRole('article');
  await expect(films.getByRole('img', { name: 'Classificação: 12 anos (autoclassificação)' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Em breve' }).getByRole('article')).toHaveCount(2);
  const legend = page.getByRole('region', { name: 'Classificação indicativa' });
  for (const band of ['Livre', '6 anos', '10 anos', '12 anos', '14 anos', '16 anos', '18 anos'])
    await expect(legend.getByRole('listitem').filter({ hasText: band }).first()).toBeVisible();
  await expect(page.locator('video')).toHaveAttribute('preload', 'none');

  const film = films.getByRole('link', { name: 'Estação fantasma' });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await film.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(film).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cinema\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estação fantasma');
  await expect(page.getByText('1 hora e 58 minutos').first()).toBeAttached();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Em cartaz' })).toBeVisible();
});

test.describe('near me', () => {
  test('branches ask for the location only on request, sort by distance and show it', {
    tag: '@celular',
  }, async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -5.88, longitude: -35.18 });
    await page.goto('/branches');
    const articles = page.getByRole('article');
    await expect(articles.first()).toContainText('Shopping Aurora');
    await page.getByRole('button', { name: 'Mais perto de mim' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      'A mais perto é Aurora Praia, a 0,5 km',
    );
    await expect(articles.first()).toContainText('Aurora Praia');
    await expect(articles.first()).toContainText('a 0,5 km de você');
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);

    await page.getByLabel('Cidade').selectOption('Fortaleza, CE');
    await page.getByRole('button', { name: 'Mostrar' }).press('Enter');
    await expect(articles).toHaveCount(2);
    // Before hydration, a link leads to the branch's own page.
    await untilHydrated(page);
    await articles.first().getByRole('link').press('Enter');
    await expect(page.locator('dialog:modal')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/branches\?cidade=Fortaleza/);
    await expect(articles.first()).toContainText('km de você');

    await page.getByRole('button', { name: 'Mais perto de mim' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('2 lojas em Fortaleza, CE');
  });

  test('branches keep their order when the visitor denies the location', { tag: '@drill' }, async ({
    page,
  }) => {
    await page.goto('/branches');
    await page.getByRole('button', { name: 'Mais perto de mim' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('Sem problema');
    await expect(page.getByRole('article').first()).toContainText('Shopping Aurora');
    await expectAccessible(page);
  });
});

test.describe('unknown record', () => {
  test.use({ expectedErrors: [/404/] });

  test('an unknown shop or film responds with 404', { tag: '@drill' }, async ({ page }) => {
    for (const path of ['/shops', '/cinema']) {
      for (const uuid of ['00000000-0000-4000-8000-000000000000', 'nada']) {
        const answer = await page.goto(`${path}/${uuid}`);
        expect(answer?.status()).toBe(404);
        await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
      }
    }
  });
});
