import { readFile } from 'node:fs/promises';
import { pdfOfPages } from '../test/sampleFiles.ts';
import {
  clickRowAction,
  confirmStepUp,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  STEP_UP_CONSOLE_ERROR,
  sendApplication,
  signIn,
  test,
} from './journey.ts';

test.use({ world: 'office', expectedErrors: [STEP_UP_CONSOLE_ERROR] });

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test(
  'staff read an application in place, add a note, reply and move it to the next stage',
  { tag: '@celular' },
  async ({ page, product }, { project }) => {
    const name = `Iracema ${project.name}`;
    const email = `iracema.${project.name}@exemplo.example`;
    await sendApplication(product, name, email, pdfOfPages(['Primeira', 'Segunda'], '595 842'));
    await signIn(page, product.admin);
    await page.goto(`/admin/work-with-us/index?search=${encodeURIComponent(name)}`);
    await expectAccessible(page);
    await clickRowAction(page, page.getByRole('row').filter({ hasText: name }), 'Detalhes');

    await page.getByRole('button', { name: 'Ler aqui' }).click();
    const second = page.getByAltText('Página 2 de 2');
    await expect(second).toBeVisible({ timeout: 30_000 });
    await expect
      .poll(() => second.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(1000);
    await expect(page.getByText(/^Aberto por .+, \d\d\/\d\d às \d+h/)).toBeVisible();
    await expectNoHorizontalScroll(page);

    await page.getByLabel('Nova anotação').fill('Gostamos da conversa.');
    await page.getByRole('button', { name: 'Anotar' }).click();
    await expect(page.getByText('Gostamos da conversa.').last()).toBeVisible();
    await expect(page.getByLabel('Nova anotação')).toHaveValue('');

    await page.getByRole('button', { name: 'Escrever mensagem' }).click();
    await page.getByLabel('Assunto').fill('Vamos tomar um café?');
    await expectAccessible(page);
    // The first mail is the confirmation of receipt.
    await product.mailTo(email);
    await page.getByRole('button', { name: 'Enviar e-mail' }).click();
    await expect(page.getByText('Convite para entrevista')).toBeVisible();
    const mail = await product.mailTo(email);
    expect(mail.subject).toBe('Vamos tomar um café?');
    expect(mail.replyTo?.[0]?.address).toBe(product.admin.email);
    expect(mail.text).toContain('Olá, Iracema');

    await page.getByLabel('Etapa').selectOption('Entrevista');
    await expect(page.getByText(/^Mudada por/)).toBeVisible();
    await page.goto('/admin/work-with-us/index?stage=interview');
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
    await page.getByRole('link', { name: 'Tirar o filtro Entrevista' }).click();
    await expect(page).toHaveURL(/\/index$/);
  },
);

test(
  'a résumé that cannot be rendered shows a message and can be downloaded',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const name = `Quebrada ${project.name}`;
    await sendApplication(product, name, 'quebrada@exemplo.example', pdfOfPages(['x'], '0.5 0.5'));
    await signIn(page, product.admin);
    await page.goto(`/admin/work-with-us/index?search=${encodeURIComponent(name)}`);
    await clickRowAction(page, page.getByRole('row').filter({ hasText: name }), 'Detalhes');
    await page.getByRole('button', { name: 'Ler aqui' }).click();
    await expect(page.getByText('Não conseguimos mostrar este currículo aqui.')).toBeVisible({
      timeout: 30_000,
    });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar o arquivo' }).click();
    expect((await readFile(await (await download).path())).toString('latin1')).toContain('%PDF');
  },
);

test(
  'staff close several applications at once, with a message that they previewed',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const surname = `Encerrada-${project.name}`;
    const emails = ['um', 'dois'].map((part) => `${part}.${project.name}@exemplo.example`);
    for (const [at, email] of emails.entries())
      await sendApplication(product, `Pessoa ${at} ${surname}`, email);
    for (const email of emails) await product.mailTo(email);
    await signIn(page, product.admin);
    await page.goto(`/admin/work-with-us/index?search=${surname}`);
    await page.getByRole('button', { name: 'Escolher várias' }).click();
    await page.getByLabel('Escolher todas desta página').check();
    await expect(page.getByText('2 escolhidas')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Encerrar selecionadas' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Mandar a cada pessoa uma mensagem por e-mail').check();
    await dialog.getByLabel('Assunto').fill('A seleção terminou');
    await expect(dialog.getByRole('region', { name: /^Prévia/ })).toContainText('A seleção terminou');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Encerrar e enviar' }).click();
    await expect(page.getByText('2 candidaturas estão em «Encerrada». 2 mensagens a caminho.')).toBeVisible();
    for (const email of emails) expect((await product.mailTo(email)).subject).toBe('A seleção terminou');
  },
);

test(
  'staff filter the list, change a stage in its row by keyboard, undo it and export what is shown',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const surname = `Fileira-${project.name}`;
    for (const first of ['Ana', 'Bia'])
      await sendApplication(product, `${first} ${surname}`, `${first}@exemplo.example`);
    await signIn(page, product.admin);
    await page.goto(`/admin/work-with-us/index?search=${surname}`);
    const row = page.getByRole('row').filter({ hasText: `Ana ${surname}` });
    if (project.name === 'celular') await clickRowAction(page, row, 'Mudar a etapa');
    else await row.getByRole('button', { name: `Mudar a etapa de Ana ${surname}` }).press('Enter');
    const choice = page.getByLabel(`Mudar a etapa de Ana ${surname}`);
    await expect(choice).toBeFocused();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await choice.selectOption('Entrevista');
    await choice.press('Enter');
    await expect(choice).toBeHidden();
    await expect(row).toContainText('Entrevista');
    await expect(page.locator('.alert')).toContainText('1 candidatura está em «Entrevista».');
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(row).toContainText('Nova');

    if (project.name === 'celular') await clickRowAction(page, row, 'Mudar a etapa');
    else await row.getByRole('button', { name: `Mudar a etapa de Ana ${surname}` }).press('Enter');
    await choice.selectOption('Banco de talentos');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(row).toContainText('Banco de talentos');

    await page.getByRole('button', { name: /^Filtros/ }).click();
    await page.getByRole('link', { name: /^Banco de talentos/ }).click();
    await expect(page).toHaveURL(/stage=pool/);
    await expect(page.getByRole('row').filter({ hasText: `Bia ${surname}` })).toBeHidden();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar planilha' }).click();
    const sheet = await readFile(await (await download).path(), 'utf8');
    expect(sheet).toContain(`"Ana ${surname}";"Estoquista";"Banco de talentos"`);
    expect(sheet).not.toContain('Bia');
  },
);

test(
  'staff go from candidate to candidate in the order of the list, and see other applications of a person',
  {
    tag: '@desktop',
  },
  async ({ page, product }, { project }) => {
    const surname = `Vizinha-${project.name}`;
    const email = `ana.${surname}@exemplo.example`.toLowerCase();
    for (const [first, address] of [
      ['Ana', email],
      ['Bia', `bia.${email}`],
      ['Cida', email],
    ] as const)
      await sendApplication(product, `${first} ${surname}`, address);
    await signIn(page, product.admin);
    await page.goto(`/admin/work-with-us/index?search=${surname}&sort=name`);
    const row = page.getByRole('row').filter({ hasText: `Ana ${surname}` });
    await expect(row).toContainText('2 candidaturas');
    await expectAccessible(page);
    await clickRowAction(page, row, 'Detalhes');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(`Ana ${surname}`);
    await expect(page.getByRole('link', { name: /^Candidatura anterior/ })).toHaveCount(0);
    await page.getByRole('link', { name: `Candidatura seguinte: Bia ${surname}` }).click();
    await expect(heading).toHaveText(`Bia ${surname}`);
    await page.getByRole('link', { name: `Candidatura seguinte: Cida ${surname}` }).press('Enter');
    await expect(heading).toHaveText(`Cida ${surname}`);
    await expect(page.getByRole('link', { name: `Candidatura anterior: Bia ${surname}` })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Candidatura seguinte/ })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('definition').getByRole('link', { name: 'Estoquista' }).click();
    await expect(heading).toHaveText(`Ana ${surname}`);
    await page.getByRole('link', { name: 'Registros' }).click();
    await expect(page).toHaveURL(/search=.*&sort=name/);
  },
);

test(
  'staff find, export and erase all data of an applicant',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const email = `some.${project.name}@exemplo.example`;
    await sendApplication(product, `Some Daqui ${project.name}`, email);
    await signIn(page, product.admin);
    await page.goto('/admin/work-with-us/index');
    await page.getByRole('main').getByRole('link', { name: 'Dados pessoais' }).click();
    await page.getByLabel('E-mail da pessoa').fill(email.toUpperCase());
    await page.getByRole('button', { name: 'Procurar' }).click();
    await expect(page.getByText(`Some Daqui ${project.name}`)).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar os dados em um arquivo' }).click();
    const handed = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(handed.candidaturas[0].nome).toBe(`Some Daqui ${project.name}`);

    await page.getByLabel(/^Para confirmar/).fill(email);
    await page.getByRole('button', { name: 'Apagar para sempre' }).click();
    await confirmStepUp(page, product.admin);
    await expect(page.getByText('Tudo o que havia guardado desta pessoa foi apagado')).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('region', { name: 'Quem viu' }).getByRole('listitem').first()).toContainText(
      'apagou os dados de uma pessoa',
    );
    await page.getByRole('button', { name: 'Procurar' }).click();
    await expect(page.getByText('Não há nada guardado com este e-mail')).toBeVisible();
  },
);
