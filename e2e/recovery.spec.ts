import { expect, expectAccessible, test } from './journey.ts';

test.use({ expectedErrors: [/422/] });

test(
  'staff reset a forgotten password with the mailed code',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const person = product.admin.email;
    const next = `uma senha nova ${project.name}`;
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Esqueci a senha' }).click();
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill(person);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect(page).toHaveURL(/\/auth\/verification-code/);
    await expectAccessible(page);

    // Other journeys sign in on new devices, of which mails tell too.
    const mail = await product.mailTo(person, /código de verificação/);
    const code = /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/.exec(mail.text ?? '')?.[0] ?? '';
    expect(code).not.toBe('');

    await page.getByLabel('Código').fill(code.toLowerCase().replace('-', ''));
    await page.getByRole('button', { name: 'Conferir código' }).click();
    await expect(page).toHaveURL(/\/auth\/reset-password$/);
    await expectAccessible(page);
    await page.getByLabel('Nova senha', { exact: true }).fill('1234567890');
    await page.getByLabel('Repita a nova senha').fill('1234567890');
    await page.getByRole('button', { name: 'Salvar senha' }).click();
    await expect(page.locator('.field-error')).toContainText('Esta é uma das senhas mais usadas');
    await expect(page.getByLabel('Nova senha', { exact: true })).toBeFocused();
    await page.getByLabel('Nova senha', { exact: true }).fill(next);
    await page.getByLabel('Repita a nova senha').fill('outra coisa bem diferente');
    await page.getByRole('button', { name: 'Salvar senha' }).click();
    await expect(page.getByText('Por favor! Informe as senhas iguais').first()).toBeVisible();
    await page.getByLabel('Repita a nova senha').fill(next);
    await page.getByRole('button', { name: 'Salvar senha' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await product.mailTo(person, /a sua senha mudou/);

    await page.getByLabel('E-mail').fill(person);
    await page.getByLabel('Senha', { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard/);
    // Other journeys of this worker sign in with the same account.
    product.admin.password = next;
  },
);

test.describe('wrong code', () => {
  test.use({ expectedErrors: [/4\d\d/] });

  test("a wrong verification code shows the server's message and stays in its field", {
    tag: '@celular',
  }, async ({ page }) => {
    await page.goto('/auth/verification-code');
    const check = page.getByRole('button', { name: 'Conferir código' });
    // Disabled before hydration; afterwards the button reports the missing code.
    await expect(check).toHaveAttribute('aria-disabled', 'true');
    await check.press('Enter');
    await expect(page.getByText('Por favor! Informe o código de verificação').first()).toBeVisible();
    await page.getByLabel('Código').fill('ABCDE-FGHJK');
    await page.getByRole('button', { name: 'Conferir código' }).click();
    await expect(page.getByRole('alert').or(page.locator('.field-error')).first()).toBeVisible();
    await expect(page.getByLabel('Código')).toHaveValue(/ABCDE-?FGHJK/);
  });
});

test.describe('password link', () => {
  test.use({ expectedErrors: [/422/] });
  const code = 'umCodigoQueNuncaFoiMandadoANinguem_12345678';

  for (const [kind, address] of [
    ['with its code behind #', `/auth/reset-password#${code}`],
    ['in the former format, with its code in the path', `/auth/reset-password/${code}`],
  ] as const)
    test(`a password link ${kind} removes the code from the address, and sends it with the new password`, {
      tag: '@desktop',
    }, async ({ page }) => {
      await page.goto(address);
      await expect(page).toHaveURL(/\/auth\/reset-password$/);
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByLabel('Nova senha', { exact: true }).fill('mandacaru de chuva 41');
      await page.getByLabel('Repita a nova senha').fill('mandacaru de chuva 41');
      await page.getByRole('button', { name: 'Salvar senha' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ code });
      expect((await sent).url()).not.toContain(code);
    });

  test('a password link without its code explains where to get one', { tag: '@celular' }, async ({
    page,
  }) => {
    await page.goto('/auth/reset-password');
    await expect(page.getByRole('heading', { name: 'Falta o código' })).toBeVisible();
    await page.getByRole('link', { name: 'Peça um código' }).click();
    await expect(page).toHaveURL(/\/auth\/forgot-it/);
  });
});
