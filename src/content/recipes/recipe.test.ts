import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, uploadCalls } from '../../../test/uploads.ts';
import { maxLengthOf } from '../../shared/fields.ts';
import { getRecipe, listRecipes, recipeRecord, siteRecipe, siteRecipes } from './recipe.contract.ts';

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
const { get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'revenues', {
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

  it('counts a line break as one character, though forms send CRLF', async () => {
    const longest = maxLengthOf(recipeRecord.fields.ingredients.input) ?? 0;
    const text = 'x\n'.repeat(longest / 2 - 1).concat('xx');
    expect(text).toHaveLength(longest);
    expect((await details(await storeRecord({ ingredients: text }))).ingredients).toBe(text);
    expect((await store({ ingredients: `${text}x` })).statusCode).toBe(422);
  });
});

describe('invalid recipes', () => {
  const chooseCategory = ['Escolha uma categoria.'];
  const link = ['Cole o endereço completo, começando com https://'];

  it.each<[string, Fields, Record<string, unknown>]>([
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
    ['a mail address as link', { recipe_link: 'mailto:a@b.example' }, { recipe_link: link }],
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
  ])('rejects %s with 422', async (_, fields, errors) => {
    const answer = await store(fields);
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('updating a recipe', () => {
  it('states to staff what shoppers see, and answers 404 to shoppers after its deletion', async () => {
    const uuid = await storeRecord();
    expect((await update(uuid)).json().data.message).toBe('A mudança já aparece em Dicas e receitas.');
    expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais em Dicas e receitas.');
    expect((await destroy(uuid)).json().error).toBe('Esta receita não existe mais.');
    const page = await app.request('GET', `/api/site/revenues/details/${uuid}`);
    expect([page.statusCode, page.json().error]).toEqual([
      404,
      'Não encontramos esta receita. Ela pode ter saído do site.',
    ]);
  });

  it('validates a single time together with the stored other time', async () => {
    const uuid = await storeRecord({ preparation_minutes: '20', total_minutes: '50' });
    const late = await update(uuid, { preparation_minutes: '51' });
    expect([late.statusCode, late.json().errors]).toEqual([
      422,
      { total_minutes: ['O tempo total não pode ser menor que o de preparo.'] },
    ]);
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

  it('searches name and ingredients, and takes no character for a wildcard', async () => {
    expect(await names('?search=AGUA')).toEqual(['Água saborizada', 'ambrosia']);
    expect(await names('?search=ovos vinho')).toEqual(['Zabaione']);
    expect(await names('?search=%25')).toEqual([]);
  });

  it('sorts by the name of the category', async () => {
    expect(await names('?sort=revenue_category_id')).toEqual(['Água saborizada', 'Zabaione', 'ambrosia']);
  });
});
