import sharp from 'sharp';
import { apiUrl, expect, expectAccessible, expectNoHorizontalScroll, signIn, test } from './journey.ts';

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test('staff find a record and a screen by name, without accents', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  await signIn(page, product.admin);
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Buscar em tudo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buscar em tudo' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('BOLO de cenoura');
  await expect(dialog.getByRole('option', { name: /Bolo de cenoura com chocolate/ })).toBeVisible();
  await expectAccessible(page);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/admin\/revenues\/edit\//);
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Buscar em tudo' }).click();
  await field.fill('horarios');
  await dialog.getByRole('option', { name: /^Horários/ }).click();
  await expect(page).toHaveURL(/\/admin\/office-hours\/index/);

  await page.getByRole('button', { name: 'Buscar em tudo' }).click();
  // People say it in the singular, ask for a new one, and slip.
  for (const [typed, entry] of [
    ['filial', /^Filiais/],
    ['nova receita', /^Adicionar receita/],
    ['criar oferta', /^Adicionar oferta/],
    ['recieta', /receitas/i],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByRole('option', { name: entry }).first()).toBeVisible();
  }
  await field.fill('zzz nada disso');
  await expect(dialog.getByText('Nada combina com “zzz nada disso”.')).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Buscar em tudo' })).toBeFocused();
});

test(
  'keyboard shortcuts search, move, open, add and save, and can be switched off',
  {
    tag: '@desktop',
  },
  async ({ page, product }, { project }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/phones/index');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await expect(search).toBeFocused();
    await page.keyboard.type('njk?');
    await expect(search).toHaveValue('njk?');
    await search.fill('');
    await search.blur();
    await expect(page.getByRole('row').nth(2)).toBeVisible();

    await page.keyboard.press('j');
    const rowOf = (at: number) => page.locator('main table.list > tbody > tr').nth(at).locator(':focus');
    await expect(rowOf(0)).toBeAttached();
    await page.keyboard.press('j');
    await expect(rowOf(1)).toBeAttached();
    await page.keyboard.press('k');
    await expect(rowOf(0)).toBeAttached();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await expect(help).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();

    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/admin\/phones\/create/);
    // The list, which has a field of this name too, stays until the form is rendered.
    await expect(page.getByRole('heading', { name: 'Novo telefone' })).toBeVisible();
    const first = page.getByLabel('Contato');
    // A touch device does not focus it, because its keyboard would cover the form.
    if (project.name === 'celular') await first.focus();
    await expect(first).toBeFocused();
    await page.keyboard.type('Padaria');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Por favor! preencha todos os campos').first()).toBeVisible();

    await page.goto('/admin/phones/index');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: /^Menu de/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Atalhos de uma tecla' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await expect(page).toHaveURL(/\/admin\/phones\/index/);
    await expect(help).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Buscar em tudo' })).toBeVisible();
  },
);

test('the dashboard shows the next fortnight, fits the screen and is accessible', {
  tag: '@celular',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/dashboard');
  const strip = page.getByRole('region', { name: 'Próximos 14 dias' });
  await expect(strip.getByRole('button')).toHaveCount(14);
  await strip.getByRole('button', { name: /^Amanhã/ }).click();
  await expect(strip.getByRole('button', { name: /^Amanhã/ })).toHaveAttribute('aria-expanded', 'true');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test('staff write a missing alternative text on the dashboard that reports it', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  await signIn(page, product.admin);
  const picture = await sharp({ create: { width: 720, height: 300, channels: 3, background: '#6a3d14' } })
    .jpeg()
    .toBuffer();
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post(apiUrl('/admin/banners/store'), {
    headers,
    multipart: {
      title: 'Sem texto ainda',
      image: { name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture },
    },
  });
  expect(answer.status()).toBe(201);
  await page.goto('/admin/dashboard');
  const field = page.getByLabel(/^Texto alternativo de Sem texto ainda/);
  await expectAccessible(page);
  await field.fill('Xícaras de café');
  await field.press('Enter');
  await expect(page.getByText('Texto alternativo salvo').first()).toBeVisible();
  await expect(field).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Esperando por você' })).toBeVisible();
  // Other journeys count the banners.
  const { uuid } = (await answer.json()).data;
  await page.request.delete(apiUrl(`/admin/banners/destroy/${uuid}`), { headers });
});

test('the address of a resource alone leads to its list, with its query', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers?search=caf%C3%A9');
  await expect(page).toHaveURL(/\/admin\/offers\/index\?search=caf%C3%A9$/);
  await expect(page.getByRole('searchbox')).toHaveValue('café');
});
