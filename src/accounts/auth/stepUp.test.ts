import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmation, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { createConfirmedCalls, differencesOf, type Method } from '../../../test/confirmedCalls.ts';
import { guardedEndpoints } from '../../../test/endpoints.ts';
import { permissions } from '../users/rolePermissions.ts';

let app: TestApp;
let admin: string;
let apiToken: string;
let reader: string;
/** Addresses of administrators other than the author. */
const others: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn();
  for (const role of ['admin', 'admin', 'editor']) await app.signInAs(role);
  reader = await app.signInAs('reader');
  others.push('admin-1@hiperaurora.example', 'admin-2@hiperaurora.example');
  apiToken = (await made('POST', '/tokens/store', token())).token;
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

const readMails = new Set<string>();

/** Returns the mails to other administrators since the last call. */
async function notices() {
  const mails = (await app.mails()).filter(({ messageId = '' }) => !readMails.has(messageId));
  for (const { messageId = '' } of mails) readMails.add(messageId);
  return mails.filter(({ subject }) => subject?.includes('uma mudança que pede a sua atenção'));
}

it('covers every endpoint that requires a confirmation', () => {
  expect(differencesOf(cases, guardedEndpoints(app.deps))).toEqual([]);
});

describe.each(cases)('$method $endpoint, when $when', (endpointCase) => {
  it('refuses the call without confirmation, with a wrong one and to an API token, and mails the other administrators on success', async () => {
    const { path, json } = await endpointCase.prepare();
    const ask = (more: object = {}, by = admin) => call(endpointCase.method, path, { ...json, ...more }, by);
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
    const byApiToken = await ask(confirmation, apiToken);
    expect([byApiToken.statusCode, byApiToken.json().confirm]).toEqual([403, undefined]);
    expect(byApiToken.json().error).toContain('token');
    const byReader = await ask(confirmation, reader);
    expect([byReader.statusCode, byReader.json().confirm]).toEqual([403, undefined]);
    expect(await notices()).toEqual([]);

    const right = await ask(confirmation);
    expect(right.statusCode, right.payload).toBeLessThan(300);
    const mailed = await notices();
    // Neither the author nor administrators with a pending invitation are mailed.
    expect(mailed.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(others);
    for (const { text = '' } of mailed) {
      expect(text.replace(/\s+/g, ' ')).toContain(`${staff.name} `);
      expect(text.replace(/\s+/g, ' ')).toContain(endpointCase.mail);
      expect(text).toMatch(/às \d\d:\d\d/);
      expect(text).not.toMatch(/vtr_|whsec_|chave=abc123|exemplo\.example/);
    }
  });
});

describe('calls without confirmation', () => {
  const calm: [string, Method, () => Promise<{ path: string; json: object }>][] = [
    ['the invitation of a reader', 'POST', async () => ({ path: '/users/store', json: person('reader') })],
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
  it.each(calm)('saves %s without confirmation, and mails no administrator', async (_, method, prepare) => {
    const { path, json } = await prepare();
    await notices();
    const answer = await call(method, path, json);
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    expect(await notices()).toEqual([]);
  });
});

describe('confirmation', () => {
  it('requires a confirmation only after the rest of the request is valid', async () => {
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

  it('counts a wrong confirmation with the other wrong passwords of the account', async () => {
    const by = await app.signInAs('admin');
    const ask = () => call('POST', '/tokens/store', { ...token(), current_password: 'palpite' }, by);
    for (let tries = 0; tries < 10; tries += 1) expect((await ask()).statusCode).toBe(422);
    expect((await ask()).statusCode).toBe(429);
    const right = await call('POST', '/tokens/store', { ...token(), ...confirmation }, by);
    expect(right.statusCode).toBe(429);
  });

  it('keeps confirmations out of responses and audit entries', async () => {
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
