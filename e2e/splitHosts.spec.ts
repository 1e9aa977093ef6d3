import sharp from 'sharp';
import { apiUrl, expect, expectAccessible, signInOnScreen, test, untilHydrated } from './journey.ts';

// A sample with site and API on two hosts. `npm run drill -- split` runs all journeys this way.

test.use({ world: 'apart' });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

test('staff save on a site whose API is on another host, and shoppers see the record there', {
  tag: '@desktop',
}, async ({ page, product }) => {
  const title = 'Festival do abacaxi';
  expect(new URL(apiUrl('/')).host).not.toBe(new URL(product.url).host);
  await page.goto('/');
  await signInOnScreen(page, product.admin);
  await page.goto('/admin/banners/create');
  await page.getByLabel('Título').fill(title);
  const buffer = await sharp({ create: { width: 1440, height: 600, channels: 3, background: '#146a3d' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel('Imagem').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Publicar' }).last().click();
  await expect(page.getByText('Banner adicionado').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: title }).locator('img')).toHaveJSProperty(
    'complete',
    true,
  );
  await expect
    .poll(async () => (await page.request.get('/')).text(), { intervals: [50], timeout: 1000 })
    .toContain(title);

  await page.goto('/admin/preview');
  await untilHydrated(page);
  await expect(page.getByRole('alert')).toContainText('Aqui o site não abre em outro dia');
  await expectAccessible(page);
});
