import type { Browser, Page } from '@playwright/test';
import {
  addAdministrator,
  apiUrl,
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
  untilHydrated,
} from './journey.ts';
import type { Product } from './product.ts';

// Several users work on one list and one record. Each sees the saves of the others without a reload, and no
// save overwrites a change that its author has not seen.

test.use({ world: 'office' });

const PASSWORD = 'senha da jornada';
const NAMES = ['Bruna Reis', 'Caio Prado', 'Dalva Nunes', 'Eva Torres'];

interface Person {
  name: string;
  page: Page;
}

async function peopleOf(product: Product, browser: Browser, list: string, { project }: { project: string }) {
  const others = NAMES.map((name) => ({
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}.${project}@hiperaurora.example`,
    password: PASSWORD,
  }));
  await Promise.all(others.map((person) => addAdministrator(product, person)));
  const everyone = [{ name: 'Administração', ...product.admin }, ...others];
  return Promise.all(everyone.map((person) => enter(browser, product, person, list)));
}

async function enter(
  browser: Browser,
  product: Product,
  { name, email, password }: { name: string; email: string; password: string },
  list: string,
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: test.info().project.use.viewport,
  });
  const page = await context.newPage();
  await signIn(page, { email, password });
  await open(page, list);
  return { name, page };
}

/** Opens a screen and waits until it is hydrated and follows the change feed. */
async function open(page: Page, path: string) {
  const follows = page.waitForResponse(/\/admin\/changes/);
  await page.goto(path);
  await untilHydrated(page);
  await follows;
}

/** Waits until the list contains `text`. */
async function untilListed(page: Page, text: string): Promise<void> {
  await page.waitForFunction((text) => document.querySelector('.list')?.textContent?.includes(text), text);
}

const phone = (contact: string, number: string) => ({ contact, ddi: '55', ddd: '85', number, type: 1 });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test(
  "five users on one list see each other's saves without a reload, and keep their focus and selection",
  { tag: '@desktop' },
  async ({ product, browser }, { project }) => {
    const people = await peopleOf(product, browser, '/admin/phones/index', { project: project.name });
    const [first, second, third] = people as [Person, Person, Person];

    // The second user is about to search, and the third has selected a row.
    const search = second.page.getByLabel('Buscar por contato, número ou tipo');
    await third.page.getByRole('button', { name: 'Escolher vários' }).click();
    const chosen = third.page.getByRole('checkbox', { name: 'Escolher Ouvidoria' });
    await chosen.check();
    await search.focus();

    const uuids: string[] = [];
    for (const [at, { page }] of people.entries()) {
      const contact = `Linha ${at + 1} ${project.name}`;
      uuids.push(
        (await callAsStaff(page, 'POST', '/phones/store', phone(contact, `3000100${at}`))).data.uuid,
      );
      await Promise.all(people.map((other) => untilListed(other.page, contact)));
    }

    await expect(search).toBeFocused();
    await expect(chosen).toBeChecked();

    await callAsStaff(
      first.page,
      'PUT',
      `/phones/update/${uuids[4]}`,
      phone(`Linha 5 ${project.name}`, '30009999'),
    );
    const row = rowOf(second.page, '3000-9999');
    await expect(row).toBeVisible();
    await expect(row).toHaveAttribute('data-fresh', 'true');
    await expect(second.page.getByText(/salvou Linha 5/)).toBeAttached();
    await expectAccessible(second.page);
    await expectNoHorizontalScroll(second.page);
    await expect(row).not.toHaveAttribute('data-fresh');
    // A user's own save is not highlighted.
    await expect(rowOf(first.page, '3000-9999')).not.toHaveAttribute('data-fresh');

    await callAsStaff(second.page, 'DELETE', `/phones/destroy/${uuids[3]}`);
    for (const { page } of people) await expect(rowOf(page, `Linha 4 ${project.name}`)).toBeHidden();
    await Promise.all(people.map(({ page }) => page.context().close()));
  },
);

test(
  'the stream of changes outlives the wait for its first event, and no window polls',
  {
    tag: '@desktop',
  },
  async ({ page, product }, { project }) => {
    await page.clock.install();
    await signIn(page, product.admin);
    const asked: string[] = [];
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    devtools.on('Network.requestWillBeSent', ({ request, requestId }) => {
      if (request.url.startsWith(apiUrl('/admin/changes'))) asked.push(requestId);
    });
    const firstEvent = new Promise<void>((arrives) =>
      devtools.on('Network.dataReceived', ({ requestId }) => requestId === asked[0] && arrives()),
    );
    await open(page, '/admin/phones/index');
    await firstEvent;
    await page.clock.runFor(7000);
    await callAsStaff(page, 'POST', '/phones/store', phone(`Linha viva ${project.name}`, '30008888'));
    await expect(rowOf(page, `Linha viva ${project.name}`)).toBeVisible();
    expect(asked).toHaveLength(1);
  },
);

test.describe('concurrent edits', () => {
  test.use({ expectedErrors: [/409/] });

  test(
    'two users on one record learn of each other before saving, compare both texts and lose neither',
    { tag: '@celular' },
    async ({ product, browser, page: own }, { project }) => {
      const [first, second] = await Promise.all(
        [1, 2].map(() => enter(browser, product, { name: '', ...product.admin }, '/admin/phones/index')),
      );
      if (!first || !second) throw new Error('no editor signed in');
      await own.close();
      const name = `Balcão ${project.name}`;
      const {
        data: { uuid },
      } = await callAsStaff(first.page, 'POST', '/phones/store', phone(name, '30002000'));
      for (const { page } of [first, second]) await open(page, `/admin/phones/edit/${uuid}`);
      const contact = (page: Page) => page.getByRole('textbox', { name: 'Contato' });
      await contact(second.page).fill(`${name}, até as 22h`);
      await contact(first.page).fill(`${name}, térreo`);
      await first.page
        .getByRole('button', { name: /^Salvar/ })
        .last()
        .click();
      await expect(first.page).toHaveURL(/\/admin\/phones\/index$/);

      const notice = second.page.getByRole('status', { name: 'Alguém salvou este registro agora' });
      await expect(notice).toContainText(/salvou em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
      await expect(contact(second.page)).toHaveValue(`${name}, até as 22h`);
      await expectAccessible(second.page);
      await expectNoHorizontalScroll(second.page);
      await notice.getByRole('button', { name: 'Ver o que mudou' }).click();
      const both = second.page.getByRole('region', { name: 'Este registro mudou enquanto você editava' });
      await expect(both).toBeFocused();
      await expect(both).toContainText('térreo');
      await expect(both).toContainText('até as 22h');
      await expect(notice).toBeHidden();
      await both.getByRole('radio', { name: /térreo/ }).check();
      await expect(contact(second.page)).toHaveValue(`${name}, térreo`);

      await open(first.page, `/admin/phones/edit/${uuid}`);
      await second.page.getByRole('textbox', { name: 'DDD' }).fill('11');
      await second.page
        .getByRole('button', { name: /^Salvar/ })
        .last()
        .click();
      // The form has no typed values; the displayed record is only outdated.
      await first.page.getByRole('button', { name: 'Mostrar como ficou' }).click();
      await expect(first.page.getByRole('textbox', { name: 'DDD' })).toHaveValue('11');

      await callAsStaff(second.page, 'DELETE', `/phones/destroy/${uuid}`);
      const gone = first.page.getByRole('status', { name: 'Este registro foi excluído' });
      await expect(gone).toBeVisible();
      await expectAccessible(first.page);
      await first.page.context().close();
      await second.page.context().close();
    },
  );
});

test.describe('ended session', () => {
  test.use({ expectedErrors: [/401/] });
  const endHere = (page: Page) =>
    page.evaluate(
      (address) =>
        fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: localStorage.getItem('vitrine.token') }),
        }).then(({ status }) => status),
      apiUrl('/auth/logout'),
    );
  const enterAgain = async (page: Page, { email, password }: { email: string; password: string }) => {
    const dialog = page.getByRole('dialog', { name: 'Entre de novo' });
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Senha', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  };

  test('an ended session hides all rows within two seconds and shows them again to the same user only', {
    tag: '@desktop',
  }, async ({ page, product }) => {
    await signIn(page, product.admin);
    await open(page, '/admin/phones/index');
    const row = page.locator('tbody tr').first();
    await expect(row).toBeVisible();
    await endHere(page);
    await expect(row).toBeHidden();
    await expect(page.getByRole('link', { name: 'Telefones' })).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Entre de novo' })).toBeVisible();
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await enterAgain(page, product.admin);
    await expect(row).toBeVisible();

    // The typed text is still there.
    const { data } = await callAsStaff(page, 'POST', '/phones/store', phone('Escondida', '40029999'));
    await open(page, `/admin/phones/edit/${data.uuid}`);
    const contact = page.getByRole('textbox', { name: 'Contato' });
    await contact.fill('Escondida por um momento');
    await endHere(page);
    await expect(contact).toBeHidden();
    await enterAgain(page, product.admin);
    await expect(contact).toBeVisible();
    await expect(contact).toHaveValue('Escondida por um momento');
  });

  test('«Agora não» and a sign-in as another user lead to the sign-in screen', { tag: '@desktop' }, async ({
    page,
    product,
  }) => {
    const other = { email: 'lia.prado@hiperaurora.example', password: PASSWORD };
    await addAdministrator(product, { ...other, name: 'Lia Prado' });
    await signIn(page, product.admin);
    await open(page, '/admin/phones/index');
    await endHere(page);
    await page.getByRole('button', { name: 'Agora não' }).click();
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fadmin%2Fphones%2Findex/);
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('vitrine.token'))).toBeNull();

    await signIn(page, product.admin);
    await open(page, '/admin/phones/index');
    await endHere(page);
    await enterAgain(page, other);
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(page.getByText('Você já entrou como Lia Prado')).toBeVisible();
    await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
    await expect(page.locator('.user-name')).toHaveText('Lia Prado');
  });
});
