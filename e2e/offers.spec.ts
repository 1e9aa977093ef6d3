import {
  apiUrl,
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
  untilDraftStored,
  untilHydrated,
} from './journey.ts';

test.use({ world: 'office', expectedErrors: [/409|422/] });

test('staff type offers as in a spreadsheet, and import a table after a dry run that marks errors in its cells', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/index');
  await page.getByRole('link', { name: 'Digitar ou importar várias' }).click();

  const first = page.getByRole('group', { name: /^Linha 1/ });
  await first.getByLabel('Produto').fill('Pitaia da prova');
  await first.getByLabel('Departamento').selectOption('Hortifrúti');
  await first.getByLabel('Preço', { exact: true }).focus();
  await page.keyboard.type('doze');
  await page.keyboard.press('Enter');
  const second = page.getByRole('group', { name: /^Linha 2/ });
  await expect(second.getByLabel('Preço', { exact: true })).toBeFocused();
  await expect(second.getByLabel('Departamento')).toHaveValue('produce');
  await expect(first.getByText('Informe o preço como 12,99.')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('12,90');
  await page.keyboard.press('ArrowDown');
  // A reload restores the draft.
  await untilDraftStored(page);
  await page.reload();
  await untilHydrated(page);
  await expect(first.getByLabel('Preço', { exact: true })).toHaveValue('12,90');
  await page.getByRole('button', { name: 'Salvar ofertas' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('1 oferta importada.');

  await page.getByRole('link', { name: 'Digitar ou importar várias' }).click();
  await page.getByLabel('Colar texto ou CSV').check();
  const table = (price: string) =>
    [
      'Produto\tTamanho\tUnidade\tPreço\tDepartamento\tVale de\tVale até',
      `Caqui da prova\t500\tg\t${price}\tHortifrúti\t01/01/2026\t31/12/2099`,
    ].join('\n');
  await page.getByLabel('Células').fill(table('doze'));
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('1 linha precisa de correção.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'doze Informe o preço como 12,99.' })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  // The save is refused as a whole, and the pasted text stays.
  await page.getByRole('button', { name: 'Salvar ofertas' }).click();
  await expect(page.getByText('Linha 2, Preço: Informe o preço como 12,99.')).toBeVisible();
  await page.getByLabel('Células').fill(table('12,00'));
  await expect(page.getByText('A planilha mudou. Confira de novo.')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar ofertas' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('1 oferta importada.');
  await expect(page.getByRole('cell', { name: /^Caqui da prova/ })).toBeVisible();

  // A bulk change of selected offers shows its effect before it is applied.
  await page.getByRole('button', { name: 'Escolher várias' }).click();
  await page
    .getByRole('row', { name: /Caqui da prova/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Mudar valores' }).click();
  const change = page.getByRole('alertdialog', { name: 'Mudar 1 oferta' });
  await change.getByLabel('Preço: Valor').fill('25');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('Preço: R$ 12,00 → R$ 9,00')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mudar agora' }).click();
  await expect(page.getByText('1 oferta mudou.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Caqui da prova/ })).toContainText('R$ 9,00');
  // The undo of the import may still be open besides.
  await page
    .getByRole('listitem')
    .filter({ hasText: '1 oferta mudou.' })
    .getByRole('button', { name: 'Desfazer', exact: true })
    .click();
  await expect(page.getByRole('row', { name: /Caqui da prova/ })).toContainText('R$ 12,00');
});

test('staff compose a poster from selected offers, preview it at once and download it', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/index');
  await page.getByRole('button', { name: 'Escolher várias' }).click();
  for (const place of [1, 2, 3]) await page.locator('tbody [type=checkbox]').nth(place).check();
  await page.getByRole('button', { name: 'Fazer cartaz' }).click();
  await page.getByLabel('Título').fill('Feira da prova');
  const preview = page.locator('.leaflet-preview img:not([data-stale])');
  await expect(preview).toHaveAttribute('alt', /^Feira da prova\. .*\n.*R\$/, { timeout: 30_000 });
  await expectAccessible(page);

  const products = page
    .getByRole('list', { name: 'Ofertas, na ordem em que aparecem' })
    .getByRole('listitem');
  const second = await products.nth(1).locator('b').textContent();
  await products
    .nth(1)
    .getByRole('button', { name: /para cima|Subir/ })
    .click();
  await expect(products.first().locator('b')).toHaveText(second ?? '');
  await products
    .first()
    .getByRole('button', { name: /^Encurtar o nome/ })
    .click();
  const short = page.getByLabel('Nome só neste cartaz');
  await expect(short).toBeFocused();
  await short.fill('Nome da prova');
  await expect(preview).toHaveAttribute('alt', /\nNome da prova/, { timeout: 30_000 });
  for (const other of ['Imagem para o site', 'Story', 'Post'])
    await page.getByRole('checkbox', { name: other }).uncheck();
  await page.getByRole('checkbox', { name: /sangria/ }).check();
  await page.getByRole('button', { name: 'Fazer cartaz' }).click();
  await expect(page.getByRole('heading', { name: 'Feira da prova' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Baixar PDF para imprimir, A4' })).toBeVisible({
    timeout: 20_000,
  });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar tudo (.zip)' }).click();
  expect((await download).suggestedFilename()).toBe('Feira da prova.zip');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Fazer de novo' }).click();
  await expect(page.getByLabel('Título')).toHaveValue('Feira da prova');
  await expect(short).toHaveValue('Nome da prova');
  await expect(page.getByRole('checkbox', { name: /sangria/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Post' })).not.toBeChecked();
  await expectAccessible(page);
});

test('staff can undo a file that replaced typed offers, also after a reload, and an empty file is refused', {
  tag: '@desktop',
}, async ({ page, product }) => {
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  const rows = page.getByRole('group', { name: /^Linha \d+: / });
  const first = page.getByRole('group', { name: /^Linha 1/ });
  const undo = page.getByRole('main').getByRole('button', { name: 'Desfazer', exact: true });
  await signIn(page, product.admin);
  await page.goto('/admin/offers/compose');
  await untilHydrated(page);
  await first.getByLabel('Produto').fill('Cajá da prova');
  await page
    .getByRole('group', { name: /^Linha 2/ })
    .getByLabel('Produto')
    .fill('Umbu da prova');

  await page.getByLabel('Arquivo CSV').setInputFiles(file('vazio.csv', '\n'));
  await expect(page.getByRole('main').getByText('O arquivo está vazio.').last()).toBeVisible();
  await expect(first.getByLabel('Produto')).toHaveValue('Cajá da prova');
  await expect(undo).toBeHidden();

  const csv =
    'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até\nGraviola;1;un;9,90;Hortifrúti;01/01/2026;31/12/2099';
  await page.getByLabel('Arquivo CSV').setInputFiles(file('ofertas.csv', csv));
  await expect(first.getByLabel('Produto')).toHaveValue('Graviola');
  await expect(page.getByText('O que estava aqui foi trocado: 2 linhas.')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  await page.reload();
  await untilHydrated(page);
  await expect(first.getByLabel('Produto')).toHaveValue('Graviola');
  await undo.click();
  await expect(first.getByLabel('Produto')).toHaveValue('Cajá da prova');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Refazer' }).click();
  await expect(first.getByLabel('Produto')).toHaveValue('Graviola');
  await undo.click();
  await expect(rows).toHaveCount(2);
});

test('the form asks what a point in a size means and confirms an absurd unit price before it saves', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/create');
  await untilHydrated(page);
  const name = `Jaca da prova ${page.viewportSize()?.width}`;
  await page.getByRole('textbox', { name: 'Produto' }).fill(name);
  await page.getByLabel('Departamento').selectOption('Hortifrúti');
  await page.getByLabel('Unidade').selectOption('kg');
  await page.getByLabel('Tamanho').fill('2.250');
  await page.getByRole('textbox', { name: 'Preço', exact: true }).fill('18,00');
  const save = page.getByRole('button', { name: 'Publicar' });
  await save.click();
  await expect(page.getByText('«2.250 kg» quer dizer 2,25 ou 2250? Escreva um dos dois.')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  await page.getByLabel('Unidade').selectOption('g');
  await expect(page.getByText('Escreva um dos dois.')).toBeHidden();
  await page.getByLabel('Tamanho').fill('1.800');
  await expect(page.getByText('Ao lado do preço: R$ 10,00 o quilo.')).toBeVisible();
  await page.getByLabel('Tamanho').fill('1,8');
  await expect(page.getByText('Ao lado do preço: R$ 10.000,00 o quilo.')).toBeVisible();
  await save.click();
  const confirmation = page.getByRole('alertdialog', { name: 'Confira antes de salvar' });
  await expect(confirmation).toContainText(`«${name}» sai a R$ 10.000,00 o quilo, e em Hortifrúti o comum é`);
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Corrigir' }).click();
  await expect(confirmation).toBeHidden();
  await expect(page.getByLabel('Tamanho')).toHaveValue('1,8');
  await save.click();
  await confirmation.getByRole('button', { name: 'Salvar assim mesmo' }).click();
  await expect(page.getByText('Já está valendo.')).toBeVisible();
});

test('contradicting rows are marked in their cells, and a dry run counts every row', async ({
  page,
  product,
}) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/compose');
  await untilHydrated(page);
  const head = 'Produto\tTamanho\tUnidade\tPreço\tDepartamento\tVale de\tVale até';
  const row = (name: string, price: string) => `${name}\t1\tkg\t${price}\tHortifrúti\t01/01/2026\t31/12/2099`;
  const table = (...rows: string[]) => [head, ...rows].join('\n');
  await page.getByLabel('Colar texto ou CSV').check();
  await page
    .getByLabel('Células')
    .fill(table(row('Cupuaçu', '9,00'), row('Bacuri', '8,00'), row('CUPUACU', '7,00')));
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('3 linhas: 1 nova, 2 a corrigir.')).toBeVisible();
  await expect(
    page.getByText('Esta oferta também está na linha 4, com outro valor aqui. Deixe só uma.'),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  await page.getByLabel('Digitar na tabela').check();
  await page.getByRole('button', { name: 'Conferir' }).click();
  const third = page.getByRole('group', { name: /^Linha 3/ });
  await expect(third.getByText('Esta oferta também está na linha 1, com outro valor aqui.')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await third.getByLabel('Preço', { exact: true }).fill('9,00');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('3 linhas: 2 novas, 1 já está assim ou se repete.')).toBeVisible();
});

test('a press on save counts although the cell that it leaves shows its error and moves the button', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/compose');
  await untilHydrated(page);
  await page.locator('[name="offers.0.product"]').fill('Umbu');
  await page.locator('[name="offers.0.price"]').fill('caro');
  await page.getByRole('button', { name: 'Salvar ofertas' }).click();
  await expect(page.getByText('As células com algo errado dizem o quê.')).toBeVisible();
});

test('a cell asks about an absurd unit price, and a second Enter saves it', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/index?search=cenoura');
  await untilHydrated(page);
  const cell = page.getByRole('button', { name: /^Mudar o preço de .*cenoura/i }).first();
  await cell.click();
  const field = page.getByRole('textbox', { name: /^Mudar o preço de/ });
  await field.fill('12 99');
  await field.press('Enter');
  await expect(page.getByText('Informe o preço como 12,99.')).toBeVisible();
  await field.fill('99.000');
  await field.press('Enter');
  await expect(page.getByText(/sai a R\$ [\d.]+,\d\d o quilo, .* Salve de novo ou desista/)).toBeVisible();
  await expectAccessible(page);
  await field.press('Enter');
  await expect(page.getByText('A mudança já vale.')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
  await expect(page.getByText('Desfeito')).toBeVisible();
});

test('an import with an absurd unit price is stored only after a confirmation', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/compose');
  await untilHydrated(page);
  const table = [
    'Produto\tTamanho\tUnidade\tPreço\tDepartamento\tVale de\tVale até',
    'Mangaba da prova\t1,8\tg\t18,00\tHortifrúti\t01/01/2026\t31/12/2099',
  ].join('\n');
  await page.getByLabel('Colar texto ou CSV').check();
  await page.getByLabel('Células').fill(table);
  await page.getByRole('button', { name: 'Conferir' }).click();
  const warning = /«Mangaba da prova» sai a R\$ 10\.000,00 o quilo, e em Hortifrúti o comum é/;
  await expect(page.getByRole('rowheader', { name: warning })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Salvar ofertas' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Confira antes de salvar' });
  await expect(confirmation).toContainText(warning);
  await confirmation.getByRole('button', { name: 'Corrigir' }).click();
  await expect(page.getByLabel('Células')).toHaveValue(table);
  await page.getByRole('button', { name: 'Salvar ofertas' }).click();
  await confirmation.getByRole('button', { name: 'Salvar assim mesmo' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('1 oferta importada.');
});

test(
  'a bulk change and its undo name prices that look wrong, and the change is saved only after a confirmation',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const name = `Jenipapo da prova ${project.name}`;
    await signIn(page, product.admin);
    const csv = [
      'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até',
      `${name};1,8;g;18,00;Casa;01/01/2026;31/12/2099`,
      `${name} em calda;1;kg;18,00;Casa;01/01/2026;31/12/2099`,
    ].join('\n');
    await callAsStaff(page, 'POST', '/offers/import', { csv });
    await page.goto(`/admin/offers/index?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: 'Escolher várias' }).click();
    await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mudar valores' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Mudar 2 ofertas' });
    await dialog.getByLabel('Departamento').selectOption('Hortifrúti');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await expect(dialog.getByRole('status')).toHaveText(
      '2 ofertas mudam: em Hortifrúti. 1 preço parece errado: confira antes.',
    );
    await expect(
      dialog.getByText(/sai a R\$ 10\.000,00 o quilo, e em Hortifrúti o comum é/),
    ).toBeInViewport();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Mudar assim mesmo' }).click();
    const changed = page.getByText('2 ofertas mudaram.');
    await expect(changed).toBeVisible();

    // The undo of a second change brings the price that looks wrong back.
    await page.getByRole('button', { name: 'Mudar valores' }).click();
    await dialog.getByLabel('Departamento').selectOption('Casa');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await dialog.getByRole('button', { name: 'Mudar agora' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await expect(page.getByText('2 ofertas voltaram a ser como antes.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Avisos' })).toContainText(
      /Confira os preços.*sai a R\$ 10\.000,00 o quilo/,
    );
  },
);

test(
  'staff raise prices of several offers and set their limit, and the preview leaves out those that cannot change',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const name = `Mangaba da prova ${project.name}`;
    await signIn(page, product.admin);
    const csv = [
      'Produto;Tamanho;Unidade;Preço;Preço antes;Departamento;Vale de;Vale até',
      `${name};1;kg;10,05;;Hortifrúti;01/01/2026;31/12/2099`,
      `${name} em calda;1;kg;8,00;8,50;Hortifrúti;01/01/2026;31/12/2099`,
    ].join('\n');
    await callAsStaff(page, 'POST', '/offers/import', { csv });
    await page.goto(`/admin/offers/index?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: 'Escolher várias' }).click();
    await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check();
    await page.getByRole('button', { name: 'Mudar valores' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Mudar 2 ofertas' });
    await dialog.getByLabel('Preço', { exact: true }).selectOption('Subir');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await expect(dialog.getByLabel('Preço: Valor')).toBeFocused();
    await expect(dialog.getByText('Diga o valor.')).toBeVisible();
    await dialog.getByLabel('Preço: Valor').fill('10');
    await dialog.getByLabel('Limite por cliente', { exact: true }).selectOption('Definir');
    await dialog.getByLabel('Limite por cliente: Quanto').fill('3');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await expect(dialog.getByRole('status')).toHaveText(
      '1 oferta muda: preço 10% maior, limite por cliente de 3. 1 oferta não pode mudar assim e fica de fora.',
    );
    const found = dialog.getByRole('list', { name: 'O que muda em cada oferta' });
    await expect(found.getByRole('listitem').first()).toContainText(
      'O preço de antes é maior que o da oferta.',
    );
    await expect(found).toContainText('Preço: R$ 10,05 → R$ 11,06');
    await expect(found).toContainText('Limite: sem limite → 3 por cliente');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await dialog.getByRole('button', { name: 'Mudar 1 de 2' }).click();
    await expect(page.getByText('1 oferta mudou.')).toBeVisible();
    await expect(page.getByText('R$ 11,06').first()).toBeVisible();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByText('1 oferta voltou a ser como antes.')).toBeVisible();
    await expect(page.getByText('R$ 10,05').first()).toBeVisible();
  },
);

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('a dialog shows a failure above its buttons until staff try again', { tag: '@desktop' }, async ({
    page,
    product,
    context,
  }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/offers/index');
    await page.getByRole('button', { name: 'Escolher várias' }).click();
    await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check();
    await page.getByRole('button', { name: 'Mudar valores' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Preço: Valor').fill('10');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    const alert = dialog.locator('.alert-error');
    await expect(alert).toContainText('Sem conexão com o servidor');
    await expect(alert).toBeInViewport({ ratio: 1 });
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await expect(dialog.getByRole('list', { name: 'O que muda em cada oferta' })).toBeVisible();
    await expect(alert).toBeHidden();
  });
});

test(
  'staff undo an import of a sheet from the screen of imports, and are told which offer changed since',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const name = `Cajarana da prova ${project.name}`;
    await signIn(page, product.admin);
    const head = 'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até';
    const row = (which: string, price: string) =>
      `${name} ${which};1;kg;${price};Hortifrúti;01/01/2026;31/12/2099`;
    await callAsStaff(page, 'POST', '/offers/import', { csv: [head, row('doce', '8,00')].join('\n') });
    await page.goto('/admin/offers/index');
    await page.getByRole('link', { name: 'Digitar ou importar várias' }).click();
    await page.getByLabel('Colar texto ou CSV').check();
    await page
      .getByLabel('Células')
      .fill([head, row('doce', '9,00'), row('azeda', '7,00'), row('seca', '5,00')].join('\n'));
    await page.getByRole('button', { name: 'Salvar ofertas' }).click();
    await expect(page.getByText('2 ofertas importadas, 1 mudou.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Desfazer', exact: true })).toBeVisible();

    const { data } = await callAsStaff<{ uuid: string }[]>(
      page,
      'GET',
      `/offers?search=${encodeURIComponent(`${name} seca`)}`,
    );
    await callAsStaff(page, 'POST', '/offers/change', {
      uuids: data.map(({ uuid }) => uuid),
      highlight: true,
    });
    await page.getByRole('link', { name: 'Digitar ou importar várias' }).click();
    await expect(page.getByText('Última importação: 2 ofertas importadas, 1 mudou.')).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page
      .getByRole('main')
      .locator('.undo-notice')
      .first()
      .getByRole('button', { name: 'Desfazer' })
      .click();
    await expect(
      page.getByText(
        '1 oferta voltou a ser como antes. 1 oferta foi para a lixeira. 1 mudou desde então e fica como está.',
      ),
    ).toBeVisible();
    await expect(page.getByText(`Mudaram depois da importação: ${name} seca.`)).toBeVisible();
    await expect(page.getByText(/^Última importação/)).toBeHidden();
    await page.goto(`/admin/offers/index?search=${encodeURIComponent(name)}`);
    await expect(page.getByText('R$ 8,00').first()).toBeVisible();
    await expect(page.getByText(`${name} azeda`)).toBeHidden();
  },
);

test(
  'staff copy the offers of any day to any other day, and are told calmly if there are none',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const name = `Umbu da prova ${project.name}`;
    // Days of its own for each project, far from those of other journeys.
    const year = project.name === 'desktop' ? 2031 : 2032;
    await signIn(page, product.admin);
    const csv = [
      'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até',
      `${name};1;kg;8,00;Padaria;05/03/${year};06/03/${year}`,
    ].join('\n');
    await callAsStaff(page, 'POST', '/offers/import', { csv });
    await page.goto('/admin/offers/index');
    await page.getByRole('button', { name: 'Copiar de um dia' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Copiar ofertas de um dia' });
    await dialog.getByLabel('Copiar do dia').fill(`05/03/${year}`);
    await dialog.getByLabel('Para o dia').fill(`20/03/${year}`);
    await dialog.getByLabel('Filial').selectOption('Só as que valem em todas');
    await dialog.getByLabel('Departamento').selectOption('Padaria');
    await expect(dialog.getByRole('button', { name: /^Copiar \d+ ofertas?$/ })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Copiar \d+ ofertas?$/ }).click();
    await expect(page.getByText(new RegExp(`copiadas? para 20/03/${year}`))).toBeVisible();
    await page.getByRole('button', { name: 'Copiar de um dia' }).click();
    await dialog.getByLabel('Copiar do dia').fill('05/03/2001');
    await expect(dialog.getByRole('status')).toHaveText('Não há ofertas neste dia para copiar.');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  },
);

test('a draft with an absurd unit price is published only after a confirmation', async ({ page, product }, {
  project,
}) => {
  const name = `Araticum da prova ${project.name}`;
  await signIn(page, product.admin);
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const stored = await page.request.post(apiUrl('/admin/offers/store'), {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      ...{ product: name, size: '1.8', unit: 'g', price: '18.00', department: 'produce' },
      ...{ valid_from: '2026-01-01', valid_until: '2099-12-31', publish_at: 'later' },
    },
  });
  expect(stored.status(), await stored.text()).toBe(201);
  const { uuid } = (await stored.json()).data;
  await page.goto(`/admin/offers/show/${uuid}`);
  await expect(page.locator('.page-head').getByText('Rascunho', { exact: true })).toBeVisible();
  await page.goto(`/admin/history/offers/${uuid}`);
  const publish = page.getByRole('button', { name: 'Pôr no site' });
  const question = page.getByRole('alertdialog', { name: 'Confira antes de publicar' });
  await publish.click();
  await expect(question).toContainText(/sai a R\$ 10\.000,00 o quilo, e em Hortifrúti o comum é/);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Não publicar' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Rascunho: só a equipe vê.')).toBeVisible();
  await publish.click();
  await question.getByRole('button', { name: 'Publicar assim mesmo' }).click();
  await expect(page.getByText('Rascunho: só a equipe vê.')).toBeHidden();
});

test(
  'two different selections of branches are named side by side, and one made in another order is no difference',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    await signIn(page, product.admin);
    const offer = {
      ...{ product: `Graviola disputada (${project.name})`, size: '1', unit: 'kg', department: 'produce' },
      ...{ price: '9,90', valid_from: '2026-01-01', valid_until: '2099-12-31' },
    };
    const branches = (await callAsStaff<{ uuid: string; name: string }[]>(page, 'GET', '/offers/branches'))
      .data;
    const [first, second, third] = branches.toSorted((a, b) => (a.uuid < b.uuid ? 1 : -1));
    if (!first || !second || !third) throw new Error('the world has too few branches');
    const { data } = await callAsStaff(page, 'POST', '/offers/store', { ...offer, branches: [first.uuid] });
    const selected = page.getByRole('group', { name: 'Onde vale' });
    const save = page.getByRole('button', { name: 'Salvar oferta' });
    const notice = page.getByRole('region', { name: 'Este registro mudou enquanto você editava' });
    /** Edits the offer while someone else saves a price and branches. */
    const edit = async (price: string, saved: { uuid: string }[], clicked: { name: string }[]) => {
      await page.goto(`/admin/offers/edit/${data.uuid}`);
      await untilHydrated(page);
      await page.getByRole('textbox', { name: 'Marca' }).fill(`Da casa ${price}`);
      for (const { name } of clicked) await selected.getByLabel(name, { exact: true }).click();
      await callAsStaff(page, 'POST', `/offers/update/${data.uuid}`, {
        ...{ ...offer, price, branches: saved.map(({ uuid }) => uuid) },
      });
      await save.click();
      await expect(notice).toContainText('O que você escreveu continua aqui');
    };

    await edit('9,80', [first, second, third], [third, second]);
    await expect(notice.getByRole('group', { name: 'Onde vale' })).toBeHidden();
    await save.click();
    await expect(page.getByText('Oferta atualizada')).toBeVisible();

    await edit('9,70', [first, third], [first, second]);
    const choice = notice.getByRole('group', { name: 'Onde vale' });
    await expect(choice.getByRole('radio', { name: 'Usar o meu' })).toHaveAccessibleName(
      `Usar o meu ${third.name}`,
    );
    const theirs = choice.getByRole('radio', { name: /^Usar o de/ });
    const names = branches.filter((branch) => branch === first || branch === third).map(({ name }) => name);
    await expect(theirs).toHaveAccessibleName(new RegExp(`${RegExp.escape(names.join(' e '))}$`));
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await theirs.check();
    await expect(selected.getByLabel(first.name, { exact: true })).toBeChecked();
  },
);
