import { Secret, TOTP } from 'otpauth';
import { apiUrl, expect, expectAccessible, expectNoHorizontalScroll, signIn, test } from './journey.ts';

// The journeys change how the account is protected, so no other journey signs in here.
test.use({ world: 'factor', expectedErrors: [/40[13]|422/] });

test('staff set up an authenticator app, recovery codes and a passkey, and sign in with each', {
  tag: '@celular',
}, async ({ page, product, context }) => {
  test.slow();
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const { email } = product.admin;
  let { password } = product.admin;
  const signOut = async () => {
    await page.evaluate(() => localStorage.removeItem('vitrine.token'));
    await page.goto('/auth/login');
  };
  const dialog = page.getByRole('dialog');

  await signIn(page, product.admin);
  await page.goto('/admin/users/profile');
  await page.getByRole('button', { name: 'Ligar aplicativo' }).click();
  await dialog.getByLabel('Senha atual').fill('não é esta');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByText('A senha atual não confere.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  const key = ((await dialog.locator('.factor-key code').textContent()) ?? '').replaceAll(' ', '');
  await expect(dialog.getByRole('heading', { name: 'Leve a chave ao aplicativo' })).toBeFocused();
  await dialog
    .getByLabel('Código que o aplicativo mostra')
    .fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  await expect(dialog.getByRole('heading', { name: 'Guarde estes códigos' })).toBeVisible();
  const codes = await dialog.locator('.factor-code-list code').allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar' }).click();
  expect((await download).suggestedFilename()).toBe('codigos-de-recuperacao.txt');
  await dialog.getByRole('button', { name: 'Já guardei os códigos' }).click();
  await expect(page.getByText(/^Ligado em/)).toBeVisible();
  await expect(page.getByText(/^Restam 10 de 10/)).toBeVisible();
  expect((await product.mailTo(email)).subject).toContain('a verificação em duas etapas foi ligada');

  // The password alone is not enough, a wrong code keeps the fields, and a recovery code signs in.
  await signOut();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const code = page.getByLabel('Código do aplicativo');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText(/O código não confere/)).toBeVisible();
  await expect(code).toHaveValue('000000');
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  const recovery = page.getByLabel('Código de recuperação');
  await expect(recovery).toBeFocused();
  await recovery.fill(codes[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  expect((await product.mailTo(email)).subject).toContain('um código de recuperação foi usado');

  // A passkey: created in the profile, then used alone to sign in.
  await page.goto('/admin/users/profile');
  await expect(page.getByText(/^Restam 9 de 10/)).toBeVisible();
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await dialog.getByLabel('Nome da chave').fill('Notebook da loja');
  await dialog.getByLabel('Senha atual').fill(password);
  // The password alone is not enough here either, and the fields keep their values.
  await dialog.getByRole('button', { name: 'Criar chave' }).press('Enter');
  const once = dialog.getByLabel('Código do aplicativo');
  await expect(once).toBeFocused();
  await expect(once).toHaveAttribute('autocomplete', 'one-time-code');
  await once.fill('000000');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  await expect(dialog.getByText(/O código não confere/)).toBeVisible();
  await expect(dialog.getByLabel('Nome da chave')).toHaveValue('Notebook da loja');
  await expect(dialog.getByLabel('Senha atual')).toHaveValue(password);
  await expect(once).toHaveValue('000000');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await once.fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Notebook da loja')).toBeVisible();
  await expect(page.getByText(/^Restam 8 de 10/)).toBeVisible();
  await expectAccessible(page);

  // A new password needs the current one and a code or the passkey. So does a new e-mail address.
  const passwords = page.getByRole('region', { name: 'Trocar a senha' });
  const next = `${password} e mais`;
  const fill = async (current: string) => {
    await passwords.getByLabel('Senha atual', { exact: true }).fill(current);
    for (const label of ['Nova senha', 'Repita a nova senha'])
      await passwords.getByLabel(label, { exact: true }).fill(next);
  };
  await fill(password);
  await passwords.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(passwords.locator('.field-error')).toContainText('use a sua chave de acesso');
  await passwords.getByLabel('Código do aplicativo').fill('000000');
  await passwords.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(passwords.locator('.field-error')).toContainText('O código não confere');
  await expect(passwords.getByLabel('Nova senha', { exact: true })).toHaveValue(next);
  await expectAccessible(page);
  await passwords.getByRole('button', { name: 'Trocar com chave de acesso' }).click();
  await expect(page.getByText('Senha alterada. As outras sessões foram encerradas.').first()).toBeVisible();
  await expect(passwords.getByLabel('Senha atual', { exact: true })).toHaveValue('');
  password = next;
  product.admin.password = next;
  const person = page.getByRole('region', { name: 'Seus dados' });
  await expect(person.getByLabel('Código do aplicativo')).toBeHidden();
  await person.getByLabel('E-mail').fill(`nova.${email}`);
  await person.getByLabel('Senha atual', { exact: true }).fill(password);
  await person.getByRole('button', { name: 'Salvar perfil' }).click();
  const beside = person.getByLabel('Código do aplicativo');
  await expect(beside).toBeFocused();
  await expect(person.getByLabel('E-mail')).toHaveValue(`nova.${email}`);
  await expectNoHorizontalScroll(page);
  await person.getByLabel('E-mail').fill(email);
  await expect(beside).toBeHidden();
  await signOut();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('senha errada mesmo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const refused = page.locator('.alert-error');
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(page.getByText('Login efetuado com sucesso')).toBeVisible();
  expect(await refused.count()).toBe(0);
  await page.waitForURL('**/admin/dashboard');

  // The passkey also works in the second step of a sign-in, and replaces the password in step-up
  // confirmation.
  await signOut();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByLabel('Código do aplicativo')).toBeFocused();
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/admin/users/profile');
  await page.getByRole('button', { name: 'Encerrar todas as outras' }).click();
  await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^\d sess(ão|ões) encerradas?\.$/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Encerrar todas as outras' })).toBeHidden();
  await page.getByRole('button', { name: 'Desligar aplicativo' }).click();
  await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ligar aplicativo' })).toBeVisible();
  await page.getByRole('button', { name: 'Tirar a chave Notebook da loja' }).click();
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByLabel('Código de recuperação').fill(codes[2] ?? '');
  await dialog.getByRole('button', { name: 'Tirar chave' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Notebook da loja')).toBeHidden();
  await signOut();
  await signIn(page, product.admin);
});

test('staff whose role requires a second factor are led to its setup', { tag: '@celular' }, async ({
  page,
  product,
}) => {
  await signIn(page, product.admin);
  await page.goto('/admin/dashboard');
  const setRequirement = (needs: boolean) =>
    page.evaluate(
      async ([address, needs_second_factor]) => {
        const answer = await fetch(address, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${localStorage.getItem('vitrine.token')}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ needs_second_factor }),
        });
        return answer.status;
      },
      [apiUrl('/admin/roles/built-in/admin'), needs] as const,
    );
  expect(await setRequirement(true)).toBe(200);
  await page.goto('/admin/banners/index');
  await page.waitForURL('**/admin/users/profile');
  await expect(
    page.getByText('O seu papel pede a verificação em duas etapas. Ligue uma das formas'),
  ).toBeVisible();
  await expectAccessible(page);
});
