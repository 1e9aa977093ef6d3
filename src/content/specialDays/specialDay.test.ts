import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { getDashboard } from '../../office/dashboard/dashboard.contract.ts';
import { insertRecord } from '../../records/server/store/records.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { branchService } from '../branches/branch.service.ts';
import {
  getSpecialDay,
  listHolidayProposals,
  listSpecialDayPlaces,
  listSpecialDays,
  siteSpecialDays,
  storeSpecialDay,
} from './specialDay.contract.ts';

let app: TestApp;
let token: string;
let today: string;
/** Branches in Ceará and in Bahia. */
let centro: string;
let salvador: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['exceptions', 'branches', 'audit_log']);
  today = dayAt(app.deps.clock.now());
  [centro, salvador] = await Promise.all([branch('Centro', 'CE'), branch('Salvador', 'BA')]);
  app.deps.responseCache.invalidate();
});

async function branch(name: string, state: string): Promise<string> {
  const columns = branchService.columns({
    name, state,
    email: 'a@b.example', phone: '8500000000', number: '1', road: 'Rua', district: 'Centro', city: 'Cidade',
    zip_code: '60000000',
  } as never); // biome-ignore format: short
  const { uuid } = await app.deps.write(null, (work) =>
    insertRecord(work, 'branches', { position: 1, file_id: null, ...columns }),
  );
  return uuid;
}

type Fields = Record<string, unknown>;
const CHRISTMAS = { date: '2027-12-25', reason: 'Natal', type: 1, places: ['all'] };
const SHORT = { type: 2, hours: [{ opens: '08:00', closes: '14:00' }] };

const admin = (path: string) => `/api/admin/exceptions${path}`;
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { ...CHRISTMAS, ...fields } });
const update = (uuid: string, fields: Fields = {}) =>
  app.request('PUT', admin(`/update/${uuid}`), { token, json: { ...CHRISTMAS, ...fields } });
const errorsOf = (answer: { json: () => { errors?: Record<string, string[]> } }) => answer.json().errors;

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeSpecialDay.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  return bodyOf(getSpecialDay.answers[200], await get(`/details/${uuid}`)).data;
}
async function list(query = '') {
  return bodyOf(listSpecialDays.answers[200], await get(query)).data.map(({ reason }) => reason);
}
async function onSite() {
  const answer = await app.request('GET', '/api/site/exceptions');
  expect(answer.statusCode).toBe(200);
  return bodyOf(siteSpecialDays.answers[200], answer).data;
}
async function proposals() {
  const answer = await get('/proposals');
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(listHolidayProposals.answers[200], answer).data;
}

describe('creating a special day', () => {
  it('answers 201 and shows the day in the list, its details and on the site', async () => {
    const date = addDays(today, 20);
    const uuid = await stored({ ...SHORT, date, reason: ' Balanço ', places: [centro, 'cinema', centro] });
    expect(await details(uuid)).toMatchObject({
      date,
      reason: 'Balanço',
      type: { number: 2, text: 'Outro horário' },
      hours: [{ opens: '08:00', closes: '14:00' }],
      places: [centro, 'cinema'],
      places_text: 'Centro e Cinema',
      version: 1,
    });
    expect(await list()).toEqual(['Balanço']);
    expect(await list('?search=balanco')).toEqual(['Balanço']);
    expect(await list('?when=past')).toEqual([]);
    expect(await list('?when=coming&type=2')).toEqual(['Balanço']);
    expect(await onSite()).toMatchObject([{ uuid, date, places: [centro, 'cinema'] }]);
  });

  it.each([
    ['the day before the notice', 20, 'O aviso aparece no site em'],
    ['within a week', 7, 'O aviso já aparece no site.'],
    ['a day that has passed', -3, 'O dia já passou'],
  ])('states the effect on the site: %s', async (_, days, text) => {
    const answer = await store({ date: addDays(today, days) });
    expect(answer.json().data.message).toContain(text);
  });

  it('reduces places with "all" to "all", and drops the hours of a closed day', async () => {
    const uuid = await stored({ hours: [{ opens: '08:00', closes: '14:00' }], places: ['cinema', 'all'] });
    expect(await details(uuid)).toMatchObject({
      hours: [],
      places: ['all'],
      places_text: expect.stringContaining('Todas'),
    });
  });

  it.each<[string, Fields, string, string]>([
    ['no place', { places: [] }, 'places', 'Escolha para quem vale.'],
    ['an unknown place', { places: ['mall'] }, 'places', 'Escolha para quem vale.'],
    [
      'an unknown branch',
      { places: [randomUUID()] },
      'places',
      'Uma destas filiais não existe mais. Confira a lista.',
    ],
    ['other hours without hours', { type: 2 }, 'hours', 'Informe a hora de abrir e a de fechar, como 08:30.'],
    [
      'half a time',
      { type: 2, hours: [{ opens: '08:00', closes: '' }] },
      'hours',
      'Informe a hora de abrir e a de fechar, como 08:30.',
    ],
    [
      'overlapping hours',
      {
        type: 2,
        hours: [
          { opens: '08:00', closes: '14:00' },
          { opens: '13:00', closes: '18:00' },
        ],
      },
      'hours',
      'Um horário começa antes de o anterior terminar.',
    ],
  ])('rejects %s with 422 and a message at the field', async (_, fields, field, message) => {
    const answer = await store(fields);
    expect([answer.statusCode, errorsOf(answer)]).toEqual([422, { [field]: [message] }]);
    expect(await list()).toEqual([]);
  });

  it('accepts one special day for each date and place; a named place takes precedence over all', async () => {
    const all = await stored();
    expect(errorsOf(await store({ reason: 'Outro' }))).toEqual({
      places: ['Em 25/12/2027 já há «Natal» para: Todas as lojas, shopping e cinema.'],
    });
    await stored({ type: 3, places: [centro] });
    expect((await store({ ...SHORT, places: [centro, salvador] })).statusCode).toBe(422);
    expect((await update(all, { reason: 'Dia de Natal' })).statusCode).toBe(200);
  });
});

describe('updating a special day', () => {
  it('keeps hours that are not sent, and requires them when they are missing', async () => {
    const uuid = await stored(SHORT);
    expect((await update(uuid, { type: 2, reason: 'Véspera', version: 1 })).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({ reason: 'Véspera', hours: SHORT.hours, version: 2 });
    const closed = await stored({ date: '2027-01-01' });
    expect(errorsOf(await update(closed, { date: '2027-01-01', type: 2 }))).toHaveProperty('hours');
  });

  it('leaves the site when its only branch is deleted, and drops that branch at the next save', async () => {
    const uuid = await stored({ places: [centro] });
    expect((await app.request('DELETE', `/api/admin/branches/destroy/${centro}`, { token })).statusCode).toBe(
      200,
    );
    expect(await onSite()).toEqual([]);
    expect(await details(uuid)).toMatchObject({ places_text: 'uma filial que saiu' });
    const saved = await update(uuid, { places: [centro], reason: 'Natal!' });
    expect(saved.statusCode, saved.payload).toBe(200);
    expect(saved.json().data.message).toMatch(/Uma filial que foi excluída saiu da lista\. Sem filial,/);
    expect(await details(uuid)).toMatchObject({ places: [] });
    expect(await onSite()).toEqual([]);
  });
});

it('returns special days from yesterday to a year ahead to shoppers', async () => {
  for (const days of [-2, -1, 0, 366, 367])
    await stored({ date: addDays(today, days), reason: `Dia ${days}` });
  expect((await onSite()).map(({ reason }) => reason)).toEqual(['Dia -1', 'Dia 0', 'Dia 366']);
});

it('lists the places that a special day can be for', async () => {
  const { data } = bodyOf(listSpecialDayPlaces.answers[200], await get('/places'));
  expect(data.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Shopping', 'Cinema', 'Centro', 'Salvador']),
  );
});

describe('holiday proposals', () => {
  it('proposes national holidays and those of states with branches, for the coming year', async () => {
    const found = await proposals();
    const of = (name: string) => found.find((one) => one.name === name);
    expect(of('Natal')).toMatchObject({ state: null, by_law: true, places: ['all'] });
    expect(of('Corpus Christi')).toMatchObject({ by_law: false });
    expect(of('Data Magna')).toMatchObject({ state: 'CE', places: [centro], places_text: 'Centro' });
    expect(of('Independência da Bahia')).toMatchObject({ state: 'BA', places: [salvador] });
    expect(found.every(({ state }) => [null, 'CE', 'BA'].includes(state))).toBe(true);
    expect(found.every(({ date }) => date >= today && date <= addDays(today, 365))).toBe(true);
  });

  it('omits a holiday that is decided for every place, and proposes it for the undecided places', async () => {
    const natal = async () => (await proposals()).find(({ name }) => name === 'Natal');
    const { date = '' } = (await natal()) ?? {};
    const uuid = await stored({ date, type: 3, places: [centro] });
    expect(await natal()).toMatchObject({ places: [salvador, 'shopping', 'cinema'] });
    await stored({ date, places: [salvador, 'shopping', 'cinema'] });
    expect(await natal()).toBeUndefined();
    await app.request('DELETE', admin(`/destroy/${uuid}`), { token });
    expect(await natal()).toMatchObject({ places: [centro] });
  });

  it('shows proposals on the dashboard three weeks ahead', async () => {
    const waiting = async () => {
      const answer = await app.request('GET', '/api/admin/dashboard', { token });
      return bodyOf(getDashboard.answers[200], answer).data.waiting.holidays;
    };
    const expected = (await proposals()).filter(({ date }) => date <= addDays(today, 21)).slice(0, 4);
    expect(await waiting()).toEqual(expected);
    for (const { date, name, places } of expected) await stored({ date, reason: name, places });
    for (const { date } of await waiting()) expect(date > (expected.at(-1)?.date ?? '')).toBe(true);
  });
});

it('limits a user with one branch to special days of that branch alone', async () => {
  const own = await stored({ reason: 'Balanço', places: [centro] });
  const others = await Promise.all([
    stored({ date: '2027-12-24', places: ['all'] }),
    stored({ date: '2027-12-23', places: ['cinema', 'shopping'] }),
    stored({ date: '2027-12-22', places: [centro, 'cinema'] }),
    stored({ date: '2027-12-21', places: [centro, salvador] }),
    stored({ date: '2027-12-20', places: [salvador] }),
  ]);
  const restricted = await app.signInAs('store', [centro]);
  const to = (method: 'GET' | 'POST' | 'PUT', path: string, json?: object) =>
    app.request(method, admin(path), { token: restricted, ...(json && { json }) });
  const seen = await to('GET', '?page=1&counts=1');
  expect(seen.json()).toMatchObject({ data: [{ reason: 'Balanço' }], meta: { total: 1 } });
  expect((await to('PUT', `/update/${own}`, { ...CHRISTMAS, places: [centro] })).statusCode).toBe(200);
  const fresh = { ...CHRISTMAS, date: '2027-12-31' };
  expect((await to('POST', '/store', { ...fresh, places: [centro] })).statusCode).toBe(201);
  const refused = [
    ...(await Promise.all(others.map((uuid) => to('GET', `/details/${uuid}`)))),
    ...(await Promise.all(
      others.map((uuid) => to('PUT', `/update/${uuid}`, { ...CHRISTMAS, places: [centro] })),
    )),
  ];
  for (const places of [
    ['all'],
    ['cinema'],
    [centro, 'shopping'],
    [centro, salvador],
    [salvador],
    [],
    'all',
    null,
  ])
    for (const [method, path] of [
      ['POST', '/store'],
      ['PUT', `/update/${own}`],
    ] as const)
      refused.push(await to(method, path, { ...fresh, places }));
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403));
});
