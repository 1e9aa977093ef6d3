import {
  confirmStepUp,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  STEP_UP_CONSOLE_ERROR,
  signIn,
  test,
} from './journey.ts';

test.use({ world: 'office', expectedErrors: [STEP_UP_CONSOLE_ERROR] });

// src/accounts/webhooks/webhook.test.ts checks what a receiver gets, with its own server.

test('an administrator adds a webhook, sees its secret once, and reads the result of a test delivery', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/webhooks/create');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Aplicativo das lojas');
  await page.getByRole('textbox', { name: 'Endereço' }).fill('http://192.168.0.10/aviso');
  await page.getByLabel('Banners').check();
  await page.getByRole('button', { name: 'Salvar webhook' }).click();
  await expect(page.locator('.field-error').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue('Aplicativo das lojas');

  await page.getByRole('textbox', { name: 'Endereço' }).fill('https://aviso.exemplo.invalid/aqui');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar webhook' }).click();
  await confirmStepUp(page, product.admin);
  await expect(page.getByRole('region', { name: 'Guarde o segredo agora' })).toBeFocused();
  const secret = await page.getByRole('textbox', { name: 'Segredo' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Fazer segredo novo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fazer segredo novo' }).click();
  await confirmStepUp(page, product.admin);
  await expect(page.getByRole('textbox', { name: 'Segredo' })).not.toHaveValue(secret);

  await page.getByRole('button', { name: 'Enviar teste' }).click();
  await expect(page.getByText('Aviso de teste enviado')).toBeVisible();
  await expect(async () => {
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await expect(page.locator('.status', { hasText: 'Não chegou' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.locator('.status', { hasText: 'Não chegou' }).click();
  await expect(page.getByText('O nome do endereço não foi encontrado na internet.')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByText('Enviando de novo')).toBeVisible();
  await expectNoHorizontalScroll(page);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Aplicativo das lojas' })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});
