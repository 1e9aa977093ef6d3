import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { createUser } from '../../../accounts/auth/operatorAccounts.service.ts';
import { MAX_VIEW_NAME, MAX_VIEWS } from '../../../shared/savedViews.ts';
import { listNames } from './savedView.lists.ts';

let app: TestApp;
let token: string;
let other: string;
beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  const person = {
    name: 'Outra',
    email: 'lucia@hiperaurora.example',
    password: 'girafa bicicleta moinho verde',
  };
  await createUser(app.deps, person);
  const login = await app.request('POST', '/api/auth/login', { json: person });
  other = login.json().data.token.access_token;
});
afterAll(() => app.remove());
beforeEach(() => app.deps.db.deleteFrom('saved_views').execute());

const at = (path: string) => `/api/admin/profile/views/${path}`;
const store = (json: unknown, list = 'phones', as = token) =>
  app.request('POST', at(list), { token: as, json });
const names = async (list = 'phones', as = token) =>
  (await app.request('GET', at(list), { token: as })).json().data.map(({ name }: { name: string }) => name);
const VIEW = { name: 'Só WhatsApp', query: 'type=3&sort=contact' };

describe('saved views', () => {
  it('lists the views of a user by list and name', async () => {
    const answer = await store(VIEW);
    expect(answer.statusCode, answer.payload).toBe(201);
    await store({ ...VIEW, name: 'Água' });
    const { uuid } = answer.json().data;
    expect((await app.request('GET', at('phones'), { token })).json().data).toEqual([
      { uuid: expect.any(String), ...VIEW, name: 'Água' },
      { uuid, ...VIEW },
    ]);
    expect([await names('banners'), await names('phones', other)]).toEqual([[], []]);
  });

  it('renames and deletes a view', async () => {
    const { uuid } = (await store(VIEW)).json().data;
    const renamed = await app.request('PUT', at(`update/${uuid}`), { token, json: { name: ' Conversas ' } });
    expect([renamed.statusCode, await names()]).toEqual([200, ['Conversas']]);
    // A change of case in its own name is no conflict.
    const again = await app.request('PUT', at(`update/${uuid}`), { token, json: { name: 'CONVERSAS' } });
    expect([again.statusCode, await names()]).toEqual([200, ['CONVERSAS']]);
    const gone = await app.request('DELETE', at(`destroy/${uuid}`), { token });
    expect([gone.statusCode, await names()]).toEqual([200, []]);
  });

  it('answers 409 to a name that the user has already, ignoring accents and case', async () => {
    await store(VIEW);
    const { uuid } = (await store({ ...VIEW, name: 'Outra' })).json().data;
    const twice = await store({ ...VIEW, name: 'SÓ whatsapp' });
    const renamed = await app.request('PUT', at(`update/${uuid}`), { token, json: { name: 'so WhatsApp' } });
    for (const answer of [twice, renamed])
      expect([answer.statusCode, answer.json().error]).toEqual([
        409,
        expect.stringMatching(/já tem uma visão/),
      ]);
    expect((await store(VIEW, 'banners')).statusCode).toBe(201);
    expect((await store(VIEW, 'phones', other)).statusCode).toBe(201);
  });

  it.each<[string, unknown, string]>([
    ['it has no name', { ...VIEW, name: ' ' }, 'name'],
    ['its name is too long', { ...VIEW, name: 'x'.repeat(MAX_VIEW_NAME + 1) }, 'name'],
    ['it keeps nothing', { name: 'Tudo' }, 'query'],
    ['it keeps too much', { ...VIEW, query: 'x'.repeat(1001) }, 'query'],
  ])('answers 422 when %s', async (_, json, field) => {
    const answer = await store(json);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
    expect(await names()).toEqual([]);
  });

  it(`answers 422 beyond ${MAX_VIEWS} views of one list`, async () => {
    for (let at = 0; at < MAX_VIEWS; at += 1)
      expect((await store({ ...VIEW, name: `Visão ${at}` })).statusCode).toBe(201);
    const answer = await store(VIEW);
    expect([answer.statusCode, answer.json().errors.name[0]]).toEqual([422, expect.stringMatching(/Exclua/)]);
    expect((await store(VIEW, 'banners')).statusCode).toBe(201);
  });

  it('answers 404 to other users and 401 without a session', async () => {
    const { uuid } = (await store(VIEW)).json().data;
    for (const [as, id] of [
      [other, uuid],
      [token, randomUUID()],
      [token, 'x'],
    ]) {
      const calls = [
        await app.request('PUT', at(`update/${id}`), { token: as, json: { name: 'X' } }),
        await app.request('DELETE', at(`destroy/${id}`), { token: as }),
      ];
      for (const answer of calls) expect(answer.statusCode).toBe(404);
    }
    expect((await store(VIEW, 'nada')).statusCode).toBe(404);
    for (const answer of [
      await app.request('GET', at('phones')),
      await app.request('POST', at('phones'), { json: VIEW }),
      await app.request('PUT', at(`update/${uuid}`), { json: { name: 'X' } }),
      await app.request('DELETE', at(`destroy/${uuid}`)),
    ])
      expect(answer.statusCode).toBe(401);
    expect(await names()).toEqual(['Só WhatsApp']);
  });

  it('gives every list of the back office a unique name', () => {
    expect(listNames()).toEqual(expect.arrayContaining(['booklets-of-the-day', 'tokens', 'users']));
    expect(new Set(listNames()).size).toBe(listNames().length);
  });
});
