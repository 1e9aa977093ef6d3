import type { Page } from '@playwright/test';
import {
  confirmStepUp,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
} from './journey.ts';

test.use({ expectedErrors: [/status of 4(03|22)/] });

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

/** Returns the day `days` from now in São Paulo, as users type it. */
function dayAhead(days: number): string {
  const [year, month, day] = Temporal.Now.plainDateISO('America/Sao_Paulo')
    .add({ days })
    .toString()
    .split('-');
  return `${day}/${month}/${year}`;
}

const revoke = async (page: Page, name: string) => {
  const menu = page.getByRole('button', { name: `Ações de ${name}` });
  const button = page.getByRole('button', { name: /^Revogar/ });
  await expect(menu.or(button).first()).toBeVisible();
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Revogar' }).click();
  } else await button.click();
};

test(
  'an administrator creates an API token, sees it once, uses it for a call and revokes it',
  { tag: '@celular' },
  async ({ page, product, request }, { project }) => {
    const name = `Encartes ${project.name}`;
    await signIn(page, product.admin);
    await page.goto('/admin/tokens/create');
    await page.getByRole('textbox', { name: 'Nome' }).fill(name);
    await page.getByRole('textbox', { name: 'Vale até' }).fill(dayAhead(12));
    const booklets = (verb: string) =>
      page.getByRole('checkbox', { name: new RegExp(`^${verb} em .*Ofertas do dia`) });
    await booklets('Publicar').check();
    // The permission to publish includes those to prepare and to read.
    await expect(booklets('Ver')).toBeChecked();
    await expect(booklets('Preparar')).toBeChecked();
    await booklets('Ver').uncheck();
    await expect(booklets('Publicar')).not.toBeChecked();
    // A row, a column and a preset each select several at once.
    await booklets('Tudo').check();
    await expect(booklets('Excluir')).toBeChecked();
    await page.getByRole('checkbox', { name: 'Ver em tudo' }).check();
    await expect(page.getByText(/^Permite ver em .*; ver, preparar, publicar e excluir em/)).toBeVisible();
    await page.getByRole('button', { name: 'Encartes e ofertas do dia' }).click();
    await expect(booklets('Publicar')).toBeChecked();
    await expect(booklets('Excluir')).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Ver em Banners', exact: true })).not.toBeChecked();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Criar token' }).click();

    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    const password = dialog.getByLabel('Senha atual');
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await password.fill('não é esta');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(dialog.getByText('A senha atual não confere.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Faltou confirmar que é você.').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue(name);
    await page.getByRole('button', { name: 'Criar token' }).click();
    await confirmStepUp(page, product.admin);

    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(page.getByText('Ele só aparece agora.')).toBeVisible();
    const token = await page.locator('.token-copy code').first().innerText();
    expect(token).toMatch(/^vtr_[\w-]{43}$/);
    await expect(page.locator('.token-copy code').last()).toContainText('photos=@encarte.jpg');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copiar: Token' }).click();
    await expect(page.getByText('Token copiado.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);

    const call = () =>
      request.get(`${product.api}/admin/daily-booklets`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await call()).status()).toBe(200);

    await page.getByRole('link', { name: 'Já guardei o token' }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Vence em 12 dias');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    expect(await page.content()).not.toContain(token);

    await revoke(page, name);
    const revoking = page.getByRole('alertdialog', { name: 'Revogar este token?' });
    await expect(revoking).toContainText(name);
    await revoking.getByRole('button', { name: 'Revogar' }).click();
    await expect(page.getByText('Token revogado')).toBeVisible();
    expect((await call()).status()).toBe(401);
  },
);
