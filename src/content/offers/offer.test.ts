import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { offerCountFaults } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
import { SERVER } from '../../platform/security/access.ts';
import {
  getOffer,
  listOfferBranches,
  listOffers,
  OFFERS_PER_PAGE,
  siteOffer,
  siteOfferSitemap,
  siteOffers,
} from './offer.contract.ts';

const NOON = '2026-11-21T15:00:00Z';
const TODAY = '2026-11-21';

let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({
    clock: testClock(NOON),
    env: { SESSION_IDLE: '200h', SESSION_ABSOLUTE: '400h' },
  });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyContent(app, ['offers', 'branches']);
  app.clock.set(NOON);
});

const whole = {
  product: 'Café torrado e moído',
  brand: 'Serra Alta',
  size: '500',
  unit: 'g',
  price: '12,99',
  department: 'grocery',
  valid_from: TODAY,
  valid_until: '2026-11-30',
};
const { admin, get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'offers', {
  fields: () => whole,
  files: () => ({}),
});

async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(getOffer.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(listOffers.answers[200], answer);
}
const products = async (query = '') => (await list(query)).data.map(({ product }) => product);
async function onSite(query = '') {
  const answer = await app.request('GET', `/api/site/offers${query}`);
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(siteOffers.answers[200], answer).data;
}
const shown = async (query = '') => (await onSite(query)).offers.map(({ product }) => product);
const counts = () => countRows(app, { offers: 'offers' });

async function branch(name: string, more: Record<string, string> = {}): Promise<string> {
  const form = formOf({
    ...{ name, email: 'loja@aurora.example', phone: '(85) 3222-4400', number: '48', road: 'Rua das Flores' },
    ...{ district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100', image: fileOf(picture) },
    ...more,
  });
  const answer = await app.request('POST', '/api/admin/branches/store', { token, form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

describe('storing an offer', () => {
  it('answers 201 and shows the offer to staff and shoppers, with the price of a kilogram', async () => {
    const answer = await store({ former_price: 'R$ 16,90', card_price: '11.49', customer_limit: '5' });
    expect(answer.statusCode, answer.payload).toBe(201);
    expect(answer.json().data.message).toBe('Já está valendo.');
    const offer = await details(answer.json().data.uuid);
    expect(offer).toMatchObject({
      ...{ product: whole.product, brand: 'Serra Alta', size: '500', unit: 'g', price: '12.99' },
      ...{ former_price: '16.90', card_price: '11.49', customer_limit: 5, saving: 23 },
      ...{ unit_price: { price: '25.98', per: 'kg' }, branches: null, department: 'grocery' },
      ...{ state: 'current', highlight: false, place: null, file: null, version: 1 },
    });
    const { version: _, publication: __, updated_at: ___, place: ____, last_change: _____, ...seen } = offer;
    expect((await onSite()).offers).toEqual([seen]);
    const one = await app.request('GET', `/api/site/offers/details/${offer.uuid}`);
    expect(bodyOf(siteOffer.answers[200], one).data).toEqual(seen);
  });

  it.each([
    ['1.875', 'kg', '1.875'],
    ['1.800', 'g', '1.8'],
    ['2.250', 'l', '2.25'],
    ['1.000', 'g', '1'],
    ['1,5', 'l', '1.5'],
  ])(
    'reads the point in a size of %s %s as a decimal point on the wire, also in a later save',
    async (sent, unit, size) => {
      const uuid = await storeRecord({ size: sent, unit });
      const { size: shown } = await details(uuid);
      expect(shown).toBe(size);
      expect((await update(uuid, { size: shown, unit })).statusCode).toBe(200);
      expect((await details(uuid)).size).toBe(size);
    },
  );

  it('stores a picture and keeps it in a save without one', async () => {
    const uuid = await storeRecord({ image: fileOf(picture), alt: 'Pacote de café' });
    expect((await details(uuid)).file).toMatchObject({ width: 48, alt: 'Pacote de café' });
    expect((await update(uuid, { price: '10' })).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({ price: '10.00', file: { alt: 'Pacote de café' } });
  });

  it('removes the picture of an offer until a former version is restored', async () => {
    const uuid = await storeRecord({ image: fileOf(picture), alt: 'Pacote de café' });
    const file = (await details(uuid)).file;
    expect((await update(uuid, { image_remove: 'true', alt: 'Pacote de café' })).statusCode).toBe(200);
    expect((await details(uuid)).file).toBeNull();
    expect((await onSite()).offers).toMatchObject([{ file: null }]);
    expect(await products('?page=1&alt=missing')).toEqual([]);
    const history = `/api/admin/history/offers/${uuid}`;
    const { versions } = (await app.request('GET', history, { token })).json().data;
    const back = await app.request('POST', `${history}/${versions.at(-1).id}/revert`, { token, json: {} });
    expect(back.statusCode, back.payload).toBe(200);
    expect((await details(uuid)).file).toEqual(file);
    // A new picture in the same save stays.
    await update(uuid, { image_remove: '1', image: fileOf(picture), alt: 'Café' });
    expect((await details(uuid)).file).toMatchObject({ alt: 'Café' });
    expect((await update(uuid, { image_remove: 'x' })).json().errors).toEqual({
      image_remove: ['Diga se a imagem sai.'],
    });
  });

  it('keeps absent fields and clears empty ones', async () => {
    const uuid = await storeRecord({
      former_price: '16,90',
      customer_limit: '5',
      highlight: '1',
      place: '3',
    });
    await update(uuid);
    expect(await details(uuid)).toMatchObject({
      ...{ former_price: '16.90', customer_limit: 5, highlight: true, place: 3 },
    });
    await update(uuid, { former_price: '', customer_limit: '', highlight: '0', place: '', brand: '' });
    expect(await details(uuid)).toMatchObject({
      ...{ former_price: null, customer_limit: null, highlight: false, place: null, brand: null, saving: 0 },
    });
  });

  it('says when a future offer begins or an ended one has ended', async () => {
    const past = await store({ valid_from: '2026-11-01', valid_until: '2026-11-20' });
    expect(past.json().data.message).toBe('Valeu até 20/11/2026, que já passou.');
    const later = await store({ valid_from: '2026-11-23' });
    expect(later.json().data.message).toBe('Começa a valer em 23/11/2026.');
  });

  it('publishes a draft offer on request, and restores it from the trash', async () => {
    const answer = await store({ publish_at: 'later' });
    expect(await shown()).toEqual([]);
    const { uuid } = answer.json().data;
    const to = (path: string) => app.request('POST', `/api/admin/${path}`, { token, json: {} });
    expect((await to(`publication/offers/${uuid}/publish`)).statusCode).toBe(200);
    expect(await shown()).toEqual([whole.product]);
    expect((await destroy(uuid)).statusCode).toBe(200);
    expect(await shown()).toEqual([]);
    expect((await to(`bin/offers/${uuid}/restore`)).statusCode).toBe(200);
    expect(await shown()).toEqual([whole.product]);
  });
});

describe('rejected offers', () => {
  it.each<[string, Fields, Record<string, string[]>]>([
    ['no product', { product: ' ' }, { product: ['Informe o produto.'] }],
    ['no price', { price: '' }, { price: ['Informe o preço.'] }],
    ['a price in words', { price: 'doze' }, { price: ['Informe o preço como 12,99.'] }],
    ['a price of nothing', { price: '0,00' }, { price: ['O preço vai de R$ 0,01 a R$ 999.999,99.'] }],
    ['a price with too many decimals', { price: '1,999' }, { price: ['Informe o preço como 12,99.'] }],
    ['a size of nothing', { size: '0' }, { size: ['Informe o tamanho como 500 ou 1,5.'] }],
    ['a unit that is none', { unit: 'kilo' }, { unit: ['Escolha a unidade.'] }],
    ['a department that is none', { department: 'x' }, { department: ['Escolha o departamento.'] }],
    [
      'a former price that is lower',
      { former_price: '10' },
      { former_price: ['O preço de antes é maior que o da oferta.'] },
    ],
    [
      'a price with the card that is higher',
      { card_price: '13' },
      { card_price: ['O preço com o cartão é menor que o da oferta.'] },
    ],
    [
      'an end before the beginning',
      { valid_until: '2026-11-20' },
      { valid_until: ['O último dia não vem antes do primeiro.'] },
    ],
    [
      'a limit of none',
      { customer_limit: '0' },
      { customer_limit: ['O limite vai de 1 a 999 por cliente.'] },
    ],
    ['no branch of some', { branches: '[]' }, { branches: ['Escolha pelo menos uma filial, ou todas.'] }],
    [
      'a branch that is not there',
      { branches: '["00000000-0000-4000-8000-000000000000"]' },
      { branches: ['Uma filial escolhida não existe mais. Desmarque-a e salve de novo.'] },
    ],
  ])('rejects %s with 422 and stores nothing', async (_, fields, errors) => {
    const answer = await store(fields);
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(await counts()).toEqual({ offers: 0, files: 0, audit: 0, stored: 0 });
  });

  it('rejects a price that contradicts the stored former price with 422', async () => {
    const uuid = await storeRecord({ former_price: '16,90' });
    const answer = await update(uuid, { price: '20' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ former_price: ['O preço de antes é maior que o da oferta.'] });
  });

  it('rejects changes of a stale version, of a deleted offer, and by callers without permission', async () => {
    const uuid = await storeRecord();
    await update(uuid, { price: '11' });
    expect((await update(uuid, { version: '1' })).statusCode).toBe(409);
    await destroy(uuid);
    expect((await update(uuid)).statusCode).toBe(404);
    expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
    expect((await app.request('POST', admin('/store'), { form: formOf(whole) })).statusCode).toBe(401);
    const reader = await app.signInAs('reader');
    expect(
      (await app.request('POST', admin('/store'), { token: reader, form: formOf(whole) })).statusCode,
    ).toBe(403);
  });
});

describe('list of offers for staff', () => {
  beforeEach(async () => {
    await storeRecord({
      product: 'Água de coco',
      brand: '',
      department: 'drinks',
      price: '6,49',
      unit: 'l',
      size: '1',
    });
    await storeRecord({
      product: 'Picanha',
      department: 'butcher',
      unit: 'kg',
      size: '1',
      price: '59,90',
      highlight: '1',
    });
    await storeRecord({ product: 'Maçã', department: 'produce', valid_from: '2026-11-22', price: '8' });
    await storeRecord({
      product: 'Pão',
      department: 'bakery',
      valid_from: '2026-11-01',
      valid_until: '2026-11-20',
    });
  });

  it('finds offers by product, brand and department, without accents', async () => {
    expect(await products('?page=1&search=agua')).toEqual(['Água de coco']);
    expect(await products('?page=1&search=ACOUGUE')).toEqual(['Picanha']);
    expect(await products('?page=1&search=serra')).toEqual(['Pão', 'Maçã', 'Picanha']);
  });

  it('filters and sorts the list of offers', async () => {
    expect(await products('?page=1&state=current')).toEqual(['Picanha', 'Água de coco']);
    expect(await products('?page=1&state=coming')).toEqual(['Maçã']);
    expect(await products('?page=1&state=ended')).toEqual(['Pão']);
    expect(await products('?page=1&department=drinks')).toEqual(['Água de coco']);
    expect(await products('?page=1&highlight=yes')).toEqual(['Picanha']);
    expect(await products('?page=1&sort=-price')).toEqual(['Picanha', 'Pão', 'Maçã', 'Água de coco']);
    expect(await products('?page=1&sort=product')).toEqual(['Água de coco', 'Maçã', 'Pão', 'Picanha']);
  });

  it('filters offers by their last day, missing photo and a size that only their name says', async () => {
    await storeRecord({ product: 'Pera', valid_until: TODAY, image: fileOf(picture) });
    const piece = { size: '1', unit: 'un' };
    await storeRecord({ product: 'Balde', ...piece });
    await storeRecord({ product: 'Balde de 10 litros', department: 'home', ...piece });
    await storeRecord({ product: 'Pão 3 grãos', ...piece });
    await storeRecord({ product: 'Arroz 5kg', ...piece });
    await storeRecord({ product: 'Detergente 500 ml, coco', ...piece });
    await storeRecord({ product: 'Ovos', size: '12', unit: 'un' });
    expect(await products('?page=1&ends=today')).toEqual(['Pera']);
    expect(await products('?page=1&ends=today&sort=product')).toEqual(['Pera']);
    expect(await products('?page=1&photo=missing&state=lasting&sort=product')).toEqual(
      (await list('?page=1&sort=product')).data
        .filter(({ file, state }) => !file && state !== 'ended')
        .map(({ product }) => product),
    );
    for (const query of ['?unit_price=missing&sort=product', '?page=1&unit_price=missing&sort=product'])
      expect(await products(query)).toEqual(['Arroz 5kg', 'Detergente 500 ml, coco']);
  });

  it('filters by a branch the offers that name it, and separately those for all branches', async () => {
    const [one, other] = [await branch('Centro'), await branch('Praia')];
    await storeRecord({ product: 'Sabão', branches: JSON.stringify([one]) });
    await storeRecord({ product: 'Mel', branches: JSON.stringify([one, other]), publish_at: 'later' });
    await storeRecord({ product: 'Sal', publish_at: 'later' });
    expect(await products(`?page=1&branch=${one}`)).toEqual(['Mel', 'Sabão']);
    expect(await products(`?branch=${other}&sort=price`)).toEqual(['Mel']);
    expect(await products('?page=1&branch=all')).toEqual(['Sal', 'Pão', 'Maçã', 'Picanha', 'Água de coco']);
    for (const nobody of ['%', '-', '00000000-0000-4000-8000-000000000000'])
      expect(await products(`?page=1&branch=${encodeURIComponent(nobody)}`)).toEqual([]);
    const { filters } = await list('?page=1&counts=1');
    expect(filters?.find(({ name }) => name === 'branch')).toEqual({
      name: 'branch',
      label: 'Filial',
      from_records: true,
      values: [
        { value: 'all', text: 'Em todas', count: 5 },
        { value: one, text: 'Centro', count: 2 },
        { value: other, text: 'Praia', count: 1 },
      ],
    });
  });
});

describe('offers for shoppers', () => {
  it('lists the offers that are valid today first, and follows each midnight without a save', async () => {
    await storeRecord({ product: 'Amanhã', valid_from: '2026-11-22', valid_until: '2026-11-22' });
    await storeRecord({ product: 'Hoje', valid_until: TODAY });
    await storeRecord({ product: 'Ontem', valid_from: '2026-11-20', valid_until: '2026-11-20' });
    const states = async () => (await onSite()).offers.map(({ product, state }) => `${product} ${state}`);
    expect(await states()).toEqual(['Hoje current', 'Amanhã coming']);
    app.clock.set('2026-11-22T02:59:59.999Z');
    expect(await states()).toEqual(['Hoje current', 'Amanhã coming']);
    app.clock.set('2026-11-22T03:00:00Z');
    expect(await states()).toEqual(['Amanhã current']);
    app.clock.set('2026-11-23T03:00:00Z');
    expect(await onSite()).toMatchObject({ offers: [], total: 0, pages: 1, today: '2026-11-23' });
  });

  it('sorts offers by highlight and place, by price or by discount', async () => {
    await storeRecord({ product: 'C', price: '3' });
    await storeRecord({ product: 'A', price: '5', place: '2', former_price: '6' });
    await storeRecord({ product: 'B', price: '9', highlight: '1', former_price: '30' });
    await storeRecord({ product: 'D', price: '7', place: '1' });
    expect(await shown()).toEqual(['B', 'D', 'A', 'C']);
    expect(await shown('?sort=price')).toEqual(['C', 'A', 'D', 'B']);
    expect((await shown('?sort=saving')).slice(0, 2)).toEqual(['B', 'A']);
    expect(await shown('?sort=nonsense&page=x')).toEqual(['B', 'D', 'A', 'C']);
  });

  it('filters offers by department, branch and words, and counts them by department', async () => {
    const [one, other] = [await branch('Centro'), await branch('Praia')];
    await storeRecord({ product: 'Sabão', department: 'cleaning', branches: JSON.stringify([one]) });
    await storeRecord({ product: 'Maçã', department: 'produce' });
    await storeRecord({ product: 'Mamão', department: 'produce', branches: JSON.stringify([other]) });
    expect(await shown('?search=MAMAO')).toEqual(['Mamão']);
    expect(await shown('?search=hortifruti')).toEqual(['Maçã', 'Mamão']);
    expect(await shown('?department=cleaning')).toEqual(['Sabão']);
    expect(await shown(`?branch=${one}`)).toEqual(['Sabão', 'Maçã']);
    expect((await onSite()).departments).toEqual([
      { department: 'produce', name: 'Hortifrúti', count: 2 },
      { department: 'cleaning', name: 'Limpeza', count: 1 },
    ]);
    expect((await onSite(`?branch=${other}&department=produce`)).total).toBe(2);
  });

  it('keeps the counts of offers right after every kind of change, also concurrent ones', async () => {
    const [one, other] = [await branch('Centro'), await branch('Praia')];
    const uuid = await storeRecord({ product: 'Uva', department: 'produce', valid_from: '2026-11-23' });
    const some = await storeRecord({
      department: 'pet',
      valid_until: TODAY,
      branches: JSON.stringify([one, other]),
    });
    const post = async (path: string, json: object = {}) => {
      const answer = await app.request('POST', `/api/admin/${path}`, { token, json });
      expect(answer.statusCode, answer.payload).toBeLessThan(300);
    };
    const version = async () =>
      (await app.request('GET', `/api/admin/history/offers/${uuid}`, { token })).json().data.versions.at(-1)
        .id;
    const steps: Record<string, () => Promise<unknown>> = {
      'other days, department and branches': () =>
        update(uuid, { department: 'bakery', valid_until: '2026-11-22', branches: JSON.stringify([other]) }),
      'many at once': () => post('offers/change', { uuids: [uuid, some], valid_until: '2026-12-01' }),
      'a change that waits for its minute': () =>
        update(uuid, { department: 'home', branches: 'all', publish_at: '2026-11-21T18:00:00Z' }),
      'its minute': async () => app.clock.set('2026-11-21T18:00:01Z'),
      'what it was before': async () => post(`history/offers/${uuid}/${await version()}/revert`),
      'taken off': () => post('bulk/offers', { action: 'withdraw', uuids: [uuid] }),
      'shown again': () => post('bulk/offers', { action: 'publish', uuids: [uuid] }),
      'the bin': () => destroy(some),
      'out of the bin': () => post(`bin/offers/${some}/restore`),
      'an import': () =>
        post('offers/import', {
          csv: 'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até\nFigo;1;kg;3;Pet;21/11/2026;21/11/2026',
          branches: [one],
        }),
      'many at the same time': () =>
        Promise.all(Array.from({ length: 6 }, () => storeRecord({ valid_until: TODAY }))),
      'a price alone': () => update(uuid, { price: '1' }),
      'all gone for good': () => emptyContent(app, ['offers', 'branches']),
    };
    for (const [name, step] of Object.entries(steps)) {
      await step();
      const { total } = await onSite();
      expect([name, await offerCountFaults(app.deps)]).toEqual([name, []]);
      for (const where of ['', `?branch=${one}`]) {
        const seen = await onSite(where);
        expect([name, where, seen.total]).toEqual([name, where, seen.offers.length]);
      }
      expect(total).toBe((await onSite()).departments.reduce((sum, { count }) => sum + count, 0));
    }
    expect((await sql`select 1 from offers_counts`.execute(app.deps.db)).rows).toEqual([]);
  });

  it('pages through offers, valid ones first and future ones after them', async () => {
    for (let at = 0; at < OFFERS_PER_PAGE + 2; at += 1)
      await storeRecord({ product: `P${at}`, ...(at % 2 === 0 && { valid_from: '2026-11-22' }) });
    const [first, second] = [await onSite(), await onSite('?page=2')];
    expect([first.offers.length, second.offers.length, first.total, first.pages]).toEqual([24, 2, 26, 2]);
    const all = [...first.offers, ...second.offers];
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(26);
    expect(all.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 13 }, () => 'current'),
      ...Array.from({ length: 13 }, () => 'coming'),
    ]);
    expect((await onSite('?page=99')).page).toBe(2);
  });

  it('counts offers at a future time only in a preview', async () => {
    await storeRecord({ product: 'Hoje', valid_until: TODAY });
    await storeRecord({ product: 'Sempre' });
    const tomorrow = await app.deps.preview({
      caller: SERVER,
      reader: { permissions: new Set(), branches: null } as never,
      async act({ call, moveClockTo }) {
        await moveClockTo(Date.parse('2026-11-22T15:00:00Z'));
        return (await call(siteOffers)).data.total;
      },
    });
    expect([tomorrow, (await onSite()).total, (await onSite('?page=2')).total]).toEqual([1, 2, 2]);
    await storeRecord({ product: 'Nova' });
    expect((await onSite()).total).toBe(3);
  });

  it('lists offers for the sitemap in numbered parts', async () => {
    await storeRecord({});
    const map = await app.request('GET', '/api/site/offers/map');
    expect(bodyOf(siteOfferSitemap.answers[200], map).data).toMatchObject({
      parts: [{ part: 1, count: 1, changed: expect.any(String) }],
      departments: ['grocery'],
    });
  });

  it('shows an ended offer at its address, and answers 404 for unknown ones', async () => {
    const uuid = await storeRecord({ valid_from: '2026-11-01', valid_until: '2026-11-20' });
    const at = () => app.request('GET', `/api/site/offers/details/${uuid}`);
    expect((await at()).json().data.state).toBe('ended');
    await destroy(uuid);
    expect((await at()).statusCode).toBe(404);
  });
});

describe('offer of a deleted branch', () => {
  const deleteBranch = (uuid: string) =>
    app.request('DELETE', `/api/admin/branches/destroy/${uuid}`, { token });

  it('hides an offer of only a deleted branch from shoppers, and keeps those of other branches', async () => {
    const [gone, kept] = [await branch('Centro'), await branch('Praia')];
    const alone = await storeRecord({ product: 'Mel', branches: JSON.stringify([gone]) });
    const both = await storeRecord({ product: 'Sabão', branches: JSON.stringify([gone, kept]) });
    await storeRecord({ product: 'Sal' });
    expect((await onSite('')).total).toBe(3);
    const answer = await deleteBranch(gone);
    expect(answer.json().data.message).toBe(
      'Não aparece mais na página das filiais. 1 oferta que só valia nela saiu do site.',
    );
    expect((await onSite('')).total).toBe(2);
    expect((await app.request('GET', `/api/site/offers/details/${alone}`)).statusCode).toBe(404);
    const found = await app.request('GET', '/api/site/search?q=mel');
    expect(found.payload).not.toContain(alone);
    expect((await app.request('GET', `/api/site/offers/details/${both}`)).statusCode).toBe(200);
    const saved = await update(both, { product: 'Sabão', branches: JSON.stringify([gone, kept]) });
    expect(saved.json().data.message).toBe('A mudança já vale. Uma filial que foi excluída saiu da lista.');
    expect((await details(both)).branches).toEqual([kept]);
  });

  it('leaves an offer off the site when its branch is restored, says so, and shows it once published', async () => {
    const [gone, other] = [await branch('Centro'), await branch('Praia')];
    const alone = await storeRecord({ product: 'Mel', branches: JSON.stringify([gone]) });
    await storeRecord({ product: 'Sabão', branches: JSON.stringify([gone, other]) });
    const bulk = (action: string, uuids: string[], name = 'branches') =>
      app.request('POST', `/api/admin/bulk/${name}`, { token, json: { action, uuids } });
    await deleteBranch(gone);
    const restored = await app.request('POST', `/api/admin/bin/branches/${gone}/restore`, {
      token,
      json: {},
    });
    expect(restored.json().data.message).toBe(
      'Está no site, como antes. 1 oferta que só vale nela continua fora do site. Para voltar, publique na lista.',
    );
    expect((await onSite('')).total).toBe(1);
    const deleted = await bulk('delete', [gone, other]);
    expect(deleted.json().data).toMatchObject({
      message: '2 registros na lixeira. 1 oferta que só valia nela saiu do site.',
      note: '1 oferta que só valia nela saiu do site.',
    });
    const back = await bulk('restore', [gone, other]);
    expect(back.json().data).toMatchObject({
      message:
        '2 registros de volta. 2 ofertas que só valem lá continuam fora do site. Para voltarem, publique na lista.',
    });
    const published = await bulk('publish', [alone], 'offers');
    expect(published.json().data).toEqual({ message: '1 registro no site.', uuids: [alone], refused: [] });
    expect((await onSite('')).total).toBe(1);
  });

  it('lists the branches that are not deleted, published or not, for the form of an offer', async () => {
    const [gone, own] = [await branch('Centro'), await branch('Praia')];
    await branch('Aldeota', { publish_at: 'later' });
    await deleteBranch(gone);
    const names = async (asker: string) => {
      const answer = await app.request('GET', '/api/admin/offers/branches', { token: asker });
      expect(answer.statusCode, answer.payload).toBe(200);
      return bodyOf(listOfferBranches.answers[200], answer).data.map(({ name }) => name);
    };
    expect(await names(token)).toEqual(['Praia', 'Aldeota']);
    expect(await names(await app.signInAs('store', [gone, own]))).toEqual(['Praia']);
  });

  it('an offer without branches belongs to the chain and cannot be changed by staff of one branch', async () => {
    const [gone, own] = [await branch('Centro'), await branch('Praia')];
    const uuid = await storeRecord({ branches: JSON.stringify([gone]) });
    await deleteBranch(gone);
    expect((await update(uuid, { branches: JSON.stringify([gone]) })).statusCode).toBe(200);
    expect((await details(uuid)).branches).toEqual([]);
    const keeper = await app.signInAs('store', [own]);
    const form = formOf({ ...whole, branches: JSON.stringify([own]) });
    const refused = await app.request('POST', admin(`/update/${uuid}`), { token: keeper, form });
    expect(refused.statusCode, refused.payload).toBe(403);
  });
});

describe('offer of branches in another time zone', () => {
  /** Brasília time is 23:30, then 0:30, 1:30 and 2:30 of the next day. */
  const [BEFORE, AFTER, LATER, LAST] = [
    '2026-11-22T02:30:00Z',
    '2026-11-22T03:30:00Z',
    '2026-11-22T04:30:00Z',
    '2026-11-22T05:30:00Z',
  ] as const;

  it('begins and ends an offer on the day of its branches in list, page, counts and sitemap', async () => {
    const manaus = await branch('Manaus', { state: 'AM', city: 'Manaus' });
    const acre = await branch('Acre', { state: 'AC', city: 'Rio Branco' });
    const island = await branch('Ilha', { state: 'PE', time_zone: 'America/Noronha' });
    const sky = await branch('Centro');
    const ends = { valid_from: '2026-11-20', valid_until: '2026-11-21' };
    const named = (...branches: string[]) => JSON.stringify(branches);
    const uuid = await storeRecord({ product: 'Tucumã', ...ends, branches: named(manaus), highlight: '1' });
    await storeRecord({ product: 'Açaí', ...ends, branches: named(acre) });
    await storeRecord({ product: 'Peixe', ...ends, branches: named(island) });
    await storeRecord({ product: 'Todas', ...ends });
    await storeRecord({ product: 'Duas', ...ends, branches: named(manaus, sky) });
    const ALL = ['Açaí', 'Duas', 'Peixe', 'Todas', 'Tucumã'];
    const foundOf = async (names: readonly string[]) => {
      const found: string[] = [];
      for (const name of names) {
        const answer = await app.request('GET', `/api/site/search?q=${encodeURIComponent(name)}`);
        if (answer.payload.includes(`"title":"${name}"`)) found.push(name);
      }
      return found;
    };
    const seenAt = async (now: string) => {
      app.clock.set(now);
      app.deps.responseCache.invalidate();
      const { total, departments } = await onSite();
      const names = await shown();
      expect([total, departments.reduce((sum, { count }) => sum + count, 0)]).toEqual([
        names.length,
        names.length,
      ]);
      const inState = async (state: string) => (await products(`?page=1&state=${state}`)).toSorted();
      expect(await inState('current')).toEqual(names.toSorted());
      expect(await inState('coming')).toEqual([]);
      expect([...(await inState('ended')), ...names].toSorted()).toEqual(ALL);
      await app.deps.jobs.drain('search index');
      expect(await foundOf(ALL)).toEqual(names.toSorted());
      expect(await shown(`?branch=${manaus}`)).toEqual(
        names.filter((name) => !['Açaí', 'Peixe'].includes(name)),
      );
      return names.toSorted();
    };
    expect(await seenAt(BEFORE)).toEqual(['Açaí', 'Duas', 'Todas', 'Tucumã']);
    expect(await seenAt(AFTER)).toEqual(['Açaí', 'Tucumã']);
    const page = await app.request('GET', `/api/site/offers/details/${uuid}`);
    expect(page.json().data.state).toBe('current');
    const home = await app.request('GET', '/api/site/offers/highlights');
    expect(home.payload).toContain('Tucumã');
    expect(await seenAt(LATER)).toEqual(['Açaí']);
    expect(await seenAt(LAST)).toEqual([]);
  });

  it('tells in the response to a save whether an offer is valid on the day of its branches', async () => {
    const manaus = await branch('Manaus', { state: 'AM', city: 'Manaus' });
    app.clock.set(AFTER);
    const own = { branches: JSON.stringify([manaus]) };
    const message = async (fields: Fields) => (await store(fields)).json().data.message;
    const ended = 'Valeu até 21/11/2026, que já passou.';
    const days = { valid_from: '2026-11-20', valid_until: '2026-11-21' };
    expect(await message({ ...days, product: 'Tucumã', ...own })).toBe('Já está valendo.');
    expect(await message(days)).toBe(ended);
    expect(await message({ valid_from: '2026-11-22', ...own })).toBe('Começa a valer em 22/11/2026.');
    const found = await app.request('GET', '/api/site/search?q=tucum%C3%A3');
    expect(found.payload).toContain('"title":"Tucumã"');
  });

  it('filters the offers that end on the current day of their branches', async () => {
    const [west, own] = [await branch('Manaus', { state: 'AM', city: 'Manaus' }), await branch('Centro')];
    await storeRecord({ product: 'Tucumã', branches: JSON.stringify([west]), valid_until: TODAY });
    await storeRecord({ product: 'Caju', branches: JSON.stringify([own]), valid_until: TODAY });
    await storeRecord({ product: 'Cupuaçu', branches: JSON.stringify([own]), valid_until: '2026-11-22' });
    app.clock.set(AFTER);
    expect(await products('?page=1&ends=today')).toEqual(['Cupuaçu', 'Tucumã']);
  });

  it("reports the midnight of the offer's branches as the next scheduled change", async () => {
    await branch('Manaus', { state: 'AM', city: 'Manaus' });
    app.clock.set(AFTER);
    const change = await app.request('GET', '/api/site/turn');
    expect(change.json().data.in_ms).toBe(30 * 60_000);
  });
});

describe('staff of some branches', () => {
  it('lets staff of some branches see and change only the offers of their own branches', async () => {
    const [own, other] = [await branch('Centro'), await branch('Praia')];
    const uuids = {
      own: await storeRecord({ product: 'Minha', branches: JSON.stringify([own]) }),
      other: await storeRecord({ product: 'Da outra', branches: JSON.stringify([other]) }),
      both: await storeRecord({ product: 'Das duas', branches: JSON.stringify([own, other]) }),
      all: await storeRecord({ product: 'De todas' }),
    };
    const keeper = await app.signInAs('store', [own]);
    const to = (method: 'GET' | 'POST' | 'DELETE', path: string, form?: FormData) =>
      app.request(method, admin(path), { token: keeper, ...(form && { form }) });
    const seen = await to('GET', '?page=1&counts=1');
    expect(seen.json().data.map(({ product }: { product: string }) => product)).toEqual(['Minha']);
    expect(seen.json().meta.total).toBe(1);
    expect((await to('GET', `?page=1&branch=${other}`)).json().data).toEqual([]);
    const choices = (answer: typeof seen) =>
      answer.json().filters.find(({ name }: { name: string }) => name === 'branch').values;
    expect(choices(seen)).toEqual([]);
    const keeperOfBoth = await app.signInAs('store', [own, other]);
    expect(choices(await app.request('GET', admin('?page=1&counts=1'), { token: keeperOfBoth }))).toEqual([
      { value: own, text: 'Centro', count: 2 },
      { value: other, text: 'Praia', count: 2 },
    ]);
    expect((await to('GET', `/details/${uuids.own}`)).statusCode).toBe(200);
    expect(
      (await to('POST', `/update/${uuids.own}`, formOf({ ...whole, product: 'Minha mesmo' }))).statusCode,
    ).toBe(200);
    const mine = formOf({ ...whole, product: 'Nova', branches: JSON.stringify([own]) });
    expect((await to('POST', '/store', mine)).statusCode).toBe(201);
    const refused = [
      await to('POST', '/store', formOf(whole)),
      await to('POST', '/store', formOf({ ...whole, branches: 'all' })),
      await to('POST', '/store', formOf({ ...whole, branches: JSON.stringify([own, other]) })),
      await to('POST', `/update/${uuids.own}`, formOf({ ...whole, branches: JSON.stringify([other]) })),
      await to('POST', `/update/${uuids.own}`, formOf({ ...whole, branches: '' })),
      ...(await Promise.all(
        [uuids.other, uuids.both, uuids.all].flatMap((uuid) => [
          to('GET', `/details/${uuid}`),
          to('POST', `/update/${uuid}`, formOf(whole)),
        ]),
      )),
      await app.request('POST', '/api/admin/bulk/offers', {
        token: keeper,
        json: { action: 'withdraw', uuids: [uuids.own, uuids.all] },
      }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403));
    const found = await app.request('GET', '/api/admin/find?search=uas', { token: keeper });
    expect(found.payload).not.toContain('Das duas');
  });

  it('refuses to restore a version that was valid in other branches for staff of one branch', async () => {
    const own = await branch('Centro');
    const uuid = await storeRecord({ price: '9,99' });
    await update(uuid, { branches: JSON.stringify([own]) });
    await update(uuid, { price: '11,99' });
    const history = `/api/admin/history/offers/${uuid}`;
    const { versions } = (await app.request('GET', history, { token })).json().data;
    const revert = async (at: number, by: string) =>
      app.request('POST', `${history}/${versions.at(at).id}/revert`, { token: by, json: {} });
    const keeper = await app.signInAs('store', [own]);
    const refused = await revert(-1, keeper);
    expect(refused.statusCode, refused.payload).toBe(403);
    expect(refused.json().message).toBe(
      'Esta versão vale em outras filiais, e você não cuida de todas elas.',
    );
    expect((await details(uuid)).branches).toEqual([own]);
    expect((await revert(-2, keeper)).statusCode).toBe(200);
    expect((await revert(-1, token)).statusCode).toBe(200);
    expect((await details(uuid)).branches).toBeNull();
  });
});
