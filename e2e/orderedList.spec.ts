import type { Page } from '@playwright/test';
import {
  clickRowAction,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  moveByKeys,
  signIn,
  test,
} from './journey.ts';

const INDEX = '/admin/ticket-office-items/index';

/** Returns the texts of the items that contain `mark`, from top to bottom. */
function itemsWith(page: Page, mark: string) {
  return page
    .locator('tbody tr [data-kind="title"] .cell-button > span:not(.sr-only)')
    .filter({ hasText: mark })
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim()));
}

test.describe('ordered list', () => {
  test(
    'staff add ticket office items, reorder them by buttons and by keyboard, and delete an item',
    { tag: '@desktop' },
    async ({ page, product }, { project }) => {
      const mark = `(${project.name})`;
      const [full, half, baby] = [`Inteira ${mark}`, `Meia ${mark}`, `Sala do bebê ${mark}`] as const;
      await signIn(page, product.admin);
      await page.goto(INDEX);
      for (const item of [full, half, baby]) {
        await page.getByRole('link', { name: 'Adicionar', exact: true }).click();
        await expect(page.getByRole('heading', { name: 'Novo item da bilheteria' })).toBeVisible();
        if (item === full) {
          const save = page.getByRole('button', { name: 'Publicar' });
          await expect(save).toHaveAttribute('aria-disabled', 'true');
          await save.press('Enter');
          await expect(page.getByText('Por favor! preencha todos os campos').first()).toBeVisible();
          await expectAccessible(page);
          await expectNoHorizontalScroll(page);
        }
        await page.getByLabel('Item', { exact: true }).fill(item);
        await page.getByRole('button', { name: 'Publicar' }).click();
        await expect(page).toHaveURL(new RegExp(`${INDEX}$`));
        await expect(page.getByRole('row').filter({ hasText: item })).toBeVisible();
      }
      await expect(page.getByText('Item da bilheteria adicionado').first()).toBeVisible();
      expect(await itemsWith(page, mark)).toEqual([full, half, baby]);
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);

      const ordered = page.waitForResponse((answer) => answer.url().endsWith('/ticket-office-items/order'));
      await clickRowAction(page, page.getByRole('row').filter({ hasText: baby }), 'Mover para cima');
      expect((await ordered).status()).toBe(200);
      await expect.poll(() => itemsWith(page, mark)).toEqual([full, baby, half]);
      await page.reload();
      await expect.poll(() => itemsWith(page, mark)).toEqual([full, baby, half]);

      const dropped = page.waitForResponse((answer) => answer.url().endsWith('/ticket-office-items/order'));
      await moveByKeys(page.getByRole('button', { name: `Mover ${full}`, exact: true }), 'ArrowDown');
      expect((await dropped).status()).toBe(200);
      await expect.poll(() => itemsWith(page, mark)).toEqual([baby, full, half]);
      await page.reload();
      await expect.poll(() => itemsWith(page, mark)).toEqual([baby, full, half]);

      await clickRowAction(page, page.getByRole('row').filter({ hasText: full }), 'Excluir');
      const confirm = page.getByRole('alertdialog');
      await expect(confirm).toContainText('Tem certeza que deseja excluir?');
      await expect(confirm).toContainText(full);
      await expectAccessible(page);
      await confirm.getByRole('button', { name: 'Excluir' }).click();
      await expect(page.getByText('Item da bilheteria deletado').first()).toBeVisible();
      await page.reload();
      await expect.poll(() => itemsWith(page, mark)).toEqual([baby, half]);
    },
  );
});
