import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { pdf } from '../test/sampleFiles.ts';
import { aacTrak, aviVideo, isoVideo, trak } from '../test/videos.ts';
import { apiUrl, expect, expectAccessible, expectNoHorizontalScroll, signIn, test } from './journey.ts';

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
const note = file('nota.txt', 'text/plain', Buffer.from('texto'));

const alertOf = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Avisos' }).getByText(text).first();

async function closeAlerts(page: Page) {
  const close = page.getByRole('button', { name: 'Fechar aviso' });
  while ((await close.count()) > 0) await close.first().click();
}

/** Sets an attribute that a reload of the page would remove. */
const setReloadMarker = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', ''));
const expectNoReload = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-marked');

const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000);

test.use({ world: 'office' });

test('staff replace the fortnightly booklet', { tag: '@desktop' }, async ({ page, product }, { project }) => {
  const bytes = pdf(`Quinzena nova (${project.name})`);
  const onSite = async () => {
    const answer = await page.request.get(apiUrl('/site/booklets/fortnightly'));
    return ((await answer.json()) as { data: { file: { url_s3: string }; valid_until: string | null } }).data;
  };
  await signIn(page, product.admin);
  await page.goto('/admin/booklets/fortnightly');
  const link = page.getByRole('link', { name: 'Ver encarte atual' });
  await expect(link).toHaveAttribute('target', '_blank');
  const old = await link.getAttribute('href');
  expect(old).toBe((await onSite()).file.url_s3);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await setReloadMarker(page);

  const field = page.getByLabel('Arquivo PDF');
  const save = page.getByRole('button', { name: 'Salvar encarte' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await save.press('Enter');
  await expect(alertOf(page, 'Por favor! preencha todos os campos')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await closeAlerts(page);

  await field.setInputFiles(note);
  await expect(page.getByText('Formato de arquivo não permitido.')).toHaveCount(2);
  await expect(field).toHaveAccessibleDescription(/Formato de arquivo não permitido\./);
  await expectAccessible(page);
  await closeAlerts(page);

  await field.setInputFiles(file('Encarte novo.pdf', 'application/pdf', bytes));
  await expect(page.getByText(/Encarte novo\.pdf, \d+ bytes/)).toBeVisible();
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Desfazer escolha' }).click();
  await expect(page.getByText('Encarte novo.pdf')).toBeHidden();
  await expect(field).toBeFocused();
  await field.setInputFiles(file('Encarte novo.pdf', 'application/pdf', bytes));

  const [from, until] = [dayIn(40), dayIn(54)];
  await page.getByLabel('Vale de').fill(from);
  await page.getByLabel('Vale até').fill(dayIn(39));
  await save.click();
  await expect(page.getByText('O último dia vem depois do primeiro.')).toBeVisible();
  await expect(page.getByText('Encarte novo.pdf')).toBeVisible();
  await page.getByLabel('Vale até').fill(until);
  await save.click();
  await expect(alertOf(page, 'Encarte atualizado')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/booklets\/fortnightly$/);
  await expectNoReload(page);
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByLabel('Vale até')).toHaveValue('');
  await closeAlerts(page);

  // The booklet waits for its first day; shoppers still see the previous one.
  const dayMonth = `${from.slice(8)}/${from.slice(5, 7)}`;
  const waiting = page.getByRole('region', { name: `Espera até ${dayMonth}` });
  await expect(waiting.getByText(/Encarte novo\.pdf/)).toBeVisible();
  await expect(link).toHaveAttribute('href', old ?? '');
  expect((await onSite()).file.url_s3).toBe(old);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  // Its days change without another upload, and refused ones stay typed.
  await waiting.getByRole('button', { name: 'Mudar datas' }).click();
  const dates = page.getByRole('alertdialog', { name: 'Mudar as datas do encarte' });
  const lastDay = dates.getByLabel('Vale até', { exact: true });
  await expect(lastDay).toHaveValue(`${until.slice(8)}/${until.slice(5, 7)}/${until.slice(0, 4)}`);
  await lastDay.fill(dayIn(39));
  await dates.getByRole('button', { name: 'Salvar datas' }).click();
  await expect(lastDay).toBeFocused();
  await expect(lastDay).toHaveAccessibleDescription(/O último dia vem depois do primeiro\./);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await lastDay.fill(dayIn(60));
  await dates.getByRole('button', { name: 'Salvar datas' }).click();
  await expect(dates).toBeHidden();
  await expect(alertOf(page, 'Datas do encarte mudadas')).toBeVisible();
  const lastDayMonth = `${dayIn(60).slice(8)}/${dayIn(60).slice(5, 7)}`;
  await expect(waiting.getByText(new RegExp(` a ${lastDayMonth}$`))).toBeVisible();
  await closeAlerts(page);

  // Another booklet on some of these days is allowed, and the form says who will see which.
  await page.getByLabel('Vale de').fill(dayIn(58));
  await page.getByLabel('Vale até').fill(dayIn(70));
  const overlap = page.getByText(/Outro encarte vale nos mesmos dias: Encarte novo\.pdf/);
  await expect(overlap).toContainText('os clientes veem este.');
  await page.getByLabel('Vale de').fill(dayIn(61));
  await expect(overlap).toBeHidden();
  await page.getByLabel('Vale de').fill('');
  await page.getByLabel('Vale até').fill('');

  // A booklet without days is published at once.
  await field.setInputFiles(file('Encarte novo.pdf', 'application/pdf', bytes));
  await save.click();
  await expect(link).not.toHaveAttribute('href', old ?? '');
  await closeAlerts(page);
  const now = await onSite();
  expect([now.file.url_s3, now.valid_until]).toEqual([await link.getAttribute('href'), null]);
  const opened = await page.request.get(now.file.url_s3);
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect((await opened.body()).equals(bytes)).toBe(true);

  await page.getByRole('region', { name: 'No ar' }).getByRole('button', { name: 'Tirar do ar' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Tirar este encarte do ar?' });
  await expect(dialog).toContainText('O anterior volta ao site agora.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tirar do ar' }).click();
  await expect(dialog).toBeHidden();
  await expect(alertOf(page, 'Encarte fora do ar')).toBeVisible();
  await expect(link).toHaveAttribute('href', old ?? '');
  expect((await onSite()).file.url_s3).toBe(old);
  await closeAlerts(page);

  const former = page.getByRole('region', { name: 'Anteriores' });
  await former
    .getByRole('listitem')
    .filter({ hasText: 'tirado do ar' })
    .getByRole('button', { name: 'Pôr no ar' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pôr no ar' }).click();
  await expect(link).toHaveAttribute('href', now.file.url_s3);
  expect((await onSite()).file.url_s3).toBe(now.file.url_s3);
  await closeAlerts(page);

  await waiting.getByRole('button', { name: 'Excluir' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Tem certeza que deseja excluir?' });
  await sure.getByRole('button', { name: 'Excluir' }).click();
  await expect(alertOf(page, 'Encarte deletado')).toBeVisible();
  await expect(waiting).toBeHidden();
  await expectNoReload(page);
});

test.describe('days of a booklet changed by two people', () => {
  test.use({ expectedErrors: [/409/] });

  test('the second person keeps the typed days and saves them over the first', { tag: '@desktop' }, async ({
    page,
    product,
  }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/booklets/fortnightly');
    await page.getByLabel('Arquivo PDF').setInputFiles(file('Espera.pdf', 'application/pdf', pdf('Espera')));
    await page.getByLabel('Vale de').fill(dayIn(80));
    await page.getByRole('button', { name: 'Salvar encarte' }).click();
    const waiting = page.getByRole('listitem').filter({ hasText: 'Espera.pdf' });
    await waiting.getByRole('button', { name: 'Mudar datas' }).click();
    const dates = page.getByRole('alertdialog', { name: 'Mudar as datas do encarte' });
    const lastDay = dates.getByLabel('Vale até', { exact: true });
    await lastDay.fill(dayIn(90));

    const other = await page.context().newPage();
    await other.goto('/admin/booklets/fortnightly');
    const row = other.getByRole('listitem').filter({ hasText: 'Espera.pdf' });
    await row.getByRole('button', { name: 'Mudar datas' }).click();
    await other.getByRole('alertdialog').getByLabel('Vale até', { exact: true }).fill(dayIn(85));
    await other.getByRole('alertdialog').getByRole('button', { name: 'Salvar datas' }).click();
    await expect(other.getByRole('alertdialog')).toBeHidden();
    await other.close();

    const typed = await lastDay.inputValue();
    await dates.getByRole('button', { name: 'Salvar datas' }).click();
    await expect(dates.locator('.alert')).toContainText('Suas datas continuam aqui');
    await expect(dates).toContainText(/ a \d\d\/\d\d, Espera\.pdf/);
    await expect(lastDay).toHaveValue(typed);
    await dates.getByRole('button', { name: 'Salvar datas' }).click();
    await expect(dates).toBeHidden();
    await expect(waiting.getByText(new RegExp(` a ${typed.slice(0, 5)}$`))).toBeVisible();
    await waiting.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(waiting).toBeHidden();
  });
});

test.describe('broken PDF', () => {
  test.use({ expectedErrors: [/422/] });

  test('a broken PDF is refused at its field, and the choice stays', { tag: '@drill' }, async ({
    page,
    product,
  }) => {
    await signIn(page, product.admin);
    await page.goto('/admin/booklets/fortnightly');
    const field = page.getByLabel('Arquivo PDF');
    await field.setInputFiles(file('meio.pdf', 'application/pdf', pdf().subarray(0, 300)));
    await page.getByRole('button', { name: 'Salvar encarte' }).click();
    await expect(field).toHaveAccessibleDescription(/O arquivo está incompleto/);
    await expect(page.getByText(/meio\.pdf/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ver encarte atual' })).toBeVisible();
  });
});

test('staff cancel an upload, lose nothing and send it later', { tag: '@drill' }, async ({
  page,
  product,
  context,
}) => {
  await signIn(page, product.admin);
  await page.goto('/admin/booklets/fortnightly');
  const link = page.getByRole('link', { name: 'Ver encarte atual' });
  const old = (await link.getAttribute('href')) ?? '';
  const network = await context.newCDPSession(page);
  const upload = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await upload(300_000);
  await page
    .getByLabel('Arquivo PDF')
    .setInputFiles(file('grande.pdf', 'application/pdf', pdf('Grande', 6_000_000)));
  const save = page.getByRole('button', { name: 'Salvar encarte' });
  await save.click();
  await expect(page.getByRole('progressbar', { name: 'Enviando grande.pdf' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancelar envio' }).click();
  await expect(alertOf(page, 'Envio cancelado.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancelar envio' })).toBeHidden();
  await expect(page.getByText(/grande\.pdf, 5,7 MB/)).toBeVisible();
  await expect(save).toBeFocused();
  expect((await page.request.get(old)).status()).toBe(200);

  await upload(-1);
  await save.click();
  await expect(alertOf(page, 'Encarte atualizado')).toBeVisible();
  await expect(link).not.toHaveAttribute('href', old);
});

test(
  'staff replace the video, and the new video plays and seeks',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const bytes = await readFile(join(import.meta.dirname, 'fixtures/passeio.webm'));
    await signIn(page, product.admin);
    await page.goto('/admin/video');
    const current = page.getByLabel('Vídeo atual');
    await expect(current).toBeVisible();
    const old = await current.getAttribute('src');
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await setReloadMarker(page);

    const field = page.getByLabel('Arquivo de vídeo');
    await field.setInputFiles(note);
    await expect(page.getByText('Formato de arquivo não permitido.')).toHaveCount(2);
    await closeAlerts(page);
    await field.setInputFiles(file('passeio.webm', 'video/webm', bytes));
    const preview = page.getByLabel('Vídeo novo');
    await expect(preview).toHaveAttribute('src', /^blob:/);
    await expect.poll(() => preview.evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBe(320);
    if (project.name === 'desktop') {
      for (const video of [preview, current])
        expect(await video.boundingBox()).toMatchObject({ width: 320, height: 240 });
    }
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);

    const streamed = page.waitForResponse(
      (answer) => answer.url().endsWith('.webm') && answer.request().resourceType() === 'media',
    );
    await page.getByRole('button', { name: 'Salvar vídeo' }).click();
    await expect(alertOf(page, 'Vídeo atualizado')).toBeVisible();
    await expect(current).not.toHaveAttribute('src', old ?? '');
    await expect(preview).toBeHidden();
    await expectNoReload(page);
    const answer = await streamed;
    const { range } = await answer.request().allHeaders();
    expect([answer.status(), range]).toEqual([206, 'bytes=0-']);

    const at = await current.evaluate(async (element) => {
      const video = element as HTMLVideoElement;
      video.muted = true;
      await video.play();
      video.pause();
      const sought = new Promise((done) => video.addEventListener('seeked', done, { once: true }));
      video.currentTime = 2;
      await sought;
      return video.currentTime;
    });
    expect(at).toBe(2);
    const onSite = (await (await page.request.get(apiUrl('/site/video'))).json()) as {
      data: { file: { url_s3: string } };
    };
    expect(onSite.data.file.url_s3).toBe(await current.getAttribute('src'));
    expect((await page.request.get(old ?? '')).status()).toBe(404);
  },
);

test('staff read before the upload how far browsers play a video', { tag: '@desktop' }, async ({
  page,
  product,
}) => {
  await signIn(page, product.admin);
  await page.goto('/admin/video');
  const field = page.getByLabel('Arquivo de vídeo');
  const chosen = page.getByRole('figure').filter({ hasText: 'Vídeo novo' });
  const unplayable = 'Este vídeo não vai aparecer no site. Os navegadores não tocam';

  await field.setInputFiles(file('loja.avi', 'video/x-msvideo', aviVideo('XVID', 0x55)));
  await expect(chosen).toContainText('AVI com MPEG-4 Parte 2 e MP3');
  await expect(chosen).toContainText(`${unplayable} AVI com MPEG-4 Parte 2 e MP3. Converta para MP4`);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  const hevc = isoVideo([trak('hvc1'), aacTrak()], { brand: 'qt  ' });
  await field.setInputFiles(file('celular.mov', 'video/quicktime', hevc));
  await expect(chosen).toContainText('Nem todo aparelho toca MOV com HEVC e AAC. Converta para MP4');
  await expect(chosen).not.toContainText(unplayable);

  await field.setInputFiles(file('loja.mp4', 'video/mp4', isoVideo([trak('mp4v')])));
  await expect(chosen).toContainText(`${unplayable} MP4 com MPEG-4 Parte 2`);

  const bytes = await readFile(join(import.meta.dirname, 'fixtures/passeio.webm'));
  await field.setInputFiles(file('passeio.webm', 'video/webm', bytes));
  await expect(chosen).toContainText('WebM com VP8');
  await expect(chosen.getByRole('status')).toBeHidden();
});

test(
  "staff add offers for today and for a later day, and shoppers get today's",
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const written = (day: string) => day.split('-').toReversed().join('/');
    const alts = [0, 400].map((days) => `Oferta daqui a ${days} dias (${project.name})`);
    const onSite = async () => (await page.request.get(apiUrl('/site/daily-booklets'))).text();
    const photo = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#c4161c' } })
      .jpeg()
      .toBuffer();
    await signIn(page, product.admin);
    for (const [index, alt] of alts.entries()) {
      await page.goto('/admin/booklets/of-the-day/create');
      await page.getByLabel('Dia da promoção').fill(dayIn(index * 400));
      await page.getByLabel('Texto alternativo (alt)').fill(alt);
      await page
        .getByRole('button', { name: /^Imagem/ })
        .setInputFiles(file('oferta.jpg', 'image/jpeg', photo));
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Publicar' }).click();
      await expect(alertOf(page, 'Oferta do dia adicionada')).toBeVisible();
      await expect(page).toHaveURL(/\/of-the-day\/index$/);
    }
    // The list begins with the nearest day.
    await expect(page.locator('tbody tr').first()).toContainText(written(dayIn(0)));
    await expect(page.locator('tbody tr').last()).toContainText(written(dayIn(400)));
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    const shown = await onSite();
    expect([shown.includes(alts[0] ?? ''), shown.includes(alts[1] ?? '')]).toEqual([true, false]);

    await removeOffers(page, alts);
  },
);

/** Removes the offers, because other journeys expect the demo's offers of today. */
async function removeOffers(page: Page, alts: string[]) {
  const token = await page.evaluate(() => localStorage.getItem('vitrine.token'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.get(apiUrl('/admin/daily-booklets'), { headers });
  const { data } = (await answer.json()) as { data: { uuid: string; photos: { alt: string | null } }[] };
  for (const { uuid } of data.filter((offer) => alts.includes(offer.photos.alt ?? '')))
    await page.request.delete(apiUrl(`/admin/daily-booklets/destroy/${uuid}`), { headers });
}
