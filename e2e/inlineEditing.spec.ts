import {
  callAsStaff,
  clickRowAction,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
} from './journey.ts';

// Editing one short field inside its list.

test.use({ world: 'office', expectedErrors: [/409/] });

test.beforeEach(async ({ page, product }) => {
  await page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
  await signIn(page, product.admin);
});

const phone = (contact: string, number: string) => ({ contact, ddi: '55', ddd: '85', number, type: 1 });

test(
  'staff change a number in its row by keyboard alone and undo it',
  { tag: '@desktop' },
  async ({ page }, { project }) => {
    const name = `Balcão ${project.name}`;
    const { data } = await callAsStaff(page, 'POST', '/phones/store', phone(name, '30001000'));
    await page.goto('/admin/phones/index');
    const cell = page.getByRole('button', { name: `Mudar o número de ${name}` });
    const field = page.getByRole('textbox', { name: `Mudar o número de ${name}` });

    await cell.focus();
    await page.keyboard.press('F2');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('3000-1000');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();

    // An empty number is refused with the message of the contract.
    await page.keyboard.press('Enter');
    await field.fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Informe o número.' })).toBeVisible();
    await expect(field).toBeFocused();
    await expectAccessible(page);

    await field.fill('30001001');
    await page.keyboard.press('Enter');
    await expect(cell).toContainText('3000-1001');
    await expect(cell).toBeFocused();
    await expect(page.getByText('Telefone atualizado').first()).toBeVisible();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(cell).toContainText('3000-1000');

    // Moving the focus elsewhere saves.
    await cell.click();
    await field.fill('30001002');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(cell).toContainText('3000-1002');
    const { data: stored } = await callAsStaff(page, 'GET', `/phones/details/${data.uuid}`);
    expect(stored).toMatchObject({ number: '30001002', contact: name });
  },
);

test(
  'a conflict in a row shows both values before either is saved',
  { tag: '@desktop' },
  async ({ page }, { project }) => {
    const name = `Recados ${project.name}`;
    const { data } = await callAsStaff(page, 'POST', '/phones/store', phone(name, '30002000'));
    await page.goto('/admin/phones/index');
    const cell = page.getByRole('button', { name: `Mudar o número de ${name}` });
    const field = page.getByRole('textbox', { name: `Mudar o número de ${name}` });
    await cell.click();
    await field.fill('30002001');
    await callAsStaff(page, 'PUT', `/phones/update/${data.uuid}`, phone(name, '30002002'));
    await page.keyboard.press('Enter');
    const conflict = page.getByRole('alert').filter({ hasText: /salvou em \d\d\/\d\d\/\d{4}/ });
    await expect(conflict).toContainText('agora está «3000-2002»');
    await expect(field).toHaveValue('3000-2001');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await field.press('Escape');
    await expect(cell).toContainText('3000-2002');
  },
);

test(
  'staff set a deadline in its row, and an unpublished vacancy stays unpublished',
  { tag: '@celular' },
  async ({ page }, { project }) => {
    const name = `Repositor ${project.name}`;
    const { data } = await callAsStaff(page, 'POST', '/vacancies/store', {
      name,
      type: 1,
      city: 'Sobral',
      description: 'Repor o que falta.',
      publish_at: 'later',
    });
    await page.goto(`/admin/vacancies/index?search=${encodeURIComponent(name)}`);
    const row = page.getByRole('row').filter({ hasText: name });
    const cell = page.getByRole('button', { name: `Mudar o prazo de ${name}` });
    await expect(row).toBeVisible();
    if (await cell.isVisible()) await cell.click();
    else await clickRowAction(page, row, 'Mudar o prazo');
    const field = page.getByLabel(`Mudar o prazo de ${name}`);
    await expect(field).toBeFocused();
    await field.pressSequentially('23122030');
    await expect(field).toHaveValue('23/12/2030');
    // The calendar belongs to the field: neither opening it nor Esc ends the editing.
    const calendar = page.getByRole('dialog', { name: 'Calendário: Aberta até' });
    await page.getByRole('button', { name: 'Abrir o calendário' }).click();
    await expect(calendar).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(field).toBeFocused();
    await page.getByRole('button', { name: 'Abrir o calendário' }).click();
    await calendar.getByRole('button', { name: /24 de dezembro de 2030/ }).click();
    await expect(field).toHaveValue('24/12/2030');
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByText('Vaga atualizada').first()).toBeVisible();
    await expect(row).toContainText('Rascunho');
    const { data: stored } = await callAsStaff(page, 'GET', `/vacancies/details/${data.uuid}`);
    expect(stored).toMatchObject({
      open_until: '2030-12-24',
      city: 'Sobral',
      description: 'Repor o que falta.',
      publication: { standing: 'draft' },
    });
  },
);

test('a typed position moves the row there, also in a searched list', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/admin/ticket-office-items/index');
  const names = page.locator('tbody tr td[data-kind="title"] .cell-button > span:not(.sr-only)');
  await expect(names.nth(2)).toBeVisible();
  const before = await names.allInnerTexts();
  const [first = '', second = '', third = ''] = before;
  const open = async (name: string) => {
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toBeVisible();
    const cell = page.getByRole('button', { name: `Mudar a posição de ${name}` });
    if (await cell.isVisible()) await cell.press('Enter');
    else await clickRowAction(page, row, 'Mudar a posição');
    const field = page.getByRole('textbox', { name: `Mudar a posição de ${name}` });
    await expect(field).toBeFocused();
    return field;
  };

  const field = await open(third);
  await field.fill('0');
  await field.press('Enter');
  await expect(page.getByText('A posição é um número a partir de 1.')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await field.fill('1');
  await field.press('Enter');
  await expect(names).toHaveText([third, first, second, ...before.slice(3)]);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(names).toHaveText(before);

  // The price is part of the item's text.
  const textCell = page.getByRole('button', { name: `Mudar o texto de ${first}` });
  await textCell.click();
  const text = page.getByRole('textbox', { name: `Mudar o texto de ${first}` });
  await expect(text).toHaveValue(first);
  await text.fill(`${first} e pipoca R$ 12,00`);
  await text.press('Enter');
  await expect(names.first()).toContainText('e pipoca R$ 12,00');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(names).toHaveText(before);

  await page.goto(`/admin/ticket-office-items/index?search=${encodeURIComponent(first)}`);
  const found = await open(first);
  await found.fill('2');
  await found.press('Enter');
  await expect(page.getByText(`${first}: posição 2 de ${before.length}.`)).toBeVisible();
  await page.goto('/admin/ticket-office-items/index');
  await expect(names).toHaveText([second, first, ...before.slice(2)]);
});
