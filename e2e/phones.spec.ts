import {
  apiUrl,
  clickRowAction,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
} from './journey.ts';

test(
  'staff add a phone, search it, change it, view it and delete it',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const contact = `Balcão da noite (${project.name})`;
    const rowOf = (text: string) => page.locator('tbody').getByRole('row').filter({ hasText: text });
    const onSite = async () => (await page.request.get(apiUrl('/site/phones'))).text();

    await signIn(page, product.admin);
    await page.goto('/admin/phones/index');
    await expect(rowOf('Central de atendimento')).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Adicionar telefone' }).click();
    await expect(page).toHaveURL(/\/admin\/phones\/create$/);
    const save = page.getByRole('button', { name: 'Publicar' });
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await save.press('Enter');
    await expect(page.getByText('Por favor! preencha todos os campos').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Faltam 4 campos' })).toBeInViewport();
    await expect(page.getByLabel('DDI')).toHaveValue('55');
    for (const label of ['Contato', 'DDD', 'Número', 'Tipo'])
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Informe o número.')).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Contato', exact: true }).click();
    await expect(page.getByLabel('Contato')).toBeFocused();
    await page.getByLabel('Contato').fill(contact);
    await page.getByLabel('DDD').fill('85');
    await page.getByLabel('Número').pressSequentially('900000042');
    await expect(page.getByLabel('Número')).toHaveValue('90000-0042');
    await page.getByLabel('Tipo').selectOption('WhatsApp');
    await expect(save).not.toHaveAttribute('aria-disabled', 'true');
    await save.click();
    await expect(page).toHaveURL(/\/admin\/phones\/index$/);
    await expect(page.getByText(/Telefone adicionado/).first()).toBeVisible();
    await expect(rowOf(contact)).toContainText('90000-0042');
    expect(await onSite()).toContain(contact);
    await page.goBack();
    await expect(page, 'the form is no longer in the history').not.toHaveURL(/create/);

    await page.goto('/admin/phones/index');
    await page.getByRole('searchbox').fill('BALCAO (85) 90000-0042');
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page).toHaveURL(/search=/);
    await expectAccessible(page);
    await clickRowAction(page, rowOf(contact), 'Editar');
    await expect(page).toHaveURL(/\/admin\/phones\/edit\//);
    await expect(page.getByLabel('Número')).toHaveValue('90000-0042');
    await expect(page.getByLabel('Tipo')).toHaveValue('3');
    await expectAccessible(page);
    await page.getByLabel('Contato').fill(`${contact} e do dia`);
    await page.getByLabel('Número').fill('00000042');
    await page.getByLabel('Tipo').selectOption('Comercial');
    await page.getByRole('button', { name: 'Salvar telefone' }).click();
    await expect(page, 'the list as it was left').toHaveURL(/\/admin\/phones\/index\?search=/);
    await expect(page.getByText(/Telefone atualizado/).first()).toBeVisible();
    await page.getByRole('searchbox').fill('');

    const changed = rowOf(`${contact} e do dia`);
    await clickRowAction(page, changed, 'Detalhes');
    await expect(page).toHaveURL(/\/admin\/phones\/show\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${contact} e do dia`);
    await expect(page.getByText('0000-0042', { exact: true })).toBeVisible();
    await expect(page.getByText('Comercial', { exact: true })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Registros' }).click();
    await expect(page).toHaveURL(/\/admin\/phones\/index$/);

    await clickRowAction(page, changed, 'Excluir');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Tem certeza que deseja excluir?');
    await expect(question).toContainText(contact);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(changed).toBeVisible();
    await clickRowAction(page, changed, 'Excluir');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByText(/Telefone deletado/).first()).toBeVisible();
    await expect(changed).toBeHidden();
    expect(await onSite()).not.toContain(contact);
  },
);
