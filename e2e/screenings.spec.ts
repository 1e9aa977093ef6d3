import {
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
  untilDraftStored,
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
  await page.locator('[name="rows.2.times.1"]').fill('26h');
  await page.getByRole('button', { name: /^Ir para o próximo erro: 2 campos/ }).click();
  await expect(cell).toBeFocused();
  await page.getByRole('button', { name: /^Ir para o próximo erro/ }).click();
  await expect(page.locator('[name="rows.2.times.1"]')).toBeFocused();
  await page.locator('[name="rows.2.times.1"]').fill('');
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

test('a cell that the keyboard reaches is never under the heads of the columns', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await signIn(page, product.admin);
  await page.goto(WEEK);
  await untilHydrated(page);
  const cells = page.locator('.week-row textarea:visible');
  await cells.last().focus();
  for (let row = await cells.count(); row > 1; row -= 1) {
    await page.keyboard.press('ArrowUp');
    const isInSight = await cells.nth(row - 2).evaluate((cell) => {
      const { left, top } = cell.getBoundingClientRect();
      return document.activeElement === cell && document.elementFromPoint(left + 9, top + 3) === cell;
    });
    expect(isInSight).toBe(true);
  }
});

test('staff paste a week from a spreadsheet, price single days and see what a save will change', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  // A week of its own, far from the demo content.
  const address = `${WEEK}?from=${dayIn(42)}`;
  await page.goto(address);
  await expect(page.getByText('Nenhuma sessão', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar linha' }).click();
  const cell = (at: number, day: number) => page.locator(`[name="rows.${at}.times.${day}"]`);
  await expect(page.getByRole('combobox', { name: 'Filme' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Filme' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: 'Sala' }).fill('Sala 9');
  await cell(0, 0).fill('14h, 16h30 19:00');
  await cell(0, 1).focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '15h\t15h 21h\r\n10h\t\r\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByText('Colado: 3 células preenchidas.')).toBeVisible();
  await expect(page.getByText('7 sessões em 3 dias')).toBeVisible();
  await expect(page.getByText('Ao salvar: 7 novas')).toBeVisible();
  // The pasted second row still needs its film.
  await page.getByRole('button', { name: 'Salvar a semana' }).click();
  await expect(page.getByRole('combobox', { name: 'Filme' }).nth(1)).toBeFocused();
  await page.getByRole('button', { name: 'Tirar a linha de Linha nova' }).click();
  await expect(page.getByText('6 sessões em 3 dias')).toBeVisible();

  await page.getByRole('combobox', { name: 'Preço de todos os dias' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: /^Preços por dia e links/ }).click();
  const ownPrice = page.locator('[name="rows.0.cell_prices.1"]');
  await ownPrice.selectOption({ index: 3 });
  const price = await ownPrice.locator(':checked').innerText();
  await expect(cell(0, 1)).toHaveAccessibleDescription(price);
  await cell(0, 0).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(cell(0, 1)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar a semana' }).click();
  await expect(page.getByText(/^6 sessões de .*: 6 novas/)).toBeVisible();

  // The only session of a day sets the price of that day.
  await page.goto(address);
  await expect(cell(0, 0)).toHaveValue('14:00 16:30 19:00');
  await expect(page.locator('[name="day_prices.1"] option:checked')).toHaveText(price);
  await expect(page.getByRole('combobox', { name: 'Filme' })).toHaveCount(1);
  await cell(0, 0).fill('14h 17h');
  await expect(page.getByText('Ao salvar: 1 nova e 2 tiradas')).toBeVisible();
  // The typed text is a draft of this device until it is saved.
  await untilDraftStored(page);
  await page.reload();
  await expect(page.getByText('Rascunho recuperado')).toBeVisible();
  await expect(cell(0, 0)).toHaveValue('14h 17h');
  await page.getByRole('button', { name: 'Tirar a linha de' }).click();
  await page.getByRole('button', { name: 'Salvar a semana' }).click();
  await expect(page.getByText(/^Nenhuma sessão de .*\./)).toBeVisible();
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
  await page.goto(`${WEEK}?from=${dayIn(0)}`);
  await expect(page.getByRole('button', { name: 'Adicionar linha' })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  // One day at a time.
  const today = page.locator('[name="rows.0.times.0"]');
  const tomorrow = page.locator('[name="rows.0.times.1"]');
  await expect(today).toBeVisible();
  await expect(tomorrow).toBeHidden();
  const day = page.getByRole('group', { name: 'Dia', exact: true }).getByRole('radio');
  await day.nth(1).check({ force: true });
  await expect(tomorrow).toBeVisible();
  await expect(today).toBeHidden();
  // An error of another day is shown with its day, which a failed save opens.
  await tomorrow.fill('25h');
  await day.nth(0).check({ force: true });
  await expect(page.getByText(/: “25h” não é uma hora/)).toBeVisible();
  await page.getByRole('button', { name: 'Salvar a semana' }).click();
  await expect(tomorrow).toBeFocused();
  await expectNoHorizontalScroll(page);
});
