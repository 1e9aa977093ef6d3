import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { getPhoneServiceHours, LUNCH_MISSING, sitePhoneServiceHours } from './phoneServiceHours.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
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

const { get, store, storeRecord, update, destroy } = jsonCalls(() => app, 'office-hours', WEEK);

const details = async (uuid: string) =>
  bodyOf(getPhoneServiceHours.answers[200], await get(`/details/${uuid}`)).data;

it('states to staff what shoppers see, and shows every field on the site', async () => {
  const stored = await store({ work_start_day: ' Véspera de feriado ', ...LUNCH });
  const { uuid, message } = stored.json().data;
  expect(message).toBe('Já aparece na página de contato.');
  const answer = await app.request('GET', '/api/site/office-hours');
  expect(bodyOf(sitePhoneServiceHours.answers[200], answer)).toEqual(answer.json());
  expect(answer.json().data).toEqual([
    { id: expect.any(Number), uuid, ...WEEK, ...LUNCH, work_start_day: 'Véspera de feriado' },
  ]);
  expect((await update(uuid)).json().data.message).toBe('A mudança já aparece na página de contato.');
  expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais na página de contato.');
  expect((await destroy(uuid)).json().error).toBe('Este horário não existe mais.');
});

it.each<[string, Fields]>([
  ['absent', {}],
  ['empty', { lunch_start_time: '', lunch_end_time: ' ' }],
  ['null', NO_LUNCH],
])('accepts hours without lunch: %s', async (_, lunch) => {
  expect(await details(await storeRecord(lunch))).toMatchObject(NO_LUNCH);
});

it('reads an end before the start as the next day, and times with seconds', async () => {
  const uuid = await storeRecord({ office_start_time: '18:00:00', end_of_work_time: '02:00' });
  expect(await details(uuid)).toMatchObject({ office_start_time: '18:00', end_of_work_time: '02:00' });
});

it('keeps the other time of the lunch when one is changed', async () => {
  const uuid = await storeRecord(LUNCH);
  expect((await update(uuid, { lunch_start_time: '11:30' })).statusCode).toBe(200);
  expect(await details(uuid)).toMatchObject({ lunch_start_time: '11:30', lunch_end_time: '13:00' });
});

describe('half a lunch', () => {
  it.each<[string, Fields, keyof typeof LUNCH_MISSING]>([
    ['without an end', { lunch_start_time: '12:00' }, 'lunch_end_time'],
    ['with an empty start', { lunch_start_time: '', lunch_end_time: '13:00' }, 'lunch_start_time'],
  ])('is rejected with 422 in new hours %s', async (_, fields, field) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { [field]: [LUNCH_MISSING[field]] }]);
  });

  it.each<[string, Fields, Fields, keyof typeof LUNCH_MISSING]>([
    ['one time is cleared', LUNCH, { lunch_end_time: '' }, 'lunch_end_time'],
    ['one time is added alone', {}, { lunch_end_time: '13:00' }, 'lunch_start_time'],
    ['only the end is sent', LUNCH, { lunch_start_time: '', lunch_end_time: '13:00' }, 'lunch_start_time'],
  ])(
    'is rejected with 422 in a change by which %s, which changes nothing',
    async (_, before, fields, field) => {
      const uuid = await storeRecord(before);
      const was = await details(uuid);
      const answer = await update(uuid, fields);
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { [field]: [LUNCH_MISSING[field]] }]);
      expect(await details(uuid)).toEqual(was);
    },
  );
});
