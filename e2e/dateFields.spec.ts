import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, signIn, test } from './journey.ts';

test.use({ world: 'office' });

/** Returns the calendar button beside the field `label`. */
const opener = (page: Page, label: string) =>
  page
    .locator('.day-input')
    .filter({ has: page.getByRole('textbox', { name: label }) })
    .getByRole('button', { name: 'Abrir o calendário' });

const booklet = async (page: Page) => {
  await page.goto('/admin/booklets/fortnightly');
  return page.getByRole('textbox', { name: 'Vale de' });
};

for (const [locale, tag] of [
  ['en-US', '@celular'],
  ['pt-BR', '@drill'],
  ['ja-JP', '@drill'],
] as const)
  test.describe(`locale ${locale}`, () => {
    test.use({ locale });

    test('staff type, paste and choose Portuguese days and times in any browser language', { tag }, async ({
      page,
      product,
    }) => {
      await signIn(page, product.admin);
      await page.goto('/admin/movies/create');
      const day = page.getByRole('textbox', { name: 'Data de lançamento' });
      await expect(day).toHaveAttribute('placeholder', 'dd/mm/aaaa');
      await expect(day).toHaveAttribute('inputmode', 'numeric');
      // A new form is inert until hydration, and only a press waits for that.
      await day.click();
      await day.pressSequentially('24122026');
      await expect(day).toHaveValue('24/12/2026');
      await day.fill('5/1/2027');
      await expect(day).toHaveValue('05/01/2027');
      await day.fill('2026-12-24');
      await expect(day).toHaveValue('24/12/2026');
      await day.fill('31/02/2026');
      await day.blur();
      await expect(page.getByText('Informe o dia, o mês e o ano.')).toBeVisible();

      const time = page.getByRole('textbox', { name: 'Duração' });
      await time.pressSequentially('0152');
      await expect(time).toHaveValue('01:52');
      await time.fill('2');
      await time.blur();
      await expect(time).toHaveValue('02:00');

      await day.fill('24/12/2026');
      await opener(page, 'Data de lançamento').click();
      const calendar = page.getByRole('dialog', { name: 'Calendário: Data de lançamento' });
      await expect(calendar).toContainText(/dezembro (de )?2026/i);
      await expect(calendar.getByRole('button', { name: /24 de dezembro/ })).toBeFocused();
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(calendar).toBeHidden();
      await expect(day).toHaveValue('01/01/2027');
      await expect(day).toBeFocused();
      await page.keyboard.press('Alt+ArrowDown');
      await expect(calendar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(calendar).toBeHidden();
      await expect(day).toHaveValue('01/01/2027');
    });
  });

test('the calendar disables days before the first one, and a moment has two fields', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  const from = await booklet(page);
  await from.fill('20/12/2026');
  const until = page.getByRole('textbox', { name: 'Vale até' });
  await until.fill('24/12/2026');
  await opener(page, 'Vale até').click();
  const calendar = page.getByRole('dialog', { name: 'Calendário: Vale até' });
  await expect(calendar.getByRole('button', { name: /19 de dezembro/ })).toBeDisabled();
  await calendar.getByRole('button', { name: /30 de dezembro/ }).click();
  await expect(until).toHaveValue('30/12/2026');

  await page.goto('/admin/phones/create');
  await page.getByRole('button', { name: 'Mais jeitos de salvar' }).click();
  await page.getByRole('menuitem', { name: 'Agendar…' }).click();
  await page.getByRole('textbox', { name: 'Entra em', exact: true }).fill('24/12/2030');
  await page.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByText('Informe o dia e a hora em que entra no site.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Entra em: hora' }).fill('18:30');
  await opener(page, 'Entra em').click();
  const days = page.getByRole('dialog', { name: 'Calendário: Entra em' });
  await expect(days).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(days).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByRole('button', { name: 'Agendar para 24/12/2030, 18h30' })).toBeVisible();
});
