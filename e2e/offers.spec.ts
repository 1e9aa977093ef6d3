import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './journey.ts';

const shown = (page: Page) => page.getByRole('dialog').getByText(/^Página \d+/);

test("a shopper goes through today's offers by keyboard alone", { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/booklets-day');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ofertas do dia');
  const links = page.getByRole('main').getByRole('link', { name: /Ampliar$/ });
  await expect(links).toHaveCount(6);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const viewer = page.getByRole('dialog', { name: 'Ofertas do dia' });
  await hydrated(page);
  await links.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(viewer).toBeVisible();
  await expect(shown(page)).toHaveText('Página 2 de 6');
  const picture = viewer.locator('.over-page:not([inert])').getByRole('img');
  await expect(picture).toHaveCount(1);
  await expect(picture).toHaveAttribute('alt', /açougue/);
  await expectAccessible(page);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(shown(page)).toHaveText('Página 4 de 6');
  await expect(picture).toHaveAttribute('alt', /limpeza/);
  await page.keyboard.press('End');
  await expect(shown(page)).toHaveText('Página 6 de 6');
  await expect(viewer.getByRole('button', { name: 'Próxima página' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('ArrowRight');
  await expect(shown(page)).toHaveText('Página 6 de 6');
  await page.keyboard.press('ArrowLeft');
  await expect(shown(page)).toHaveText('Página 5 de 6');

  const widthOf = () => picture.evaluate((image) => image.getBoundingClientRect().width);
  const whole = await widthOf();
  await page.keyboard.press('+');
  await expect.poll(widthOf).toBeGreaterThan(whole * 1.5);
  await page.keyboard.press('ArrowRight');
  await expect(shown(page), 'an arrow moves over an enlarged page').toHaveText('Página 5 de 6');
  await expectAccessible(page);
  await page.keyboard.press('0');
  await expect.poll(widthOf).toBeCloseTo(whole, 0);

  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press('Space');
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(links.nth(4)).toBeFocused();
});

test(
  'a page turns by swipe, buttons and thumbnails, and closes by its control',
  { tag: '@drill' },
  async ({ page }, { project }) => {
    await page.goto('/booklets-day');
    await hydrated(page);
    const links = page.getByRole('main').getByRole('link', { name: /Ampliar$/ });
    await links.first().click();
    const viewer = page.getByRole('dialog');
    await expect(shown(page)).toHaveText('Página 1 de 6');
    await viewer.getByRole('button', { name: 'Próxima página' }).click();
    await expect(shown(page)).toHaveText('Página 2 de 6');
    await viewer
      .getByRole('group', { name: 'Páginas' })
      .evaluate((strip) => strip.scrollTo({ left: strip.scrollWidth }));
    await expect(shown(page), 'what scrolls there has turned there').toHaveText('Página 6 de 6');
    if (project.name !== 'celular') {
      await viewer.getByRole('button', { name: 'Página 3', exact: true }).click();
      await expect(shown(page)).toHaveText('Página 3 de 6');
    }
    await viewer.getByRole('button', { name: 'Fechar' }).click();
    await expect(viewer).toBeHidden();
    await expect(links.nth(project.name === 'celular' ? 5 : 2)).toBeFocused();
  },
);

test('a shopper searches the fortnight, goes to a page, reads and enlarges it', { tag: '@celular' }, async ({
  page,
}) => {
  await page.goto('/booklet');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encarte da quinzena');
  await expect(page.getByRole('img', { name: /^Página \d do encarte/ })).toHaveCount(8);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Procurar no encarte' }).fill('CAMARAO');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/booklet\?busca=CAMARAO$/);
  await expect(page.getByRole('heading', { name: '“CAMARAO” em 1 página' })).toBeVisible();
  const result = page.getByRole('link', { name: /^Página 5 Camarão/ });
  await expect(result.locator('mark')).toHaveText('Camarão');
  await expect(result).toContainText('42,90');
  await expectAccessible(page);
  await result.press('Enter');
  await expect(page).toHaveURL(/#pagina-5$/);
  const fifth = page.locator('#pagina-5');
  await expect(fifth.getByRole('heading', { name: 'Página 5 de 8' })).toBeInViewport();
  await fifth.locator('summary').press('Enter');
  await expect(fifth.getByText('Lagosta inteira')).toBeVisible();
  await expectAccessible(page);

  await hydrated(page);
  const enlarge = fifth.getByRole('link', { name: /Ampliar$/ });
  await enlarge.press('Enter');
  await expect(shown(page)).toHaveText('Página 5 de 8');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(enlarge).toBeFocused();

  await page.getByRole('searchbox').fill('xilofone');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { name: 'Nada com “xilofone” neste encarte' })).toBeVisible();
  await page.getByRole('link', { name: 'Limpar a busca' }).click();
  await expect(page).toHaveURL(/\/booklet$/);
});

test('a link to a page leads there, the PDF can be kept', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/booklet?pagina=6');
  await expect(page).toHaveURL(/\/booklet#pagina-6$/);
  await expect(page.getByRole('heading', { name: 'Página 6 de 8' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Mandar no WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=.*%2Fbooklet$/,
  );
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Baixar PDF/ }).click();
  expect((await download).suggestedFilename()).toBe('encarte-quinzenal.pdf');
});

test.describe('without JavaScript', () => {
  // A browser styles a bare picture by itself, which its policy forbids.
  test.use({ javaScriptEnabled: false, expectedErrors: [/inline style|Blocked script execution/] });

  test("today's offers open as the pictures that they are", { tag: '@drill' }, async ({ page }) => {
    await page.goto('/booklets-day');
    await page
      .getByRole('link', { name: /Ampliar$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/media\/.+\.jpg$/);
  });

  test('the fortnight is all there to read, search and download', { tag: '@celular' }, async ({ page }) => {
    await page.goto('/booklet');
    await expect(page.getByRole('img', { name: /^Página \d do encarte/ })).toHaveCount(8);
    await expect(page.getByRole('button', { name: 'Compartilhar' })).toBeHidden();
    await page.locator('#pagina-2').getByText('Texto da página 2').click();
    await expect(page.getByText('Bacon em')).toBeVisible();
    await page.getByRole('searchbox').fill('picanha');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('link', { name: /^Página 2 Picanha/ }).click();
    await expect(page.locator('#pagina-2')).toBeInViewport();
    await page
      .getByRole('navigation', { name: 'Páginas do encarte' })
      .getByRole('link', { name: 'Página 8' })
      .click();
    await expect(page.locator('#pagina-8')).toBeInViewport();
  });
});
