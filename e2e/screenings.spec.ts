import {
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
  untilHydrated,
} from './journey.ts';

const WEEK = '/admin/screenings/compose';
/** Returns the day in São Paulo, `days` from now. The demo content has two weeks of sessions. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000);

test.use({ world: 'office' });

test('staff copy a week of sessions from the week before, edit it by keyboard and see its errors', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  const closed = { date: dayIn(16), reason: 'Recesso da prova', type: 1, places: ['cinema'] };
  const { data: special } = await callAsStaff(page, 'POST', '/exceptions/store', closed);
  await page.goto(`${WEEK}?from=${dayIn(14)}`);
  const films = page.getByRole('combobox', { name: 'Filme' });
  await page.getByRole('button', { name: 'Copiar da semana passada' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'da semana passada' })).toBeVisible();
  const rows = await films.count();
  expect(rows).toBeGreaterThan(3);
  // A day on which the cinema is closed is marked and left out.
  await expect(page.getByRole('status').filter({ hasText: 'Recesso da prova: fecha' })).toBeVisible();
  const onClosedDay = page.locator('[name="rows.0.times.2"]');
  await expect(onClosedDay).toHaveValue('');
  await expect(page.getByLabel(/Recesso da prova: fecha/).first()).toBeVisible();
  await onClosedDay.fill('14:30');
  await expect(page.getByText('Não aparece no site.')).toBeVisible();
  await onClosedDay.fill('');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  const cell = page.locator('[name="rows.0.times.6"]');
  await cell.fill('7:15 25h');
  await page.keyboard.press('Enter');
  await expect(page.locator('[name="rows.1.times.6"]')).toBeFocused();
  await expect(page.getByText('“25h” não é uma hora. Escreva como 14:30.')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar a semana' }).click();
  await expect(cell).toBeFocused();
  await cell.fill('7:15');
  await page.keyboard.press('ArrowDown');
  await expect(cell).toHaveValue('07:15');
  // An undo without an effect must disappear.
  const undo = page.getByRole('button', { name: 'Desfazer', exact: true });
  await page
    .getByRole('button', { name: /^Tirar a linha de/ })
    .last()
    .click();
  await undo.click();
  await expect(films).toHaveCount(rows);
  await page
    .getByRole('button', { name: /^Tirar a linha de/ })
    .last()
    .click();
  await expect(undo).toBeVisible();
  await page.getByRole('button', { name: 'Salvar a semana' }).click();
  await expect(page.getByText(/sessões de .*: \d+ novas/)).toBeVisible();
  // No retry here, because the alert closes by itself.
  expect(await undo.count()).toBe(0);
  await callAsStaff(page, 'DELETE', `/exceptions/destroy/${special.uuid}`);
});

test('visitors without JavaScript browse the days, and open a film with its sessions', {
  tag: '@celular',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/cinema');
  const days = page.getByRole('navigation', { name: 'Dias com sessão' }).getByRole('link');
  expect(await days.count()).toBeGreaterThan(10);
  await days.nth(3).click();
  await expect(page).toHaveURL(/\?dia=\d{4}-\d\d-\d\d#sessoes$/);
  await expect(days.nth(3)).toHaveAttribute('aria-current', 'page');
  await page.locator('.programme-films h3 a').first().click();
  await expect(page.getByRole('heading', { name: 'Sessões' })).toBeVisible();
  expect(await page.locator('.film-days time').count()).toBeGreaterThan(10);
  await context.close();
});

test("the cinema's page and its week editor fit a phone", { tag: '@celular' }, async ({ page, product }) => {
  await page.goto('/cinema');
  await untilHydrated(page);
  await expectNoHorizontalScroll(page);
  await signIn(page, product.admin);
  await page.goto(WEEK);
  await expect(page.getByRole('button', { name: 'Adicionar linha' })).toBeVisible();
  await expectNoHorizontalScroll(page);
});
