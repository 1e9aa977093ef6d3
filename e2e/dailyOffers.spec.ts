import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  apiUrl,
  apiUrlPattern,
  callAsStaff,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  moveByKeys,
  signIn,
  test,
  untilDraftStored,
  untilHydrated,
} from './journey.ts';

const COLOURS = ['#ffc83d', '#c4161c', '#1f6b3a', '#04616b', '#ff7a1a', '#6a0d14'];
const SCREEN = '/admin/booklets/of-the-day/compose';

interface UploadFile {
  name: string;
  type: string;
  content: string;
}

const leaflet = async (number: number): Promise<UploadFile> => ({
  name: `oferta-${number}.jpg`,
  type: 'image/jpeg',
  content: (
    await sharp({
      create: { width: 600, height: 800, channels: 3, background: COLOURS[number - 1] ?? '#ffffff' },
    })
      .jpeg()
      .toBuffer()
  ).toString('base64'),
});

/** Dispatches a drop of `files` on the drop area. */
async function drop(page: Page, files: UploadFile[]) {
  const transfer = await page.evaluateHandle((uploads) => {
    const data = new DataTransfer();
    for (const { name, type, content } of uploads) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    return data;
  }, files);
  await page.locator('.leaflet-drop').dispatchEvent('drop', { dataTransfer: transfer });
}

const offers = (page: Page) =>
  page.getByRole('list', { name: 'Fotos, na ordem em que aparecem' }).locator('> li');
const text = (page: Page, place: number) =>
  page.getByLabel(`Texto alternativo da foto ${place}`, { exact: true });
const texts = (page: Page) =>
  page
    .getByLabel(/^Texto alternativo da foto \d+$/)
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
/** Waits until no upload is queued or in progress. */
async function uploadsFinished(page: Page) {
  await expect(page.getByText('Na fila')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByText(/^(Enviando|Preparando)/)).toHaveCount(0);
}

/** Returns the day in São Paulo, `days` from now. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000);

const leafletsOf = async (page: Page, from: string, until = from) =>
  (
    await callAsStaff<{ days: { offers: { picture: string; photos: { alt: string | null } }[] }[] }>(
      page,
      'GET',
      `/daily-booklets/days/${from}/${until}`,
    )
  ).data;
const altsOf = async (page: Page, from: string, until = from) =>
  (await leafletsOf(page, from, until)).days.map(({ offers }) => offers.map(({ photos }) => photos.alt));

test.use({
  world: 'office',
  expectedErrors: [/ERR_FAILED|ERR_ABORTED|Failed to load resource|status of 4(09|13|22)/],
});

test(
  'staff compose six daily offers for three days: drop, reorder, describe and save them in one step',
  { tag: '@desktop' },
  async ({ page, product }, info) => {
    const { project } = info;
    test.setTimeout(120_000);
    const [today, third, fourth] = [dayIn(0), dayIn(2), dayIn(3)];
    const wanted = ['Seis', 'Um', 'Dois', 'Três', 'Quatro', 'Cinco'].map((word) => `${word}, por R$ 3,99`);
    await signIn(page, product.admin);

    await test.step('the list and the command palette lead to the editor', async () => {
      await page.goto('/admin/booklets/of-the-day/index');
      await page.getByRole('button', { name: /^Próximos dias/ }).click();
      await expect(page.getByRole('list', { name: 'Próximos dias' }).getByRole('listitem')).toHaveCount(7);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Montar o dia', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Montar o dia');
      await expectAccessible(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Nome de um registro, tela ou ação' }).fill('montar');
      await expect(page.getByRole('option', { name: /Montar o dia/ })).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('staff choose several days and see the offers of each', async () => {
      await page.getByRole('button', { name: 'Hoje', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`from=${today}&until=${today}`));
      const until = page.getByLabel('Até', { exact: true });
      await expect(until).toHaveValue(today.split('-').toReversed().join('/'));
      await until.fill(third);
      await expect(page).toHaveURL(new RegExp(`from=${today}&until=${third}`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Montar os dias');
      await expect(
        page.getByRole('list', { name: 'O que cada dia já tem' }).getByRole('listitem'),
      ).toHaveCount(3);
      await page.getByLabel('Sai, e cada dia fica só com as novas').check();
    });

    await test.step('a drop of all files leaves out other formats, and a failed upload is retried', async () => {
      await page.route(apiUrlPattern('/admin/pictures/store'), (route) => route.abort(), { times: 1 });
      const files = await Promise.all([1, 2, 3, 4, 5, 6].map(leaflet));
      await drop(page, [...files, { name: 'precos.txt', type: 'text/plain', content: btoa('3,99') }]);
      await expect(offers(page)).toHaveCount(6);
      await expect(page.locator('.leaflet-drop')).toContainText(
        'precos.txt: Formato de arquivo não permitido. Envie JPG ou PNG.',
      );
      await uploadsFinished(page);
      await expect(offers(page).nth(0)).toContainText('Sem conexão com o servidor.');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Tentar de novo: oferta-1.jpg' }).click();
      await expect(page.getByRole('button', { name: /^Tentar de novo/ })).toHaveCount(0);
      await uploadsFinished(page);
    });

    await test.step('the last photo moves to the first place by keyboard', async () => {
      for (const [at, word] of ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis'].entries())
        await text(page, at + 1).fill(`${word}, por R$ 3,99`);
      const grip = page.getByRole('button', { name: 'Mover foto 6', exact: true });
      await moveByKeys(grip, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
      await expect.poll(() => texts(page)).toEqual(wanted);
    });

    await test.step('an undo returns a removed photo to its place', async () => {
      await page.getByRole('button', { name: 'Tirar a foto 2' }).click();
      await expect(offers(page)).toHaveCount(5);
      await page.getByRole('button', { name: 'Desfazer' }).click();
      await expect.poll(() => texts(page)).toEqual(wanted);
    });

    await test.step('a reload loses nothing, including an upload in progress', async () => {
      await page.route(apiUrlPattern('/admin/pictures/store'), () => undefined, { times: 1 });
      await drop(page, [await leaflet(3)]);
      await expect(offers(page)).toHaveCount(7);
      await untilDraftStored(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.reload();
      await untilHydrated(page);
      await expect(page.getByRole('status', { name: 'Rascunho recuperado' })).toBeVisible();
      await expect(offers(page)).toHaveCount(7);
      expect(await texts(page)).toEqual([...wanted, '']);
      await expect(page.getByLabel('Sai, e cada dia fica só com as novas')).toBeChecked();
      await uploadsFinished(page);
      await expect(offers(page).locator('img')).toHaveCount(7);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Tirar a foto 7' }).click();
    });

    await test.step("one save stores all days, and shoppers see today's offers in order", async () => {
      await page.getByRole('button', { name: 'Salvar os 3 dias' }).click();
      await expect(page.getByText('Ofertas salvas')).toBeVisible();
      // The photo removed above is saved, so an undo would have no effect.
      expect(await page.getByRole('button', { name: 'Desfazer' }).count()).toBe(0);
      await expect(page).toHaveURL(/of-the-day\/index$/);
      expect(await altsOf(page, today, third)).toEqual([wanted, wanted, wanted]);
      const { data } = await (await page.request.get(apiUrl('/site/daily-booklets'))).json();
      expect(data.map(({ photos }: { photos: { alt: string } }) => photos.alt)).toEqual(wanted);
      await page.goto('/booklets-day');
      await expect(page.locator('.leafs img[alt]:not([aria-hidden])').first()).toHaveAttribute(
        'alt',
        wanted[0] ?? '',
      );
      expect(
        await page
          .locator('.leafs img[alt]:not([aria-hidden])')
          .evaluateAll((all) => all.map((one) => one.getAttribute('alt'))),
      ).toEqual(wanted);
    });

    await test.step('the following day repeats the offers with changes', async () => {
      await page.goto(`${SCREEN}?from=${fourth}`);
      await page.getByRole('button', { name: /^Repetir os de/ }).click();
      await expect(offers(page)).toHaveCount(6);
      await text(page, 1).fill('Seis, agora por R$ 2,99');
      await page.getByRole('button', { name: 'Mover para baixo: foto 1', exact: true }).click();
      await page.getByRole('button', { name: 'Salvar o dia' }).click();
      await expect(page.getByText('Ofertas salvas')).toBeVisible();
      const [first, second = '', ...others] = wanted;
      expect(first).toBeTruthy();
      expect(await altsOf(page, fourth)).toEqual([[second, 'Seis, agora por R$ 2,99', ...others]]);
    });

    await test.step('the second of two editors sees the conflict and resolves it', async () => {
      await page.goto(`${SCREEN}?from=${fourth}`);
      await text(page, 2).fill('O meu texto');
      const { days } = await leafletsOf(page, fourth);
      const [firstOffer] = days[0]?.offers ?? [];
      await callAsStaff(page, 'PUT', `/daily-booklets/days/${fourth}/${fourth}`, {
        offers: [{ picture: firstOffer?.picture, alt: 'O de outra pessoa' }],
      });
      await page.getByRole('button', { name: 'Salvar o dia' }).click();
      const notice = page.getByRole('region', { name: 'Este registro mudou enquanto você editava' });
      await expect(notice).toBeVisible();
      await expect(notice).toContainText('6 itens');
      await expectAccessible(page);
      await notice.getByRole('radio', { name: /^Usar o de/ }).check();
      await expect(offers(page)).toHaveCount(1);
      await notice.getByRole('radio', { name: 'Usar o meu' }).check();
      await expect(offers(page)).toHaveCount(6);
      await page.getByRole('button', { name: 'Salvar o dia' }).click();
      await expect(page.getByText('Ofertas salvas')).toBeVisible();
      expect((await altsOf(page, fourth))[0]?.[1]).toBe('O meu texto');
    });

    await test.step('a broken, oversized or deleted picture is reported in its place', async () => {
      const day = dayIn(project.name === 'desktop' ? 5 : 6);
      await page.goto(`${SCREEN}?from=${day}`);
      const whole = Buffer.from((await leaflet(3)).content, 'base64');
      // Written to disk, because sending so many bytes to the browser takes seconds.
      const [half, huge] = ['meia.jpg', 'enorme.jpg'].map((name) => info.outputPath(name)) as [
        string,
        string,
      ];
      await writeFile(half, whole.subarray(0, 500));
      await writeFile(huge, Buffer.concat([whole, Buffer.alloc(16e6)]));
      await page.getByLabel(/^Arraste ou cole as fotos aqui/).setInputFiles([half, huge]);
      await uploadsFinished(page);
      await expect(offers(page).nth(0)).toContainText('Não conseguimos ler esta imagem.');
      // A file that the server would refuse is not sent.
      await expect(
        page
          .locator('form')
          .getByRole('listitem')
          .filter({ hasText: 'enorme.jpg: O arquivo passa de 15 MB.' }),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: /^Tentar de novo/ })).toHaveCount(0);
      await page.getByRole('button', { name: 'Salvar o dia' }).click();
      await expect(page.getByText('meia.jpg: Não conseguimos ler esta imagem.')).toBeVisible();
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Tirar enorme.jpg' }).click();
      await page.getByRole('button', { name: 'Tirar a foto 1' }).click();
      await drop(page, [await leaflet(1), await leaflet(2)]);
      await uploadsFinished(page);
      const { data } = await callAsStaff<{ uuid: string }[]>(page, 'GET', '/pictures?usage=unused');
      const [newest] = data;
      await callAsStaff(page, 'DELETE', `/pictures/destroy/${newest?.uuid}`);
      await page.getByRole('button', { name: 'Salvar o dia' }).click();
      await expect(offers(page).nth(1)).toContainText('Esta imagem não está mais na biblioteca.');
      await page.getByRole('button', { name: 'Tirar a foto 2' }).click();
      await page.getByRole('button', { name: 'Salvar o dia' }).click();
      await expect(page.getByText('Ofertas salvas')).toBeVisible();
    });
  },
);

test('staff type texts while the photos upload, and one press of the button saves them all', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await signIn(page, product.admin);
  await page.goto(`${SCREEN}?from=${dayIn(9)}&until=${dayIn(9)}`);
  await untilHydrated(page);
  await drop(page, await Promise.all([1, 2, 3, 4, 5, 6].map(leaflet)));
  const wanted = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis'];
  for (const [at, word] of wanted.entries()) {
    await text(page, at + 1).click();
    await page.keyboard.type(word);
  }
  await page.getByRole('button', { name: 'Salvar o dia' }).click();
  await expect(page.getByText('Ofertas salvas')).toBeVisible({ timeout: 20_000 });
  expect((await altsOf(page, dayIn(9)))[0]).toEqual(wanted);
});
