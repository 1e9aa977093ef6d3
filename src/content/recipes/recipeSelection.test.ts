import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versioned } from '../../../migrations/lib/versioned.ts';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { siteRecipePairs, siteRecipeSelection, siteRecipes } from './recipe.contract.ts';
import { RECIPES_PER_PAGE } from './recipe.selection.ts';
import { recipeService } from './recipe.service.ts';
import { recipeCategoryService } from './recipeCategory.service.ts';

const AT = '2026-11-21T15:00:00.000Z';
const SWEETS = 'Doces & sobremesas';
const FAMILY = 'Almoço de família';

let app: TestApp;
const categories = new Map<string, number>();
const uuids = new Map<string, string>();

const row = () => ({ uuid: randomUUID(), created_at: AT, updated_at: AT });

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.deps;
  for (const name of [SWEETS, FAMILY, 'Sem receita']) {
    const values = { ...row(), ...recipeCategoryService.columns({ name }) };
    const { id } = await db
      .insertInto('recipe_categories')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    categories.set(name, id);
  }
  await add([
    [
      'Feijoada',
      FAMILY,
      { ingredients: '500 g de feijão preto\n1 maço de couve', total_minutes: 180, difficulty: 2 },
    ],
    ['Pudim sem furinho', SWEETS, { description: 'O da vovó.' }],
    ['Pão de ló', SWEETS, { ingredients: '6 ovos', total_minutes: 45, difficulty: 1 }],
  ]);
});
afterAll(async () => {
  const db = app.deps.db as unknown as Kysely<never>;
  await versioned(db, 'recipe_categories');
  await versioned(db, 'recipes');
  await app.remove();
});

type Some = [name: string, category: string, more?: Partial<Parameters<typeof recipeService.columns>[0]>];

async function add(recipes: Some[]): Promise<void> {
  const { db } = app.deps;
  const files = await db
    .insertInto('files')
    .values(
      recipes.map(() => ({
        ...row(),
        area: 'public' as const,
        state: 'live' as const,
        kind: 'image' as const,
        type: 'image/webp',
        name: 'receita.webp',
        bytes: 1,
        width: 4,
        height: 3,
        avif: 'done' as const,
      })),
    )
    .returning('id')
    .execute();
  const values = recipes.map(([name, category, more], at) => ({
    ...row(),
    ...recipeService.columns({ name, revenue_category_id: categories.get(category) ?? 0, ...more }),
    file_id: files[at]?.id ?? 0,
  }));
  await db.insertInto('recipes').values(values).execute();
  for (const { name, uuid } of values) uuids.set(name, uuid);
  app.deps.responseCache.invalidate();
}

const selection = async (query: Record<string, string> = {}) =>
  bodyOf(
    siteRecipeSelection.answers[200],
    await app.request('GET', `/api/site/revenues/selection?${new URLSearchParams(query)}`),
  ).data;
const names = async (query: Record<string, string>) => (await selection(query)).cards.map(({ name }) => name);
const pairs = async (name: string) =>
  bodyOf(
    siteRecipePairs.answers[200],
    await app.request('GET', `/api/site/revenues/pairs/${uuids.get(name)}`),
  ).data.map((card) => card.name);

describe('selection of recipes', () => {
  test('returns all recipes without a query, with the categories in use by name', async () => {
    const all = await selection();
    expect([all.total, all.more, all.page, all.pages, all.category]).toEqual([3, false, 1, 1, null]);
    expect(all.cards.map(({ name }) => name)).toEqual(['Pão de ló', 'Pudim sem furinho', 'Feijoada']);
    expect(all.choices).toEqual([
      { slug: 'almoco-de-familia', name: FAMILY, count: 1, chosen: false },
      { slug: 'doces-sobremesas', name: SWEETS, count: 2, chosen: false },
    ]);
    expect(Object.keys(all.cards[0] ?? {})).toEqual([
      'uuid',
      'name',
      'category',
      'total_minutes',
      'difficulty',
      'file',
    ]);
  });

  test('requires every word in name, category, description or ingredients, ignoring accents', async () => {
    expect(await names({ search: 'PAO' })).toEqual(['Pão de ló']);
    expect(await names({ search: 'vovo' })).toEqual(['Pudim sem furinho']);
    expect(await names({ search: 'couve feijão' })).toEqual(['Feijoada']);
    expect(await names({ search: 'doces' })).toEqual(['Pão de ló', 'Pudim sem furinho']);
    expect(await names({ search: 'doces ovos' })).toEqual(['Pão de ló']);
    expect(await names({ search: 'couve pudim' })).toEqual([]);
    expect(await names({ search: 'ló de' })).toEqual(['Pão de ló']);
    expect(await names({ search: '  ' })).toHaveLength(3);
  });

  test('puts recipes with the word only inside another word last', async () => {
    expect(await names({ search: 'm' })).toEqual(['Pão de ló', 'Feijoada', 'Pudim sem furinho']);
  });

  test.each([
    ['feijões pretos', 'Feijoada'],
    ['couves', 'Feijoada'],
    ['pães', 'Pão de ló'],
    ['pa\u0303es', 'Pão de ló'],
    ['pudins', 'Pudim sem furinho'],
    ['fu\u00adrinhos', 'Pudim sem furinho'],
  ])('finds with %j the recipe %j', async (search, name) => {
    expect(await names({ search })).toEqual([name]);
  });

  test('selects a category by slug or id, and counts the other categories under the same search', async () => {
    expect(await names({ category: 'doces-sobremesas' })).toEqual(['Pão de ló', 'Pudim sem furinho']);
    expect(await names({ category: String(categories.get(FAMILY)) })).toEqual(['Feijoada']);
    const both = await selection({ category: 'doces-sobremesas', search: 'feijao' });
    expect(both.cards).toEqual([]);
    expect(both.category).toEqual({ slug: 'doces-sobremesas', name: SWEETS });
    expect(both.choices.map(({ name, count }) => [name, count])).toEqual([
      [FAMILY, 1],
      [SWEETS, 0],
    ]);
    expect(await selection({ category: 'sem-receita' })).toMatchObject({ total: 0, category: null });
    expect(await selection({ category: 'nao-existe', search: 'doces' })).toMatchObject({ total: 0 });
  });

  test('filters by time and difficulty, alone or with words and a category', async () => {
    expect(await names({ time: '60' })).toEqual(['Pão de ló']);
    expect(await names({ difficulty: '2' })).toEqual(['Feijoada']);
    expect(
      await names({ difficulty: '1', time: '60', search: 'ovos', category: 'doces-sobremesas' }),
    ).toEqual(['Pão de ló']);
    const none = await selection({ difficulty: '2', category: 'doces-sobremesas' });
    expect([none.total, none.cards, none.choices]).toEqual([
      0,
      [],
      [
        { slug: 'almoco-de-familia', name: FAMILY, count: 1, chosen: false },
        { slug: 'doces-sobremesas', name: SWEETS, count: 0, chosen: true },
      ],
    ]);
    expect(await names({ search: 'doces', time: '60' })).toEqual(['Pão de ló']);
    // Only filters with results are offered; unknown values are ignored.
    const { times, difficulties } = await selection({ time: '7', difficulty: '9' });
    expect([times, difficulties]).toEqual([[60], [1, 2]]);
    expect(await names({ time: '7', difficulty: 'x' })).toHaveLength(3);
  });

  test('suggests recipes when nothing is found', async () => {
    const none = await selection({ search: 'zzz' });
    expect(none.total).toBe(0);
    expect(none.suggested.map(({ name }) => name)).toEqual(['Pão de ló', 'Pudim sem furinho', 'Feijoada']);
    expect((await selection()).suggested).toEqual([]);
  });
});

describe('paired recipes', () => {
  test('suggests recipes of the same category first, then others, and never the recipe itself', async () => {
    expect(await pairs('Pudim sem furinho')).toEqual(['Pão de ló', 'Feijoada']);
    expect(await pairs('Feijoada')).toEqual(['Pão de ló', 'Pudim sem furinho']);
    const none = await app.request('GET', `/api/site/revenues/pairs/${randomUUID()}`);
    expect(none.statusCode).toBe(404);
  });
});

describe('very many recipes', () => {
  const MANY = 1100;
  const long = 'Bata tudo. '.repeat(180);

  beforeAll(async () => {
    for (let at = 0; at < MANY; at += 100)
      await add(
        Array.from({ length: 100 }, (_, more) => [
          `Bolo ${at + more}`,
          (at + more) % 10 ? SWEETS : FAMILY,
          { ingredients: 'farinha', description: long },
        ]),
      );
  });

  test('pages through recipes, and clamps the page number', async () => {
    const all = await selection();
    const pages = Math.ceil((MANY + 3) / RECIPES_PER_PAGE);
    expect(all).toMatchObject({ page: 1, pages, total: MANY + 3, more: false });
    expect(await names({ page: '2' })).toEqual(
      Array.from({ length: RECIPES_PER_PAGE }, (_, at) => `Bolo ${MANY - RECIPES_PER_PAGE - at - 1}`),
    );
    const last = await selection({ page: '9999' });
    expect(last.page).toBe(pages);
    expect(last.cards.at(-1)?.name).toBe('Feijoada');
    for (const wrong of ['0', '-1', '1.5', 'x']) expect((await selection({ page: wrong })).page).toBe(1);
  });

  test('stops counting a search at the limit', async () => {
    const many = await selection({ search: 'farinha' });
    expect(many).toMatchObject({ total: 1000, more: true, pages: Math.ceil(1000 / RECIPES_PER_PAGE) });
    expect(many.choices.map(({ name, count }) => [name, count])).toEqual([
      [FAMILY, null],
      [SWEETS, null],
    ]);
    expect(many.cards[0]?.name).toBe(`Bolo ${MANY - 1}`);
    // A category has few enough matches, so its pages are complete.
    const family = await selection({ search: 'farinha', category: 'almoco-de-familia', page: '2' });
    expect(family).toMatchObject({ total: MANY / 10, more: false, page: 2 });
    expect(family.cards[0]?.name).toBe(`Bolo ${MANY - 10 - RECIPES_PER_PAGE * 10}`);
    expect(await names({ search: 'farinha bolo 17' })).toContain('Bolo 17');
    expect(await names({ search: 'doces 1099' })).toEqual(['Bolo 1099']);
  });

  test('sorts by category, each recipe once, page by page and as a whole', async () => {
    const token = await app.signIn();
    const list = async (query: string) => {
      const answer = await app.request('GET', `/api/admin/revenues?fields=id,revenue_category_id&${query}`, {
        token,
      });
      return (JSON.parse(answer.payload).data as { id: number; revenue_category_id: { name: string } }[]).map(
        ({ id, revenue_category_id: { name } }) => `${name} ${id}`,
      );
    };
    for (const query of ['revenue_category_id', '-revenue_category_id&search=bo'])
      expect(await list(`sort=${query}`), query).toEqual(await paged(query));

    async function paged(query: string) {
      const pages: string[] = [];
      for (let page = 1; page <= 6; page += 1)
        pages.push(...(await list(`per_page=200&page=${page}&sort=${query}`)));
      return pages;
    }
    const up = await list('sort=revenue_category_id');
    expect(up).toHaveLength(MANY + 3);
    expect(await list('sort=-revenue_category_id')).toEqual(up.toReversed());
    const [family, sweets] = [FAMILY, SWEETS].map((name) => up.filter((one) => one.startsWith(name)));
    expect(up).toEqual([...(family ?? []), ...(sweets ?? [])]);
    const ids = (some: string[] = []) => some.map((one) => Number(one.split(' ').at(-1)));
    for (const some of [family, sweets]) expect(ids(some)).toEqual(ids(some).toSorted((a, b) => a - b));
  });

  test('streams the whole list, which is not cached', async () => {
    const answer = await app.request('GET', '/api/site/revenues');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('public, no-cache');
    expect(answer.payload.length).toBeGreaterThan(2 * 1024 * 1024);
    const { data } = bodyOf(siteRecipes.answers[200], answer);
    expect(data.map(({ name }) => name)).toEqual([
      ...Array.from({ length: MANY }, (_, at) => `Bolo ${MANY - at - 1}`),
      'Pão de ló',
      'Pudim sem furinho',
      'Feijoada',
    ]);
    expect(app.deps.responseCache.hit('/api/site/revenues')).toBeUndefined();
  });

  test('compresses the streamed list, and renders no body for HEAD', async () => {
    const { gunzipSync, brotliDecompressSync } = await import('node:zlib');
    const plain = (await app.request('GET', '/api/site/revenues')).payload;
    for (const [encoding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const headers = { 'accept-encoding': encoding };
      const answer = await app.request('GET', '/api/site/revenues', { headers });
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(unpack(answer.rawPayload).toString()).toBe(plain);
    }
    const token = await app.signIn();
    const staff = await app.request('GET', '/api/admin/revenues?sort=name', { token });
    expect(JSON.parse(staff.payload).data).toHaveLength(MANY + 3);
    expect(staff.headers['cache-control']).toBe('no-store');
    const head = await app.request('HEAD', '/api/site/revenues');
    expect([head.statusCode, head.payload]).toEqual([200, '']);
  });
});
