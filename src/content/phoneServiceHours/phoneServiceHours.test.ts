import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import {
  getPhoneServiceHours,
  LUNCH_MISSING,
  listPhoneServiceHours,
  sitePhoneServiceHours,
  storePhoneServiceHours,
  updatePhoneServiceHours,
} from './phoneServiceHours.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['office_hours', 'audit_log']);
  app.deps.responseCache.invalidate();
});

type Fields = Record<string, unknown>;

const WEEK = {
  work_start_day: 'Segunda-feira',
  end_of_work_day: 'Sexta-feira',
  office_start_time: '08:00',
  end_of_work_time: '18:00',
};
const LUNCH = { lunch_start_time: '12:00', lunch_end_time: '13:00' };
const NO_LUNCH = { lunch_start_time: null, lunch_end_time: null };

const admin = (path: string) => `/api/admin/office-hours${path}`;
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { ...WEEK, ...fields } });
const update = (uuid: string, fields: Fields = {}) =>
  app.request('PUT', admin(`/update/${uuid}`), { token, json: { ...WEEK, ...fields } });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storePhoneServiceHours.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getPhoneServiceHours.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listPhoneServiceHours.answers[200], answer);
}
const days = async (query = '') => (await list(query)).data.map(({ work_start_day }) => work_start_day);
async function onSite() {
  const answer = await app.request('GET', '/api/site/office-hours');
  expect(answer.statusCode).toBe(200);
  return bodyOf(sitePhoneServiceHours.answers[200], answer).data;
}
const rows = async (table: 'office_hours' | 'audit_log') =>
  (await app.deps.db.selectFrom(table).select('id').execute()).length;

describe('creating phone service hours', () => {
  it('answers 201 and shows the hours in the list, their details and on the site', async () => {
    expect(await onSite()).toEqual([]);
    const answer = await store({ work_start_day: ' Véspera de feriado ', ...LUNCH });
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      { message: 'Já aparece na página de contato.', uuid: expect.any(String), version: 1 },
    ]);
    const hours = await details(answer.json().data.uuid);
    expect(hours).toMatchObject({ ...WEEK, ...LUNCH, work_start_day: 'Véspera de feriado', version: 1 });
    expect((await list()).data).toEqual([hours]);
    const { version: _, publication: ___, updated_at: __, ...shown } = hours;
    expect((await app.request('GET', '/api/site/office-hours')).json()).toEqual({ data: [shown] });
  });

  it.each<[string, Fields]>([
    ['absent', {}],
    ['empty', { lunch_start_time: '', lunch_end_time: ' ' }],
    ['null', NO_LUNCH],
  ])('accepts hours without lunch: %s', async (_, lunch) => {
    expect(await details(await stored(lunch))).toMatchObject(NO_LUNCH);
  });

  it('reads an end before the start as the next day, and times with seconds', async () => {
    const uuid = await stored({ office_start_time: '18:00:00', end_of_work_time: '02:00' });
    expect(await details(uuid)).toMatchObject({ office_start_time: '18:00', end_of_work_time: '02:00' });
  });

  it.each<[string, Fields, Record<string, string[]>]>([
    ['the first day is missing', { work_start_day: ' ' }, { work_start_day: ['Informe o primeiro dia.'] }],
    ['the last day is missing', { end_of_work_day: null }, { end_of_work_day: ['Informe o último dia.'] }],
    ['the start is missing', { office_start_time: '' }, { office_start_time: ['Informe a hora de início.'] }],
    ['the end is missing', { end_of_work_time: undefined }, { end_of_work_time: ['Informe a hora do fim.'] }],
    [
      'a time is invalid',
      { office_start_time: '24:00', ...LUNCH, lunch_end_time: 'meio-dia' },
      { office_start_time: ['Informe a hora como 08:30.'], lunch_end_time: ['Informe a hora como 08:30.'] },
    ],
    [
      'the lunch has no end',
      { lunch_start_time: '12:00' },
      { lunch_end_time: [LUNCH_MISSING.lunch_end_time] },
    ],
    [
      'the lunch has an empty start',
      { lunch_start_time: '', lunch_end_time: '13:00' },
      { lunch_start_time: [LUNCH_MISSING.lunch_start_time] },
    ],
  ])('rejects hours with 422 and stores nothing when %s', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect([await rows('office_hours'), await rows('audit_log')]).toEqual([0, 0]);
  });
});

describe('updating phone service hours', () => {
  it('keeps absent fields and clears empty ones', async () => {
    const uuid = await stored(LUNCH);
    const answer = await update(uuid, { end_of_work_time: '17:00' });
    expect([answer.statusCode, bodyOf(updatePhoneServiceHours.answers[200], answer).data]).toEqual([
      200,
      { message: 'A mudança já aparece na página de contato.', uuid, version: 2 },
    ]);
    expect((await onSite())[0]).toMatchObject({ end_of_work_time: '17:00', ...LUNCH });
    expect((await update(uuid, { lunch_start_time: '11:30' })).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({ lunch_start_time: '11:30', lunch_end_time: '13:00' });
    expect((await update(uuid, { lunch_start_time: '', lunch_end_time: '' })).statusCode).toBe(200);
    expect((await onSite())[0]).toMatchObject(NO_LUNCH);
  });

  it.each<[string, Fields, Fields, keyof typeof LUNCH_MISSING]>([
    ['one time is cleared', LUNCH, { lunch_end_time: '' }, 'lunch_end_time'],
    ['one time is added alone', {}, { lunch_end_time: '13:00' }, 'lunch_start_time'],
    ['only the end is sent', LUNCH, { lunch_start_time: '', lunch_end_time: '13:00' }, 'lunch_start_time'],
  ])('rejects a lunch of which %s and changes nothing', async (_, before, fields, field) => {
    const uuid = await stored(before);
    const was = await details(uuid);
    const answer = await update(uuid, fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { [field]: [LUNCH_MISSING[field]] }]);
    expect(await details(uuid)).toEqual(was);
    expect(await rows('audit_log')).toBe(1);
  });

  it('rejects an outdated version with 409', async () => {
    const uuid = await stored();
    expect((await update(uuid, { version: 1 })).statusCode).toBe(200);
    expect((await update(uuid, { version: 1, work_start_day: 'Domingo' })).statusCode).toBe(409);
    expect((await details(uuid)).work_start_day).toBe('Segunda-feira');
  });
});

describe('deleting phone service hours', () => {
  it('removes the hours from the list and the site at once, and answers 404 the second time', async () => {
    const [gone] = [await stored(), await stored({ work_start_day: 'Sábado' })];
    const answer = await destroy(gone);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Não aparece mais na página de contato.' } },
    ]);
    expect(await days()).toEqual(['Sábado']);
    expect(await onSite()).toHaveLength(1);
    for (const uuid of [gone, randomUUID()]) {
      for (const again of [await destroy(uuid), await update(uuid), await get(`/details/${uuid}`)])
        expect([again.statusCode, again.json().error]).toEqual([404, 'Este horário não existe mais.']);
    }
  });

  it('records each change in the audit log', async () => {
    const uuid = await stored();
    await update(uuid, LUNCH);
    await destroy(uuid);
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, entity_uuid, user_name }) => [action, entity_uuid, user_name])).toEqual(
      ['create', 'update', 'delete'].map((action) => [action, uuid, staff.name]),
    );
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ ...WEEK, ...NO_LUNCH });
    expect(JSON.parse(entries[1]?.after ?? '')).toEqual({ ...WEEK, ...LUNCH });
  });
});

it('rejects a request without a session with 401', async () => {
  const calls = [
    app.request('POST', admin('/store'), { json: WEEK }),
    app.request('PUT', admin(`/update/${randomUUID()}`), { json: WEEK }),
    app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
    app.request('GET', admin('')),
    app.request('GET', admin(`/details/${randomUUID()}`), { token: 'wrong' }),
  ];
  for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
  expect(await rows('office_hours')).toBe(0);
});

describe('list of phone service hours', () => {
  beforeEach(async () => {
    await stored({ ...LUNCH });
    await stored({ work_start_day: 'Sábado', end_of_work_day: 'Sábado', end_of_work_time: '14:00' });
    await stored({ work_start_day: 'domingo', end_of_work_day: 'Feriados', office_start_time: '09:00' });
  });

  it('returns all hours without a query, searches without accents, sorts and pages', async () => {
    expect(await days()).toEqual(['Segunda-feira', 'Sábado', 'domingo']);
    expect((await list()).meta).toBeUndefined();
    expect(await days('?search=SABADO')).toEqual(['Sábado']);
    expect(await days('?search=feriados')).toEqual(['domingo']);
    expect(await days('?search=14:00')).toEqual(['Sábado']);
    expect(await days('?sort=work_start_day')).toEqual(['domingo', 'Sábado', 'Segunda-feira']);
    expect(await days('?sort=-end_of_work_day')).toEqual(['Segunda-feira', 'Sábado', 'domingo']);
    expect(await days('?sort=office_start_time')).toEqual(['Segunda-feira', 'Sábado', 'domingo']);
    expect(await days('?sort=end_of_work_time')).toEqual(['Sábado', 'Segunda-feira', 'domingo']);
    const page = await list('?page=2&per_page=2');
    expect([page.data.length, page.meta]).toEqual([1, { page: 2, per_page: 2, total: 3 }]);
  });
});
