import { expect, expectAccessible, expectNoHorizontalScroll, signIn, test } from './journey.ts';

test.describe('company information', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

  test(
    'staff correct the company information, and the next visitor reads it in the footer',
    { tag: '@desktop' },
    async ({ page, product, browser }, { project }) => {
      const place = `Portão 3 (${project.name})`;
      await signIn(page, product.admin);
      await page.goto('/admin/information');
      await expect(page.getByRole('heading', { level: 1, name: 'Informações da empresa' })).toBeVisible();
      for (const section of ['Dados da empresa', 'Endereço', 'Redes sociais'])
        await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();

      const cnpj = page.getByLabel('CNPJ');
      const save = page.getByRole('button', { name: 'Salvar informações' });
      await expect(cnpj).toHaveValue('12.ABC.345/01DE-35');
      await expect(page.getByLabel('CEP')).toHaveValue('60150-160');
      await expect(page.getByLabel('Estado')).toHaveValue('CE');
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);

      await page.getByLabel('Complemento').fill(place);
      await cnpj.fill('');
      await cnpj.pressSequentially('12abc34501de36');
      await expect(cnpj).toHaveValue('12.ABC.345/01DE-36');
      await save.click();
      await expect(page.getByRole('region', { name: 'Confira 1 campo' })).toBeInViewport();
      await expect(cnpj).toHaveAttribute('aria-invalid', 'true');
      await expect(cnpj).toHaveAccessibleDescription(/os dois últimos números não combinam/);
      await expect(page.getByLabel('Complemento')).toHaveValue(place);
      await expect(page.getByLabel('E-mail')).toHaveValue('contato@hiperaurora.example');
      await expectAccessible(page);

      await page
        .getByRole('region', { name: 'Confira 1 campo' })
        .getByRole('button', { name: 'CNPJ' })
        .click();
      await expect(cnpj).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('5');
      await save.click();
      await expect(page.getByText('Informações atualizadas').first()).toBeVisible();
      await expect(page).toHaveURL(/\/admin\/information$/);
      await expect(page.getByText('Você tem alterações não salvas.')).toBeHidden();
      await expect(save).toBeFocused();
      await expect(page.getByLabel('Complemento')).toHaveValue(place);

      const visitor = await browser.newContext({ baseURL: product.url });
      const home = await visitor.newPage();
      await home.goto('/');
      await expect(home.getByRole('contentinfo')).toContainText(`1200, ${place}`);
      await expect(home.getByRole('contentinfo')).toContainText('CNPJ 12.ABC.345/01DE-35');
      await visitor.close();
    },
  );
});
