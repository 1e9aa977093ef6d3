import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  addAdministrator,
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
  untilDraftStored,
  untilHydrated,
} from './journey.ts';

test.use({ world: 'office' });

test.beforeEach(async ({ page, product }) => {
  await page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1'));
  await signIn(page, product.admin);
});

const back = (page: Page) => page.getByRole('status', { name: 'Rascunho recuperado' });

const phone = (contact: string, number = '40020001') => ({ contact, ddi: '55', ddd: '85', number, type: 1 });

test(
  'a draft survives a reload, a navigation, a sign-out and «Descartar»',
  {
    tag: '@desktop',
  },
  async ({ page, product }, { project }) => {
    const art = await sharp({ create: { width: 1440, height: 600, channels: 3, background: '#04616b' } })
      .jpeg()
      .toBuffer();
    const title = page.getByLabel('Título');
    const chosen = page.getByRole('img', { name: 'Nova imagem: fachada.jpg' });
    const expectBack = async () => {
      await expect(back(page)).toBeVisible();
      await expect(title).toHaveValue('Feira de quarta');
      await expect(chosen).toBeVisible();
    };
    await page.goto('/admin/banners/create');
    await title.fill('Feira de quarta');
    await page
      .getByLabel('Imagem')
      .setInputFiles({ name: 'fachada.jpg', mimeType: 'image/jpeg', buffer: art });
    await expect(chosen).toBeVisible();
    await untilDraftStored(page);

    await page.reload();
    await untilHydrated(page);
    await expectBack();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Descartar rascunho' }).click();
    await expect(title).toHaveValue('');
    await expect(back(page)).toBeHidden();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(title).toHaveValue('Feira de quarta');
    await expect(chosen).toBeVisible();
    await untilDraftStored(page);

    if (project.name === 'celular') await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('link', { name: 'Telefones' }).filter({ visible: true }).click();
    await expect(page.getByText('Rascunho guardado')).toBeVisible();
    await page.locator('.user-trigger').click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sair' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('vitrine.token'))).toBeNull();
    await signIn(page, product.admin);
    await page.goto('/admin/banners/create');
    await expectBack();

    await page.getByRole('button', { name: 'Publicar' }).click();
    await expect(page).toHaveURL(/\/admin\/banners\/index$/);
    await page.goto('/admin/banners/create');
    await expect(title).toHaveValue('');
    await untilDraftStored(page);
    await expect(back(page)).toBeHidden();
  },
);

test.describe('concurrent edits', () => {
  test.use({ expectedErrors: [/409|404/] });

  test('staff resolve a conflict field by field, and a deleted record leaves the draft', {
    tag: '@desktop',
  }, async ({ page }) => {
    const { data } = await callAsStaff(page, 'POST', '/phones/store', phone('Central'));
    const contact = page.getByRole('textbox', { name: 'Contato' });
    const save = page.getByRole('button', { name: /^(Salvar|Publicar)/ }).last();
    await page.goto(`/admin/phones/edit/${data.uuid}`);
    await contact.fill('Central de vendas');
    await page.getByRole('textbox', { name: 'DDD' }).fill('11');
    await callAsStaff(page, 'PUT', `/phones/update/${data.uuid}`, phone('Central de trocas', '40020002'));
    await save.click();

    const notice = page.getByRole('region', { name: 'Este registro mudou enquanto você editava' });
    await expect(notice).toBeFocused();
    await expect(notice).toContainText(/salvou em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await expect(contact).toHaveValue('Central de vendas');
    await expect(page.getByRole('textbox', { name: 'DDD' })).toHaveValue('11');
    await expect(page.getByRole('textbox', { name: 'Número' })).toHaveValue('4002-0002');
    await expect(notice.getByRole('group')).toHaveCount(1);
    await notice.getByRole('radio', { name: /Central de trocas/ }).check();
    await expect(contact).toHaveValue('Central de trocas');
    await save.click();
    await expect(page).toHaveURL(/\/admin\/phones\/index$/);

    await page.goto(`/admin/phones/edit/${data.uuid}`);
    await contact.fill('Central 24 horas');
    await untilDraftStored(page);
    await callAsStaff(page, 'DELETE', `/phones/destroy/${data.uuid}`);
    await page.reload();
    const left = page.getByRole('region', { name: 'O que você escreveu ainda está aqui' });
    await expect(left).toContainText('Contato');
    await expect(left).toContainText('Central 24 horas');
    await expectAccessible(page);
    await left.getByRole('button', { name: 'Descartar rascunho' }).click();
    await expect(left).toBeHidden();
  });
});

test('drafts of personal data survive a reload and end with the session', {
  tag: '@desktop',
}, async ({ page, product }) => {
  const inStores = (word: string) =>
    page.evaluate(async (word) => {
      const read = async (name: string, store: string) => {
        const open = indexedDB.open(name);
        await new Promise((done) => open.addEventListener('success', done));
        if (!open.result.objectStoreNames.contains(store)) return [];
        const all = open.result.transaction(store).objectStore(store).getAll();
        await new Promise((done) => all.addEventListener('success', done));
        open.result.close();
        return all.result as unknown[];
      };
      return JSON.stringify(await read('vitrine-drafts', 'drafts')).includes(word);
    }, word);
  await page.goto('/admin/banners/create');
  await page.getByLabel('Título').fill('Feira do fim');
  await untilDraftStored(page);
  await page.goto('/admin/users/create');
  await page.getByLabel('Nome').fill('Celina Prado');
  await untilDraftStored(page);
  expect([await inStores('Feira do fim'), await inStores('Celina Prado')]).toEqual([true, true]);

  await page.reload();
  await untilHydrated(page);
  await expect(back(page)).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Celina Prado');

  // The form is still open, and writes its draft once more as it unmounts.
  await page.getByLabel('Nome').fill('Celina Prado Reis');
  await page.locator('.user-trigger').click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Sair' });
  await sure.click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vitrine.token'))).toBeNull();
  await untilDraftStored(page);
  expect([await inStores('Feira do fim'), await inStores('Celina')]).toEqual([true, false]);

  // A browser that returns without its session, or with another user's.
  for (const comesBack of [
    () => page.evaluate(() => localStorage.removeItem('vitrine.token')),
    async () => {
      const other = { email: `drafts.${Date.now()}@exemplo.example`, password: 'mandacaru de chuva 41' };
      await addAdministrator(product, { ...other, name: 'Outra Pessoa' });
      await signIn(page, other);
    },
  ]) {
    await signIn(page, product.admin);
    await page.goto('/admin/users/create');
    await page.getByLabel('Nome').fill('Celina Prado');
    await untilDraftStored(page);
    expect(await inStores('Celina')).toBe(true);
    await comesBack();
    await page.goto('/admin/dashboard');
    await expect.poll(() => inStores('Celina')).toBe(false);
  }
  expect(await inStores('Feira do fim')).toBe(true);
});

test('closing the tab asks before the draft of a small form is stored, and not afterwards', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/admin/users/profile');
  await untilHydrated(page);
  const name = page.getByLabel('Nome');
  const before = await name.inputValue();
  // Types and tries to leave within one task, so that no timer runs between.
  const leavesAtOnce = await name.evaluate(async (field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Celina Prado');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  });
  expect(leavesAtOnce).toBe(false);
  await untilDraftStored(page);

  await page.reload();
  await untilHydrated(page);
  await expect(back(page)).toBeVisible();
  await expect(name).toHaveValue('Celina Prado');
  await back(page).getByRole('button', { name: 'Descartar rascunho' }).click();
  await expect(name).toHaveValue(before);
  await untilDraftStored(page);
});
