import type { Page } from '@playwright/test';
import { apiUrl, apiUrlPattern, expect, signIn, test, untilPainted } from './journey.ts';

test.use({ world: 'office' });
test.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('vitrine.popup', '1')));

const validate = () => apiUrlPattern('/auth/validate-token');
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('vitrine.token'));

test.describe('stored token', { tag: '@celular' }, () => {
  test.use({ expectedErrors: [/503|429|ERR_FAILED/] });

  test('a stored token of an ended session is deleted', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      // Page views carry no token.
      const isRelevant = /\/(site|auth)\//.test(request.url()) && !request.url().endsWith('/site/reads');
      if (isRelevant) requested.push(request.url());
    });
    await page.goto('/privacy', { waitUntil: 'networkidle' });
    expect(requested, 'by whoever has none').toEqual([]);
    await page.evaluate(() => localStorage.setItem('vitrine.token', 'of-a-session-that-ended'));
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => storedToken(page)).toBeNull();
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in');
    expect(requested).toEqual([apiUrl('/auth/validate-token')]);
  });

  test('a stored token stays while it is valid, and while the server cannot tell', { tag: '@drill' }, async ({
    page,
    product,
  }) => {
    await signIn(page, product.admin);
    const token = await storedToken(page);
    const validated = page.waitForResponse(validate());
    await page.goto('/privacy');
    expect((await (await validated).json()).data.user).toMatchObject({ email: product.admin.email });
    expect(await storedToken(page)).toBe(token);

    await page.evaluate(() => localStorage.setItem('vitrine.token', 'of-a-session-that-ended'));
    for (const status of [503, 429, null]) {
      await page.route(validate(), (route) =>
        status ? route.fulfill({ status, json: { data: { user: null } } }) : route.abort(),
      );
      const requested = page.waitForRequest(validate());
      await page.reload();
      await requested;
      await untilPainted(page);
      expect(await storedToken(page), String(status)).toBe('of-a-session-that-ended');
      await page.unroute(validate());
    }
  });
});

test("a link with the site's own full address stays in the tab, under any host name of the site", {
  tag: '@drill',
}, async ({ page, context, product }) => {
  const { port } = new URL(product.url);
  const named = (host: string) => `http://${host}:${port}`;
  const { admin } = product;
  const login = await page.request.post(apiUrl('/auth/login'), { data: admin });
  const token = (await login.json()).data.token.access_token as string;
  const headers = { authorization: `Bearer ${token}` };
  const change = async (resource: string, fields: Record<string, string>) => {
    const [record] = (await (await page.request.get(apiUrl(`/admin/${resource}`), { headers })).json()).data;
    const { uuid, title, name, description, revenue_category_id: category } = record;
    const required: Record<string, string> = category
      ? { name, description, revenue_category_id: String(category.id) }
      : { title };
    const answer = await page.request.post(apiUrl(`/admin/${resource}/update/${uuid}`), {
      headers,
      multipart: { ...required, ...fields },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return uuid as string;
  };

  for (const [visited, written] of [
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
    ['localhost', '127.0.0.1'],
  ] as const) {
    await change('banners', { link: `${named(written)}/booklets-day?de=capa` });
    const banner = page.locator('.hero-link').first();
    // A site apart from its API learns of the save within seconds.
    await expect(async () => {
      await page.goto(named(visited));
      await expect(banner).toHaveAttribute('href', /\?de=capa$/, { timeout: 1000 });
    }).toPass();
    await expect(banner, `${visited} ${written}`).not.toHaveAttribute('target');
    await banner.click();
    await expect(page).toHaveURL(`${named(visited)}/booklets-day?de=capa`);
  }
  await change('banners', { link: `${named('localhost')}/brand/og.jpg` });
  await page.goto('/');
  await expect(page.locator('.hero-link').first(), 'a file').toHaveAttribute('target', '_blank');

  const recipe = await change('revenues', { recipe_link: `${named('localhost')}/tips-and-recipes` });
  await page.goto(`/tips-and-recipes/details/${recipe}`);
  const link = page.getByRole('link', { name: 'Ver em localhost' });
  await expect(link).not.toHaveAttribute('target');
  await expect(link.locator('svg'), 'without the mark of what leads away').toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
});
