import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { countRows, emptyContent, formOf } from '../../../test/uploads.ts';
import { listOffers } from './offer.contract.ts';
import { changeOffers } from './offerChange.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['offers']));

const HEAD = 'Produto;Tamanho;Unidade;Preço;Preço antes;Preço com o cartão;Departamento;Vale de;Vale até';
const days = 'Hortifrúti;21/11/2026;30/11/2026';

/** Creates grapes without a former price, kiwis with one, and figs with a lower card price. */
async function three() {
  const csv = [
    HEAD,
    `Uva;1;kg;10,05;;;${days}`,
    `Kiwi;1;kg;8,00;9,00;;${days}`,
    `Figo;1;kg;6,00;;5,80;${days}`,
  ];
  await app.request('POST', '/api/admin/offers/import', { token, json: { csv: csv.join('\n') } });
  const [grape = '', kiwi = '', fig = ''] = (await all()).map(({ uuid }) => uuid);
  return { grape, kiwi, fig };
}
async function all() {
  const answer = await app.request('GET', '/api/admin/offers?sort=id', { token });
  return bodyOf(listOffers.answers[200], answer).data;
}
async function storeBranch(): Promise<string> {
  const form = formOf({
    ...{ name: 'Aldeota', email: 'sul@aurora.example', phone: '(85) 3222-4400', number: '48' },
    ...{ road: 'Rua das Flores', district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100' },
    ...{ hours: '[]', image: fileOf(await jpeg()) },
  });
  const created = await app.request('POST', '/api/admin/branches/store', { token, form });
  expect(created.statusCode, created.payload).toBe(201);
  return created.json().data.uuid;
}
const change = (json: object, by: string | undefined = token) =>
  app.request('POST', '/api/admin/offers/change', { ...(by && { token: by }), json });
const undo = (json: object, by = token) =>
  app.request('POST', '/api/admin/offers/change/undo', { token: by, json });

it('previews a change of offers, applies it to all of them, and undoes it', async () => {
  const { grape, kiwi } = await three();
  const before = await countRows(app, { offers: 'offers' });
  const asked = { uuids: [grape, kiwi], valid_until: '2026-12-05', department: 'bakery', percent_off: 10 };
  const trial = await change({ ...asked, trial: true });
  expect(trial.json().data).toMatchObject({
    message: '2 ofertas mudam: até 05/12/2026, em Padaria, preço 10% menor.',
    stored: false,
    offers: [{ product: 'Uva', price_before: '10.05', price: '9.05', problem: null }, { price: '7.20' }],
  });
  expect(await countRows(app, { offers: 'offers' })).toEqual(before);

  const answer = await change(asked);
  expect(answer.statusCode, answer.payload).toBe(200);
  const done = bodyOf(changeOffers.answers[200], answer).data;
  expect(await all()).toMatchObject([
    { price: '9.05', former_price: '10.05', valid_until: '2026-12-05', department: 'bakery', version: 2 },
    { price: '7.20', former_price: '9.00', department: 'bakery' },
    { price: '6.00', department: 'produce', version: 1 },
  ]);
  const history = await app.request('GET', `/api/admin/history/offers/${grape}`, { token });
  expect(history.json().data.versions).toHaveLength(2);

  const back = {
    uuids: done.offers.map(({ uuid }) => uuid),
    versions: done.offers.map(({ version }) => version),
  };
  expect((await undo(back)).json().data.message).toBe('2 ofertas voltaram a ser como antes.');
  expect(await all()).toMatchObject([
    { price: '10.05', former_price: null, valid_until: '2026-11-30' },
    { price: '8.00' },
    {},
  ]);
  // Another user has changed them since.
  expect((await undo(back)).statusCode).toBe(409);
});

it('changes no offer if a change of one is invalid, and names that one', async () => {
  const { grape, fig } = await three();
  const asked = { uuids: [grape, fig], price_off: '0,50' };
  const trial = await change({ ...asked, trial: true });
  expect(trial.json().data.offers[1]).toMatchObject({
    problem: 'O preço com o cartão é menor que o da oferta.',
  });
  const answer = await change(asked);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.uuids).toEqual(['Figo: O preço com o cartão é menor que o da oferta.']);
  expect((await change({ uuids: [grape], price_off: '10,05' })).statusCode).toBe(422);
  expect((await all()).map(({ version }) => version)).toEqual([1, 1, 1]);
});

it('rejects changes that are empty, too large, of deleted offers, or by callers without permission', async () => {
  const { grape } = await three();
  const fine = { uuids: [grape], percent_off: 10 };
  expect((await change({ uuids: [grape] })).json().errors).toEqual({ valid_until: ['Diga o que muda.'] });
  expect((await change({ ...fine, price_off: '1,00' })).statusCode).toBe(422);
  expect((await change({ ...fine, percent_off: 91 })).json().errors).toEqual({
    percent_off: ['O desconto vai de 1% a 90%.'],
  });
  expect((await change({ ...fine, uuids: [grape, crypto.randomUUID()] })).statusCode).toBe(404);
  expect((await app.request('POST', '/api/admin/offers/change', { json: fine })).statusCode).toBe(401);
  expect((await change(fine, await app.signInAs('reader'))).statusCode).toBe(403);
  // The offer is valid in all branches, and this user manages only one.
  expect((await change(fine, await app.signInAs('store', [crypto.randomUUID()]))).statusCode).toBe(403);
});

it('raises and sets prices, limits and highlights of offers, and names each old and new value', async () => {
  const { grape, kiwi, fig } = await three();
  const asked = {
    uuids: [grape, kiwi, fig],
    price: { how: 'raise', percent: 10 },
    former_price: { how: 'set', amount: '12,00' },
    card_price: { how: 'raise', amount: '0,50' },
    customer_limit: { how: 'set', amount: 3 },
    highlight: true,
  };
  const trial = bodyOf(changeOffers.answers[200], await change({ ...asked, trial: true })).data;
  expect(trial.message).toBe(
    '3 ofertas mudam: preço 10% maior, preço antes de R$ 12,00, preço com o cartão R$ 0,50 maior, limite por cliente de 3, com destaque.',
  );
  // Half a cent is rounded up, and a card price that an offer lacks stays absent.
  expect(trial.offers[0]?.changes).toEqual([
    { field: 'price', before: 'R$ 10,05', after: 'R$ 11,06' },
    { field: 'former_price', before: 'nenhum', after: 'R$ 12,00' },
    { field: 'customer_limit', before: 'sem limite', after: '3 por cliente' },
    { field: 'highlight', before: 'sem destaque', after: 'com destaque' },
  ]);
  expect((await change(asked)).statusCode).toBe(200);
  const highlighted = { customer_limit: 3, highlight: true };
  expect(await all()).toMatchObject([
    { price: '11.06', former_price: '12.00', card_price: null, ...highlighted },
    { price: '8.80', former_price: '12.00', ...highlighted },
    { price: '6.60', former_price: '12.00', card_price: '6.30', ...highlighted },
  ]);
  const cleared = {
    uuids: [fig],
    price: { how: 'set', amount: '5,00' },
    former_price: { how: 'clear' },
    card_price: { how: 'clear' },
    customer_limit: { how: 'clear' },
    highlight: false,
  };
  expect((await change(cleared)).statusCode).toBe(200);
  expect((await all())[2]).toMatchObject({
    ...{ price: '5.00', former_price: null, card_price: null, customer_limit: null, highlight: false },
  });
});

it('leaves out offers that a change would make invalid if the caller asks so, and offers that are already so', async () => {
  const { grape, kiwi, fig } = await three();
  const asked = { uuids: [grape, kiwi, fig], price: { how: 'raise', amount: '1,00' } };
  const trial = await change({ ...asked, skip_invalid: true, trial: true });
  expect(trial.json().data.message).toBe(
    '2 ofertas mudam: preço R$ 1,00 maior. 1 oferta não pode mudar assim e fica de fora.',
  );
  expect(trial.json().data.offers[1]).toMatchObject({
    problem: 'O preço de antes é maior que o da oferta.',
    changes: [{ field: 'price', before: 'R$ 8,00', after: 'R$ 9,00' }],
  });
  expect((await change(asked)).json().errors.uuids).toEqual([
    'Kiwi: O preço de antes é maior que o da oferta.',
  ]);
  const done = await change({ ...asked, skip_invalid: true });
  expect(done.json().data.message).toBe('2 ofertas mudaram. 1 ficou como estava.');
  expect(done.json().data.offers).toHaveLength(2);
  expect(await all()).toMatchObject([{ price: '11.05' }, { price: '8.00', version: 1 }, { price: '7.00' }]);

  const same = { uuids: [grape, kiwi], price: { how: 'set', amount: '8,00' } };
  expect((await change({ ...same, trial: true })).json().data.message).toBe(
    '1 oferta muda: preço de R$ 8,00. 1 já está assim.',
  );
  expect((await change(same)).json().data.offers).toMatchObject([{ uuid: grape }]);
  expect((await change(same)).json().data.message).toBe('Nenhuma oferta mudou.');
});

it.each([
  [{ price: { how: 'lower', amount: '10,05' } }, 'Uva: Com este desconto, a oferta ficaria de graça.'],
  [{ price: { how: 'raise', amount: '999999,00' } }, 'Uva: O preço passaria de R$ 999.999,99.'],
  [{ former_price: { how: 'set', amount: '9,00' } }, 'Uva: O preço de antes é maior que o da oferta.'],
  [{ card_price: { how: 'set', amount: '20,00' } }, 'Uva: O preço com o cartão é menor que o da oferta.'],
])('refuses %j for an offer that it would make invalid, with its name', async (edit, text) => {
  const { grape } = await three();
  const answer = await change({ uuids: [grape], ...edit });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.uuids).toEqual([text]);
});

it('refuses to lower a limit or a card price below its least value', async () => {
  const { grape, fig } = await three();
  await change({ uuids: [grape], customer_limit: { how: 'set', amount: 2 } });
  const limit = await change({ uuids: [grape], customer_limit: { how: 'lower', amount: 2 } });
  expect(limit.json().errors.uuids).toEqual(['Uva: O limite por cliente ficaria abaixo de 1.']);
  const card = await change({ uuids: [fig], card_price: { how: 'lower', amount: '7,00' } });
  expect(card.json().errors.uuids).toEqual(['Figo: O preço com o cartão ficaria abaixo de R$ 0,01.']);
});

it.each([
  [{ price: { how: 'lower', percent: 91 } }, { price: ['O desconto vai de 1% a 90%.'] }],
  [{ price: { how: 'raise', percent: 201 } }, { price: ['O aumento vai de 1% a 200%.'] }],
  [{ price: { how: 'raise' } }, { price: ['Diga quanto muda, em porcento ou em reais.'] }],
  [{ price: { how: 'set' } }, { price: ['Informe o novo valor em reais, como 12,99.'] }],
  [{ price: { how: 'clear' } }, { price: ['Escolha entre baixar, subir, definir e tirar.'] }],
  [{ card_price: { how: 'raise', amount: '-1' } }, { card_price: ['Informe o preço como 12,99.'] }],
  [
    { customer_limit: { how: 'set', amount: 1000 } },
    { customer_limit: ['O limite vai de 1 a 999 por cliente.'] },
  ],
  [{ price: { how: 'set', amount: '1,00' }, percent_off: 5 }, { price: ['Mude o preço de um só modo.'] }],
])('rejects the change %j with a message at its field', async (edit, errors) => {
  const answer = await change({ uuids: [crypto.randomUUID()], ...edit });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual(errors);
});

it('changes no offer that another user saved since the preview', async () => {
  const { grape, kiwi } = await three();
  const uuids = [grape, kiwi];
  const asked = { uuids, price: { how: 'set', amount: '7,00' }, versions: [1, 1] };
  expect((await change({ uuids: [kiwi], highlight: true })).statusCode).toBe(200);
  expect((await change(asked)).statusCode).toBe(409);
  expect(await all()).toMatchObject([{ price: '10.05', version: 1 }, { price: '8.00' }, {}]);
  expect((await change({ ...asked, versions: [1, 2] })).statusCode).toBe(200);
  expect((await change({ ...asked, versions: [1] })).statusCode).toBe(422);
});

it('lets staff of one branch raise only prices of the offers of their branch', async () => {
  const { grape, kiwi } = await three();
  const branch = await storeBranch();
  const mine = await change({ uuids: [grape], branches: [branch] });
  expect(mine.statusCode, mine.payload).toBe(200);
  const staff = await app.signInAs('store', [branch]);
  const raise = { price: { how: 'raise', percent: 5 }, highlight: true };
  expect((await change({ uuids: [grape], ...raise }, staff)).statusCode).toBe(200);
  expect((await change({ uuids: [grape, kiwi], ...raise }, staff)).statusCode).toBe(403);
  expect((await change({ uuids: [grape, kiwi], ...raise, skip_invalid: true }, staff)).statusCode).toBe(403);
});
