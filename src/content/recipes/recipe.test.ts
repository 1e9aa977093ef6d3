import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, staff, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg, noise, png } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
import { maxLengthOf } from '../../shared/fields.ts';
import {
  getRecipe,
  listRecipes,
  recipeRecord,
  siteRecipe,
  siteRecipes,
  updateRecipe,
} from './recipe.contract.ts';

let app: TestApp;
let token: string;
let picture: Buffer;
/** Category ids by name. */
let category: Record<'Doces' | 'Água e sucos', number>;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1' } });
  token = await app.signIn();
  picture = await jpeg();
  const idOf = async (name: string) => {
    const url = '/api/admin/revenue-categories';
    const { uuid } = (await app.request('POST', `${url}/store`, { token, json: { name } })).json().data;
    return (await app.request('GET', `${url}/details/${uuid}`, { token })).json().data.id as number;
  };
  category = { Doces: await idOf('Doces'), 'Água e sucos': await idOf('Água e sucos') };
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['recipes']));

const needed = () => ({ name: 'Pudim', revenue_category_id: String(category.Doces) });
const { admin, get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'revenues', {
  fields: needed,
  files: () => ({ image: fileOf(picture) }),
});

async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getRecipe.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listRecipes.answers[200], answer);
}
const names = async (query = '') => (await list(query)).data.map(({ name }) => name);
async function onSite() {
  const answer = await app.request('GET', '/api/site/revenues');
  expect(answer.statusCode).toBe(200);
  return bodyOf(siteRecipes.answers[200], answer).data;
}
const counts = () => countRows(app, { recipes: 'recipes' });
const NOTHING = { recipes: 0, files: 0, audit: 0, stored: 0 };

describe('creating a recipe', () => {
  it('answers 201 and shows the recipe to staff and shoppers', async () => {
    const answer = await store({
      name: '  Água de coco  ',
      revenue_category_id: String(category['Água e sucos']),
      description: 'Fresquinha.',
      ingredients: '1 coco verde\n\n2 pedras de gelo',
      preparation_mode: 'Abra o coco.\nSirva.',
      recipe_link: 'https://exemplo.com.br/coco',
      preparation_minutes: '10',
      total_minutes: ' 1h30 ',
      servings: '2',
      difficulty: '1',
      alt: 'Um coco aberto',
    });
    expect([answer.statusCode, answer.json().data.message]).toEqual([201, 'Já aparece em Dicas e receitas.']);
    const { uuid } = answer.json().data;
    const recipe = await details(uuid);
    expect(recipe).toEqual({
      ...PUBLISHED,
      id: expect.any(Number),
      uuid,
      name: 'Água de coco',
      revenue_category_id: { id: category['Água e sucos'], name: 'Água e sucos' },
      description: 'Fresquinha.',
      ingredients: '1 coco verde\n\n2 pedras de gelo',
      preparation_mode: 'Abra o coco.\nSirva.',
      recipe_link: 'https://exemplo.com.br/coco',
      preparation_minutes: 10,
      total_minutes: 90,
      servings: '2 porções',
      difficulty: { number: 1, text: 'Fácil' },
      alt: 'Um coco aberto',
      file: expect.objectContaining({ width: 48, height: 32, alt: 'Um coco aberto' }),
      version: 1,
      updated_at: expect.any(String),
    });
    expect(await list()).toEqual({ data: [recipe] });
    const { version, updated_at, publication, ...shown } = recipe;
    expect(await onSite()).toEqual([shown]);
    const page = await app.request('GET', `/api/site/revenues/details/${uuid}`);
    expect([page.statusCode, page.json()]).toEqual([200, { data: shown }]);
    expect(bodyOf(siteRecipe.answers[200], page).data).toEqual(shown);
    expect((await app.request('GET', recipe.file.url_s3)).headers['content-type']).toBe('image/jpeg');
  });

  it('requires only name, category and image', async () => {
    expect(await details(await storeRecord())).toMatchObject({
      description: null,
      ingredients: null,
      preparation_mode: null,
      recipe_link: null,
      preparation_minutes: null,
      total_minutes: null,
      servings: null,
      difficulty: null,
      alt: null,
    });
  });

  it('counts a line break as one character, though forms send CRLF', async () => {
    const longest = maxLengthOf(recipeRecord.fields.ingredients.input) ?? 0;
    const text = 'x\n'.repeat(longest / 2 - 1).concat('xx');
    expect(text).toHaveLength(longest);
    expect((await details(await storeRecord({ ingredients: text }))).ingredients).toBe(text);
    expect((await store({ ingredients: `${text}x` })).statusCode).toBe(422);
  });

  it('records the creation in the audit log', async () => {
    const uuid = await storeRecord({ ingredients: 'Leite' });
    const [entry] = await app.deps.db.selectFrom('audit_log').selectAll().execute();
    expect(entry).toMatchObject({ action: 'create', entity: 'recipes', entity_uuid: uuid, before: null });
    expect(entry?.user_name).toBe(staff.name);
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ name: 'Pudim', ingredients: 'Leite' });
  });
});

describe('invalid recipes', () => {
  const chooseCategory = ['Escolha uma categoria.'];
  const link = ['Cole o endereço completo, começando com https://'];

  it.each<[string, Fields, Record<string, unknown>]>([
    ['no name', { name: ' \t\n' }, { name: ['Informe o nome.'] }],
    ['a name of 100 KB', { name: 'x'.repeat(100_000) }, { name: ['Use no máximo 120 caracteres.'] }],
    ['no category', { revenue_category_id: '' }, { revenue_category_id: chooseCategory }],
    ['a category by name', { revenue_category_id: 'Doces' }, { revenue_category_id: chooseCategory }],
    [
      'a category id out of range',
      { revenue_category_id: '99999999999999999999' },
      { revenue_category_id: chooseCategory },
    ],
    [
      'an unknown category',
      { revenue_category_id: '999999' },
      { revenue_category_id: ['Esta categoria não existe mais. Escolha outra.'] },
    ],
    ['a script as link', { recipe_link: 'javascript:alert(1)' }, { recipe_link: link }],
    ['a mail address as link', { recipe_link: 'mailto:a@b.example' }, { recipe_link: link }],
    [
      'ingredients of 100 KB',
      { ingredients: 'x'.repeat(100_000) },
      { ingredients: ['Use no máximo 5000 caracteres.'] },
    ],
    ['a time in words', { total_minutes: 'logo' }, { total_minutes: [expect.stringContaining('1h30')] }],
    ['a time of zero', { preparation_minutes: '0' }, { preparation_minutes: [expect.any(String)] }],
    [
      'more than a week',
      { total_minutes: '169h' },
      { total_minutes: ['Uma receita leva no máximo uma semana.'] },
    ],
    [
      'a preparation time above the total time',
      { preparation_minutes: '1h', total_minutes: '45' },
      { total_minutes: ['O tempo total não pode ser menor que o de preparo.'] },
    ],
    ['a difficulty by name', { difficulty: 'fácil' }, { difficulty: ['Escolha a dificuldade.'] }],
    ['a text as image', { image: 'foto' }, { image: ['Escolha uma imagem.'] }],
    [
      'an HTML page as image',
      { image: fileOf(Buffer.from('<html>')) },
      { image: ['Formato de arquivo não permitido. Envie JPG ou PNG.'] },
    ],
  ])('rejects %s with 422', async (_, fields, errors) => {
    const answer = await store(fields);
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects an empty form with 422 and names every required field', async () => {
    const answer = await app.request('POST', admin('/store'), { token, form: formOf({ alt: '' }) });
    expect([answer.statusCode, Object.keys(answer.json().errors).sort()]).toEqual([
      422,
      ['image', 'name', 'revenue_category_id'],
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a truncated picture with 422', async () => {
    const half = fileOf((await noise(300, 200)).subarray(0, 5000));
    expect((await store({ image: half })).json().errors).toEqual({ image: [expect.any(String)] });
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a picture that is too large with 413', async () => {
    const answer = await store({ image: fileOf(Buffer.concat([picture, Buffer.alloc(1_500_000)])) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      413,
      { image: ['O arquivo passa de 1 MB. Escolha um menor.'] },
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a request without a session with 401', async () => {
    const calls = [
      app.request('GET', admin('')),
      app.request('GET', admin(`/details/${randomUUID()}`)),
      app.request('POST', admin('/store'), { form: formOf({ ...needed(), image: fileOf(picture) }) }),
      app.request('POST', admin(`/update/${randomUUID()}`), { form: formOf(needed()) }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('updating a recipe', () => {
  it('keeps absent fields and the image, and clears empty fields', async () => {
    const uuid = await storeRecord({
      description: 'Sem furinho.',
      ingredients: 'Leite\nOvos',
      preparation_mode: 'Bata.\nAsse.',
      recipe_link: 'https://a.example/pudim',
      preparation_minutes: '20',
      total_minutes: '50',
      servings: '12 fatias',
      difficulty: '2',
      alt: 'Pudim',
    });
    const before = await details(uuid);
    const moved = { name: 'Suco', revenue_category_id: String(category['Água e sucos']) };
    const answer = await update(uuid, moved);
    expect([answer.statusCode, bodyOf(updateRecipe.answers[200], answer).data]).toEqual([
      200,
      { message: 'A mudança já aparece em Dicas e receitas.', uuid, version: 2 },
    ]);
    expect(await details(uuid)).toEqual({
      ...before,
      name: 'Suco',
      revenue_category_id: { id: category['Água e sucos'], name: 'Água e sucos' },
      version: 2,
      updated_at: expect.any(String),
    });
    // A single time is validated against the stored other time.
    const late = await update(uuid, { preparation_minutes: '51' });
    expect([late.statusCode, late.json().errors]).toEqual([
      422,
      { total_minutes: ['O tempo total não pode ser menor que o de preparo.'] },
    ]);
    const effort = { preparation_minutes: '', total_minutes: '', servings: '', difficulty: '' };
    const empty = {
      description: '',
      ingredients: ' ',
      preparation_mode: '',
      recipe_link: '',
      alt: '',
      ...effort,
    };
    expect((await update(uuid, empty)).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({
      description: null,
      ingredients: null,
      preparation_mode: null,
      recipe_link: null,
      preparation_minutes: null,
      total_minutes: null,
      servings: null,
      difficulty: null,
      alt: null,
      file: { url_s3: before.file.url_s3 },
    });
    expect(await names('?search=leite')).toEqual([]);
  });

  it('replaces the image and stops serving the old file', async () => {
    const uuid = await storeRecord();
    const { file: old } = await details(uuid);
    const image = fileOf(await png({ width: 20, height: 30 }), 'a.png', 'image/png');
    expect((await update(uuid, { image })).statusCode).toBe(200);
    const { file } = await details(uuid);
    expect([file.width, file.height]).toEqual([20, 30]);
    expect((await app.request('GET', old.url_s3)).statusCode).toBe(404);
    expect((await app.request('GET', file.url_s3)).statusCode).toBe(200);
    expect(await counts()).toMatchObject({ recipes: 1, files: 2, stored: 4 });
  });

  it('shows a change on the site at once', async () => {
    const uuid = await storeRecord({ name: 'Antes' });
    expect((await onSite()).map(({ name }) => name)).toEqual(['Antes']);
    await update(uuid, { name: 'Depois' });
    expect((await onSite()).map(({ name }) => name)).toEqual(['Depois']);
    const page = await app.request('GET', `/api/site/revenues/details/${uuid}`);
    expect(page.json().data.name).toBe('Depois');
  });

  it('rejects an outdated version with 409 and invalid fields with 422, and changes nothing', async () => {
    const uuid = await storeRecord();
    expect((await update(uuid, { name: 'Um', version: '1' })).statusCode).toBe(200);
    const [recipe, before] = [await details(uuid), await counts()];
    const image = fileOf(picture);
    expect((await update(uuid, { version: '1', image })).statusCode).toBe(409);
    const refused: Fields[] = [
      { name: ' ' },
      { revenue_category_id: '999999' },
      { recipe_link: 'ftp://a.example' },
    ];
    for (const fields of refused) expect((await update(uuid, { ...fields, image })).statusCode).toBe(422);
    expect(await details(uuid)).toEqual(recipe);
    expect(await counts()).toEqual(before);
    expect((await update(uuid, { name: 'Dois' })).statusCode).toBe(200);
  });

  it('accepts one of several concurrent updates', async () => {
    const uuid = await storeRecord();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => update(uuid, { name, version: '1', image: fileOf(picture) })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await counts()).toMatchObject({ recipes: 1, files: 2, stored: 4 });
  });
});

describe('deleting a recipe', () => {
  it('removes the recipe from the list and its files from the site at once', async () => {
    const [gone] = [await storeRecord({ name: 'Sai' }), await storeRecord({ name: 'Fica' })];
    const { file } = await details(gone);
    const answer = await destroy(gone);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Não aparece mais em Dicas e receitas.' } },
    ]);
    expect(await names()).toEqual(['Fica']);
    expect((await onSite()).map(({ name }) => name)).toEqual(['Fica']);
    expect((await app.request('GET', file.url_s3)).statusCode).toBe(404);
    const page = await app.request('GET', `/api/site/revenues/details/${gone}`);
    expect([page.statusCode, page.json().error]).toEqual([
      404,
      'Não encontramos esta receita. Ela pode ter saído do site.',
    ]);
  });

  it('answers 404 for an unknown recipe', async () => {
    for (const uuid of [randomUUID(), 'nenhuma']) {
      expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
      expect((await update(uuid, { image: fileOf(picture) })).statusCode).toBe(404);
      expect((await destroy(uuid)).statusCode).toBe(404);
      expect((await app.request('GET', `/api/site/revenues/details/${uuid}`)).statusCode).toBe(404);
    }
    expect((await get(`/details/${randomUUID()}`)).json().error).toBe('Esta receita não existe mais.');
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('lists of recipes', () => {
  beforeEach(async () => {
    await storeRecord({ name: 'Zabaione', ingredients: 'Ovos\nVinho' });
    await storeRecord({ name: 'Água saborizada', revenue_category_id: String(category['Água e sucos']) });
    await storeRecord({ name: 'ambrosia', ingredients: 'Água\nOvos' });
  });

  it('lists the newest recipes first on the site and the oldest first for staff', async () => {
    expect((await onSite()).map(({ name }) => name)).toEqual(['ambrosia', 'Água saborizada', 'Zabaione']);
    expect(await names()).toEqual(['Zabaione', 'Água saborizada', 'ambrosia']);
  });

  it('searches name and ingredients without accents or case', async () => {
    expect(await names('?search=AGUA')).toEqual(['Água saborizada', 'ambrosia']);
    expect(await names('?search=ovos vinho')).toEqual(['Zabaione']);
    expect(await names('?search=%25')).toEqual([]);
  });

  it('sorts without accents or case, also by category, page by page', async () => {
    expect(await names('?sort=name')).toEqual(['Água saborizada', 'ambrosia', 'Zabaione']);
    expect(await names('?sort=revenue_category_id')).toEqual(['Água saborizada', 'Zabaione', 'ambrosia']);
    expect(await names('?sort=-id')).toEqual(['ambrosia', 'Água saborizada', 'Zabaione']);
    expect(await list('?page=2&per_page=2&search=agua&sort=-name')).toEqual({
      data: [],
      meta: { page: 2, per_page: 2, total: 2 },
    });
  });
});
