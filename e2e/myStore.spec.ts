import { expect, expectAccessible, expectNoHorizontalScroll, test } from './journey.ts';

test('a shopper chooses a store once, has it on every page and in every tab, and forgets it', {
  tag: '@celular',
}, async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: -5.88, longitude: -35.18 });
  // 15:30 in Fortaleza, on a Saturday.
  await page.clock.setFixedTime('2026-11-28T18:30:00Z');
  await page.goto('/privacy');
  const store = page.locator('[data-store-choice]');
  await expect(store).toHaveAccessibleName('Escolha sua loja');
  await expect(store).toHaveRole('button');
  const choice = page.getByRole('dialog', { name: 'Escolha sua loja' });
  await store.press('Enter');
  await expect(choice).toBeVisible();
  await expectAccessible(page);
  await choice.getByLabel('Nome ou cidade').fill('belo hor');
  await expect(choice.getByRole('listitem')).toHaveCount(1);
  await choice.getByRole('button', { name: 'Usar onde estou' }).click();
  await expect(choice.getByRole('status')).toContainText('Pronto: Aurora Praia é a mais perto, a 0,5 km');
  await page.keyboard.press('Escape');
  await expect(store).toBeFocused();
  await expect(store).toContainText('Hoje aberto até 22h');
  await expect(store).toHaveAccessibleName(/^Sua loja: Aurora Praia/);
  await expectNoHorizontalScroll(page);

  const other = await context.newPage();
  await other.goto('/branches');
  const first = other.getByRole('article').first();
  await expect(first).toContainText('Aurora Praia');
  await expect(first.getByRole('button', { pressed: true })).toHaveCount(1);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Esta é a minha loja Aurora Centro' }).click();
  await expect(store).toContainText('Aurora Centro');
  await other.goto('/contacts');
  await expect(
    other.getByRole('complementary', { name: 'Sua loja' }).getByRole('link', { name: '(85) 0000-0012' }),
  ).toHaveAttribute('href', 'tel:+558500000012');

  // The store's offers are a touch away, and another touch adds an offer to the list.
  await other.goto('/offers');
  await other.getByRole('link', { name: 'Só as da minha loja' }).click();
  await expect(
    other.getByRole('status').filter({ hasText: 'que valem na filial Aurora Centro' }),
  ).toBeVisible();
  await other
    .getByRole('button', { name: /^Pôr na lista/ })
    .first()
    .click();
  await expect(other.getByRole('link', { name: 'Lista de compras' })).toContainText('1');

  // A store that was removed from the site is reported once.
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('vitrine.store') ?? '');
    localStorage.setItem('vitrine.store', JSON.stringify({ ...stored, uuid: 'gone', read: 0 }));
  });
  await page.reload();
  await expect(store).toHaveAccessibleName('Sua loja saiu do site');
  await store.click();
  await expect(choice).toContainText('Aurora Centro não aparece mais no site.');
  await choice.getByRole('button', { name: 'Fechar' }).click();
  await expect(store).toHaveAccessibleName('Escolha sua loja');
  expect(await page.evaluate(() => localStorage.getItem('vitrine.store'))).toBeNull();
});
