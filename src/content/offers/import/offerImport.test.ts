import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, IS_WHOLE, type TestApp, testClock } from '../../../../test/app.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { countRows, emptyContent, formOf } from '../../../../test/uploads.ts';
import { encodeCell } from '../../../records/office/list/csvCells.ts';
import { INVISIBLE_REFUSED } from '../../../shared/text/invisible.ts';
import { listOffers } from '../offer.contract.ts';
import { offerExport } from './offerExport.ts';
import { importOffers, MAX_OFFER_ROWS, MAX_VALID_ROWS, MAX_WRONG_ROWS } from './offerImport.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['offers', 'branches']));

const HEAD = 'Produto;Tamanho;Unidade;Preço;Preço antes;Departamento;Vale de;Vale até';
const row = (product: string, price = '4,99') =>
  `${product};1;kg;${price};7,99;Hortifrúti;21/11/2026;30/11/2026`;
const send = (json: object, by = token) =>
  app.request('POST', '/api/admin/offers/import', { token: by, json });
const counts = () => countRows(app, { offers: 'offers' });
const NOTHING = { offers: 0, files: 0, audit: 0, stored: 0 };

async function tried(csv: string) {
  const answer = await send({ csv, trial: true });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(importOffers.answers[200], answer).data;
}

it('stores nothing in a dry run, and reports each wrong cell', async () => {
  const found = await tried([HEAD, row('Tomate'), row('Uva', 'x'), row('', '9,99')].join('\n'));
  expect(found).toMatchObject({ stored: false, count: 3, wrong: 2 });
  expect(found.message).toBe('2 linhas precisam de correção. Nada é importado até todas estarem certas.');
  expect(found.rows).toEqual([
    {
      line: 3,
      cells: expect.any(Array),
      errors: [{ column: 3, text: 'Informe o preço como 12,99.' }],
      note: null,
    },
    {
      line: 4,
      cells: expect.any(Array),
      note: null,
      errors: [
        { column: 0, text: 'Informe o produto.' },
        { column: 4, text: 'O preço de antes é maior que o da oferta.' },
      ],
    },
    { line: 2, cells: row('Tomate').split(';'), errors: [], note: null },
  ]);
  expect(await counts()).toEqual(NOTHING);
});

it('rejects a row whose product has invisible characters, and names its cell', async () => {
  const found = await tried([HEAD, row('Tomate'), row('U\u200bva'), row('\u3164')].join('\n'));
  expect(found.wrong).toBe(2);
  expect(found.rows.flatMap(({ errors }) => errors).filter(({ column }) => column === 0)).toEqual([
    { column: 0, text: INVISIBLE_REFUSED },
    { column: 0, text: 'Informe o produto.' },
  ]);
});

it('stores all rows at once, each with a version and an audit entry', async () => {
  const answer = await send({ csv: [HEAD, row('Tomate'), row('Uva')].join('\n') });
  expect(answer.statusCode, answer.payload).toBe(200);
  expect(answer.json().data).toMatchObject({ message: '2 ofertas importadas.', stored: true, rows: [] });
  expect(await counts()).toEqual({ offers: 2, files: 0, audit: 2, stored: 0 });
  const { data } = (await app.request('GET', '/api/site/offers')).json();
  expect(data.offers.map(({ product }: { product: string }) => product)).toEqual(['Tomate', 'Uva']);
});

it('changes prices of stored offers, and reports that in the dry run', async () => {
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
});

/** Returns product, price, last day and version of each offer, as staff see them. */
const stored = async () => {
  const { data } = (await app.request('GET', '/api/admin/offers?sort=id', { token })).json();
  return data.map((one: Record<string, unknown>) => [one.product, one.price, one.valid_until, one.version]);
};
/** Imports a table and returns the counts, which add up to all rows. */
async function imported(csv: string) {
  const answer = await send({ csv });
  expect(answer.statusCode, answer.payload).toBe(200);
  const { added, changed, same, wrong, count } = bodyOf(importOffers.answers[200], answer).data;
  expect(added + changed + same + wrong).toBe(count);
  return { added, changed, same };
}
const SHORT = 'Produto;Marca;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até';
const short = (product: string, brand: string, rest = '5;kg;19,90') =>
  `${product};${brand};${rest};Mercearia;21/11/2026;30/11/2026`;

it.each([
  ['two like rows', short('Arroz', 'Serra'), short('Arroz', 'Serra')],
  ['a brand in capitals', short('Feijão', 'Tio Feijão'), short('FEIJAO', 'TIO FEIJÃO')],
  ['a brand without accents', short('Café', 'Pilão'), short('cafe', 'pilao')],
  ['more white space', short('Óleo de soja', 'Boa Vida'), short('Óleo  de soja', ' Boa  Vida ')],
  ['a size with more zeros', short('Arroz', 'Serra'), short('Arroz', 'Serra', '5,000;kg;19,90')],
  ['a price with another sign', short('Arroz', 'Serra'), short('Arroz', 'Serra', '5;kg;R$ 19.90')],
  ['another name of the unit', short('Arroz', 'Serra'), short('Arroz', 'Serra', '5;quilo;19,90')],
  ['no brand twice', short('Arroz', ''), short('Arroz', '')],
  ['a decomposed accent', short('Maçã', 'Açaí'), short('Mac\u0327a\u0303', 'Ac\u0327ai\u0301')],
])('counts a row that repeats another with %s as the same offer, in every import', async (_, one, other) => {
  const csv = [SHORT, one, other].join('\n');
  expect(await imported(csv)).toEqual({ added: 1, changed: 0, same: 1 });
  const first = await stored();
  expect(first).toHaveLength(1);
  expect(await imported(csv)).toEqual({ added: 0, changed: 0, same: 2 });
  expect(await imported([SHORT, one].join('\n'))).toEqual({ added: 0, changed: 0, same: 1 });
  expect(await stored()).toEqual(first);
});

it('rejects rows of one offer with different values and names their lines, however far apart they are', async () => {
  const between = Array.from({ length: 450 }, (_, at) => short(`Produto ${at}`, ''));
  const csv = [SHORT, short('Arroz', 'Serra'), ...between, short('ARROZ', 'serra', '5;kg;17,90')].join('\n');
  const found = await tried(csv);
  expect(found).toMatchObject({ count: 452, added: 450, changed: 0, same: 0, wrong: 2 });
  const text = (line: number) =>
    `Esta oferta também está na linha ${line}, com outro valor aqui. Deixe só uma.`;
  expect(found.rows.slice(0, 2).map(({ line, errors }) => [line, errors])).toEqual([
    [2, [{ column: 4, text: text(453) }]],
    [453, [{ column: 4, text: text(2) }]],
  ]);
  const answer = await send({ csv });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.csv).toEqual([`Linha 2, Preço: ${text(453)}`, `Linha 453, Preço: ${text(2)}`]);
  expect(await counts()).toEqual(NOTHING);
});

it.each([
  ['Preço', (one: string) => one.replace('19,90', '18,90')],
  ['Departamento', (one: string) => one.replace('Mercearia', 'Bebidas')],
  ['Vale até', (one: string) => one.replace('30/11', '29/11')],
])('rejects a row that repeats another with a different value in %s', async (label, change) => {
  const one = short('Arroz', 'Serra');
  const answer = await send({ csv: [SHORT, one, one, change(one)].join('\n') });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.csv).toEqual([
    `Linha 2, ${label}: Esta oferta também está na linha 4, com outro valor aqui. Deixe só uma.`,
    `Linha 3, ${label}: Esta oferta também está na linha 4, com outro valor aqui. Deixe só uma.`,
    `Linha 4, ${label}: Esta oferta também está nas linhas 2 e 3, com outro valor aqui. Deixe só uma.`,
  ]);
});

it('changes the last day of a stored offer instead of adding one', async () => {
  await imported([SHORT, short('Arroz', 'Serra')].join('\n'));
  const csv = [SHORT, short('Arroz', 'Serra').replace('30/11', '28/11')].join('\n');
  expect(await imported(csv)).toEqual({ added: 0, changed: 1, same: 0 });
  expect(await imported(csv)).toEqual({ added: 0, changed: 0, same: 1 });
  expect(await stored()).toEqual([['Arroz', '19.90', '2026-11-28', 2]]);
});

it('matches the same one of several equal stored offers in every import', async () => {
  const store = (valid_until: string) =>
    app.request('POST', '/api/admin/offers/store', {
      token,
      form: formOf({
        ...{ product: 'Arroz', brand: 'Serra', size: '5', unit: 'kg', price: '19.90', department: 'grocery' },
        ...{ valid_from: '2026-11-21', valid_until },
      }),
    });
  for (const day of ['2026-11-25', '2026-11-30', '2026-11-27'])
    expect((await store(day)).statusCode).toBe(201);
  const csv = [SHORT, short('Arroz', 'SERRA', '5;kg;18,90')].join('\n');
  expect(await imported(csv)).toEqual({ added: 0, changed: 1, same: 0 });
  const first = await stored();
  expect(first.map(([, price]: unknown[]) => price)).toEqual(['19.90', '18.90', '19.90']);
  expect(await imported(csv)).toEqual({ added: 0, changed: 0, same: 1 });
  expect(await stored()).toEqual(first);
});

it('reports that the offer of a row is not published', async () => {
  await imported([SHORT, short('Arroz', 'Serra'), short('Feijão', '')].join('\n'));
  const { data } = (await app.request('GET', '/api/admin/offers?search=arroz', { token })).json();
  const [{ uuid }] = data;
  const end = await app.request('POST', `/api/admin/publication/offers/${uuid}/withdraw`, {
    token,
    json: {},
  });
  expect(end.statusCode, end.payload).toBe(200);
  const csv = [SHORT, short('Arroz', 'Serra', '5;kg;17,90'), short('Feijão', '')].join('\n');
  const found = await tried(csv);
  const note = 'Uma delas está fora do site e continua fora até alguém publicar.';
  expect(found).toMatchObject({ added: 0, changed: 1, same: 1, off_site: 1 });
  expect(found.message).toContain(note);
  expect(found.rows.map((one) => [one.line, one.note])).toEqual([
    [2, 'Esta oferta já existe e está fora do site.'],
    [3, null],
  ]);
  expect((await send({ csv })).json().data.message).toBe(`1 mudou, 1 já estava assim. ${note}`);
  const site = (await app.request('GET', '/api/site/offers')).json();
  expect(site.data.offers.map(({ product }: { product: string }) => product)).toEqual(['Feijão']);
});

it('rejects a row that contradicts retained values of its stored offer, and names its line', async () => {
  await send({ csv: [HEAD, row('Tomate')].join('\n') });
  const head = HEAD.replace('Preço antes;', '');
  const csv = [head, row('Uva'), row('Tomate', '8,99')].join('\n').replaceAll(';7,99', '');
  expect(await tried(csv)).toMatchObject({ count: 2, added: 1, changed: 0, same: 0, wrong: 1 });
  const answer = await send({ csv });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.csv).toEqual(['Linha 3, oferta: O preço de antes é maior que o da oferta.']);
  expect(await stored()).toEqual([['Tomate', '4.99', '2026-11-30', 1]]);
});

it('stores nothing if one row is wrong, and names the row', async () => {
  const answer = await send({ csv: [HEAD, row('Tomate'), row('Uva', '9,99')].join('\n') });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual({
    csv: ['Linha 3, Preço antes: O preço de antes é maior que o da oferta.'],
  });
  expect(await counts()).toEqual(NOTHING);
});

it('reports only the first of very many wrong rows', async () => {
  const rows = Array.from({ length: MAX_WRONG_ROWS + 50 }, (_, at) =>
    row(`P${at}`, at % 100 === 0 ? '4' : ''),
  );
  const found = await tried([HEAD, ...rows].join('\n'));
  expect(found.rows.length).toBe(MAX_WRONG_ROWS + 3);
  const answer = await send({ csv: [HEAD, ...rows].join('\n') });
  expect(answer.json().errors.csv).toHaveLength(21);
  expect(MAX_VALID_ROWS).toBeGreaterThan(3);
});

it('rejects text that is not a table, an empty table, and callers without permission to publish', async () => {
  expect((await send({ csv: '' })).json().errors).toEqual({
    csv: ['Digite as ofertas, cole a planilha ou escolha o arquivo.'],
  });
  expect((await send({ csv: 'nada' })).statusCode).toBe(422);
  const fine = { csv: [HEAD, row('Uva')].join('\n') };
  expect((await app.request('POST', '/api/admin/offers/import', { json: fine })).statusCode).toBe(401);
  expect((await send(fine, await app.signInAs('reader'))).statusCode).toBe(403);
  // Without a branch; staff who are limited to some branches must name them.
  expect((await send(fine, await app.signInAs('store', []))).statusCode).toBe(403);
});

it('imports a table with the sep= line of Excel, and one with empty lines before its header', async () => {
  const head = HEAD.replaceAll(';', '\t');
  for (const csv of [
    ['sep=;', HEAD, row('Arroz')].join('\r\n'),
    ['', ' ', HEAD, row('Arroz')].join('\n'),
    `sep=\t\n${head}\n${row('Arroz').replaceAll(';', '\t')}`,
  ])
    expect(await tried(csv)).toMatchObject({ count: 1, wrong: 0 });
});

it('rejects a table with an unclosed quote and stores none of its rows', async () => {
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

it('rejects a row with more cells than columns, because a part of it would be lost', async () => {
  const found = await tried([HEAD, `${row('Arroz')};sobra`, `${row('Uva')};;`].join('\n'));
  expect(found).toMatchObject({ count: 2, wrong: 1 });
  expect(found.rows[0]).toMatchObject({
    line: 2,
    errors: [{ column: -1, text: 'Há mais células nesta linha do que nomes de colunas.' }],
  });
});

it('rejects a table full of quotes in time', async () => {
  for (const cell of ['a""', '"a""', '"a"" ', '"a"x'])
    for (const between of [';', '\n', '']) {
      const csv = `${HEAD}\n${`${cell}${between}`.repeat(Math.floor(290_000 / (cell.length + 1)))}`;
      const answer = await send({ csv, trial: between === ';' });
      expect(answer.statusCode, answer.payload).toBe(422);
    }
});

it('reads a point before three digits of grams and millilitres as a thousands separator', async () => {
  const csv = [
    'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até',
    'Café;1.000;g;19,90;Mercearia;24/11/2026;30/11/2026',
    'Suco;1.500;ml;1.009,90;Bebidas;24/11/2026;30/11/2026',
  ].join('\n');
  expect((await send({ csv })).statusCode).toBe(200);
  const { data } = (await app.request('GET', '/api/admin/offers?sort=product', { token })).json();
  expect(data).toMatchObject([
    { size: '1000', unit: 'g', unit_price: { price: '19.90', per: 'kg' } },
    { size: '1500', unit: 'ml', price: '1009.90' },
  ]);
});

it('reports a point before three digits of kilograms as ambiguous, in its cell', async () => {
  const csv = [HEAD, row('Carne').replace(';1;', ';2.250;')].join('\n');
  const text = '«2.250 kg» quer dizer 2,25 ou 2250? Escreva um dos dois.';
  expect((await tried(csv)).rows[0]?.errors).toEqual([{ column: 1, text }]);
  const answer = await send({ csv });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual({ csv: [`Linha 2, Tamanho: ${text}`] });
});

it('repeats the offers that ended yesterday once, with their former duration', async () => {
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

const copy = (json: object, by = token) =>
  app.request('POST', '/api/admin/offers/repeat', { token: by, json });
const productsFrom = async (day: string) => {
  const answer = await app.request('GET', '/api/admin/offers?sort=id', { token });
  return bodyOf(listOffers.answers[200], answer).data.flatMap((offer) =>
    offer.valid_from === day ? `${offer.product} ${offer.valid_until}` : [],
  );
};

it('copies the offers of any day to any other day, and counts them before', async () => {
  await send({
    csv: [HEAD, row('Uva'), row('Kiwi'), row('Pão').replace('Hortifrúti', 'Padaria')].join('\n'),
  });
  const days = { from: '2026-11-23', to: '2026-12-10' };
  const before = await counts();
  const trial = await copy({ ...days, trial: true });
  expect(trial.json().data).toEqual({ message: '3 ofertas serão copiadas para 10/12/2026.', count: 3 });
  expect(await counts()).toEqual(before);
  expect((await copy({ ...days, department: 'bakery' })).json().data).toEqual({
    message: '1 oferta copiada para 10/12/2026.',
    count: 1,
  });
  expect(await productsFrom('2026-12-10')).toEqual(['Pão 2026-12-19']);
  // Offers that are valid on the target day are not copied again.
  expect((await copy(days)).json().data.count).toBe(2);
  expect((await copy(days)).json().data).toEqual({
    message: 'As ofertas deste dia já valem no outro.',
    count: 0,
  });
  // Also back to an earlier day.
  expect((await copy({ from: '2026-11-23', to: '2026-11-01' })).json().data.count).toBe(3);
});

it('says in neutral words that a day has no offers to copy, and rejects incomplete days', async () => {
  const nothing = await copy({ from: '2026-11-01', to: '2026-11-02', trial: true });
  expect(nothing.json().data).toEqual({ message: 'Não há ofertas neste dia para copiar.', count: 0 });
  expect((await copy({ from: '2026-11-01', to: '2026-11-02' })).statusCode).toBe(200);
  expect((await copy({ to: '2026-11-02' })).json().errors).toEqual({ from: ['Escolha o dia das ofertas.'] });
  expect((await copy({ from: '2026-11-02', to: '2026-11-02' })).statusCode).toBe(422);
  const days = { from: '2026-11-01', to: '2026-11-02' };
  expect((await copy(days, await app.signInAs('reader'))).statusCode).toBe(403);
});

it('copies offers of the chosen branch only, and for staff of a branch only its own', async () => {
  const branch = await storeBranch();
  await send({ csv: [HEAD, row('Uva')].join('\n') });
  await send({ csv: [HEAD, row('Kiwi')].join('\n'), branches: [branch] });
  const days = { from: '2026-11-23', to: '2026-12-10', trial: true };
  expect((await copy(days)).json().data.count).toBe(2);
  expect((await copy({ ...days, branch })).json().data.count).toBe(1);
  expect((await copy({ ...days, branch: 'all' })).json().data.count).toBe(1);
  const staff = await app.signInAs('store', [branch]);
  expect((await copy({ ...days, trial: false }, staff)).json().data.count).toBe(1);
  expect(await productsFrom('2026-12-10')).toEqual(['Kiwi 2026-12-19']);
});

/** Imports offers, changes one and adds one by a second import, and returns what that stored. */
async function importTwice() {
  await send({ csv: [HEAD, row('Uva'), row('Kiwi')].join('\n') });
  const answer = await send({ csv: [HEAD, row('Uva', '5,49'), row('Figo'), row('Kiwi')].join('\n') });
  return bodyOf(importOffers.answers[200], answer).data.saved;
}
const undo = (saved: { uuid: string; version: number; is_new: boolean }[], by = token) =>
  app.request('POST', '/api/admin/offers/change/undo', {
    token: by,
    json: {
      uuids: saved.map(({ uuid }) => uuid),
      versions: saved.map(({ version }) => version),
      new_uuids: saved.filter(({ is_new }) => is_new).map(({ uuid }) => uuid),
      skip_changed: true,
    },
  });
const prices = async () => {
  const answer = await app.request('GET', '/api/admin/offers?sort=id', { token });
  return bodyOf(listOffers.answers[200], answer).data.map(({ product, price }) => `${product} ${price}`);
};

it('undoes an import: new offers go to the trash, and changed ones are as before', async () => {
  const saved = await importTwice();
  expect(saved).toMatchObject([
    { version: 2, is_new: false },
    { version: 1, is_new: true },
  ]);
  expect(await prices()).toEqual(['Uva 5.49', 'Kiwi 4.99', 'Figo 4.99']);
  expect((await undo(saved)).json().data).toEqual({
    message: '1 oferta voltou a ser como antes. 1 oferta foi para a lixeira.',
    ...{ restored: 1, deleted: 1, left: [] },
  });
  expect(await prices()).toEqual(['Uva 4.99', 'Kiwi 4.99']);
  const trash = await app.request('GET', '/api/admin/bin', { token });
  expect(JSON.stringify(trash.json())).toContain('Figo');
});

it('leaves offers that another user changed or deleted since the import, and names them', async () => {
  const saved = await importTwice();
  const [grape, fig] = saved.map(({ uuid }) => uuid);
  const json = { uuids: [grape, fig], highlight: true };
  await app.request('POST', '/api/admin/offers/change', { token, json });
  expect((await undo(saved)).json().data).toMatchObject({
    message: '2 mudaram desde então e ficam como estão.',
    left: expect.arrayContaining([
      { uuid: grape, product: 'Uva' },
      { uuid: fig, product: 'Figo' },
    ]),
  });
  expect(await prices()).toEqual(['Uva 5.49', 'Kiwi 4.99', 'Figo 4.99']);
  // A changed offer is never deleted as a new one, whatever version the call states.
  const forged = [{ uuid: fig ?? '', version: 2, is_new: true }];
  expect((await undo(forged)).json().data).toMatchObject({ deleted: 0, left: [{ uuid: fig }] });
});

it('undoes an import only for callers who may delete its new offers in all their branches', async () => {
  const saved = await importTwice();
  expect((await undo(saved, await app.signInAs('reader'))).statusCode).toBe(403);
  expect((await undo(saved, await app.signInAs('store', [crypto.randomUUID()]))).statusCode).toBe(403);
  expect(await prices()).toHaveLength(3);
});

it('undoes a large import in requests of 200 offers', async () => {
  const length = IS_WHOLE ? MAX_OFFER_ROWS : MAX_OFFER_ROWS / 5;
  const rows = Array.from({ length }, (_, at) => `P${at};1;kg;4,99;;Hortifrúti;21/11/2026;30/11/2026`);
  const answer = await send({ csv: [HEAD, ...rows].join('\n') });
  const { saved } = bodyOf(importOffers.answers[200], answer).data;
  expect(saved).toHaveLength(length);
  for (let at = 0; at < saved.length; at += 200)
    expect((await undo(saved.slice(at, at + 200))).json().data).toMatchObject({ deleted: 200, left: [] });
  expect(await prices()).toEqual([]);
  expect((await undo(saved.slice(0, 201))).statusCode).toBe(422);
}, 120_000);

it('does not repeat an offer that continues with a product or brand in other letter case', async () => {
  const of = (product: string, brand: string, until: string) =>
    `${product};${brand};1;kg;4,99;Hortifrúti;18/11/2026;${until}`;
  await send({ csv: [SHORT, of('Pêra', 'Boa Safra', '20/11/2026')].join('\n') });
  await send({
    csv: [SHORT, of('PERA', 'BOA SAFRA', '30/11/2026').replace('18/11', '21/11')].join('\n'),
  });
  expect((await app.request('POST', '/api/admin/offers/repeat', { token })).statusCode).toBe(409);
});

async function storeBranch(name = 'Aldeota'): Promise<string> {
  const form = formOf({
    ...{ name, email: 'sul@aurora.example', phone: '(85) 3222-4400', number: '48' },
    ...{ road: 'Rua das Flores', district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100' },
    ...{ hours: '[]', image: fileOf(await jpeg()) },
  });
  const created = await app.request('POST', '/api/admin/branches/store', { token, form });
  expect(created.statusCode, created.payload).toBe(201);
  return created.json().data.uuid;
}

it('imports an exported table again, and finds exactly the one changed price', async () => {
  const uuid = await storeBranch();
  const full =
    'Produto;Marca;Tamanho;Unidade;Preço;Preço antes;Preço com o cartão;Limite por cliente;Departamento;Vale de;Vale até;Destaque;Ordem';
  const days = 'Mercearia;21/11/2026;30/11/2026';
  const coffee = `Café forte;Serra;0,5;kg;1.019,90;1.029,90;1.009,90;3;${days};sim;2`;
  await send({ csv: [full, coffee, `=Pão;;1;un;0,99;;;;${days};;`].join('\n') });
  await send({ csv: [full, coffee].join('\n'), branches: [uuid] });

  const list = await app.request('GET', '/api/admin/offers', { token });
  const branches = (await app.request('GET', '/api/admin/offers/branches', { token })).json().data;
  const { heads, cellsOf } = offerExport(branches);
  const sheet = [heads, ...bodyOf(listOffers.answers[200], list).data.map(cellsOf)]
    .map((cells) => cells.map((cell) => `"${encodeCell(cell)}"`).join(';'))
    .join('\r\n');
  expect(sheet).toContain('"Aldeota"');
  expect((await tried(sheet)).message).toMatch(/: 3 já estão assim\.$/);
  expect(await imported(sheet.replace('"0,99"', '"1,09"'))).toEqual({ added: 0, changed: 1, same: 2 });
  const prices = (await stored()).map(([product, price]: unknown[]) => [product, price]);
  expect(prices).toContainEqual(['=Pão', '1.09']);
  const wrong = await tried(sheet.replace('"Aldeota"', '"Aldeia"'));
  expect(wrong.rows[0]?.errors).toEqual([{ column: 13, text: 'Não há filial com o nome «Aldeia».' }]);
});

it('refuses rows whose own cell names branches beyond those of the caller', async () => {
  const own = await storeBranch();
  const foreign = await storeBranch('Praia');
  const limited = await app.signInAs('store', [own]);
  const csv = (cell: string) => [`${HEAD};Filiais`, `${row('Uva')};${cell}`].join('\n');
  for (const cell of ['Todas', 'Praia', 'Aldeota, Praia', foreign])
    expect((await send({ csv: csv(cell), branches: [own] }, limited)).statusCode, cell).toBe(422);
  expect(await counts()).toMatchObject({ offers: 0 });
  const fine = await send({ csv: csv('Aldeota'), branches: [own] }, limited);
  expect(fine.statusCode, fine.payload).toBe(200);
});
