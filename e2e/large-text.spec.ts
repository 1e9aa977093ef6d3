import type { Page, TestInfo } from '@playwright/test';
import { expect, expectNoHorizontalScroll, test, untilHydrated } from './journey.ts';
import { everyPublicPage } from './pages.ts';
import { textLayoutErrors } from './textLayoutErrors.ts';

test.use({ expectedErrors: [/404/] });

test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

interface Reading {
  width: number;
  /** Default font size of the browser in px, normally 16. */
  letters: number;
}

/** Text at 200 %, and page zoom that leaves a narrow viewport. */
const READINGS: Record<string, Reading[]> = {
  desktop: [
    { width: 1440, letters: 32 },
    { width: 720, letters: 16 },
  ],
  celular: [
    { width: 320, letters: 32 },
    { width: 160, letters: 16 },
    { width: 320, letters: 16 },
  ],
};

async function readAs(page: Page, { width, letters }: Reading) {
  await page.setViewportSize({ width, height: 800 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: letters } });
}

async function expectReadable(page: Page, state: string) {
  await page.evaluate(() => document.fonts.ready);
  expect(await textLayoutErrors(page), state).toEqual([]);
  await expectNoHorizontalScroll(page);
}

const readingsOf = ({ project }: TestInfo) => READINGS[project.name] ?? [];

test(
  'the menu, a branch, an offer and a failed form stay readable and usable at 200 % text size',
  { tag: '@celular' },
  async ({ page }, info) => {
    const [reading] = readingsOf(info);
    if (!reading) return;
    await readAs(page, reading);
    await page.goto('/');
    await untilHydrated(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    await expectReadable(page, 'the home page');

    await page.getByRole('button', { name: 'Abrir menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expectReadable(page, 'the menu');
    await menu.getByRole('link', { name: 'Login' }).scrollIntoViewIfNeeded();
    await expect(menu.getByRole('button', { name: 'Fechar menu' })).toBeInViewport({ ratio: 1 });
    await menu.getByRole('link', { name: /Filiais/ }).click();
    await expect(page).toHaveURL(/\/branches$/);

    await page.getByRole('link', { name: 'Aurora Centro' }).click();
    const branch = page.getByRole('dialog', { name: 'Aurora Centro' });
    await expect(branch).toBeVisible();
    await expectReadable(page, 'a branch');
    await branch.getByRole('link', { name: 'Como chegar' }).scrollIntoViewIfNeeded();
    await expect(branch.getByRole('link', { name: 'Fechar' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(branch).toBeHidden();
    // A pending navigation within the site would abort the next one.
    await expect(page).toHaveURL(/\/branches$/);

    await page.goto('/booklets-day');
    await untilHydrated(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Ampliar$/ })
      .first()
      .click();
    const offer = page.getByRole('dialog', { name: 'Ofertas do dia' });
    await expect(offer).toBeVisible();
    await expectReadable(page, 'an offer');
    for (const name of ['Fechar', 'Compartilhar', 'Página anterior', 'Próxima página', 'Ampliar'])
      await expect(offer.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });

    await page.goto('/work-with-us');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Enviar candidatura' }).click();
    await expect(page.locator('.apply-problem')).toBeVisible();
    await expectReadable(page, 'a form with errors');
  },
);

test(
  'desktop menus open inside a screen that is barely wide enough for them',
  { tag: '@drill' },
  async ({ page }, { project }) => {
    test.skip(project.name === 'celular', 'a phone has the other menu');
    await readAs(page, { width: 1440, letters: 24 });
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Principal' });
    for (const group of ['Institucional', 'Ofertas', 'Pra você']) {
      await menu.getByText(group, { exact: true }).click();
      await expect(menu.getByRole('list')).toBeInViewport({ ratio: 1 });
      // Nothing of the page lies over the menu.
      for (const link of await menu.getByRole('list').getByRole('link').all())
        await link.click({ trial: true });
      await expectReadable(page, group);
    }
  },
);

test(
  'every page is readable with large text and in a narrow window',
  { tag: '@drill' },
  async ({ page }, info) => {
    test.setTimeout(240_000);
    const pages = await everyPublicPage(page);
    for (const reading of readingsOf(info)) {
      await readAs(page, reading);
      for (const address of pages) {
        await page.goto(address);
        await expectReadable(page, `${address} at ${reading.width} px in letters of ${reading.letters} px`);
      }
    }
  },
);
