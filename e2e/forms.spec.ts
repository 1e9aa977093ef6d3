import { go } from './forms/cell.ts';
import { Lane } from './forms/lane.ts';
import { groups } from './forms/list.ts';
import { expect, expectAccessible, signIn, test } from './journey.ts';

// A sample; every form in every failure is `npm run drill -- forms`, and another who was first is in drafts.spec.ts.

test.use({ world: 'office' });

test('what is typed and chosen outlives a crash, and a file that is none', {
  tag: '@desktop',
}, async ({ product }) => {
  const forms = (await groups()).flatMap((group) => group.forms);
  // What is added to the resources is in the list by itself.
  expect(forms.length).toBeGreaterThan(30);
  const lane = await Lane.open(product);
  try {
    const cells = [
      ['banners/create', 'crash'],
      ['banners/edit', '422'],
    ] as const;
    for (const [at, [name, failure]] of cells.entries()) {
      const form = forms.find((one) => one.name === name);
      if (!form) throw new Error(`no form is called ${name}`);
      const result = await go(lane, form, failure, at + 1);
      expect(result).toMatchObject({ fieldsLost: [], filesLost: [], notes: [] });
      expect(result.error, name).toBeUndefined();
      await lane.clean();
    }
  } finally {
    await lane.stop();
  }
});

test('a password is kept nowhere, and a note is', { tag: '@desktop' }, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/users/profile');
  await page.getByLabel('Nome').fill('Rosângela Prova');
  const passwords = page.getByRole('region', { name: 'Trocar a senha' });
  for (const label of ['Senha atual', 'Nova senha', 'Repita a nova senha'])
    await passwords.getByLabel(label, { exact: true }).fill('segredo que ninguém guarda');
  const kept = () =>
    page.evaluate(async () => {
      const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
      for (const { name = '' } of await indexedDB.databases()) {
        const db = await new Promise<IDBDatabase>((opened) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => opened(opening.result);
        });
        for (const store of db.objectStoreNames)
          all.push(
            await new Promise((read) => {
              const asking = db.transaction(store).objectStore(store).getAll();
              asking.onsuccess = () => read(asking.result);
            }),
          );
        db.close();
      }
      return JSON.stringify(all);
    });
  await expect.poll(kept).toContain('Rosângela Prova');
  expect(await kept()).not.toContain('segredo');

  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Nome')).toHaveValue('Rosângela Prova');
  await expect(page.getByRole('status', { name: 'Rascunho recuperado' })).toBeVisible();
  await expectAccessible(page);
});
