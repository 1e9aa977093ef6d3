import { dayAt } from '../src/shared/dates.ts';
import {
  addStaff,
  apiUrl,
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
} from './journey.ts';

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test('a user of one branch finds its hours, offers and shortcuts on the dashboard', async ({
  page,
  product,
}, { project }) => {
  const { data: branches } = await (await page.request.get(apiUrl('/site/branches'))).json();
  const branch = branches.find(({ name }: { name: string }) => name === 'Aurora Jardim');
  const person = {
    ...{
      name: 'Iara Lopes',
      email: `iara-${project.name}@hiperaurora.example`,
      password: 'três jardins ao sol',
    },
    ...{ role: 'store', branches: [branch.uuid] },
  };
  await addStaff(product, person);
  await signIn(page, person);
  const productName = `Muda de manjericão (${project.name})`;
  const today = dayAt(Date.now());
  const { data: offer } = await callAsStaff(page, 'POST', '/offers/store', {
    ...{ product: productName, size: '1', unit: 'un', price: '7,90', department: 'produce' },
    ...{ valid_from: today, valid_until: today, branches: [branch.uuid] },
  });
  await page.goto('/admin/dashboard');
  const card = page.getByRole('region', { name: 'Sua filial' });
  await expect(card.getByRole('heading', { name: 'Aurora Jardim' })).toBeVisible();
  await expect(card.getByText(/^\d+h\S* às \d+h|^Fechada$/).first()).toBeVisible();
  // Without permissions for other areas, there are no blocks about them.
  await expect(page.getByRole('heading', { name: 'Ofertas de hoje' })).toHaveCount(0);
  await expect(page.getByText('Ver o site em')).toHaveCount(0);
  await page.locator('.user-trigger').click();
  await expect(page.getByRole('menuitem', { name: 'Perfil' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Site em outro dia' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  await expect(card.getByRole('link', { name: 'Mudar horário' })).toHaveAttribute(
    'href',
    `/admin/branches/edit/${branch.uuid}`,
  );
  await expect(card.getByRole('link', { name: 'Nova oferta' })).toBeVisible();
  await card.getByRole('link', { name: /termina hoje: Aurora Jardim/ }).click();
  await expect(page).toHaveURL(/\/admin\/offers\/index\?.*ends=today/);
  await expect(page.getByText(productName).first()).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^Ver lista: 1 oferta sem foto/ }).click();
  await expect(page.getByRole('link', { name: 'Tirar o filtro Sem foto' })).toBeVisible();
  await expect(page.getByText(productName).first()).toBeVisible();
  // Other journeys count the offers.
  await signIn(page, product.admin);
  await callAsStaff(page, 'DELETE', `/offers/destroy/${offer.uuid}`);
});

test('staff open the site of one of the next 14 days from the dashboard', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  test.skip(product.isSplit, 'A site that is served apart is not shown as of another day.');
  await signIn(page, product.admin);
  await page.goto('/admin/dashboard');
  const strip = page.getByRole('region', { name: 'Próximos 14 dias' });
  await expect(strip.getByRole('link', { name: 'Ver o site agora' })).toBeVisible();
  await strip.getByRole('button').nth(3).click();
  await expectAccessible(page);
  const link = strip.getByRole('link', { name: /^Ver o site em \d\d\/\d\d$/ });
  const address = await link.getAttribute('href');
  expect(address).toMatch(/^\/admin\/preview\/\d{4}-\d\d-\d\dT08:00$/);
  await link.click();
  await page.waitForURL(`**${address}`);
  await expect(page.getByRole('complementary', { name: 'Prévia do site' })).toContainText('às 8h');
});
