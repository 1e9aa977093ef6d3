import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmation, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { pdf } from '../../../test/documents.ts';
import { guardedEndpoints } from '../../../test/endpoints.ts';
import { fileOf } from '../../../test/images.ts';
import { dayAt } from '../../platform/clock.ts';
import { permissions } from '../users/permissions.ts';

const DAY = 24 * 3_600_000;

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

type Method = 'POST' | 'PUT' | 'GET' | 'DELETE';
const call = (method: Method, path: string, json?: object, by = admin) =>
  app.request(method, `/api/admin${path}`, { token: by, ...(json && { json }) });

async function made(method: Method, path: string, json: object) {
  const answer = await call(method, path, { ...json, ...confirmation });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
}

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const person = (role: string) => ({ name: unique('Gente'), email: `${randomUUID()}@x.example`, role });
const token = () => ({
  name: unique('Sistema'),
  permissions: ['banners.read'],
  branches: null,
  expires_on: dayAt(app.clock.now() + 5 * DAY),
});
const webhook = () => ({
  name: unique('Aplicativo'),
  address: 'https://receiver.example/avisos?chave=abc123',
  resources: ['phones'],
  events: ['changed'],
});
const role = (more: object = {}) => ({ name: unique('Papel'), permissions: ['shops.read'], ...more });

/** Stores what a call is about. */
const stored = {
  person: async (given: string) => {
    const input = person(given);
    return { ...input, uuid: (await made('POST', '/users/store', input)).uuid as string };
  },
  disabled: async (given: string) => {
    const one = await stored.person(given);
    await made('POST', `/users/disable/${one.uuid}`, {});
    return one;
  },
  token: async (more: object = {}) => {
    const input = { ...token(), ...more };
    return { input, uuid: (await made('POST', '/tokens/store', input)).uuid as string };
  },
  webhook: async () => {
    const input = webhook();
    return { input, uuid: (await made('POST', '/webhooks/store', input)).uuid as string };
  },
  role: async (more: object = {}) => {
    const input = role(more);
    return { input, uuid: (await made('POST', '/roles/store', input)).uuid as string };
  },
};

async function applicant(): Promise<string> {
  const email = `${randomUUID()}@exemplo.example`;
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: 'Maria da Silva',
    email,
    phone: '85900000012',
    vacancy: 'Caixa',
  }))
    form.append(name, value);
  form.append('doc', fileOf(pdf(), 'currículo.pdf', 'application/pdf'));
  const answer = await app.request('POST', '/api/site/work-with-us', { form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return email;
}

interface Case {
  endpoint: string;
  /** The circumstance in which the call must be confirmed. */
  when: string;
  /** Prepares what it is about. */
  prepare: () => Promise<{ path: string; json: object }>;
  /** Part of the mail to the other administrators. */
  mail: string;
}

const cases: Case[] = [
  {
    endpoint: 'POST /admin/users/store',
    when: 'an administrator is invited',
    prepare: async () => ({ path: '/users/store', json: person('admin') }),
    mail: 'para a equipe, com o papel «Administrador»',
  },
  {
    endpoint: 'POST /admin/users/store',
    when: 'somebody is invited with a role of the chain that keeps people',
    prepare: async () => {
      const { uuid } = await stored.role({ permissions: ['users.write'] });
      return { path: '/users/store', json: person(uuid) };
    },
    mail: 'para a equipe, com o papel «Papel',
  },
  {
    endpoint: 'PUT /admin/users/update/:uuid',
    when: 'somebody is raised to administrator',
    prepare: async () => {
      const { uuid } = await stored.person('reader');
      return { path: `/users/update/${uuid}`, json: { name: 'Gente Nova', role: 'admin', version: 1 } };
    },
    mail: 'deu a Gente Nova o papel «Administrador»',
  },
  {
    endpoint: 'POST /admin/users/invite/:uuid',
    when: 'an administrator is invited again',
    prepare: async () => ({ path: `/users/invite/${(await stored.person('admin')).uuid}`, json: {} }),
    mail: 'mandou de novo o convite de Gente',
  },
  {
    endpoint: 'POST /admin/users/enable/:uuid',
    when: 'an administrator is enabled',
    prepare: async () => ({ path: `/users/enable/${(await stored.disabled('admin')).uuid}`, json: {} }),
    mail: 'ativou de novo o acesso de Gente',
  },
  {
    endpoint: 'PUT /admin/roles/update/:uuid',
    when: 'a role stops asking for a second factor',
    prepare: async () => {
      const { uuid, input } = await stored.role({ needs_second_factor: true });
      return { path: `/roles/update/${uuid}`, json: { ...input, needs_second_factor: false } };
    },
    mail: 'deixou de pedir a verificação em duas etapas ao papel «Papel',
  },
  {
    endpoint: 'PUT /admin/roles/update/:uuid',
    when: 'a role gets the right to create tokens',
    prepare: async () => {
      const { uuid, input } = await stored.role();
      const more = [...input.permissions, 'tokens.write'];
      return { path: `/roles/update/${uuid}`, json: { ...input, permissions: more } };
    },
    mail: 'permissão para cuidar de quem entra na retaguarda',
  },
  {
    endpoint: 'PUT /admin/roles/update/:uuid',
    when: 'a role that keeps people is not bound to branches any more',
    prepare: async () => {
      const { uuid, input } = await stored.role({ permissions: ['users.write'], own_branches: true });
      return { path: `/roles/update/${uuid}`, json: { ...input, own_branches: false } };
    },
    mail: 'permissão para cuidar de quem entra na retaguarda',
  },
  {
    endpoint: 'PUT /admin/roles/built-in/:key',
    when: 'a built-in role stops asking for a second factor',
    prepare: async () => {
      await made('PUT', '/roles/built-in/reader', { needs_second_factor: true });
      return { path: '/roles/built-in/reader', json: { needs_second_factor: false } };
    },
    mail: 'deixou de pedir a verificação em duas etapas ao papel «Leitura»',
  },
  {
    endpoint: 'POST /admin/tokens/store',
    when: 'a token is created',
    prepare: async () => ({ path: '/tokens/store', json: token() }),
    mail: 'criou o token «Sistema',
  },
  ...[
    { permissions: ['banners.read', 'banners.write'] },
    { expires_on: () => dayAt(app.clock.now() + 6 * DAY) },
  ].map(
    (more): Case => ({
      endpoint: 'PUT /admin/tokens/update/:uuid',
      when: `a token gets more ${Object.keys(more)[0]}`,
      prepare: async () => {
        const { uuid, input } = await stored.token();
        const given = Object.entries(more).map(([name, value]) => [
          name,
          typeof value === 'function' ? value() : value,
        ]);
        return { path: `/tokens/update/${uuid}`, json: { ...input, ...Object.fromEntries(given) } };
      },
      mail: 'deu mais permissões, filiais ou prazo ao token «Sistema',
    }),
  ),
  {
    endpoint: 'POST /admin/webhooks/store',
    when: 'a webhook is created',
    prepare: async () => ({ path: '/webhooks/store', json: webhook() }),
    mail: 'criou o webhook «Aplicativo',
  },
  {
    endpoint: 'PUT /admin/webhooks/update/:uuid',
    when: 'a webhook gets another address',
    prepare: async () => {
      const { uuid, input } = await stored.webhook();
      return { path: `/webhooks/update/${uuid}`, json: { ...input, address: 'https://other.example/x' } };
    },
    mail: 'que agora avisa other.example',
  },
  {
    endpoint: 'POST /admin/webhooks/secret/:uuid',
    when: 'the secret of a webhook is renewed',
    prepare: async () => ({ path: `/webhooks/secret/${(await stored.webhook()).uuid}`, json: {} }),
    mail: 'fez um segredo novo para o webhook «Aplicativo',
  },
  {
    endpoint: 'POST /admin/personal-data/erase',
    when: 'a person is erased',
    prepare: async () => {
      const email = await applicant();
      return { path: '/personal-data/erase', json: { email, confirmation: email } };
    },
    mail: 'apagou para sempre o que estava guardado de uma pessoa',
  },
];

const methodOf = ({ endpoint }: Case) => endpoint.split(' ')[0] as Method;

const seen = new Set<string>();

/** Reads the mails to other administrators that came since the last call. */
async function notices() {
  const mails = (await app.mails()).filter(({ messageId = '' }) => !seen.has(messageId));
  for (const { messageId = '' } of mails) seen.add(messageId);
  return mails.filter(({ subject }) => subject?.includes('uma mudança que pede a sua atenção'));
}

it('every endpoint that asks for a confirmation has a case here', () => {
  const endpoints = guardedEndpoints(app.deps).filter(({ confirms }) => confirms);
  const names = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(cases.map(({ endpoint }) => endpoint))].toSorted()).toEqual(names.toSorted());
});

describe.each(cases)('$endpoint, when $when', (one) => {
  it('a call that opens a way in is refused without a confirmation, with a wrong one and to a token, and mails the other administrators when it is right', async () => {
    const { path, json } = await one.prepare();
    const ask = (more: object = {}, by = admin) => call(methodOf(one), path, { ...json, ...more }, by);
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
