import { fieldOverlaps } from './fieldOverlaps.ts';
import { BrowserLane } from './forms/browserLane.ts';
import { runFormCell } from './forms/drillCell.ts';
import { drilledGroups } from './forms/drilledForms.ts';
import { sampleFiles } from './forms/samples.ts';
import { apiUrlPattern, expect, expectAccessible, signIn, test, untilPainted } from './journey.ts';

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

test.describe('refused texts', () => {
  test.use({ expectedErrors: [/422/] });
  test('labels, hints, requests and errors of a picture form never overlap at any width', {
    tag: '@desktop',
  }, async ({ page, product }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/banners/create');
    const expectApart = async (state: string) => {
      for (const width of [360, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await untilPainted(page);
        expect(await fieldOverlaps(page), `${state} at ${width} px`).toEqual([]);
      }
    };
    await expectApart('an empty form');
    const [sample] = await sampleFiles('image/jpeg', 'sobreposta', 1);
    await page.locator('main form input[type=file]').setInputFiles(sample ?? []);
    await expect(page.getByText('Falta dizer o que a imagem mostra.')).toBeVisible();
    await expectApart('a missing alternative text');
    const refusal = 'O servidor não aceitou este texto. Escreva de outro jeito e salve de novo.';
    await page.route(apiUrlPattern('/admin/banners/store'), (route) =>
      route.fulfill({
        status: 422,
        json: {
          error: refusal,
          message: refusal,
          code: 'invalid',
          errors: { title: [refusal], image: [refusal], alt: [refusal] },
        },
      }),
    );
    await page.getByLabel('Título').fill('Textos que não se cobrem');
    await page.getByRole('button', { name: 'Publicar' }).click();
    await expect(page.locator('main form .field-error')).toHaveCount(3);
    await expectApart('a missing alternative text beside errors');
  });
});
