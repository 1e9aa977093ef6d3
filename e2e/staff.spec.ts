import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import {
  apiUrl,
  clickRowAction,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  moveByKeys,
  signIn,
  test,
  untilDraftStored,
  untilHydrated,
} from './journey.ts';

const picture = (colour: string) =>
  sharp({ create: { width: 1440, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

test.describe('staff', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

  test('staff without a session are sent to the sign-in and return to the requested screen', {
    tag: '@celular',
  }, async ({ page, product }) => {
    await page.goto('/admin/banners/index');
    await expect(page).toHaveURL(/\/auth\/login/);
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill(product.admin.email);
    await page.getByLabel('Senha', { exact: true }).fill(product.admin.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/banners\/index/);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Admin' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeHidden();
  });

  test('staff type hidden passwords, with a password manager or the clipboard', { tag: '@desktop' }, async ({
    page,
    product,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const expectUnseen = async (field: Locator, autocomplete: string) => {
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('autocomplete', autocomplete);
      await page.evaluate(() => navigator.clipboard.writeText('colada de um cofre de senhas'));
      await field.click();
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+V');
      await expect(field).toHaveValue('colada de um cofre de senhas');
    };
    await page.goto('/auth/login');
    await untilHydrated(page);
    await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username');
    const own = page.getByLabel('Senha', { exact: true });
    await expectUnseen(own, 'current-password');
    // A user may show the password.
    await page.getByRole('button', { name: 'Mostrar a senha' }).click();
    await expect(own).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Esconder a senha' }).click();
    await expect(own).toHaveAttribute('type', 'password');

    await page.goto(`/auth/reset-password/${'a'.repeat(43)}`);
    await untilHydrated(page);
    for (const label of ['Nova senha', 'Repita a nova senha'])
      await expectUnseen(page.getByLabel(label, { exact: true }), 'new-password');

    await signIn(page, product.admin);
    await page.goto('/admin/users/profile');
    const passwords = page.getByRole('region', { name: 'Trocar a senha' });
    await expectUnseen(passwords.getByLabel('Senha atual', { exact: true }), 'current-password');
    for (const label of ['Nova senha', 'Repita a nova senha'])
      await expectUnseen(passwords.getByLabel(label, { exact: true }), 'new-password');
    // An account without a second factor is not asked for a code.
    await expect(passwords.getByLabel(/Código/)).toHaveCount(0);
  });

  test.describe('other sessions', () => {
    test.use({ expectedErrors: [/422/] });
    test('staff end a session on another device with their password', { tag: '@celular' }, async ({
      page,
      product,
      playwright,
    }) => {
      const elsewhere = await playwright.request.newContext({
        baseURL: product.url,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      });
      const entered = await elsewhere.post(apiUrl('/auth/login'), { data: product.admin });
      const { token } = (await entered.json()).data;
      const isOpen = async () =>
        (
          await elsewhere.get(apiUrl('/admin/profile'), {
            headers: { authorization: `Bearer ${token.access_token}` },
          })
        ).status();
      await signIn(page, product.admin);
      await page.goto('/admin/users/profile');
      const sessions = page.getByRole('region', { name: 'Onde você está' });
      await sessions
        .getByRole('button', { name: /^Encerrar: Firefox no Linux/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Encerrar esta sessão?' });
      await expect(dialog).toContainText('Firefox no Linux');
      await expect(dialog.getByLabel(/Código/)).toHaveCount(0);
      await expectAccessible(page);
      const password = dialog.getByLabel('Senha atual', { exact: true });
      await password.fill('não é esta');
      await dialog.getByRole('button', { name: 'Encerrar' }).click();
      await expect(dialog.getByText('A senha atual não confere.')).toBeVisible();
      await expect(password).toHaveValue('não é esta');
      expect(await isOpen()).toBe(200);
      await password.fill(product.admin.password);
      await dialog.getByRole('button', { name: 'Encerrar' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Sessão encerrada').first()).toBeVisible();
      expect(await isOpen()).toBe(401);
      await elsewhere.dispose();
    });
  });

  test.describe('refused sign-in', () => {
    test.use({ expectedErrors: [/401/] });
    test('staff read why a sign-in is refused, and keep the typed e-mail', { tag: '@celular' }, async ({
      page,
      product,
    }) => {
      await page.goto('/auth/login');
      await page.getByLabel('E-mail').fill(product.admin.email);
      await page.getByLabel('Senha', { exact: true }).fill('senha errada mesmo');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.getByText('Não foi possível logar. Tente novamente')).toBeVisible();
      await expect(page.getByLabel('E-mail')).toHaveValue(product.admin.email);
    });

    test('a sign-in that succeeds at the second attempt leaves no red alert beside the green one', {
      tag: '@desktop',
    }, async ({ page, product }) => {
      await page.goto('/auth/login');
      const alerts = page.getByRole('region', { name: 'Avisos' });
      const refused = alerts.getByText('Não foi possível logar. Tente novamente');
      await page.getByLabel('E-mail').fill(product.admin.email);
      const password = page.getByLabel('Senha', { exact: true });
      const enter = page.getByRole('button', { name: 'Entrar', exact: true });
      await password.fill('senha errada mesmo');
      await enter.click();
      await expect(refused).toBeVisible();
      await password.fill(product.admin.password);
      await password.press('Enter');
      await expect(alerts.getByText('Login efetuado com sucesso')).toBeVisible();
      // Counted once, because every alert closes by itself after a while.
      expect(await alerts.getByRole('listitem').count()).toBe(1);
      expect(await page.locator('.alert-error, .field-error').count()).toBe(0);
    });
  });

  test(
    'staff create a banner that the next visitor sees, change it and delete it',
    { tag: '@desktop' },
    async ({ page, product, browser }, { project }) => {
      const title = `Semana do café (${project.name})`;
      await signIn(page, product.admin);
      await page.goto('/admin/dashboard');
      await expectAccessible(page);
      await page.goto('/admin/banners/index');
      await expect(page.getByRole('row', { name: 'Churrasco de sábado começa aqui.' }).first()).toBeVisible();
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);

      await page.getByRole('link', { name: 'Adicionar banner' }).click();
      const save = page.getByRole('button', { name: 'Publicar' }).last();
      await expect(save).toHaveAttribute('aria-disabled', 'true');
      await save.press('Enter');
      await expect(page.getByText('Por favor! preencha todos os campos').first()).toBeVisible();
      await expect(page.getByRole('region', { name: 'Faltam 2 campos' })).toBeInViewport();
      await page
        .getByRole('button', { name: /Fechar/ })
        .first()
        .click();
      await expectAccessible(page);

      await page.getByLabel('Título').fill(title);
      await page
        .getByLabel('Imagem')
        .setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('texto') });
      await expect(page.getByText('Formato de arquivo não permitido.').first()).toBeVisible();
      await page
        .getByLabel('Imagem')
        .setInputFiles({ name: 'café.jpg', mimeType: 'image/jpeg', buffer: await picture('#6a3d14') });
      await page.getByLabel('Texto alternativo (alt)').fill('Xícaras de café <script>alert(1)</script>');
      await save.click();
      await expect(page).toHaveURL(/\/admin\/banners\/index/);
      await expect(page.getByText('Banner adicionado').first()).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: title });
      await expect(row).toBeVisible();

      const visitor = await browser.newContext({ baseURL: product.url });
      const home = await visitor.newPage();
      await home.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
      await home.goto('/');
      const art = home
        .locator('.hero img')
        .filter({ visible: undefined })
        .and(home.getByAltText('Xícaras de café <script>alert(1)</script>'));
      await expect(art).toBeAttached();
      const address = await art.evaluate((image) => (image as HTMLImageElement).src);
      expect((await visitor.request.get(address)).status()).toBe(200);

      await page.goto('/admin/banners/index');
      await clickRowAction(page, page.getByRole('row').filter({ hasText: title }), 'Editar');
      await expect(page).toHaveURL(/\/admin\/banners\/edit\//);
      await page.getByLabel('Título').fill(`${title} até domingo`);
      await page.getByRole('button', { name: 'Salvar banner' }).last().click();
      await expect(page.getByText('Banner atualizado').first()).toBeVisible();
      await home.reload();
      await expect(home.getByText(`${title} até domingo`).first()).toBeAttached();

      await page.goto('/admin/banners/index');
      const changed = page.getByRole('row').filter({ hasText: `${title} até domingo` });
      await clickRowAction(page, changed, 'Excluir');
      const confirm = page.getByRole('alertdialog');
      await expect(confirm).toContainText('Tem certeza que deseja excluir?');
      await expectAccessible(page);
      await confirm.getByRole('button', { name: 'Excluir' }).click();
      await expect(page.getByText('Banner deletado').first()).toBeVisible();
      await expect(changed).toBeHidden();
      await home.reload();
      await expect(home.getByText(title)).toHaveCount(0);
      expect((await visitor.request.get(address)).status()).toBe(404);
      await visitor.close();
    },
  );

  test.describe('expired session', () => {
    test.use({ expectedErrors: [/401/] });
    test(
      'staff whose session ends while editing sign in over the form and lose nothing',
      { tag: '@desktop' },
      async ({ page, product }, { project }) => {
        const title = `Banner a salvo (${project.name})`;
        await signIn(page, product.admin);
        await page.goto('/admin/banners/create');
        await page.getByLabel('Título').fill(title);
        await page
          .getByLabel('Imagem')
          .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture('#146a3d') });
        await page.evaluate(
          (address) =>
            fetch(address, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ token: localStorage.getItem('vitrine.token') }),
            }).then(({ status }) => status),
          apiUrl('/auth/logout'),
        );
        await page.getByRole('button', { name: 'Publicar' }).last().click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByLabel('E-mail')).toBeVisible();
        await expectAccessible(page);
        await dialog.getByLabel('E-mail').fill(product.admin.email);
        await dialog.getByLabel('Senha', { exact: true }).fill(product.admin.password);
        await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
        await expect(page.getByText('Banner adicionado').first()).toBeVisible();
        const row = page.getByRole('row').filter({ hasText: title });
        await expect(row).toBeVisible();
      },
    );
  });

  test('staff reorder banners by keyboard', { tag: '@desktop' }, async ({ page, product }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/banners/index');
    const titles = () =>
      page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
    await expect(page.locator('tbody tr').first()).toContainText('Churrasco');
    const grip = page.getByRole('button', { name: /Mover Churrasco/ }).first();
    await moveByKeys(grip, 'ArrowDown');
    await expect(page.locator('tbody tr').nth(1)).toContainText('Churrasco');
    await expect
      .poll(
        async () =>
          (
            (await (await page.request.get(apiUrl('/site/home'))).json()) as {
              data: { banners: { title: string }[] };
            }
          ).data.banners[1]?.title,
      )
      .toContain('Churrasco');
    expect((await titles())[0]).not.toContain('Churrasco');
  });

  test.describe('e-mail change', () => {
    test.use({ expectedErrors: [/422/] });
    test('a change of e-mail requires the password, and keeps everything typed', { tag: '@desktop' }, async ({
      page,
      product,
    }) => {
      await signIn(page, product.admin);
      await page.goto('/admin/users/profile');
      const person = page.getByRole('region', { name: 'Seus dados' });
      const [email, password] = [
        person.getByLabel('E-mail'),
        person.getByLabel('Senha atual', { exact: true }),
      ];
      await expect(password).toBeHidden();
      await expect(page.getByRole('button', { name: 'Criar chave de acesso' })).toBeEnabled();
      await email.fill('rosangela.melo@hiperaurora.example');
      await expect(password).toBeVisible();
      await expectAccessible(page);
      await person.getByRole('button', { name: 'Salvar perfil' }).click();
      await expect(person.locator('.field-error')).toHaveText('Para trocar o e-mail, informe a senha atual.');
      await expect(password).toBeFocused();
      await password.fill('não é esta senha');
      await person.getByRole('button', { name: 'Salvar perfil' }).click();
      await expect(person.locator('.field-error')).toHaveText('A senha atual não confere.');
      await expect(email).toHaveValue('rosangela.melo@hiperaurora.example');
      await expect(password).toHaveValue('não é esta senha');

      // The draft is stored, so leaving asks nothing; a password is never stored.
      await untilDraftStored(page);
      await page.getByRole('link', { name: 'Voltar' }).click();
      await expect(page).toHaveURL(/\/admin\/dashboard/);
      await page.goto('/admin/users/profile');
      await expect(email).toHaveValue('rosangela.melo@hiperaurora.example');
      await expect(password).toHaveValue('');
      await email.fill(product.admin.email);
      await expect(password).toBeHidden();
      await page.getByRole('link', { name: 'Voltar' }).click();
      await expect(page).toHaveURL(/\/admin\/dashboard/);
    });
  });

  test('staff change their name and sign out', { tag: '@desktop' }, async ({ page, product }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/users/profile');
    // The available actions are loaded, and the buttons have their final colours.
    await expect(page.getByRole('button', { name: 'Criar chave de acesso' })).toBeEnabled();
    await expectAccessible(page);
    await page.getByLabel('Nome').fill('Rosângela Melo');
    await page
      .getByRole('button', { name: /Salvar perfil|Salvar dados|Salvar/ })
      .first()
      .click();
    await expect(page.getByRole('banner')).toContainText('Rosângela Melo');
    await page.getByRole('button', { name: /Rosângela Melo/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/auth\/login|\/$/);
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL(/\/auth\/login/);
  });
});

test.describe('Trusted Types', () => {
  test.use({ expectedErrors: [/TrustedHTML/] });
  test('Trusted Types block markup made of text on the sign-in screen', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/auth/login');
    const made = page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>');
    });
    await expect(made).rejects.toThrow('TrustedHTML');
  });
});

test.describe('API document', () => {
  // The viewer hides a drawing with a style attribute, which the CSP refuses without a visible effect.
  test.use({ expectedErrors: [/Applying inline style/] });

  test('the API document opens in its viewer', { tag: '@drill' }, async ({ page }) => {
    await page.goto(apiUrl('/docs'));
    // The viewer resolves the whole document before it shows anything, which takes seconds.
    const signIn = page.getByText(new URL(apiUrl('/auth/login')).pathname).first();
    await expect(signIn).toBeVisible({ timeout: 60_000 });
  });
});
