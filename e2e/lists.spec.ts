import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectNoHorizontalScroll, signIn, test } from './journey.ts';

test.use({ world: 'office' });

test(
  'staff filter and search a list, save a view and download a spreadsheet',
  { tag: '@celular' },
  async ({ page, product }, { project }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/phones/index');
    const rows = page.getByRole('row');
    const filters = page.getByRole('button', { name: /^Filtros/ });
    await expect(page.getByRole('navigation', { name: 'Visões da lista' })).toContainText('Todos 10');
    if (await filters.isVisible()) await filters.click();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    // Filters by keyboard.
    await page.getByRole('link', { name: 'WhatsApp' }).press('Enter');
    await expect(page).toHaveURL(/type=3/);
    await expect(rows.filter({ hasText: 'Televendas' })).toBeVisible();
    await expect(rows.filter({ hasText: 'Ouvidoria' })).toBeHidden();
    await page.reload();
    await expect(rows.filter({ hasText: 'Ouvidoria' })).toBeHidden();
    await expectAccessible(page);

    const name = `Conversas ${project.name}`;
    await page.getByRole('button', { name: 'Guardar visão' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByLabel('Nome da visão').fill(name);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    const view = page.getByRole('link', { name });
    await expect(view).toHaveAttribute('aria-current', 'page');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar planilha' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^telefones-\d\d-\d\d-\d{4}\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\ufeff"#";"Contato";"DDI";"DDD";"Número";"Tipo";"Publicação";')).toBe(true);
    expect(text).toContain(';"Televendas";"55";"85";"90000-0007";"WhatsApp";"No site";');
    expect(text).not.toContain('Ouvidoria');
    expect(text.endsWith('\r\n')).toBe(true);

    if (await filters.isVisible()) await filters.click();
    await page.getByRole('link', { name: 'Tirar o filtro WhatsApp' }).click();
    await expect(rows.filter({ hasText: 'Ouvidoria' })).toBeVisible();
    await page.goBack();
    await expect(rows.filter({ hasText: 'Ouvidoria' })).toBeHidden();
    await page.getByRole('link', { name: 'Limpar filtros' }).click();
    await expect(rows.filter({ hasText: 'Ouvidoria' })).toBeVisible();

    await page.getByLabel('Buscar por contato, número ou tipo').fill('whatsapp');
    await expect(rows.filter({ hasText: 'Ouvidoria' })).toBeHidden();
    await expect(rows.filter({ hasText: 'Televendas' })).toBeVisible();

    await view.click();
    await page.getByRole('button', { name: `Excluir a visão ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(view).toBeHidden();
  },
);
