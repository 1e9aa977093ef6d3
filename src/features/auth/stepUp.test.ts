import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmation, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { createConfirmedCalls, differencesOf, type Method } from '../../../test/confirmedCalls.ts';
import { guardedEndpoints } from '../../../test/endpoints.ts';
import { permissions } from '../users/permissions.ts';

let app: TestApp;
let admin: string;
let machine: string;
let reader: string;
/** Addresses of the administrators who did nothing. */
const others: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn();
  for (const role of ['admin', 'admin', 'editor']) await app.signInAs(role);
  reader = await app.signInAs('reader');
  others.push('admin-1@hiperaurora.example', 'admin-2@hiperaurora.example');
  machine = (await made('POST', '/tokens/store', token())).token;
});
afterAll(() => app.remove());
beforeEach(async () => {
  await app.deps.db.deleteFrom('rate_limits').execute();
});

const call = (method: Method, path: string, json?: object, by = admin) =>
  app.request(method, `/api/admin${path}`, { token: by, ...(json && { json }) });

async function made(method: Method, path: string, json: object) {
  const answer = await call(method, path, { ...json, ...confirmation });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
}

const { cases, inputs, stored } = createConfirmedCalls({
  send: made,
  apply: async (form) => {
    const answer = await app.request('POST', '/api/site/work-with-us', { form });
    expect(answer.statusCode, answer.payload).toBe(201);
  },
  now: () => app.clock.now(),
});
const { person, token, webhook } = inputs;

const seen = new Set<string>();

/** Reads the mails to other administrators that came since the last call. */
async function notices() {
  const mails = (await app.mails()).filter(({ messageId = '' }) => !seen.has(messageId));
  for (const { messageId = '' } of mails) seen.add(messageId);
  return mails.filter(({ subject }) => subject?.includes('uma mudança que pede a sua atenção'));
}

it('every endpoint that asks for a confirmation has a case here', () => {
  expect(differencesOf(cases, guardedEndpoints(app.deps))).toEqual([]);
});

describe.each(cases)('$method $endpoint, when $when', (one) => {
  it('a call that opens a way in is refused without a confirmation, with a wrong one and to a token, and mails the other administrators when it is right', async () => {
    const { path, json } = await one.prepare();
    const ask = (more: object = {}, by = admin) => call(one.method, path, { ...json, ...more }, by);
    await notices();

    for (const nothing of [{}, { current_password: '' }, { otp: ' ' }]) {
      const bare = await ask(nothing);
      expect([bare.statusCode, bare.json()], bare.payload).toEqual([
        403,
        expect.objectContaining({ confirm: true, error: expect.stringContaining('confirme que é você') }),
      ]);
    }
    const wrong = await ask({ current_password: 'outra coisa' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { current_password: ['A senha atual não confere.'] },
    ]);
    const byMachine = await ask(confirmation, machine);
    expect([byMachine.statusCode, byMachine.json().confirm]).toEqual([403, undefined]);
    expect(byMachine.json().error).toContain('token');
    const byReader = await ask(confirmation, reader);
    expect([byReader.statusCode, byReader.json().confirm]).toEqual([403, undefined]);
    expect(await notices()).toEqual([]);

    const right = await ask(confirmation);
    expect(right.statusCode, right.payload).toBeLessThan(300);
    const told = await notices();
    // Administrators of other cases who were only invited, and the author, are told nothing.
    expect(told.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(others);
    for (const { text = '' } of told) {
      expect(text.replace(/\s+/g, ' ')).toContain(`${staff.name} `);
      expect(text.replace(/\s+/g, ' ')).toContain(one.mail);
      expect(text).toMatch(/às \d\d:\d\d/);
      expect(text).not.toMatch(/vtr_|whsec_|chave=abc123|exemplo\.example/);
    }
  });
});

describe('a call that opens no way in needs no confirmation', () => {
  const calm: [string, Method, () => Promise<{ path: string; json: object }>][] = [
    ['an invitation of a reader', 'POST', async () => ({ path: '/users/store', json: person('reader') })],
    [
      'another name of an administrator',
      'PUT',
      async () => {
        const { uuid } = await stored.person('admin');
        return { path: `/users/update/${uuid}`, json: { name: 'Outro Nome', role: 'admin' } };
      },
    ],
    [
      'a lesser role of an administrator',
      'PUT',
      async () => {
        const { uuid } = await stored.person('admin');
        return { path: `/users/update/${uuid}`, json: { name: 'Outro Nome', role: 'reader' } };
      },
    ],
    [
      'another invitation of a reader',
      'POST',
      async () => ({ path: `/users/invite/${(await stored.person('reader')).uuid}`, json: {} }),
    ],
    [
      'the access of a reader',
      'POST',
      async () => ({ path: `/users/enable/${(await stored.disabled('reader')).uuid}`, json: {} }),
    ],
    [
      'a role that says nothing of the second factor',
      'PUT',
      async () => {
        const { uuid, input } = await stored.role({ needs_second_factor: true });
        const { name, permissions } = input;
        return { path: `/roles/update/${uuid}`, json: { name, permissions } };
      },
    ],
    [
      'a built-in role that asks for the second factor from now on',
      'PUT',
      async () => ({ path: '/roles/built-in/store', json: { needs_second_factor: true } }),
    ],
    [
      'a token that may less',
      'PUT',
      async () => {
        const { uuid, input } = await stored.token({ permissions: ['banners.read', 'shops.read'] });
        return { path: `/tokens/update/${uuid}`, json: { ...input, permissions: ['shops.read'] } };
      },
    ],
    [
      'a webhook that is switched off',
      'PUT',
      async () => {
        const { uuid, input } = await stored.webhook();
        return { path: `/webhooks/update/${uuid}`, json: { ...input, enabled: false } };
      },
    ],
  ];
  it.each(calm)('saves %s as before, and mails no administrator', async (_, method, prepare) => {
    const { path, json } = await prepare();
    await notices();
    const answer = await call(method, path, json);
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    expect(await notices()).toEqual([]);
  });
});

describe('a confirmation', () => {
  it('a confirmation is asked for only after the rest of the call is known to be good', async () => {
    const { uuid } = await stored.token();
    const failures = [
      ['POST', '/tokens/store', { ...token(), name: '' }, 422],
      ['PUT', `/tokens/update/${uuid}`, { ...token(), version: 7 }, 409],
      ['PUT', `/tokens/update/${randomUUID()}`, token(), 404],
      ['POST', `/users/enable/${randomUUID()}`, {}, 404],
      ['POST', '/users/store', person('nenhum'), 422],
      ['PUT', `/webhooks/update/${randomUUID()}`, webhook(), 404],
    ] as const;
    for (const [method, path, json, status] of failures)
      expect((await call(method, path, json)).statusCode, path).toBe(status);
  });

  it('a wrong confirmation is counted with all wrong passwords of the account', async () => {
    const by = await app.signInAs('admin');
    const ask = () => call('POST', '/tokens/store', { ...token(), current_password: 'palpite' }, by);
    for (let tries = 0; tries < 10; tries += 1) expect((await ask()).statusCode).toBe(422);
    expect((await ask()).statusCode).toBe(429);
    const right = await call('POST', '/tokens/store', { ...token(), ...confirmation }, by);
    expect(right.statusCode).toBe(429);
  });

  it('a confirmation stands in no answer and no audit entry', async () => {
    const { uuid } = await stored.role({ permissions: [...permissions], needs_second_factor: true });
    const rows = await app.deps.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(staff.password);
    const details = await call('GET', `/roles/details/${uuid}`);
    expect(details.payload).not.toContain('current_password');
  });

  it('the API document describes a confirmation as optional fields', async () => {
    const document = (await app.request('GET', '/api/docs/json')).json();
    const described = JSON.stringify(document.paths['/api/admin/tokens/store'].post.requestBody);
    for (const field of ['current_password', 'otp', 'passkey']) expect(described).toContain(`"${field}"`);
  });
});
