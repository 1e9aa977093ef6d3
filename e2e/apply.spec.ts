import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pdf } from '../test/sampleFiles.ts';
import {
  apiUrlPattern,
  clickRowAction,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  holdRequests,
  signIn,
  test,
} from './journey.ts';

const PAGE = '/work-with-us';
const SENT = 'Candidatura enviada com sucesso';
const resume = (bytes = pdf('Currículo')) => ({
  name: 'meu currículo.pdf',
  mimeType: 'application/pdf',
  buffer: bytes,
});
const note = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('texto') };

const alertOf = (page: Page, title: string) => page.locator('.alert').filter({ hasText: title });
const send = (page: Page) => page.getByRole('button', { name: 'Enviar candidatura' });
const hydrated = (page: Page) =>
  expect(page.locator('form.apply')).toHaveAttribute('novalidate', { timeout: 20_000 });

async function openForm(page: Page, query = '') {
  await page.goto(PAGE + query);
  await hydrated(page);
}

async function fill(page: Page, person: { name: string; email: string }) {
  await page.getByLabel('Nome completo').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Telefone com DDD').fill('(85) 90000-0012');
}

/** Opens the details of `name` from the staff's list. */
async function openApplication(page: Page, name: string) {
  await page.goto('/admin/work-with-us/index');
  await page.getByRole('searchbox').fill(name);
  await clickRowAction(page, page.locator('tbody').getByRole('row').filter({ hasText: name }), 'Detalhes');
}

test(
  'an applicant finds a vacancy and applies by keyboard; staff get the résumé',
  { tag: '@desktop' },
  async ({ page, product, context }, { project }) => {
    const person = { name: `Joana Prado (${project.name})`, email: `joana.${project.name}@exemplo.example` };
    const bytes = pdf('Joana Prado', 3_000_000);
    await page.goto('/vacancies');
    await page.getByRole('link', { name: 'Candidatar-se: Padeiro ou padeira' }).click();
    await expect(page).toHaveURL(/\/work-with-us\?vaga=Padeiro/);
    await hydrated(page);
    await expect(page.getByLabel('Vaga', { exact: true })).toHaveValue('Padeiro ou padeira');
    await expect(page.getByText('guardamos por 12 meses a partir do envio')).toBeVisible();
    await expect(page.getByLabel('Quero ficar no banco de talentos')).not.toBeChecked();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);

    await send(page).press('Enter');
    await expect(alertOf(page, 'Por favor! preencha todos os campos')).toBeVisible();
    const name = page.getByLabel('Nome completo');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Informe o seu nome.');
    await expect(page.getByLabel('Currículo em PDF')).toHaveAccessibleDescription(/Escolha um arquivo PDF\./);
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Fechar aviso/ }).press('Enter');
    await expect(page.locator('.alert')).toBeHidden();
    await expect(name).toBeFocused();

    await page.keyboard.type(person.name);
    await expect(name).not.toHaveAttribute('aria-invalid');
    await page.keyboard.press('Tab');
    await page.keyboard.type('joana@exemplo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('85900000012');
    await expect(page.getByLabel('Telefone com DDD')).toHaveValue('(85) 90000-0012');
    await page.getByLabel('Currículo em PDF').setInputFiles(note);
    await expect(alertOf(page, 'Formato de arquivo não permitido.')).toBeVisible();
    await page.getByLabel('Currículo em PDF').setInputFiles(resume(bytes));
    await expect(page.locator('.apply-picked p')).toHaveText(/meu currículo\.pdf\s*2,9 MB/);

    await send(page).press('Enter');
    const email = page.getByLabel('E-mail');
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Confira o e-mail. Ele tem a forma nome@exemplo.com.br');
    await email.fill(person.email);
    await expect(page.locator('.apply-problem')).toBeHidden();
    await page.getByLabel('Quero ficar no banco de talentos').press('Space');

    const network = await context.newCDPSession(page);
    const upload = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await upload(600_000);
    await send(page).press('Enter');
    const loading = page.getByRole('button', { name: 'Carregando...' });
    await expect(loading).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('progressbar', { name: 'Enviando o currículo' })).toBeVisible();
    await expectAccessible(page);
    await upload(-1);

    await expect(alertOf(page, SENT)).toContainText('A confirmação chega pelo seu e-mail.');
    await expect(page.getByRole('heading', { name: SENT })).toBeFocused();
    await expect(page.locator('form.apply')).toBeHidden();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    const mail = await product.mailTo(person.email);
    expect(mail.text).toContain('Padeiro ou padeira');

    await page.getByRole('link', { name: 'Enviar outra' }).press('Enter');
    await expect(page).toHaveURL(/\/work-with-us#candidatura-name$/);
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('');
    await expect(page.locator('.apply-picked p')).toBeHidden();

    await signIn(page, product.admin);
    await openApplication(page, person.name);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name);
    await expect(page.getByText('(85) 90000-0012')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar currículo' }).click();
    expect((await readFile(await (await download).path())).equals(bytes)).toBe(true);
  },
);

test('the form asks for the desired job only after «Outra» is selected', { tag: '@drill' }, async ({
  page,
}) => {
  await openForm(page);
  const own = page.getByLabel('Em que você quer trabalhar');
  const vacancy = page.getByLabel('Vaga', { exact: true });
  await expect(own).toBeHidden();
  await vacancy.selectOption('Outra');
  await expect(own).toBeVisible();
  await send(page).click();
  await expect(own).toHaveAccessibleDescription('Informe a vaga.');
  await expectAccessible(page);
  await vacancy.selectOption('Padeiro ou padeira');
  await expect(own).toBeHidden();
  await expect(page.locator('.apply-problem')).not.toContainText('Em que você quer trabalhar');
});

test("a press before the form's script has loaded reports the missing fields, as a later press does", {
  tag: '@celular',
}, async ({ page }) => {
  // Very large text: the form is far down, and the press itself hydrates it.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const release = await holdRequests(page, '**/assets/hydrate*.js');
  await page.goto(PAGE);
  await expect(page.locator('html')).toHaveAttribute('data-script', 'whole');
  await send(page).click();
  release();
  await expect(page.locator('.apply-problem')).toBeVisible();
});

test('the form keeps what an applicant typed and chose before the script loaded', { tag: '@drill' }, async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(PAGE, { waitUntil: 'commit' });
  await page.getByLabel('Nome completo').fill('Antes da hora');
  await page.getByLabel('Vaga', { exact: true }).selectOption('Outra');
  await page.getByLabel('Currículo em PDF').setInputFiles(resume());
  release();
  await hydrated(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('Antes da hora');
  await expect(page.getByLabel('Vaga', { exact: true })).toHaveValue('outra');
  await expect(page.locator('.apply-picked p')).toContainText('meu currículo.pdf');
});

test.describe('failed submissions', () => {
  test.use({ expectedErrors: [/422|503|ERR_FAILED/] });

  test(
    'a failed application keeps all fields, shows the reason and succeeds on retry',
    { tag: '@celular' },
    async ({ page, product }, { project }) => {
      const person = { name: 'Rita Falha', email: `rita.${project.name}@exemplo.example` };
      await openForm(page, '?vaga=Padeiro%20ou%20padeira');
      await fill(page, person);
      const doc = page.getByLabel('Currículo em PDF');
      await doc.setInputFiles(resume(pdf('Meio').subarray(0, 300)));
      await send(page).click();
      await expect(alertOf(page, 'Erro')).toContainText('O arquivo está incompleto.');
      await expect(doc).toBeFocused();
      await expect(doc).toHaveAccessibleDescription(/O arquivo está incompleto/);
      await expect(page.getByLabel('Nome completo')).toHaveValue(person.name);
      await expectAccessible(page);
      await doc.setInputFiles(resume());
      await expect(page.locator('.apply-problem')).toBeHidden();

      await page.route(apiUrlPattern('/site/work-with-us'), (route) => route.abort());
      await send(page).click();
      await expect(alertOf(page, 'Sem conexão com o servidor.')).toBeVisible();
      await expect(page.locator('.alert'), 'what was wrong before is over').toHaveCount(1);
      await expect(page.locator('.apply-problem')).toBeFocused();
      await expect(page.locator('.apply-picked p')).toContainText('meu currículo.pdf');
      await page.unroute(apiUrlPattern('/site/work-with-us'));
      await send(page).click();
      await expect(page.getByRole('heading', { name: SENT })).toBeVisible();
      await product.mailTo(person.email);
    },
  );

  test('a form that was submitted as a document stays as it is when the script takes over', {
    tag: '@drill',
  }, async ({ page }) => {
    await openForm(page);
    await page.getByLabel('E-mail').fill('rita@');
    await page.locator('form.apply').evaluate((form) => HTMLFormElement.prototype.submit.call(form));
    await expect(page.getByText('Informe o seu nome.')).toBeVisible();
    await hydrated(page);
    await expect(page.getByLabel('E-mail')).toHaveValue('rita@');
    await expect(page.getByText('Informe o seu nome.')).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await page.locator('.apply-problem').getByRole('link', { name: 'Nome completo' }).click();
    await expect(page.getByLabel('Nome completo')).toBeFocused();
    await page.keyboard.type('Rita');
    await expect(page.getByText('Informe o seu nome.')).toBeHidden();
  });
});

test.describe('no JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/422/] });

  test(
    'an applicant without JavaScript sends the form, gets it back with the typed values and sends it again',
    { tag: '@celular' },
    async ({ page, product }, { project }) => {
      const person = { name: `Nadir Lima (${project.name})`, email: `nadir.${project.name}@exemplo.example` };
      await page.goto(PAGE);
      await fill(page, person);
      const own = page.getByLabel('Em que você quer trabalhar');
      await expect(own).toBeHidden();
      await page.getByLabel('Vaga', { exact: true }).selectOption('Outra');
      await own.fill('Sommelier');
      const doc = page.getByLabel('Currículo em PDF');
      await doc.setInputFiles(note);
      await send(page).click();

      await expect(page).toHaveURL(/\/work-with-us#candidatura$/);
      await expect(page.locator('.apply-problem')).toBeInViewport();
      await expect(doc).toHaveAccessibleDescription(
        /Formato de arquivo não permitido\..*Escolha o arquivo de novo/,
      );
      await expect(page.getByLabel('Nome completo')).toHaveValue(person.name);
      await expect(page.getByLabel('Telefone com DDD')).toHaveValue('(85) 90000-0012');
      await expect(own).toHaveValue('Sommelier');
      await doc.setInputFiles(resume());
      await send(page).click();

      await expect(page).toHaveURL(/\?enviada=confirmada#candidatura$/);
      await expect(page.getByRole('heading', { name: SENT })).toBeVisible();
      await expect(page.getByText('A confirmação chega pelo seu e-mail.')).toBeVisible();
      const mail = await product.mailTo(person.email);
      expect(mail.text).not.toContain('Sommelier');
      await page.getByRole('link', { name: 'Enviar outra' }).click();
      await expect(page.getByLabel('Nome completo')).toHaveValue('');
    },
  );
});
