import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  apiUrl,
  apiUrlPattern,
  blockChangeFeed,
  callAsStaff,
  clickRowAction,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  sendApplication,
  signIn,
  test,
  untilHydrated,
  untilPainted,
} from './journey.ts';
import type { Product } from './product.ts';
import { wrappedWords } from './wrappedWords.ts';

test.use({ world: 'office' });

const LIST = '/admin/vacancies/index';
const PLACE = `${LIST}?search=turno&sort=-name&page=2`;
const MANY = 70;

test.beforeEach(async ({ page, product }) => {
  await page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
  await signIn(page, product.admin);
});

async function manyVacancies(page: Page) {
  const { data } = await callAsStaff<object[]>(page, 'GET', '/vacancies?search=turno');
  for (let number = data.length + 1; number <= MANY; number += 1)
    await callAsStaff(page, 'POST', '/vacancies/store', {
      name: `Auxiliar de turno ${String(number).padStart(2, '0')}`,
      type: 1,
    });
}

const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });
const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Opens the second page of the list with `row` in view, and returns the scroll position in px. */
async function openPlace(page: Page, row: Locator): Promise<number> {
  await page.goto(PLACE);
  await row.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await untilPainted(page);
  return scrollOf(page);
}

async function expectPlace(page: Page, row: Locator, scroll: number) {
  await expect(page).toHaveURL(new RegExp(`${PLACE.replace(/[?]/g, '\\?')}$`));
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 1 });
  expect(Math.abs((await scrollOf(page)) - scroll), 'scrolled as before').toBeLessThan(3);
  await expect(page.locator('tr[aria-current]')).toHaveCount(1);
}

test("a list keeps its page and scroll position after «Salvar», «Registros» and the browser's Back", {
  tag: '@desktop',
}, async ({ page }) => {
  await manyVacancies(page);
  const name = 'Auxiliar de turno 03';
  const row = rowOf(page, name);
  let scroll = await openPlace(page, row);
  expect(scroll).toBeGreaterThan(100);
  await clickRowAction(page, row, 'Editar');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByLabel(/^Descrição/).fill(`Das 13h às 22h, ${Date.now()}.`);
  await page.getByRole('button', { name: 'Salvar vaga' }).click();
  await expect(page.locator('.alert').filter({ hasText: 'Vaga atualizada' })).toContainText(
    'A mudança já aparece na página de vagas.',
  );
  await expectPlace(page, row, scroll);
  await expectAccessible(page);

  const next = rowOf(page, 'Auxiliar de turno 05');
  scroll = await openPlace(page, next);
  await clickRowAction(page, next, 'Editar');
  await page.getByRole('link', { name: 'Registros' }).click();
  await expectPlace(page, next, scroll);

  scroll = await openPlace(page, row);
  await clickRowAction(page, row, 'Detalhes');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expectPlace(page, row, scroll);

  await page.getByRole('link', { name: 'Página 1' }).click();
  await expect(page.locator('tr[aria-current]')).toHaveCount(0);
});

test(
  'the menu opens a list at its first page, and shows the current entry',
  { tag: '@drill' },
  async ({ page }, { project }) => {
    await manyVacancies(page);
    await page.goto(PLACE);
    await expect(rowOf(page, 'Auxiliar de turno 03')).toBeVisible();
    if (project.name === 'celular') await page.getByRole('button', { name: 'Abrir menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Administração' }).last();
    const current = menu.getByRole('link', { name: 'Vagas' });
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(current).toBeInViewport({ ratio: 1 });
    await current.click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    await page.goto('/admin/movies/index');
    if (project.name === 'celular') await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(menu.getByRole('link', { name: 'Filmes' })).toBeInViewport({ ratio: 1 });
  },
);

test(
  'a list that was requested before a save is requested again after it',
  { tag: '@desktop' },
  async ({ page }, { project }) => {
    test.skip(project.name === 'celular', 'the menu is closed, and a finger requests nothing before its tap');
    await blockChangeFeed(page);
    await page.goto(LIST);
    await page.locator('a[href="/admin/vacancies/create"]').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nova vaga');
    const name = page.getByLabel('Nome');
    await name.fill('Repositor da madrugada');
    await page.getByLabel('Tipo').selectOption({ index: 1 });

    const list = apiUrlPattern('/admin/vacancies?*');
    const requested = page.waitForResponse(list);
    await page.getByRole('navigation').getByRole('link', { name: 'Vagas' }).hover();
    await page.mouse.down();
    await requested;
    const requestedAgain = page.waitForRequest(list);
    await name.press('Enter');
    await page.waitForURL(`**${LIST}**`);
    await requestedAgain;
    await page.mouse.move(0, 0);
    await page.mouse.up();
  },
);

test('staff confirm that they discard a form, and can restore its texts and files', {
  tag: '@desktop',
}, async ({ page }) => {
  const art = await sharp({ create: { width: 1440, height: 600, channels: 3, background: '#04616b' } })
    .jpeg()
    .toBuffer();
  await page.goto('/admin/banners/create');
  const title = page.getByLabel('Título');
  const chosen = page.getByRole('img', { name: 'Nova imagem: fachada.jpg' });
  const discard = page.getByRole('button', { name: 'Descartar', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Descartar as alterações?' });
  const undo = page.getByRole('button', { name: 'Desfazer', exact: true });
  await title.fill('Feira de quarta');
  await page.getByLabel('Imagem').setInputFiles({ name: 'fachada.jpg', mimeType: 'image/jpeg', buffer: art });
  await expect(chosen).toBeVisible();

  await discard.click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(question).toBeHidden();
  await expect(title).toHaveValue('Feira de quarta');
  await expect(discard).toBeFocused();

  await discard.click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(title).toHaveValue('');
  await expect(chosen).toBeHidden();
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(title).toHaveValue('Feira de quarta');
  await expect(chosen).toBeVisible();
  await expect(undo).toBeHidden();
  await expect(page.getByText('Você tem alterações não salvas.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publicar' })).toBeFocused();

  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page).toHaveURL(/\/admin\/banners\/index$/);
  await expect(rowOf(page, 'Feira de quarta').first()).toBeVisible();
});

test('staff confirm a sign-out once, although a form has unsaved changes', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/admin/phones/create');
  await page.getByLabel('Contato').fill('Portaria');
  const leave = async () => {
    await page.locator('.user-trigger').click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Sair da administração?' });
  await leave();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await question.getByRole('button', { name: 'Continuar aqui' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Contato')).toHaveValue('Portaria');
  expect(
    (await callAsStaff<object[]>(page, 'GET', '/phones')).data.length,
    'still signed in',
  ).toBeGreaterThan(0);
  await leave();
  await question.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(
    await page.evaluate(() => [
      localStorage.getItem('vitrine.token'),
      sessionStorage.getItem('vitrine.lists'),
    ]),
  ).toEqual([null, null]);
});

/**
 * Returns the controls outside the top bar that an alert covers, and the focused element if it is covered. On
 * narrow screens alerts extend below the bar: at the top of the page they cover no control, and the focused
 * element is always scrolled below them.
 */
async function coveredByAlert(page: Page): Promise<string[]> {
  const focused = await page.evaluate(() => {
    const boxOf = (element: Element | null) => element?.getBoundingClientRect();
    const alerts = [...document.querySelectorAll('.alert')].map((alert) => boxOf(alert) as DOMRect);
    const { top = 0, bottom = 0, left = 0, right = 0 } = boxOf(document.activeElement) ?? {};
    return document.activeElement !== document.body &&
      alerts.some(
        (alert) => alert.bottom > top && alert.top < bottom && alert.right > left && alert.left < right,
      )
      ? [`the focus: ${document.activeElement?.outerHTML.slice(0, 120)}`]
      : [];
  });
  if ((page.viewportSize()?.width ?? 0) < 1100) await page.evaluate(() => scrollTo(0, 0));
  const covered = await page.evaluate(() => {
    const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0;
    const inBar = '.topbar :is(a, button)';
    return [...document.querySelectorAll(`main :is(a, button, input, select), ${inBar}`)]
      .filter((element) => !element.closest('.alert') && element.checkVisibility())
      .filter((element) => element.matches(inBar) || element.getBoundingClientRect().bottom > bar)
      .flatMap((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        // Half of the control may lie under the bar: test its visible half.
        const visibleTop = Math.max(top, element.matches(inBar) ? 0 : bar);
        const at = document.elementFromPoint((left + right) / 2, (visibleTop + bottom) / 2);
        return at?.closest('.alert') ? [element.outerHTML.slice(0, 120)] : [];
      });
  });
  return [...focused, ...covered];
}

/** Waits until alerts have finished their entrance, because they cover other elements while they move. */
async function alertsSettled(alerts: Locator) {
  await expect(alerts).not.toHaveCount(0);
  await alerts.evaluateAll((all) =>
    Promise.all(
      all.flatMap((alert) =>
        alert
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) < 2000)
          .map((animation) => animation.finished),
      ),
    ),
  );
  await expect(alerts.first()).toBeVisible();
}

test('alerts cover no button on forms and lists', { tag: '@desktop' }, async ({ page }, { project }) => {
  const alerts = page.locator('.alert');
  // Widths at which the top bar has the least room for alerts, and none.
  for (const width of project.name === 'desktop' ? [1100, 960] : [360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/admin/phones/create');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Publicar' }).press('Enter');
    await expect(alerts).toHaveCount(1);
    await expect(page.getByRole('region', { name: /^Faltam/ })).toBeFocused();
    await alertsSettled(alerts);
    expect(await coveredByAlert(page), `a form at ${width} px`).toEqual([]);

    const name = `Guarda-volumes ${width}`;
    await page.getByLabel('Contato').fill(name);
    await page.getByLabel('DDD').fill('85');
    await page.getByLabel('Número').fill('900000077');
    await page.getByLabel('Tipo').selectOption({ label: 'Celular' });
    await page.getByRole('button', { name: 'Publicar' }).click();
    const row = rowOf(page, name).first();
    await expect(row).toBeFocused();
    await expect(alerts.filter({ hasText: 'Telefone adicionado' })).toContainText(
      'Já aparece na página de contato.',
    );
    await alertsSettled(alerts);
    expect(await coveredByAlert(page), `a list at ${width} px`).toEqual([]);
  }
});

test.describe('failed loading', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: [/503|404/] });

  test('a list that cannot be loaded shows an alert and a message in its place, with a way back and a retry', async ({
    page,
  }) => {
    const error = 'Estamos com uma instabilidade. Tente de novo em instantes.';
    const fail = { status: 503, json: { error, message: error, status: 503 } };
    await page.route(apiUrlPattern('/admin/phones?**'), (route) => route.fulfill(fail));
    await blockChangeFeed(page);
    // With the cookie, the server would have requested the data.
    await page.context().clearCookies();
    await page.goto('/admin/phones/index');
    const alert = page.locator('.alert').filter({ hasText: error });
    await expect(alert.getByText('Erro', { exact: true })).toBeVisible();
    await expect(page.getByText('Não deu para carregar')).toBeVisible();
    await expect(page.getByRole('alert'), 'said once').toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Voltar' })).toHaveAttribute('href', '/admin/dashboard');
    await page.unroute(apiUrlPattern('/admin/phones?**'));
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expect(alert).toBeHidden();

    await page.route(apiUrlPattern('/admin/phones/details/**'), (route) => route.fulfill(fail));
    await clickRowAction(page, page.locator('tbody tr').first(), 'Editar');
    await expect(alert).toBeVisible();
    await page.getByRole('link', { name: 'Registros' }).click();
    await expect(page).toHaveURL(/\/admin\/phones\/index$/);
  });
});

test('a coming film shows its type and its publication as two facts', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/admin/movies/index');
  const row = rowOf(page, 'Maré alta');
  await expect(row.locator('.two-facts > span')).toHaveText(['Em cartaz', 'No site: Em breve']);
  await clickRowAction(page, row, 'Detalhes');
  await expect(page.getByRole('heading', { level: 1, name: 'Maré alta' })).toBeVisible();
  const fact = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd');
  await expect(fact('Tipo')).toHaveText('Em cartaz');
  await expect(fact('No site')).toHaveText('Em breve');
});

/** Expects no broken words in lists and pages that once broke them, at each of `widths`. */
async function expectWholeWords(page: Page, product: Product, widths: readonly number[], films: number) {
  await sendApplication(product, 'Wellington Vasconcelos Albuquerque', 'wellington@exemplo.example');
  const screens = ['phones', 'shops', 'vacancies', 'office-hours', 'movies', 'work-with-us'];
  const { data } = (await (await page.request.get(apiUrl('/site/movies'))).json()) as {
    data: { uuid: string }[];
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const screen of screens) {
      await page.goto(`/admin/${screen}/index`);
      await expect(page.locator('tbody tr, .empty').first()).toBeVisible();
      expect(await wrappedWords(page), `${screen} at ${width} px`).toEqual([]);
      await expectNoHorizontalScroll(page);
    }
    const some = data.slice(0, films).map(({ uuid }) => `/cinema/${uuid}`);
    for (const address of ['/work-with-us', '/cinema', ...some]) {
      await page.goto(address);
      await page.evaluate(() => document.fonts.ready);
      expect(await wrappedWords(page), `${address} at ${width} px`).toEqual([]);
      await expectNoHorizontalScroll(page);
    }
  }
}

test(
  'words of headlines and tables are not broken over two lines',
  { tag: '@celular' },
  async ({ page, product }, { project }) => {
    await expectWholeWords(page, product, [project.name === 'celular' ? 360 : 1440], 1);
  },
);

test("words are not broken at any width between phone and computer, nor on any film's page", {
  tag: '@drill',
}, async ({ page, product }) => {
  test.slow();
  await expectWholeWords(page, product, [360, 412, 1024, 1280, 1440], Number.POSITIVE_INFINITY);
});
