import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { getPhone, listPhones, sitePhones } from './phone.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['phones', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const CENTRAL = { contact: 'Central', ddi: '55', ddd: '85', number: '00000002', type: 1 };
const { get, store, storeRecord, update, destroy } = jsonCalls(() => app, 'phones', CENTRAL);

const details = async (uuid: string) => bodyOf(getPhone.answers[200], await get(`/details/${uuid}`)).data;
const contacts = async (query: string) =>
  bodyOf(listPhones.answers[200], await get(query)).data.map(({ contact }) => contact);

it('states to staff what shoppers see, and shows every field on the site', async () => {
  const stored = await store({ contact: '  Encomendas  ', number: '900000003', type: 2 });
  const { uuid, message } = stored.json().data;
  expect(message).toBe('Já aparece na página de contato.');
  const answer = await app.request('GET', '/api/site/phones');
  expect(bodyOf(sitePhones.answers[200], answer)).toEqual(answer.json());
  expect(answer.json().data).toEqual([
    {
      ...{ id: expect.any(Number), uuid, contact: 'Encomendas', ddi: '55', ddd: '85', number: '900000003' },
      type: { number: 2, text: 'Celular' },
    },
  ]);
  expect((await update(uuid)).json().data.message).toBe('A mudança já aparece na página de contato.');
  expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais na página de contato.');
  expect((await destroy(uuid)).json().error).toBe('Este telefone não existe mais.');
});

describe('fields of a phone', () => {
  it('accepts punctuation and strips it', async () => {
    const uuid = await storeRecord({ ddi: '+55', ddd: '(85)', number: '9 0000-0001' });
    expect(await details(uuid)).toMatchObject({ ddi: '55', ddd: '85', number: '900000001' });
  });

  it.each([
    ['1', 'Fixo'],
    [' 2 ', 'Celular'],
    [3, 'WhatsApp'],
    ['4', 'Comercial'],
  ])('accepts the type %j', async (type, text) => {
    const uuid = await storeRecord({ type, ddi: 55, ddd: 85, number: 900000001 });
    expect(await details(uuid)).toMatchObject({ type: { number: Number(type), text }, number: '900000001' });
  });

  it.each([
    ['0800', '1234567'],
    ['4004', '0000'],
    ['0', '40040000'],
    ['0', '190'],
    ['085', '32224400'],
  ])('accepts the area code %j with the number %j', async (ddd, number) => {
    expect(await details(await storeRecord({ ddd, number }))).toMatchObject({ ddd, number });
  });

  it.each([
    ['is only punctuation', '()', 'Informe o DDD.'],
    ['has letters', 'CE', 'Use só números.'],
    ['has five digits', '08000', 'Use no máximo 4 números.'],
  ])('rejects an area code with 422 that %s', async (_, ddd, message) => {
    const answer = await store({ ddd });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { ddd: [message] }]);
  });
});

describe('list of phones', () => {
  beforeEach(async () => {
    await storeRecord({ contact: 'Recrutamento', ddd: '85', number: '00000006', type: 4 });
    await storeRecord({ contact: 'Água e pão', ddd: '81', number: '900000003', type: 2 });
    await storeRecord({ contact: 'Cartão', ddd: '85', number: '900000001', type: 3 });
  });

  it.each([
    ['CARTAO', ['Cartão']],
    ['whatsapp', ['Cartão']],
    ['85', ['Recrutamento', 'Cartão']],
    ['(85) 90000-0001', ['Cartão']],
    ['+55 (81) 9 0000-0003', ['Água e pão']],
    ['85900000001', ['Cartão']],
    ['recrutamento 0000-0006', ['Recrutamento']],
    ['-', ['Recrutamento', 'Água e pão', 'Cartão']],
  ])('finds %j by contact, number and type', async (search, found) => {
    expect(await contacts(`?search=${encodeURIComponent(search)}`)).toEqual(found);
  });

  it('finds a name with a hyphenated number as typed, and a telephone by the same digits', async () => {
    await storeRecord({ contact: 'Rota 1234-567', ddd: '85', number: '900000004', type: 4 });
    await storeRecord({ contact: 'Rota 1', ddd: '85', number: '912345670', type: 4 });
    expect(await contacts(`?search=${encodeURIComponent('1234-567')}`)).toEqual(['Rota 1234-567', 'Rota 1']);
    expect(await contacts(`?search=${encodeURIComponent('rota 1234-567')}`)).toEqual([
      'Rota 1234-567',
      'Rota 1',
    ]);
    expect(await contacts('?search=1234567')).toEqual(['Rota 1']);
  });

  it('sorts by area code and number, but not by country code', async () => {
    expect(await contacts('?sort=ddd')).toEqual(['Água e pão', 'Recrutamento', 'Cartão']);
    expect(await contacts('?sort=-number')).toEqual(['Água e pão', 'Cartão', 'Recrutamento']);
    expect(await contacts('?sort=ddi')).toEqual(['Recrutamento', 'Água e pão', 'Cartão']);
  });
});
