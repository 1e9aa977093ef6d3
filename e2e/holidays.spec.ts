import {
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
  untilHydrated,
} from './journey.ts';

test.use({ world: 'office' });

test('staff undo a decision on a holiday in place, and a second press decides on no other holiday', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto('/admin/exceptions/index');
  await untilHydrated(page);
  const rows = page.getByRole('region', { name: 'Esperando decisão' }).getByRole('listitem');
  const names = () => rows.locator('b').allTextContents();
  const first = rows.first();
  await expect(first).toBeHidden();
  const unfold = page.getByRole('button', { name: /^Esperando decisão: \d+$/ });
  await unfold.click();
  await expect(unfold).toHaveAttribute('aria-expanded', 'true');
  await expect(first).toBeVisible();
  const before = await names();
  const decidedHolidays = async () => {
    const { data } = await callAsStaff<{ uuid: string; reason: string }[]>(page, 'GET', '/exceptions');
    return data.map(({ reason }) => reason);
  };
  const stored = await decidedHolidays();
  const closed = first.getByRole('button', { name: /^Fechado/ });
  await closed.scrollIntoViewIfNeeded();
  const place = await closed.boundingBox();
  await closed.click();
  await expect(first.getByRole('status')).toContainText('Fechado. ');
  expect(await names()).toEqual(before);
  expect(await closed.boundingBox()).toEqual(place);
  await page.mouse.click((place?.x ?? 0) + 10, (place?.y ?? 0) + 10);
  expect((await decidedHolidays()).length).toBe(stored.length + 1);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  await first.getByRole('button', { name: /^Desfazer/ }).press('Enter');
  await expect(first.getByRole('status')).toBeEmpty();
  await expect(closed).toBeFocused();
  expect(await names()).toEqual(before);
  expect(await decidedHolidays()).toEqual(stored);
});
