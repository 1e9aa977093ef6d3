import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { maxLengthOf } from '../../shared/fields.ts';
import { getPhone, listPhones, phoneRecord, sitePhones, storePhone, updatePhone } from './phone.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['phones', 'audit_log']);
  app.deps.responseCache.invalidate();
});

type Fields = Record<string, unknown>;

const CENTRAL = { contact: 'Central', ddi: '55', ddd: '85', number: '00000002', type: 1 };

const admin = (path: string) => `/api/admin/phones${path}`;
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { ...CENTRAL, ...fields } });
const update = (uuid: string, fields: Fields = {}) =>
  app.request('PUT', admin(`/update/${uuid}`), { token, json: { ...CENTRAL, ...fields } });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storePhone.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getPhone.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listPhones.answers[200], answer);
}
const contacts = async (query = '') => (await list(query)).data.map(({ contact }) => contact);
async function onSite() {
  const answer = await app.request('GET', '/api/site/phones');
  expect(answer.statusCode).toBe(200);
  return bodyOf(sitePhones.answers[200], answer).data;
}
const rows = async (table: 'phones' | 'audit_log') =>
  (await app.deps.db.selectFrom(table).select('id').execute()).length;
const audit = () => app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

describe('creating a phone', () => {
  it('answers 201 and shows the phone in the list, its details and on the site', async () => {
    expect(await onSite()).toEqual([]);
    const answer = await store({ contact: '  Encomendas  ', number: '900000003', type: 2 });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        data: { message: 'Já aparece na página de contato.', uuid: expect.any(String), version: 1 },
      },
    ]);
    const phone = await details(answer.json().data.uuid);
    expect(phone).toMatchObject({
      contact: 'Encomendas',
      ddi: '55',
      ddd: '85',
      number: '900000003',
      type: { number: 2, text: 'Celular' },
      version: 1,
    });
    expect((await list()).data).toEqual([phone]);
    const { version: _, publication: ___, updated_at: __, ...shown } = phone;
    expect((await app.request('GET', '/api/site/phones')).json()).toEqual({ data: [shown] });
  });

  it('accepts punctuation and strips it', async () => {
    const uuid = await stored({ ddi: '+55', ddd: '(85)', number: '9 0000-0001' });
    expect(await details(uuid)).toMatchObject({ ddi: '55', ddd: '85', number: '900000001' });
  });

  it.each([
    ['1', 'Fixo'],
    [' 2 ', 'Celular'],
    [3, 'WhatsApp'],
    ['4', 'Comercial'],
  ])('accepts the type %j', async (type, text) => {
    const uuid = await stored({ type, ddi: 55, ddd: 85, number: 900000001 });
    expect(await details(uuid)).toMatchObject({ type: { number: Number(type), text }, number: '900000001' });
  });

  it.each([
    ['0800', '1234567'],
    ['4004', '0000'],
    ['0', '40040000'],
    ['0', '190'],
    ['085', '32224400'],
  ])('accepts the area code %j with the number %j', async (ddd, number) => {
    const uuid = await stored({ ddd, number });
    expect(await details(uuid)).toMatchObject({ ddd, number });
  });

  it.each<[string, Fields, Record<string, string[]>]>([
    ['the contact is missing', { contact: undefined }, { contact: ['Informe o contato.'] }],
    ['the contact is only white space', { contact: ' \t ' }, { contact: ['Informe o contato.'] }],
    ['the contact is too long', { contact: 'x'.repeat(121) }, { contact: ['Use no máximo 120 caracteres.'] }],
    ['the DDI is missing', { ddi: '' }, { ddi: ['Informe o DDI.'] }],
    ['the DDI has four digits', { ddi: '0055' }, { ddi: ['Use no máximo 3 números.'] }],
    ['the DDD has five digits', { ddd: '08000' }, { ddd: ['Use no máximo 4 números.'] }],
    ['the DDD is only punctuation', { ddd: '()' }, { ddd: ['Informe o DDD.'] }],
    ['the DDD has letters', { ddd: 'CE' }, { ddd: ['Use só números.'] }],
    ['the number is missing', { number: null }, { number: ['Informe o número.'] }],
    ['the number has ten digits', { number: '90000-00011' }, { number: ['Use no máximo 9 números.'] }],
    ['the type is missing', { type: '' }, { type: ['Escolha o tipo.'] }],
    ['the type is unknown', { type: 5 }, { type: ['Escolha o tipo.'] }],
    [
      'several fields are invalid',
      { contact: '', ddd: 'x', type: 'toString' },
      { contact: ['Informe o contato.'], ddd: ['Use só números.'], type: ['Escolha o tipo.'] },
    ],
  ])('rejects a phone with 422 and stores nothing when %s', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect([await rows('phones'), await rows('audit_log')]).toEqual([0, 0]);
  });

  it('has the same limits as the form', () => {
    expect(maxLengthOf(phoneRecord.input.shape.number)).toBe(9);
    expect(maxLengthOf(phoneRecord.input.shape.ddi)).toBe(3);
    expect(maxLengthOf(phoneRecord.input.shape.ddd)).toBe(4);
  });

  it('rejects a request without a session with 401 and stores nothing', async () => {
    const calls = [
      app.request('POST', admin('/store'), { json: CENTRAL }),
      app.request('PUT', admin(`/update/${randomUUID()}`), { json: CENTRAL }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('GET', admin('')),
      app.request('GET', admin(`/details/${randomUUID()}`), { token: 'wrong' }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect([await rows('phones'), await rows('audit_log')]).toEqual([0, 0]);
  });
});

describe('updating a phone', () => {
  it('shows a change on the site at once', async () => {
    const uuid = await stored();
    expect((await onSite())[0]?.contact).toBe('Central');
    const answer = await update(uuid, { contact: 'Ouvidoria', type: '4' });
    expect([answer.statusCode, bodyOf(updatePhone.answers[200], answer).data]).toEqual([
      200,
      { message: 'A mudança já aparece na página de contato.', uuid, version: 2 },
    ]);
    expect((await onSite())[0]).toMatchObject({
      contact: 'Ouvidoria',
      type: { number: 4, text: 'Comercial' },
    });
    expect(await contacts('?search=ouvidoria')).toEqual(['Ouvidoria']);
  });

  it('rejects an outdated version with 409, and accepts an update without a version', async () => {
    const uuid = await stored();
    expect((await update(uuid, { contact: 'Um', version: 1 })).statusCode).toBe(200);
    const answer = await update(uuid, { contact: 'Dois', version: 1 });
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      expect.stringMatching(/mudou enquanto você editava/),
    ]);
    expect((await details(uuid)).contact).toBe('Um');
    expect((await update(uuid, { contact: 'Três' })).json().data.version).toBe(3);
  });

  it('accepts one of several concurrent updates', async () => {
    const uuid = await stored();
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((contact) => update(uuid, { contact, version: 1 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect((await details(uuid)).version).toBe(2);
  });

  it('changes nothing when the update is rejected', async () => {
    const uuid = await stored();
    const before = await details(uuid);
    for (const fields of [{ contact: ' ' }, { number: undefined }, { type: 9 }])
      expect((await update(uuid, fields)).statusCode).toBe(422);
    expect(await details(uuid)).toEqual(before);
    expect(await rows('audit_log')).toBe(1);
  });
});

describe('deleting a phone', () => {
  it('removes the phone from the list and the site at once', async () => {
    const [gone] = [await stored({ contact: 'Sai' }), await stored({ contact: 'Fica' })];
    const answer = await destroy(gone);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Não aparece mais na página de contato.' } },
    ]);
    expect(await contacts()).toEqual(['Fica']);
    expect((await onSite()).map(({ contact }) => contact)).toEqual(['Fica']);
    expect((await get(`/details/${gone}`)).statusCode).toBe(404);
  });

  it('deletes a phone once, and answers 404 for a deleted or unknown phone', async () => {
    const uuid = await stored();
    const answers = await Promise.all([destroy(uuid), destroy(uuid)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    for (const id of [uuid, randomUUID()]) {
      for (const answer of [await destroy(id), await update(id), await get(`/details/${id}`)])
        expect([answer.statusCode, answer.json().error]).toEqual([404, 'Este telefone não existe mais.']);
    }
    expect((await update('1')).statusCode).toBe(404);
  });
});

it('records each change with both states in the audit log', async () => {
  const uuid = await stored();
  await update(uuid, { contact: 'Depois' });
  await destroy(uuid);
  const entries = await audit();
  expect(
    entries.map(({ action, entity, entity_uuid, user_name }) => [action, entity, entity_uuid, user_name]),
  ).toEqual(['create', 'update', 'delete'].map((action) => [action, 'phones', uuid, staff.name]));
  const read = (text: string | null | undefined) => JSON.parse(text ?? 'null');
  expect(read(entries[0]?.after)).toEqual(CENTRAL);
  expect([read(entries[1]?.before).contact, read(entries[1]?.after).contact]).toEqual(['Central', 'Depois']);
  expect([read(entries[2]?.before).contact, entries[2]?.after]).toEqual(['Depois', null]);
});

describe('list of phones', () => {
  beforeEach(async () => {
    await stored({ contact: 'Recrutamento', ddd: '85', number: '00000006', type: 4 });
    await stored({ contact: 'Água e pão', ddd: '81', number: '900000003', type: 2 });
    await stored({ contact: 'central', ddd: '11', number: '00000002', type: 1 });
    await stored({ contact: 'Cartão', ddd: '85', number: '900000001', type: 3 });
  });

  it('returns all phones in order of creation without a query', async () => {
    const answer = await list();
    expect(answer.data.map(({ contact }) => contact)).toEqual([
      'Recrutamento',
      'Água e pão',
      'central',
      'Cartão',
    ]);
    expect(answer.meta).toBeUndefined();
  });

  it.each([
    ['agua', ['Água e pão']],
    ['CARTAO', ['Cartão']],
    ['85', ['Recrutamento', 'Cartão']],
    ['(85) 90000-0001', ['Cartão']],
    ['+55 (81) 9 0000-0003', ['Água e pão']],
    ['85900000001', ['Cartão']],
    ['recrutamento 0000-0006', ['Recrutamento']],
    ['-', ['Recrutamento', 'Água e pão', 'central', 'Cartão']],
    ['%', []],
  ])('searches for %j', async (search, found) => {
    expect(await contacts(`?search=${encodeURIComponent(search)}`)).toEqual(found);
  });

  it('sorts by each column, without accents or case', async () => {
    expect(await contacts('?sort=contact')).toEqual(['Água e pão', 'Cartão', 'central', 'Recrutamento']);
    expect(await contacts('?sort=ddd')).toEqual(['central', 'Água e pão', 'Recrutamento', 'Cartão']);
    expect(await contacts('?sort=number')).toEqual(['central', 'Recrutamento', 'Cartão', 'Água e pão']);
    expect(await contacts('?sort=type')).toEqual(['central', 'Água e pão', 'Cartão', 'Recrutamento']);
    expect(await contacts('?sort=-id')).toEqual(['Cartão', 'central', 'Água e pão', 'Recrutamento']);
    expect(await contacts('?sort=ddi')).toHaveLength(4);
  });

  it('returns pages with a total', async () => {
    const page = await list('?page=2&per_page=3&sort=contact');
    expect(page.data.map(({ contact }) => contact)).toEqual(['Recrutamento']);
    expect(page.meta).toEqual({ page: 2, per_page: 3, total: 4 });
    expect((await list('?page=1&search=85')).meta).toEqual({ page: 1, per_page: 50, total: 2 });
  });
});
