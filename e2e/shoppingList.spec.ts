import type { Page } from '@playwright/test';
import { offerItem } from '../src/content/shoppingList/offerItem.ts';
import {
  apiUrl,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  untilHydrated,
} from './journey.ts';

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

const item = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name }) });

const OFFER = offerItem({
  uuid: '0b8a0000-0000-4000-8000-000000000001',
  product: 'Arroz branco',
  brand: 'Serra',
  size: '5',
  unit: 'kg',
  price: '22.90',
  department: 'grocery',
  valid_until: '2099-12-31',
});

test("a shopper's list takes a recipe with one touch, adds up, restores removed items and is shared by link", {
  tag: '@celular',
}, async ({ page, context, browser, product }) => {
  const { data } = await (await page.request.get(apiUrl('/site/revenues'))).json();
  const { uuid } = data.find(({ name }: { name: string }) => name === 'Moqueca de domingo');
  await page.goto(`/tips-and-recipes/details/${uuid}`);
  await untilHydrated(page);
  await page.getByRole('checkbox', { name: 'Suco de 2 limões' }).check();
  await page.getByRole('button', { name: 'Pôr o que falta na lista' }).click();
  await expect(page.getByRole('button', { name: '11 itens na lista' })).toBeVisible();
  // An offer added by the offer pages is counted by the piece.
  await page.evaluate((offer) => {
    const button = document.createElement('button');
    button.dataset.listItem = JSON.stringify(offer);
    button.append('Oferta ', Object.assign(document.createElement('span'), { ariaLive: 'polite' }));
    document.querySelector('main')?.append(button);
  }, OFFER);
  await page.getByRole('button', { name: 'Oferta' }).click();
  await expect(page.getByRole('button', { name: 'Oferta Está na lista' })).toBeVisible();
  await page.getByRole('button', { name: 'Oferta' }).click();
  await expect(page.getByRole('button', { name: 'Oferta 2 na lista' })).toBeVisible();

  const badge = page.getByRole('banner').getByRole('link', { name: /Lista de compras/ });
  await expect(badge).toHaveAccessibleName(/12$/);
  await badge.click();
  await untilHydrated(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Faltam 12 de 12' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Soma e envio' })).toContainText('R$ 45,80');

  // A typed item adds to the quantity that a recipe needs.
  const field = page.getByLabel('O que falta em casa?');
  await field.fill('500 g de Peixe branco em postas, jambu; 2 kg de tomate');
  await field.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '3 itens na lista.' })).toBeVisible();
  await expect(item(page, 'peixe branco')).toContainText('1,5 kg');
  await expect(item(page, 'tomates')).toContainText('3 + 2 kg');
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Escreva o que falta' })).toBeVisible();
  await expectNoHorizontalScroll(page);

  // A shopper moves an unknown item to a department, which the list remembers.
  await page.getByRole('button', { name: 'Mudar jambu' }).click();
  await page.getByLabel('Onde fica').selectOption('Hortifrúti');
  await page.getByLabel('O que e quanto').fill('2 maços de jambu');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('region', { name: 'Hortifrúti' })).toContainText('jambu2 maços');
  await expect(page.getByRole('region', { name: 'Outros' })).toHaveCount(0);

  // Two tabs stay in sync, and removed items can be restored.
  const other = await context.newPage();
  await other.goto('/list');
  await untilHydrated(other);
  await item(other, 'alho').getByRole('checkbox').check();
  await expect(item(page, 'alho').getByRole('checkbox')).toBeChecked();
  await other.close();
  await page.getByRole('button', { name: 'Tirar os marcados' }).click();
  await expect(item(page, 'alho')).toHaveCount(0);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(item(page, 'alho').getByRole('checkbox')).toBeChecked();

  // The items travel in the fragment of the link, which no server receives.
  const share = page.getByRole('button', { name: 'Compartilhar' });
  await expect(share).toHaveAttribute('data-share', /^\/list#lista=3/);
  const whatsappLink = await page.getByRole('link', { name: 'Mandar no WhatsApp' }).getAttribute('href');
  expect(decodeURIComponent(whatsappLink ?? '')).toMatch(
    /\*Peixaria\*\n- 1,5 kg de peixe branco[\s\S]*\/list#lista=3/,
  );
  const friend = await browser.newContext({ locale: 'pt-BR', viewport: { width: 360, height: 780 } });
  const there = await friend.newPage();
  await there.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
  const arrived = there.getByRole('region', { name: 'Chegou uma lista com 13 itens' });
  // The link follows the list a moment later.
  await expect(async () => {
    await there.goto('about:blank');
    await there.goto(product.url + (await share.getAttribute('data-share')));
    await untilHydrated(there);
    await expect(arrived).toBeVisible({ timeout: 2000 });
  }).toPass();
  await arrived.getByRole('button', { name: 'Só ver' }).click();
  await expect(arrived.getByText('2 maços de jambu')).toBeVisible();
  await expect(arrived.getByText(/alho.*\(já foi pego\)/)).toBeVisible();
  await expectAccessible(there);
  expect(
    await there.evaluate(() => localStorage.getItem('vitrine.list')),
    'nothing is kept by looking',
  ).toBeNull();
  await arrived.getByRole('button', { name: 'Juntar à minha lista' }).click();
  await expect(there.getByRole('heading', { name: 'Faltam 12 de 13' })).toBeVisible();
  await expect(there).toHaveURL(/\/list$/);
  await friend.close();

  // The storage of the device is full: the page says so and keeps the item.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await field.fill('sabão em pó');
  await field.press('Enter');
  await expect(page.getByText('não deixou guardar a lista')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Limpeza' })).toContainText('sabão em pó');
});

test.describe('failed script loading', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] });

  test('the shopping list reports a script that failed to load, keeps the typed text and succeeds on retry', {
    tag: '@celular',
  }, async ({ page }) => {
    const pieces = /\/assets\/Shopping(ListSheet|ItemEditor)-/;
    await page.route(pieces, (route) => route.abort());
    await page.goto('/list');
    await untilHydrated(page);
    const field = page.getByLabel('O que falta em casa?');
    await field.fill('2 kg de tomate');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Isso não carregou' })).toBeVisible();
    await expect(field).toHaveValue('2 kg de tomate');
    await page.unroute(pieces);
    await page.route(/\/assets\/ShoppingItemEditor-/, (route) => route.abort());
    await field.press('Enter');
    await expect(item(page, 'tomate')).toContainText('2 kg');
    await page.getByRole('button', { name: 'Mudar tomate' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Isso não carregou' })).toBeVisible();
    await expect(item(page, 'tomate')).toContainText('2 kg');
  });
});
