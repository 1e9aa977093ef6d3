import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp, testClock } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { dayAt } from '../../shared/dates.ts';
import { maxLengthOf } from '../../shared/fields.ts';
import {
  getVacancy,
  listVacancies,
  siteVacancies,
  storeVacancy,
  updateVacancy,
  vacancyRecord,
} from './vacancy.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['vacancies', 'audit_log']);
  app.deps.responseCache.invalidate();
});

type Fields = Record<string, unknown>;

const BAKER = { name: 'Padeiro ou padeira', type: 1 };
const MORE = { description: 'Fornadas das 7h.\nE das 11h.', city: 'Fortaleza, CE', open_until: '2999-12-31' };
const NO_MORE = { description: null, city: null, open_until: null };

const admin = (path: string) => `/api/admin/vacancies${path}`;
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { ...BAKER, ...fields } });
const update = (uuid: string, fields: Fields = {}) =>
  app.request('PUT', admin(`/update/${uuid}`), { token, json: { ...BAKER, ...fields } });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeVacancy.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getVacancy.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listVacancies.answers[200], answer);
}
const names = async (query = '') => (await list(query)).data.map(({ name }) => name);
async function onSite(): Promise<string[]> {
  const answer = await app.request('GET', '/api/site/vacancies');
  expect(answer.statusCode).toBe(200);
  return bodyOf(siteVacancies.answers[200], answer).data.map(({ name }) => name);
}
const rows = async (table: 'vacancies' | 'audit_log') =>
  (await app.deps.db.selectFrom(table).select('id').execute()).length;

describe('creating a vacancy', () => {
  it('answers 201 and shows the vacancy in the list, its details and on the site', async () => {
    expect(await onSite()).toEqual([]);
    const answer = await store({ ...MORE, type: '4' });
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      {
        message: 'Já aparece na página de vagas. Fica aberta até 31/12/2999.',
        uuid: expect.any(String),
        version: 1,
      },
    ]);
    const vacancy = await details(answer.json().data.uuid);
    expect(vacancy).toMatchObject({
      ...BAKER,
      ...MORE,
      type: { number: 4, text: 'Jovem aprendiz' },
      version: 1,
    });
    expect((await list()).data).toEqual([vacancy]);
    const { version: _, publication: ___, updated_at: __, ...shown } = vacancy;
    expect((await app.request('GET', '/api/site/vacancies')).json()).toEqual({
      data: [{ ...shown, posted_on: dayAt(app.clock.now()) }],
    });
  });

  it('requires only name and type', async () => {
    expect(await details(await stored())).toMatchObject({ ...BAKER, ...NO_MORE, type: { text: 'Efetivo' } });
  });

  const limit = maxLengthOf(vacancyRecord.input.shape.description) ?? 0;
  it.each<[string, Fields, Record<string, string[]>]>([
    ['the name is missing', { name: '  ' }, { name: ['Informe o nome da vaga.'] }],
    ['the type is missing', { type: undefined }, { type: ['Escolha o tipo.'] }],
    ['the type is unknown', { type: '5' }, { type: ['Escolha o tipo.'] }],
    [
      'the last day is invalid',
      { open_until: '2026-02-30' },
      { open_until: ['Informe o dia, o mês e o ano.'] },
    ],
    [
      'the description is too long',
      { description: 'x'.repeat(limit + 1) },
      { description: [`Use no máximo ${limit} caracteres.`] },
    ],
  ])('rejects a vacancy with 422 and stores nothing when %s', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect([await rows('vacancies'), await rows('audit_log')]).toEqual([0, 0]);
  });

  it('rejects a request without a session with 401', async () => {
    const calls = [
      app.request('POST', admin('/store'), { json: BAKER }),
      app.request('PUT', admin(`/update/${randomUUID()}`), { json: BAKER }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('GET', admin('')),
      app.request('GET', admin(`/details/${randomUUID()}`), { token: 'wrong' }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await rows('vacancies')).toBe(0);
  });
});

describe('updating a vacancy', () => {
  it('keeps absent fields and clears empty ones', async () => {
    const uuid = await stored(MORE);
    const answer = await update(uuid, { name: 'Confeiteira', type: 2 });
    expect([answer.statusCode, bodyOf(updateVacancy.answers[200], answer).data]).toEqual([
      200,
      { message: 'A mudança já aparece na página de vagas. Fica aberta até 31/12/2999.', uuid, version: 2 },
    ]);
    expect(await details(uuid)).toMatchObject({
      ...MORE,
      name: 'Confeiteira',
      type: { number: 2, text: 'Temporário' },
    });
    expect(await onSite()).toEqual(['Confeiteira']);
    await update(uuid, { description: '', city: '', open_until: '' });
    expect(await details(uuid)).toMatchObject({ ...BAKER, ...NO_MORE, type: { number: 1 } });
  });

  it('rejects an outdated version with 409, and changes nothing when rejected', async () => {
    const uuid = await stored();
    expect((await update(uuid, { version: 1 })).statusCode).toBe(200);
    const before = await details(uuid);
    expect((await update(uuid, { version: 1, name: 'Outra' })).statusCode).toBe(409);
    expect((await update(uuid, { name: '' })).statusCode).toBe(422);
    expect(await details(uuid)).toEqual(before);
  });
});

describe('deleting a vacancy', () => {
  it('removes the vacancy from the list and the site at once, and answers 404 the second time', async () => {
    const [gone] = [await stored(), await stored({ name: 'Fica' })];
    const answer = await destroy(gone);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Não aparece mais na página de vagas. As candidaturas recebidas continuam.' } },
    ]);
    expect(await names()).toEqual(['Fica']);
    expect(await onSite()).toEqual(['Fica']);
    for (const uuid of [gone, randomUUID()]) {
      for (const again of [await destroy(uuid), await update(uuid), await get(`/details/${uuid}`)])
        expect([again.statusCode, again.json().error]).toEqual([404, 'Esta vaga não existe mais.']);
    }
  });

  it('records each change in the audit log', async () => {
    const uuid = await stored();
    await update(uuid, { city: 'Natal, RN' });
    await destroy(uuid);
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, entity_uuid, user_name }) => [action, entity_uuid, user_name])).toEqual(
      ['create', 'update', 'delete'].map((action) => [action, uuid, staff.name]),
    );
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ ...BAKER, ...NO_MORE });
    expect(JSON.parse(entries[1]?.after ?? '').city).toBe('Natal, RN');
  });
});

it('shows a vacancy through its last day in São Paulo and hides it at midnight, despite the cache', async () => {
  const other = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  const bearer = await other.signIn();
  const names = async () =>
    bodyOf(siteVacancies.answers[200], await other.request('GET', '/api/site/vacancies')).data.map(
      ({ name }) => name,
    );
  for (const [name, open_until, message] of [
    ['Sem prazo', '', 'Já aparece na página de vagas.'],
    ['Ontem', '2026-11-20', 'O prazo dela já passou: não aparece na página de vagas.'],
    ['Hoje', '2026-11-21', 'Já aparece na página de vagas. Fica aberta até 21/11/2026.'],
    ['Amanhã', '2026-11-22', 'Já aparece na página de vagas. Fica aberta até 22/11/2026.'],
  ]) {
    const json = { ...BAKER, name, open_until };
    const answer = await other.request('POST', admin('/store'), { token: bearer, json });
    expect([answer.statusCode, answer.json().data.message]).toEqual([201, message]);
  }
  for (const [instant, open] of [
    ['2026-11-21T15:00:00Z', ['Sem prazo', 'Hoje', 'Amanhã']],
    ['2026-11-22T02:59:59.999Z', ['Sem prazo', 'Hoje', 'Amanhã']],
    ['2026-11-22T03:00:00Z', ['Sem prazo', 'Amanhã']],
    ['2026-11-23T03:00:00Z', ['Sem prazo']],
  ] as const) {
    other.clock.set(instant);
    expect(await names(), instant).toEqual(open);
  }
  await other.remove();
});

describe('list of vacancies', () => {
  it('returns all vacancies including closed ones, searches without accents, sorts and pages', async () => {
    await stored({ name: 'Padeiro', city: 'São Luís, MA', open_until: '2001-01-01' });
    await stored({ name: 'Açougueira', type: 2 });
    await stored({ name: 'auxiliar', type: 3 });
    expect(await names()).toEqual(['Padeiro', 'Açougueira', 'auxiliar']);
    expect(await onSite()).toEqual(['Açougueira', 'auxiliar']);
    expect((await list()).meta).toBeUndefined();
    expect(await names('?search=ACOUGUEIRA')).toEqual(['Açougueira']);
    expect(await names('?search=sao+luis')).toEqual(['Padeiro']);
    expect(await names('?search=estagio')).toEqual(['auxiliar']);
    expect(await names('?sort=name')).toEqual(['Açougueira', 'auxiliar', 'Padeiro']);
    expect(await names('?sort=-type')).toEqual(['auxiliar', 'Açougueira', 'Padeiro']);
    expect(await names('?sort=-id')).toEqual(['auxiliar', 'Açougueira', 'Padeiro']);
    const page = await list('?page=2&per_page=2');
    expect([page.data.length, page.meta]).toEqual([1, { page: 2, per_page: 2, total: 3 }]);
  });
});
