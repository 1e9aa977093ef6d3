import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, untilHydrated } from './journey.ts';

// The renamed table makes part of the page fail to load, so the page arrives with an alert.
test.use({ world: 'broken', expectedErrors: [/503|500/] });
test.beforeEach(({ product }) => {
  const database = new DatabaseSync(join(product.dataDir, 'vitrine.db'));
  database.exec('PRAGMA busy_timeout = 5000');
  const { found } = database
    .prepare("SELECT count(*) AS found FROM sqlite_master WHERE name = 'office_hours'")
    .get() as { found: number };
  if (found) database.exec('ALTER TABLE office_hours RENAME TO office_hours_away');
  database.close();
});

test('an alert closes on the first press, and by itself after 7 s', {
  tag: '@celular',
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/contacts');
  await untilHydrated(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Erro');
  await page.clock.fastForward(4000);
  await expect(alert).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(alert).toBeHidden();

  await page.reload();
  await untilHydrated(page);
  await expect(alert).toBeVisible();
  await alert.hover();
  await page.clock.fastForward(8000);
  await expect(alert, 'not under the pointer').toBeVisible();
  await page.getByRole('button', { name: 'Fechar aviso: Erro' }).click();
  await expect(alert).toBeHidden();
});

test.describe('no JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an alert closes by itself without JavaScript', { tag: '@drill' }, async ({ page }) => {
    await page.goto('/contacts');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Fechar aviso/ })).toBeHidden();
    // There is no script whose clock could be moved forward, so the animation runs faster.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 100 });
    await expect(page.getByRole('alert')).toBeHidden();
  });
});
