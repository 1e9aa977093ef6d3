import { BrowserLane } from './forms/browserLane.ts';
import { runFormCell } from './forms/drillCell.ts';
import { drilledGroups } from './forms/drilledForms.ts';
import { expect, expectAccessible, signIn, test } from './journey.ts';

// A sample. `npm run drill -- forms` covers every form in every failure; drafts.spec.ts covers conflicts
// between users.

test.use({ world: 'office' });

test('a form keeps typed text and chosen files over a crash and a rejected file', {
  tag: '@desktop',
}, async ({ product }) => {
  const forms = (await drilledGroups()).flatMap((group) => group.forms);
  // The list is derived from the resources, so a new form joins it.
  expect(forms.length).toBeGreaterThan(30);
  const lane = await BrowserLane.open(product);
  try {
    const cells = [
      ['banners/create', 'crash'],
      ['banners/edit', '422'],
    ] as const;
    for (const [at, [name, failure]] of cells.entries()) {
      const form = forms.find((candidate) => candidate.name === name);
      if (!form) throw new Error(`no form is called ${name}`);
      const result = await runFormCell(lane, form, failure, at + 1);
      expect(result).toMatchObject({ fieldsLost: [], filesLost: [], notes: [] });
      expect(result.error, name).toBeUndefined();
      await lane.clearDrafts();
    }
  } finally {
    await lane.stop();
  }
});

test('a password is never stored in the browser, and a profile draft is', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  await signIn(page, product.admin);
  await page.goto('/admin/users/profile');
  await page.getByLabel('Nome').fill('Rosângela Prova');
  const passwords = page.getByRole('region', { name: 'Trocar a senha' });
  for (const label of ['Senha atual', 'Nova senha', 'Repita a nova senha'])
    await passwords.getByLabel(label, { exact: true }).fill('segredo que ninguém guarda');
  const storedText = () =>
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
  await expect.poll(storedText).toContain('Rosângela Prova');
  expect(await storedText()).not.toContain('segredo');

  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Nome')).toHaveValue('Rosângela Prova');
  await expect(page.getByRole('status', { name: 'Rascunho recuperado' })).toBeVisible();
  await expectAccessible(page);
});
