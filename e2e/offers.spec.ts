import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './journey.ts';

test.use({ world: 'office', expectedErrors: [/422/] });

test('a table is tried, told what is wrong at its cells, mended and imported', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/offers/index');
  await page.getByRole('link', { name: 'Importar de uma planilha' }).click();
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
  await expectNoSidewaysScroll(page);

  // Nothing is stored of it, and what was pasted stays.
  await page.getByRole('button', { name: 'Importar ofertas' }).click();
  await expect(page.getByText('Linha 2, Preço: Informe o preço como 12,99.')).toBeVisible();
  await page.getByLabel('Células').fill(table('12,00'));
  await expect(page.getByText('A planilha mudou. Confira de novo.')).toBeVisible();
  await page.getByRole('button', { name: 'Importar ofertas' }).click();
  await expect(page.getByText('1 oferta importada.')).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Caqui da prova/ })).toBeVisible();
});
