import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { builtPages } from './builtPages.ts';

let app: TestApp;
/** An instance without cached pages, so that an outage is visible. */
let cold: TestApp;

beforeAll(async () => {
  [app, cold] = await Promise.all([
    createTestApp({ pages: builtPages }),
    createTestApp({ pages: builtPages }),
  ]);
});
afterAll(() => Promise.all([app.remove(), cold.remove()]));

test.each([
  ['/shopping', 'O shopping'],
  ['/shops', 'As vitrines estão vazias'],
  ['/shops?busca=caf%C3%A9', 'As vitrines estão vazias'],
  ['/cinema', 'Trocando o filme'],
  ['/branches?cidade=Natal', 'Ainda não há filiais por aqui'],
])('%s shows a friendly message without content', async (url, words) => {
  const { statusCode, payload } = await app.request('GET', url);
  expect(statusCode).toBe(200);
  expect(payload).toContain(words);
  expect(payload).not.toMatch(/undefined|NaN|\[object/);
});

test('a missing record is a real 404 that search engines do not index', async () => {
  for (const place of ['shops', 'cinema', 'branches']) {
    for (const uuid of ['nada', '00000000-0000-4000-8000-000000000000']) {
      const { statusCode, payload } = await app.request('GET', `/${place}/${uuid}`);
      expect(statusCode, `${place} ${uuid}`).toBe(404);
      expect(payload).toContain('Página não encontrada');
      expect(payload).toContain('content="noindex"');
    }
  }
});

test.each([
  ['/shops', 'As portas emperraram'],
  ['/shops/00000000-0000-4000-8000-000000000000', 'A porta desta loja emperrou'],
  ['/cinema', 'A fita enroscou'],
  ['/cinema/00000000-0000-4000-8000-000000000000', 'A fita enroscou'],
  ['/branches', 'Não conseguimos mostrar as filiais agora'],
])('%s shows an error page with its status during a database outage', async (url, words) => {
  cold.deps.db.selectFrom = () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const { statusCode, payload } = await cold.request('GET', url);
  expect(statusCode).toBe(503);
  expect(payload).toContain(words);
  expect(payload).toContain('<strong>Erro</strong>');
});
