import type { Page } from '@playwright/test';
import {
  apiUrl,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  holdRequests,
  test,
  untilHydrated,
} from './journey.ts';

const LIST = '/tips-and-recipes';
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const found = (page: Page) => page.getByRole('main').getByRole('status');
const storedTicks = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.includes('ingredients') ? [value] : [])),
  );

interface Recipe {
  uuid: string;
  name: string;
  ingredients: string;
}

async function recipeCalled(page: Page, name: string): Promise<Recipe> {
  const { data } = await (await page.request.get(apiUrl('/site/revenues'))).json();
  return data.find((recipe: Recipe) => recipe.name === name);
}

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test('a shopper finds a recipe by category and ingredient with the keyboard alone', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto(LIST);
  await untilHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dicas e receitas');
  await expect(found(page)).toHaveText('24 receitas');
  await expect(cards(page)).toHaveCount(24);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  const categories = page.getByRole('navigation', { name: 'Categorias' });
  const family = categories.getByRole('link', { name: /Almoço de família/ });
  await family.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?categoria=almoco-de-familia$/);
  await expect(found(page)).toHaveText('6 receitas em Almoço de família');
  await expect(family).toBeFocused();
  await expect(family).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);

  await page.getByRole('main').getByRole('searchbox').focus();
  await page.keyboard.type('CAMARAO');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/categoria=almoco-de-familia/);
  await expect(page).toHaveURL(/busca=CAMARAO/);
  await expect(found(page)).toContainText('com “CAMARAO” em Almoço de família');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();

  const hard = page
    .getByRole('navigation', { name: 'Tempo e dificuldade' })
    .getByRole('link', { name: 'Média' });
  await hard.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/categoria=almoco-de-familia&busca=CAMARAO&dificuldade=media$/);
  await expect(found(page)).toHaveText('1 receita com “CAMARAO” em Almoço de família, média');

  const moqueca = page.getByRole('link', { name: 'Moqueca de domingo' });
  await moqueca.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tips-and-recipes\/details\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moqueca de domingo');
  await expect(page.getByRole('article').first()).toContainText('1 h 15 min');
  await expect(page.getByRole('article').first()).toContainText('6 porções');

  await page.goBack();
  await expect(found(page)).toContainText('com “CAMARAO” em Almoço de família, média');
  await page.goBack();
  await expect(found(page)).not.toContainText('média');
  await page.goBack();
  await expect(page.getByRole('main').getByRole('searchbox'), 'the field follows the address').toHaveValue(
    '',
  );
});

test('a recipe search without a result says so and suggests recipes', { tag: '@drill' }, async ({ page }) => {
  await page.goto(`${LIST}?busca=jabuticaba`);
  await expect(found(page)).toHaveText('Nenhuma receita com “jabuticaba”');
  await expect(cards(page)).toHaveCount(3);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ver todas as receitas' }).click();
  await expect(found(page)).toHaveText('24 receitas');
});

test('a shopper ticks the ingredients at home, and the device stores them', { tag: '@celular' }, async ({
  page,
}) => {
  const { uuid, ingredients } = await recipeCalled(page, 'Moqueca de domingo');
  const total = ingredients.split('\n').length;
  await page.goto(`${LIST}/details/${uuid}`);
  await untilHydrated(page);
  const list = page.getByRole('region', { name: 'Ingredientes' });
  await expect(list).toContainText(`Marque o que já tem em casa. Faltam ${total} de ${total}.`);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await list.getByLabel('Suco de 2 limões').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(list).toContainText(`Faltam ${total - 2} de ${total}.`);
  await expectAccessible(page);

  await page.reload();
  await expect(list.getByLabel('Suco de 2 limões')).toBeChecked();
  await expect(list).toContainText(`Faltam ${total - 2} de ${total}.`);
  for (const box of await list.getByRole('checkbox').all()) await box.check();
  await expect(list).toContainText('Não falta nada.');
  await list.getByRole('button', { name: 'Desmarcar tudo' }).press('Enter');
  await expect(list).toContainText(`Faltam ${total} de ${total}.`);
  expect(await storedTicks(page)).toEqual([]);
});

test('a tick made before the page script loaded stays', { tag: '@drill' }, async ({ page }) => {
  const { uuid } = await recipeCalled(page, 'Moqueca de domingo');
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(`${LIST}/details/${uuid}`, { waitUntil: 'commit' });
  const box = page.getByLabel('Suco de 2 limões');
  await box.check();
  release();
  await expect(page.getByText(/^Faltam \d+ de \d+\.$/)).toBeVisible();
  await expect(box).toBeChecked();
  expect(await storedTicks(page)).toEqual(['["Suco de 2 limões"]']);
});

test('a shopper shares a recipe, prints it on one sheet and keeps the screen on', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    const lock = {
      count: 0,
      async release() {
        lock.count -= 1;
      },
    };
    Object.assign(window, { held: lock });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          lock.count += 1;
          return lock;
        },
      },
    });
  });
  const { uuid, name } = await recipeCalled(page, 'Moqueca de domingo');
  const path = `${LIST}/details/${uuid}`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Compartilhar' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Link copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href);
  const whatsapp = await page.getByRole('link', { name: 'Mandar no WhatsApp' }).getAttribute('href');
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toBe(`${name}\n${new URL(path, page.url()).href}`);

  const awake = page.getByRole('button', { name: 'Manter a tela acesa' });
  const locks = () => page.evaluate(() => (window as unknown as { held: { count: number } }).held.count);
  await awake.press('Space');
  await expect(awake).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(locks).toBe(1);
  await expectAccessible(page);
  await awake.press('Space');
  await expect(awake).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(locks).toBe(0);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Suco de 2 limões')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Combina com' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g);
  expect(sheets).toHaveLength(1);
});

test('a recipe links to three others and back to the list', { tag: '@drill' }, async ({ page }) => {
  const { uuid } = await recipeCalled(page, 'Moqueca de domingo');
  await page.goto(`${LIST}/details/${uuid}`);
  await untilHydrated(page);
  const pairs = page.getByRole('region', { name: 'Combina com' });
  await expect(pairs.getByRole('article')).toHaveCount(3);
  const first = pairs.getByRole('link').nth(1);
  const name = (await first.textContent()) ?? '';
  await first.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('button', { name: 'Compartilhar' })).toBeVisible();
  await page.getByRole('link', { name: 'Todas as receitas' }).click();
  await expect(found(page)).toHaveText('24 receitas');
});

test.describe('no JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('visitors without JavaScript find recipes, read them and tick ingredients', {
    tag: '@celular',
  }, async ({ page }) => {
    await page.goto(LIST);
    await page.getByRole('link', { name: /Doces e sobremesas/ }).click();
    await expect(found(page)).toHaveText('4 receitas em Doces e sobremesas');
    await page.getByRole('main').getByRole('searchbox').fill('pudim');
    await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click();
    await expect(found(page)).toHaveText('1 receita com “pudim” em Doces e sobremesas');
    await page.getByRole('link', { name: 'Pudim sem furinho' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pudim sem furinho');
    const box = page.getByRole('checkbox').first();
    await box.check();
    await expect(box).toBeChecked();
    await expect(page.getByRole('link', { name: 'Mandar no WhatsApp' })).toBeVisible();
    for (const name of ['Compartilhar', 'Imprimir', 'Manter a tela acesa'])
      await expect(page.getByRole('button', { name })).toBeHidden();
  });
});

test.describe('unknown recipe', () => {
  test.use({ expectedErrors: [/404/] });

  test('an unknown recipe responds with 404', { tag: '@drill' }, async ({ page }) => {
    for (const uuid of ['nao-e-uuid', '00000000-0000-4000-8000-000000000000']) {
      const answer = await page.goto(`${LIST}/details/${uuid}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
    }
    await expectAccessible(page);
  });
});
