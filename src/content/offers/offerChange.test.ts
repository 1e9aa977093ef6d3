import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { countRows, emptyContent } from '../../../test/uploads.ts';
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

it.each([
  ['raised by percent', { price: { how: 'raise', percent: 10 } }, { price: '8.80', former_price: '9.00' }],
  ['raised by reais', { price: { how: 'raise', amount: '0,50' } }, { price: '8.50' }],
  ['set', { price: { how: 'set', amount: '7,49' } }, { price: '7.49', former_price: '9.00' }],
  ['lowered by reais', { price: { how: 'lower', amount: '1,00' } }, { price: '7.00' }],
  ['raised by percent', { former_price: { how: 'raise', percent: 50 } }, { former_price: '13.50' }],
  ['taken away', { former_price: { how: 'clear' } }, { former_price: null, price: '8.00' }],
  ['set', { card_price: { how: 'set', amount: '7,00' } }, { card_price: '7.00' }],
  ['left alone where there is none', { card_price: { how: 'lower', percent: 10 } }, { card_price: null }],
] as const)('a price is %s: %o', async (_how, asked, expected) => {
  const { kiwi } = await three();
  const answer = await change({ uuids: [kiwi], ...asked });
  expect(answer.statusCode, answer.payload).toBe(200);
  expect((await all())[1]).toMatchObject(expected);
});

it('changes prices, limit and highlight together, says what changes, and takes it back', async () => {
  const { grape, fig } = await three();
  const asked = {
    uuids: [grape, fig],
    price: { how: 'lower', percent: 20 },
    card_price: { how: 'clear' },
    customer_limit: 6,
    highlight: true,
  };
  const trial = bodyOf(changeOffers.answers[200], await change({ ...asked, trial: true })).data;
  expect(trial.message).toBe(
    '2 ofertas mudam: preço 20% menor, sem preço com o cartão, limite de 6 por cliente, com destaque.',
  );
  expect(trial.offers.map(({ changes }) => changes.map((text) => text.replaceAll('\u00a0', ' ')))).toEqual([
    ['preço de R$ 10,05 para R$ 8,04', 'preço antes R$ 10,05', 'limite de 6 por cliente', 'com destaque'],
    [
      ...['preço de R$ 6,00 para R$ 4,80', 'preço antes R$ 6,00', 'sem preço com o cartão'],
      ...['limite de 6 por cliente', 'com destaque'],
    ],
  ]);
  const done = bodyOf(changeOffers.answers[200], await change(asked)).data;
  expect(await all()).toMatchObject([
    { price: '8.04', customer_limit: 6, highlight: true },
    { price: '8.00', customer_limit: null, highlight: false },
    { price: '4.80', card_price: null, customer_limit: 6, highlight: true },
  ]);
  const cleared = await change({ uuids: [grape], customer_limit: null, highlight: false });
  expect(cleared.statusCode, cleared.payload).toBe(200);
  expect((await all())[0]).toMatchObject({ price: '8.04', customer_limit: null, highlight: false });
  const figs = done.offers.filter(({ uuid }) => uuid === fig);
  const back = await undo({ uuids: [fig], versions: figs.map(({ version }) => version) });
  expect(back.statusCode, back.payload).toBe(200);
  expect((await all())[2]).toMatchObject({
    ...{ price: '6.00', former_price: null, card_price: '5.80' },
    ...{ customer_limit: null, highlight: false },
  });
});

it('names offers whose prices would contradict each other, be free or too large', async () => {
  const { grape, kiwi } = await three();
  const problemsOf = async (asked: object) =>
    (await change({ uuids: [grape, kiwi], ...asked, trial: true }))
      .json()
      .data.offers.map(({ problem }: { problem: string | null }) => problem);
  const raise = { price: { how: 'raise', percent: 20 } };
  expect(await problemsOf(raise)).toEqual([null, 'O preço de antes é maior que o da oferta.']);
  expect(await problemsOf({ ...raise, former_price: { how: 'clear' } })).toEqual([null, null]);
  expect(await problemsOf({ price: { how: 'lower', amount: '9,00' } })).toEqual([
    null,
    'Com este desconto, a oferta ficaria de graça.',
  ]);
  expect(await problemsOf({ price: { how: 'raise', amount: '999.999,00' } })).toEqual([
    'O preço passaria de R$ 999.999,99.',
    'O preço passaria de R$ 999.999,99.',
  ]);
});

it.each([
  ['no amount', { price: { how: 'raise' } }, 'price'],
  ['percent and reais', { card_price: { how: 'lower', percent: 5, amount: '1,00' } }, 'card_price'],
  ['a discount over 90 %', { price: { how: 'lower', percent: 91 } }, 'price'],
  ['a raise over 300 %', { former_price: { how: 'raise', percent: 301 } }, 'former_price'],
  ['an offer without a price', { price: { how: 'clear' } }, 'price'],
  ['two ways for one price', { price: { how: 'set', amount: '1,00' }, percent_off: 10 }, 'price'],
  ['an unknown way', { price: { how: 'double', percent: 10 } }, 'price'],
])('refuses %s', async (_what, asked, field) => {
  const { grape } = await three();
  const refused = await change({ uuids: [grape], ...asked });
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, [field]]);
});

it('a user of one branch changes no price of an offer that other branches have', async () => {
  const { grape } = await three();
  const store = await app.signInAs('store', [crypto.randomUUID()]);
  for (const asked of [{ price: { how: 'set', amount: '1,00' } }, { highlight: true }])
    expect((await change({ uuids: [grape], ...asked }, store)).statusCode).toBe(403);
});
