import { expect, expectAccessible, expectNoHorizontalScroll, test } from './journey.ts';
import { everyPublicPage } from './pages.ts';

test.use({ world: 'empty', expectedErrors: [/404/] });

test('every page of an empty installation renders, explains itself and is accessible', {
  tag: '@drill',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const addresses = await everyPublicPage(page);
  expect(addresses).toContain('/branches');
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    });
  }
  await page.goto('/shops');
  await expect(page.getByRole('heading', { name: 'As vitrines estão vazias' })).toBeVisible();
});
