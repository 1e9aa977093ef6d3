import { readFile } from 'node:fs/promises';
import {
  callAsStaff,
  clickRowAction,
  confirmStepUp,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  STEP_UP_CONSOLE_ERROR,
  signIn,
  test,
} from './journey.ts';

test.use({ expectedErrors: [STEP_UP_CONSOLE_ERROR] });

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test(
  'staff draft a phone, publish it, schedule a change, restore a version and restore deleted records',
  { tag: '@desktop' },
  async ({ page, product, browser }, { project }) => {
    const contact = `Plantão (${project.name})`;
    const visitor = await (await browser.newContext()).newPage();
    const sitePhones = async () => (await visitor.request.get(`${product.api}/site/phones`)).text();
    await signIn(page, product.admin);

    // A draft.
    await page.goto('/admin/phones/create');
    await page.getByLabel('Contato').fill(contact);
    await page.getByLabel('DDI').fill('55');
    await page.getByLabel('DDD').fill('85');
    await page.getByLabel('Número').fill('32224455');
    await page.getByLabel('Tipo').selectOption({ label: 'Fixo' });
    const otherWays = page.getByRole('button', { name: 'Mais jeitos de salvar' });
    await otherWays.click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Guardar rascunho' }).click();
    await expect(page.getByText('Rascunho guardado').first()).toBeVisible();
    expect(await sitePhones()).not.toContain(contact);

    // Published.
    await page.getByRole('row', { name: new RegExp(contact.replace(/[()]/g, '.')) }).waitFor();
    const { data } = await (
      await page.request.get(`${product.api}/admin/phones?search=${encodeURIComponent(contact)}`, {
        headers: {
          authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('vitrine.token')?.replaceAll('"', ''))}`,
        },
      })
    ).json();
    const { uuid } = data[0];
    await page.goto(`/admin/phones/edit/${uuid}`);
    await expect(page.getByText('Rascunho: só a equipe vê.')).toBeVisible();
    await page.getByRole('link', { name: 'Histórico' }).click();
    await page.getByRole('button', { name: 'Pôr no site' }).click();
    await expect(page.getByText('Está no site.', { exact: false }).last()).toBeVisible();
    expect(await sitePhones()).toContain(contact);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByText('Fora do site: só a equipe vê.')).toBeVisible();
    expect(await sitePhones()).not.toContain(contact);
    await page.getByRole('button', { name: 'Pôr no site' }).click();
    await expect(page.getByText('Está no site.', { exact: false }).last()).toBeVisible();

    // A pending change is edited again, then published.
    await page.goto(`/admin/phones/edit/${uuid}`);
    await page.getByLabel('Contato').fill(`${contact} novo`);
    await otherWays.click();
    await page.getByRole('menuitem', { name: 'Guardar a mudança para depois' }).click();
    await expect(page.getByText('Mudança guardada').first()).toBeVisible();
    expect(await sitePhones()).not.toContain(`${contact} novo`);
    await page.goto(`/admin/phones/edit/${uuid}`);
    await expect(page.getByText(/1 mudança espera/)).toBeVisible();
    await page.getByRole('link', { name: 'Ver no histórico' }).click();
    await expect(page.getByRole('row', { name: /Contato/ }).locator('ins')).toHaveText('novo');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('link', { name: 'Continuar editando' }).click();
    await expect(page.getByLabel('Contato')).toHaveValue(`${contact} novo`);
    await page.getByLabel('Contato').fill(`${contact} nova`);
    await page.getByRole('button', { name: 'Guardar mudança' }).click();
    await expect(page.getByText('Mudança guardada').first()).toBeVisible();
    await page.goto(`/admin/history/phones/${uuid}`);
    await page.getByRole('button', { name: 'Publicar já' }).click();
    await expect(page.getByText('Os clientes já veem a mudança.').first()).toBeVisible();
    expect(await sitePhones()).toContain(`${contact} nova`);

    // An earlier version is restored.
    await page.getByRole('navigation', { name: 'Versões' }).getByRole('link').last().click();
    await page.getByRole('button', { name: 'Voltar a esta versão' }).click();
    await expect(page.getByText('A de antes continua no histórico.').first()).toBeVisible();
    expect(await sitePhones()).not.toContain(`${contact} nova`);

    // Deleted and restored twice: by the alert's undo, and from the trash.
    const remove = async () => {
      await page.goto(`/admin/phones/index?search=${encodeURIComponent(contact)}`);
      if (project.name === 'celular') {
        await page.getByRole('button', { name: /^Ações de/ }).click();
        await page.getByRole('menuitem', { name: 'Excluir' }).click();
      } else await page.getByRole('button', { name: /^Excluir:/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(page.getByText('Telefone deletado').first()).toBeVisible();
    };
    await remove();
    await expect(page.getByRole('button', { name: 'Desfazer', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Está no site, como antes.').first()).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(contact.replace(/[()]/g, '.')) })).toBeVisible();
    await remove();
    await page.goto('/admin/bin');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: `Trazer de volta: ${contact}` }).click();
    await expect(page.getByText('Está no site, como antes.').first()).toBeVisible();
    expect(await sitePhones()).toContain(contact);

    // A duplicate, and «save and add another».
    await page.goto(`/admin/phones/index?search=${encodeURIComponent(contact)}`);
    await clickRowAction(page, page.locator('tbody tr').first(), 'Duplicar');
    await expect(page.getByText('Rascunho: só a equipe vê.')).toBeVisible();
    await page.goto('/admin/phones/create');
    await page.getByLabel('Contato').fill(`${contact} dois`);
    await page.getByLabel('DDI').fill('55');
    await page.getByLabel('DDD').fill('85');
    await page.getByLabel('Número').fill('32224456');
    await page.getByLabel('Tipo').selectOption({ label: 'Fixo' });
    await page.getByRole('button', { name: 'Mais jeitos de salvar' }).click();
    await page.getByRole('menuitem', { name: 'Salvar e adicionar outro' }).click();
    await expect(page.getByText('Telefone adicionado').first()).toBeVisible();
    await expect(page.getByLabel('Contato')).toHaveValue('');
    await expect(page.getByLabel('Contato')).toBeFocused();

    // A bulk action and its undo.
    await page.goto(`/admin/phones/index?search=${encodeURIComponent(contact)}`);
    await page.getByRole('button', { name: 'Escolher vários' }).click();
    await page.getByLabel('Escolher todos desta página').check();
    await page.getByRole('button', { name: 'Tirar do site' }).click();
    await expect(page.getByText(/fora do site\./).first()).toBeVisible();
    expect(await sitePhones()).not.toContain(contact);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByText('Desfeito').first()).toBeVisible();
    expect(await sitePhones()).toContain(contact);
    await expectAccessible(page);

    // Bulk delete, bulk restore from the trash, and the undo of the restore.
    await page.getByLabel('Escolher todos desta página').check();
    await page.getByRole('button', { name: 'Excluir', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir', exact: true }).click();
    await expect(page.getByText('3 registros na lixeira.')).toBeVisible();
    await page.goto(`/admin/bin?search=${encodeURIComponent(contact)}`);
    await page.getByRole('button', { name: 'Escolher vários' }).click();
    const boxes = page.locator('.bin').getByRole('checkbox');
    await boxes.first().check();
    await boxes.last().click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 escolhidos')).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('toolbar').getByRole('button', { name: 'Trazer de volta' }).click();
    await expect(page.getByText('3 registros de volta.')).toBeVisible();
    expect(await sitePhones()).toContain(contact);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByText('3 registros na lixeira.')).toBeVisible();
    expect(await sitePhones()).not.toContain(contact);
    await page.getByLabel('Escolher todos desta página').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Trazer de volta' }).click();
    await expect(page.getByText('3 registros de volta.')).toBeVisible();

    await page.goto('/admin/audit');
    await expect(page.getByText(/trouxe de volta o telefone/).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar planilha' }).click();
    const sheet = await readFile((await (await coming).path()) ?? '', 'utf8');
    expect(sheet.startsWith('\ufeff"Quando";"Quem";"O quê";"Registro";"Código"\r\n')).toBe(true);
    expect(sheet).toContain('trouxe de volta o telefone');
    await visitor.context().close();
  },
);

test(
  'staff erase a record of the trash at once, after their password, and the trash forgets it',
  {
    tag: '@celular',
  },
  async ({ page, product }, { project }) => {
    const contact = `Retrato (${project.name})`;
    await signIn(page, product.admin);
    const { data } = await callAsStaff<{ uuid: string }>(page, 'POST', '/phones/store', {
      ...{ contact, ddi: '55', ddd: '85', number: '32224457', type: 1 },
    });
    await callAsStaff(page, 'DELETE', `/phones/destroy/${data.uuid}`);
    await page.goto(`/admin/bin?search=${encodeURIComponent(contact)}`);
    await page.getByRole('button', { name: `Apagar agora: ${contact}` }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(contact);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await expect(page.getByRole('button', { name: `Trazer de volta: ${contact}` })).toBeVisible();

    await page.getByRole('button', { name: `Apagar agora: ${contact}` }).click();
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await confirmStepUp(page, product.admin);
    await expect(page.getByText('Apagado para sempre. Não volta mais.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Lixeira' })).toBeFocused();
    await expect(page.getByText(contact, { exact: true })).toHaveCount(0);
    await expectNoHorizontalScroll(page);
  },
);
