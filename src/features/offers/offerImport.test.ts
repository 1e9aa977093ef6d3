import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { countsOf, emptyContent } from '../../../test/uploads.ts';
import { UNSEEN_REFUSED } from '../../contract/unseen.ts';
import { importOffers, MOST_WRONG, SHOWN_RIGHT } from './offerImport.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['offers']));

const HEAD = 'Produto;Tamanho;Unidade;Preço;Preço antes;Departamento;Vale de;Vale até';
const row = (product: string, price = '4,99') =>
  `${product};1;kg;${price};7,99;Hortifrúti;21/11/2026;30/11/2026`;
const send = (json: object, by = token) =>
  app.request('POST', '/api/admin/offers/import', { token: by, json });
const counts = () => countsOf(app, { offers: 'offers' });
const NOTHING = { offers: 0, files: 0, audit: 0, stored: 0 };

async function tried(csv: string) {
  const answer = await send({ csv, trial: true });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(importOffers.answers[200], answer).data;
}

it('only looks, when it is a trial, and tells each wrong cell', async () => {
  const found = await tried([HEAD, row('Tomate'), row('Uva', 'x'), row('', '9,99')].join('\n'));
  expect(found).toMatchObject({ stored: false, count: 3, wrong: 2 });
  expect(found.message).toBe('2 linhas precisam de correção. Nada é importado até todas estarem certas.');
  expect(found.rows).toEqual([
    { line: 3, cells: expect.any(Array), errors: [{ column: 3, text: 'Informe o preço como 12,99.' }] },
    {
      line: 4,
      cells: expect.any(Array),
      errors: [
        { column: 0, text: 'Informe o produto.' },
        { column: 4, text: 'O preço de antes é maior que o da oferta.' },
      ],
    },
    { line: 2, cells: row('Tomate').split(';'), errors: [] },
  ]);
  expect(await counts()).toEqual(NOTHING);
});

it('refuses a row whose product has characters that nobody sees, and names its cell', async () => {
  const found = await tried([HEAD, row('Tomate'), row('U\u200bva'), row('\u3164')].join('\n'));
  expect(found.wrong).toBe(2);
  expect(found.rows.flatMap(({ errors }) => errors).filter(({ column }) => column === 0)).toEqual([
    { column: 0, text: UNSEEN_REFUSED },
    { column: 0, text: 'Informe o produto.' },
  ]);
});

it('stores all rows at once, each with its history and its entry in the log', async () => {
  const answer = await send({ csv: [HEAD, row('Tomate'), row('Uva')].join('\n') });
  expect(answer.statusCode, answer.payload).toBe(200);
  expect(answer.json().data).toMatchObject({ message: '2 ofertas importadas.', stored: true, rows: [] });
  expect(await counts()).toEqual({ offers: 2, files: 0, audit: 2, stored: 0 });
  const { data } = (await app.request('GET', '/api/site/offers')).json();
  expect(data.offers.map(({ product }: { product: string }) => product)).toEqual(['Tomate', 'Uva']);
});

it('changes the prices of those that are there, and says so before', async () => {
  await send({ csv: [HEAD, row('Tomate'), row('Uva'), row('Kiwi')].join('\n') });
  const csv = [HEAD, row('Tomate'), row('Uva', '3,99'), row('Figo')].join('\n');
  expect((await tried(csv)).message).toBe(
    'As 3 ofertas estão certas e podem ser importadas: 1 nova, 1 muda o que já há, 1 já está assim.',
  );
  const answer = await send({ csv });
  expect(answer.json().data.message).toBe('1 oferta importada, 1 mudou, 1 já estava assim.');
  const { data } = (await app.request('GET', '/api/admin/offers?sort=id', { token })).json();
  const said = data.map(({ product, price, version }: Record<string, unknown>) => [product, price, version]);
  expect(said).toEqual([
    ['Tomate', '4.99', 1],
    ['Uva', '3.99', 2],
    ['Kiwi', '4.99', 1],
    ['Figo', '4.99', 1],
  ]);
  // Other days, or twice in one table, are other offers.
  const next = row('Uva').replace('30/11', '29/11');
  expect((await send({ csv: [HEAD, next, next].join('\n') })).json().data.message).toBe(
    '2 ofertas importadas.',
  );
});

it('stores nothing where one row is wrong, and says which', async () => {
  const answer = await send({ csv: [HEAD, row('Tomate'), row('Uva', '9,99')].join('\n') });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual({
    csv: ['Linha 3, Preço antes: O preço de antes é maior que o da oferta.'],
  });
  expect(await counts()).toEqual(NOTHING);
});

it('tells of very many wrong rows the first', async () => {
  const rows = Array.from({ length: MOST_WRONG + 50 }, (_, at) => row(`P${at}`, at % 100 === 0 ? '4' : ''));
  const found = await tried([HEAD, ...rows].join('\n'));
  expect(found.rows.length).toBe(MOST_WRONG + 3);
  const answer = await send({ csv: [HEAD, ...rows].join('\n') });
  expect(answer.json().errors.csv).toHaveLength(21);
  expect(SHOWN_RIGHT).toBeGreaterThan(3);
});

it('refuses what is no table, an empty one, and whoever may not publish', async () => {
  expect((await send({ csv: '' })).json().errors).toEqual({
    csv: ['Digite as ofertas, cole a planilha ou escolha o arquivo.'],
  });
  expect((await send({ csv: 'nada' })).statusCode).toBe(422);
  const fine = { csv: [HEAD, row('Uva')].join('\n') };
  expect((await app.request('POST', '/api/admin/offers/import', { json: fine })).statusCode).toBe(401);
  expect((await send(fine, await app.signInAs('reader'))).statusCode).toBe(403);
  // Of no branch: who is kept to some says for which of these.
  expect((await send(fine, await app.signInAs('store', []))).statusCode).toBe(403);
});

it('imports a table with the sep= line of Excel and one with empty lines before its header', async () => {
  const head = HEAD.replaceAll(';', '\t');
  for (const csv of [
    ['sep=;', HEAD, row('Arroz')].join('\r\n'),
    ['', ' ', HEAD, row('Arroz')].join('\n'),
    `sep=\t\n${head}\n${row('Arroz').replaceAll(';', '\t')}`,
  ])
    expect(await tried(csv)).toMatchObject({ count: 1, wrong: 0 });
});

it('refuses a table with a quote that is never closed and stores none of its rows', async () => {
  const csv = [`${HEAD};Obs`, `${row('Arroz')};"promo`, `${row('Feijão')};ok`, `${row('Café')};ok`].join(
    '\n',
  );
  const answer = await send({ csv });
  expect(answer.statusCode, answer.payload).toBe(422);
  expect(answer.json().errors).toEqual({
    csv: ['Na linha 2 há aspas que abrem e não fecham. Feche ou apague as aspas.'],
  });
  expect(await counts()).toEqual(NOTHING);
});

it('refuses a row with more cells than there are columns, because a part of it would be lost', async () => {
  const found = await tried([HEAD, `${row('Arroz')};sobra`, `${row('Uva')};;`].join('\n'));
  expect(found).toMatchObject({ count: 2, wrong: 1 });
  expect(found.rows[0]).toMatchObject({
    line: 2,
    errors: [{ column: -1, text: 'Há mais células nesta linha do que nomes de colunas.' }],
  });
});

it('answers a table full of quotes with a refusal', async () => {
  for (const cell of ['a""', '"a""', '"a"" ', '"a"x'])
    for (const between of [';', '\n', '']) {
      const csv = `${HEAD}\n${`${cell}${between}`.repeat(Math.floor(290_000 / (cell.length + 1)))}`;
      const answer = await send({ csv, trial: between === ';' });
      expect(answer.statusCode, answer.payload).toBe(422);
    }
});

it('repeats what ended yesterday, once, for as long as it held', async () => {
  const repeat = () => app.request('POST', '/api/admin/offers/repeat', { token });
  expect((await repeat()).statusCode).toBe(409);
  const of = (product: string, until: string) => `${product};1;kg;4,99;7,99;Hortifrúti;18/11/2026;${until}`;
  await send({
    csv: [HEAD, of('Uva', '20/11/2026'), of('Kiwi', '19/11/2026'), of('Figo', '21/11/2026')].join('\n'),
  });
  const answer = await repeat();
  expect(answer.json().data).toEqual({ message: '1 oferta vale de novo a partir de hoje.', count: 1 });
  const { data } = (await app.request('GET', '/api/site/offers?search=uva')).json();
  expect(data.offers).toMatchObject([{ valid_from: '2026-11-21', valid_until: '2026-11-23', price: '4.99' }]);
  expect((await repeat()).statusCode).toBe(409);
  expect((await app.request('POST', '/api/admin/offers/repeat')).statusCode).toBe(401);
  const reader = await app.signInAs('reader');
  expect((await app.request('POST', '/api/admin/offers/repeat', { token: reader })).statusCode).toBe(403);
});
