import { expect, expectAccessible, expectNoHorizontalScroll, signIn, test } from './journey.ts';

const PASSWORD = 'mandacaru de chuva 41';

test.use({ world: 'people' });

test.describe('team', () => {
  test(
    'an invited user chooses a password by the mailed link, and sees only what their role allows',
    { tag: '@celular' },
    async ({ page, product, browser }, { project }) => {
      const email = `bia.${project.name}@correio.example`;
      await signIn(page, product.admin);
      await page.goto('/admin/users/index');
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
      await page.getByRole('link', { name: 'Convidar pessoa' }).click();
      // The list's search field has a similar label, so wait for the form.
      await expect(page.getByRole('heading', { name: 'Convidar pessoa' })).toBeVisible();
      await page.getByLabel('Nome').fill('Bia Reis');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Papel').selectOption({ label: 'Loja' });
      await expect(page.getByRole('group', { name: 'Filiais' })).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Papel').selectOption({ label: 'Leitura' });
      await expect(page.getByRole('group', { name: 'Filiais' })).toBeHidden();
      await page.getByRole('button', { name: 'Enviar convite' }).click();
      await expect(page).toHaveURL(/\/admin\/users\/index/);
      await expect(page.getByText('Convite enviado').first()).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: email });
      await expect(row).toContainText('Leitura');
      await expect(row.getByText('Convidada').filter({ visible: true })).toBeVisible();

      const mail = await product.mailTo(email);
      const link = /https?:\/\/\S+\/auth\/reset-password\S+/.exec(mail.text ?? '')?.[0] ?? '';
      expect(link).not.toBe('');
      const { pathname, search, hash } = new URL(link);
      const token = hash.slice(1);
      expect(token).toMatch(/^[\w-]{43}$/);

      const context = await browser.newContext({ baseURL: product.url });
      const bia = await context.newPage();
      const requested: string[] = [];
      bia.on('request', (request) => requested.push(request.url()));
      await bia.goto(pathname + search + hash);
      await expect(bia.getByRole('heading', { name: 'Boas-vindas' })).toBeVisible();
      await expect(bia).toHaveURL(/\/auth\/reset-password\?invited$/);
      // The invitation code survives a reload, and appears in no address.
      await bia.reload();
      await expect(bia.getByRole('heading', { name: 'Boas-vindas' })).toBeVisible();
      await expectAccessible(bia);
      await bia.getByLabel('Nova senha', { exact: true }).fill(PASSWORD);
      await bia.getByLabel('Repita a nova senha').fill(PASSWORD);
      await bia.getByRole('button', { name: 'Salvar senha' }).click();
      await expect(bia).toHaveURL(/\/auth\/login/);
      expect(requested.filter((url) => url.replace(/#.*/, '').includes(token))).toEqual([]);
      await signIn(bia, { email, password: PASSWORD });

      await bia.goto('/admin/banners/index');
      await expect(bia.getByText(/Aqui você só vê/)).toBeVisible();
      await expect(bia.getByRole('link', { name: 'Adicionar banner' })).toBeHidden();
      if (project.name === 'celular') await bia.getByRole('button', { name: 'Abrir menu' }).click();
      const menu = bia.getByRole('navigation', { name: 'Administração' }).filter({ visible: true });
      await expect(menu.getByRole('link', { name: 'Filiais' })).toBeVisible();
      for (const name of ['Pessoas', 'Papéis', 'Candidaturas', 'Quem fez o quê'])
        await expect(menu.getByRole('link', { name })).toHaveCount(0);
      await context.close();

      await page.reload();
      await expect(row.getByText('Ativa', { exact: true }).filter({ visible: true })).toBeVisible();
    },
  );

  test(
    'staff create a role as a copy of a built-in role',
    { tag: '@celular' },
    async ({ page, product }, { project }) => {
      const name = `Encartes ${project.name}`;
      await signIn(page, product.admin);
      await page.goto('/admin/roles/edit/reader');
      await expectAccessible(page);
      const banners = page.getByRole('row', { name: /^Banners/ });
      await expect(banners).toContainText('Ver: sim');
      await expect(banners).toContainText('Publicar: não');
      await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(0);
      await page.getByRole('link', { name: 'Fazer uma cópia' }).click();
      await expect(page.getByLabel('Nome')).toHaveValue('Leitura (cópia)');
      await page.getByLabel('Nome').fill(name);
      // The permission to publish includes those to prepare and to read.
      await page.getByLabel('Ver em Banners').uncheck();
      await page.getByLabel('Publicar em Banners').check();
      await expect(page.getByLabel('Ver em Banners')).toBeChecked();
      await expect(page.getByLabel('Preparar em Banners')).toBeChecked();
      await page.getByLabel('Excluir em tudo').check();
      await expect(page.getByLabel('Excluir em Vagas')).toBeChecked();
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
      await page.getByRole('button', { name: 'Salvar papel' }).click();
      await expect(page).toHaveURL(/\/admin\/roles\/index/);
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
    },
  );
});
