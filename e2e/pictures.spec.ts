import sharp from 'sharp';
import {
  apiUrl,
  apiUrlPattern,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  signIn,
  test,
} from './journey.ts';

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

interface PublicBanner {
  title: string;
  file: { width: number; height: number; alt: string | null; url_s3: string; focus?: object };
}

test.use({ world: 'office', expectedErrors: [/ERR_FAILED|Failed to load resource/] });

test(
  'staff upload pictures, crop them, reuse them and replace them everywhere',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const title = `Festival das Imagens (${project.name})`;
    const [first, second] = [`amarela-${project.name}.jpg`, `verde-${project.name}.jpg`];
    const found = async () => {
      const answer = await page.request.get(apiUrl('/site/banners'));
      return ((await answer.json()) as { data: PublicBanner[] }).data.find(
        (banner) => banner.title === title,
      );
    };
    await signIn(page, product.admin);

    await test.step('an upload that failed can be retried', async () => {
      await page.goto('/admin/pictures');
      await page.route(apiUrlPattern('/admin/pictures/store'), (route) => route.abort(), { times: 1 });
      await page.getByLabel('Arraste ou cole imagens aqui').setInputFiles([await picture(first, '#ffc83d')]);
      await page.getByRole('button', { name: 'Tentar de novo' }).click();
      await expect(page.getByRole('link', { name: `Abrir ${first}` })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Envios' })).toHaveCount(0);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    });

    await test.step('a banner uses the picture from the library, with a crop and a focal point', async () => {
      await page.goto('/admin/banners/create');
      await page.getByLabel('Título').fill(title);
      await page.getByRole('button', { name: 'Escolher da biblioteca' }).click();
      await page.getByRole('searchbox').fill(first);
      await page.getByRole('button', { name: first }).click();
      await expect(page.getByText('Falta dizer o que a imagem mostra.')).toBeVisible();
      await page.getByLabel('Só decorativa').check();
      await expect(page.getByText('Falta dizer o que a imagem mostra.')).toHaveCount(0);
      await page.getByRole('button', { name: 'Ajustar corte' }).click();
      await expect(page.getByTestId('cropper')).toBeVisible();
      await page.getByLabel('Formato').selectOption('Quadrada');
      await page.getByLabel('Na horizontal').press('ArrowRight');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Usar assim' }).click();
      await page.getByRole('button', { name: 'Publicar' }).click();
      await expect
        .poll(async () => (await found())?.file)
        .toMatchObject({
          width: 600,
          height: 600,
          alt: '',
          focus: { x: 60, y: 50 },
        });
    });

    await test.step('a replacement changes every record that uses the picture, and can be undone', async () => {
      const before = (await found())?.file.url_s3;
      await page.goto(`/admin/pictures?usage=used&search=${encodeURIComponent(title)}`);
      const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
      await expect(card.first()).toContainText('no site');
      await page
        .locator('.pictures input[type=file]')
        .first()
        .setInputFiles(await picture(second, '#1f6b3a'));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Trocar' }).click();
      await expect(page.getByText('A mudança vale em 1 registro.')).toBeVisible();
      await expect(page.getByRole('link', { name: `Abrir ${second}` })).toBeVisible();
      expect((await found())?.file.url_s3).not.toBe(before);
      await page.getByRole('button', { name: 'Desfazer' }).click();
      await expect.poll(async () => (await found())?.file.url_s3).toBe(before);
    });

    await test.step('an unused picture can be deleted', async () => {
      await page.goto('/admin/pictures?usage=unused');
      await page.getByRole('button', { name: `Excluir ${first}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(page.getByRole('link', { name: `Abrir ${first}` })).toHaveCount(0);
    });
  },
);
