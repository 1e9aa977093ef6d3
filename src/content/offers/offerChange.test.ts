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
