import sharp from 'sharp';
import {
  apiUrl,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  holdRequests,
  signIn,
  test,
  untilPainted,
} from './journey.ts';

const picture = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
});

interface PublicShop {
  uuid: string;
  name: string;
  description: string | null;
  gallery: { uuid: string; path: string; alt: string | null; focus?: { x: number; y: number } }[];
}

test.use({ world: 'office' });

test(
  'staff edit the gallery of a shop: add several photos, remove, restore, reorder, crop and describe them',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const name = `Papelaria Traço (${project.name})`;
    const found = async () => {
      const answer = await page.request.get(apiUrl('/site/shops'));
      return ((await answer.json()) as { data: PublicShop[] }).data.find((shop) => shop.name === name);
    };
    const save = page.getByRole('button', { name: 'Publicar' });
    const photos = page.getByRole('button', { name: /^Excluir foto \d+$/ });

    await signIn(page, product.admin);
    await page.goto('/admin/shops/create');
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabel('Nome', { exact: true }).fill(name);
    await page.getByLabel('E-mail').fill('oi@traco.example');
    await page.getByLabel('Telefone', { exact: true }).pressSequentially('85900000099');
    await expect(page.getByLabel('Telefone', { exact: true })).toHaveValue('(85) 90000-0099');
    await page.getByLabel('Imagem').setInputFiles(await picture('capa.jpg', '#04616b'));
    await page
      .getByLabel('Fotos')
      .setInputFiles([
        await picture('um.jpg', '#c4161c'),
        { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('texto') },
        await picture('dois.jpg', '#ff7a1a'),
        await picture('três.jpg', '#ffc83d'),
        await picture('quatro.jpg', '#1f6b3a'),
      ]);
    await expect(page.getByText('nota.txt: Formato de arquivo não permitido.').first()).toBeVisible();
    await expect(page.getByRole('img', { name: /^Nova foto: / })).toHaveCount(4);
    await page.getByLabel('Texto alternativo da nova foto dois.jpg').fill('Sai com a foto');
    await page.getByLabel('Texto alternativo da nova foto três.jpg').fill('Balcão amarelo');
    await page.getByRole('button', { name: 'Tirar quatro.jpg' }).click();
    await expect(page.getByRole('img', { name: /^Nova foto: / })).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Tirar três.jpg' })).toBeFocused();
    await page.getByLabel('Texto alternativo da nova foto um.jpg').fill('x'.repeat(301));
    await page.getByLabel('Nome', { exact: true }).focus();
    await expect(page.getByText('Use no máximo 300 caracteres.')).toHaveCount(1);
    await page.getByLabel('Texto alternativo da nova foto um.jpg').fill('Fachada vermelha');
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await save.click();
    await expect(page).toHaveURL(/\/admin\/shops\/index/);
    await expect(page.getByText('Loja adicionada').first()).toBeVisible();
    await expectAccessible(page);
    const before = await found();
    expect(before?.gallery.map(({ alt }) => alt)).toEqual([
      'Fachada vermelha',
      'Sai com a foto',
      'Balcão amarelo',
    ]);

    const row = page.getByRole('row').filter({ hasText: name });
    await row
      .getByRole('link', { name: /Editar/ })
      .or(row.getByRole('button', { name: /Ações/ }))
      .first()
      .click();
    if (project.name === 'celular') await page.getByRole('menuitem', { name: 'Editar' }).click();
    await expect(page).toHaveURL(/\/admin\/shops\/edit\//);
    await expect(photos).toHaveCount(3);
    await page.getByLabel('Descrição').fill('Cadernos e canetas.');
    await page.getByLabel('Texto alternativo da foto 2').fill('Some com ela');
    await page.getByLabel('Texto alternativo da foto 3').fill('Balcão de cadernos');
    // Photos are deleted only when the form is saved, and an undo restores a photo's text.
    const undo = page.getByRole('main').getByRole('button', { name: 'Desfazer', exact: true });
    await page.getByRole('button', { name: 'Excluir foto 2' }).press('Enter');
    await expect(page.getByText('1 foto sai da galeria ao salvar.')).toBeVisible();
    await expect(photos).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Excluir foto 2' })).toBeFocused();
    expect((await found())?.gallery).toHaveLength(3);
    await undo.press('Enter');
    await expect(photos).toHaveCount(3);
    await expect(page.getByLabel('Texto alternativo da foto 2')).toHaveValue('Some com ela');
    await page.getByRole('button', { name: 'Excluir foto 2' }).press('Enter');
    await expect(page.getByLabel('Descrição')).toHaveValue('Cadernos e canetas.');
    await expect(page.getByLabel('Texto alternativo da foto 1')).toHaveValue('Fachada vermelha');
    await expect(page.getByLabel('Texto alternativo da foto 2')).toHaveValue('Balcão de cadernos');
    await expect(page.getByText('em outra janela')).toHaveCount(0);

    await page.getByRole('button', { name: 'Adicionar da biblioteca' }).press('Enter');
    const library = page.getByRole('dialog', { name: 'Escolher da biblioteca' });
    await library.getByRole('button').filter({ hasText: 'capa.jpg' }).first().click();
    await expect(library).toBeHidden();
    await page.getByLabel('Texto alternativo da nova foto Foto da biblioteca 1').fill('A capa outra vez');
    await page.getByLabel('Fotos').setInputFiles([await picture('cinco.jpg', '#6a0d14')]);
    await page.getByLabel('Texto alternativo da nova foto cinco.jpg').fill('Estojos de couro');
    await expect(page.getByLabel('Texto alternativo da nova foto Foto da biblioteca 1')).toHaveValue(
      'A capa outra vez',
    );
    // An undo restores a new photo with its text.
    await page.getByRole('button', { name: 'Tirar cinco.jpg' }).click();
    await expect(page.getByText('1 foto nova não vai mais.')).toBeVisible();
    await undo.click();
    await expect(page.getByLabel('Texto alternativo da nova foto cinco.jpg')).toHaveValue('Estojos de couro');
    // Keys on the grip move a photo, and so do buttons.
    const last = page.getByRole('button', { name: 'Mover Foto da biblioteca 1', exact: true });
    await last.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(/Foto da biblioteca 1.* posição 4 de 4/)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(/Foto da biblioteca 1 está na posição [123] de 4/)).toBeAttached();
    await page.keyboard.press('Space');
    const earlier = page.getByRole('button', { name: 'Mover para antes: Foto da biblioteca 1' });
    while ((await earlier.getAttribute('aria-disabled')) === null) await earlier.press('Enter');
    const showPicture = await holdRequests(page, '**/media/**');
    await page.getByRole('button', { name: 'Ajustar corte: foto 2' }).press('Enter');
    const cutting = page.getByRole('dialog', { name: 'Corte e ponto de atenção' });
    await expect(cutting).toBeVisible();
    // A resize before the picture is loaded.
    for (const width of [600, 1440]) await page.setViewportSize({ width, height: 900 });
    await untilPainted(page);
    showPicture();
    await cutting.getByLabel('Na horizontal').fill('20');
    await cutting.getByRole('button', { name: 'Usar assim' }).click();
    await expect(page.getByText('Corte novo ao salvar.')).toHaveCount(1);
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Salvar loja' }).click();
    await expect(page.getByText('Loja atualizada').first()).toBeVisible();
    const after = await found();
    expect(after?.description).toBe('Cadernos e canetas.');
    expect(after?.gallery.map(({ alt }) => alt)).toEqual([
      'A capa outra vez',
      'Fachada vermelha',
      'Balcão de cadernos',
      'Estojos de couro',
    ]);
    expect(after?.gallery[1]).toMatchObject({ uuid: before?.gallery[0]?.uuid, focus: { x: 20, y: 50 } });
    expect((await page.request.get(before?.gallery[1]?.path ?? '')).status()).toBe(404);
    for (const { path } of after?.gallery ?? []) expect((await page.request.get(path)).status()).toBe(200);
    await page.goto(`/admin/shops/show/${after?.uuid}`);
    await expect(page.getByText('Balcão de cadernos')).toBeVisible();
    await page.goto(`/shops/${after?.uuid}`);
    for (const name of ['Fachada vermelha', 'Balcão de cadernos', 'Estojos de couro', 'A capa outra vez'])
      await expect(page.getByRole('img', { name })).toHaveCount(1);
  },
);

test(
  'staff edit the opening hours and the location of a branch',
  { tag: '@desktop' },
  async ({ page, product }, { project }) => {
    const name = `Aurora Praia (${project.name})`;
    await signIn(page, product.admin);
    await page.goto('/admin/branches/create');
    await page.getByLabel('Nome', { exact: true }).fill(name);
    await page.getByLabel('E-mail').fill('praia@aurora.example');
    await page.getByLabel('Telefone', { exact: true }).fill('(85) 0000-0031');
    await page.getByLabel('CEP').fill('60025-100');
    await page.getByLabel('Rua').fill('Avenida da Praia');
    await page.getByLabel('Número').fill('7');
    await page.getByLabel('Bairro').fill('Meireles');
    await page.getByLabel('Cidade').fill('Fortaleza');
    await page.getByLabel('Estado').selectOption('CE');
    await page.getByLabel('Latitude').evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', '-3.7275, -38.4961');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(page.getByLabel('Longitude')).toHaveValue('-38.4961');
    await page.getByLabel('Imagem').setInputFiles(await picture('praia.jpg', '#04616b'));

    await page.getByLabel('Segunda', { exact: true }).check();
    await page.getByLabel('Segunda: abre às').fill('07:00');
    const save = page.getByRole('button', { name: 'Publicar' });
    await save.click();
    await expect(
      page.getByText('Segunda: informe a hora de abrir e a de fechar, como 08:30.').first(),
    ).toBeVisible();
    await page.getByLabel('Segunda: fecha às').fill('12:00');
    await page.getByRole('button', { name: 'Segunda: adicionar um segundo horário' }).click();
    await page.getByLabel('Segunda: abre de novo às').fill('14:00');
    await page.getByLabel('Segunda: fecha de novo às').fill('22:00');
    await page.getByRole('button', { name: 'Repetir de segunda a sexta' }).click();
    await page.getByLabel('Sábado', { exact: true }).check();
    await expect(
      page.getByText('Segunda a sábado, 7h às 12h e 14h às 22h · Domingo, fechada.'),
    ).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await save.click();
    await expect(page.getByText('Filial adicionada').first()).toBeVisible();

    const answer = await page.request.get(apiUrl('/site/branches'));
    const { data } = (await answer.json()) as {
      data: { uuid: string; name: string; latitude: number; hours: unknown[] }[];
    };
    const branch = data.find((candidate) => candidate.name === name);
    expect(branch).toMatchObject({ latitude: -3.7275, longitude: -38.4961 });
    expect(branch?.hours).toHaveLength(12);
    await page.goto(`/admin/branches/show/${branch?.uuid}`);
    await expect(page.getByText('Segunda a sábado, 7h às 12h e 14h às 22h')).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  },
);
