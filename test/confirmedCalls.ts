import { randomUUID } from 'node:crypto';
import { dayAt } from '../src/shared/dates.ts';
import type { Endpoint } from '../src/shared/endpoint.ts';
import { fileOf } from './images.ts';
import { pdf } from './sampleFiles.ts';

// Valid calls of every endpoint that asks for the password or the second factor again, in each circumstance.

const DAY = 24 * 3_600_000;

export type Method = Endpoint['method'];

export interface ConfirmedCall {
  method: Method;
  /** The path as its endpoint declares it. */
  endpoint: string;
  /** The circumstance in which the call must be confirmed. */
  when: string;
  /** Stores what the call is about. Returns the call without its confirmation; `path` begins below `/api/admin`. */
  prepare: () => Promise<{ path: string; json: object }>;
  /** Part of the mail to the other administrators. */
  mail: string;
}

interface Target {
  /** Sends a confirmed call of an administrator, which must succeed. Returns its data. */
  send: (method: Method, path: string, json: object) => Promise<{ uuid: string }>;
  /** Sends a job application. */
  apply: (form: FormData) => Promise<void>;
  now: () => number;
}

export function createConfirmedCalls({ send, apply, now }: Target) {
  const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
  const inputs = {
    person: (role: string) => ({ name: unique('Gente'), email: `${randomUUID()}@x.example`, role }),
    token: () => ({
      name: unique('Sistema'),
      permissions: ['banners.read'],
      branches: null,
      expires_on: dayAt(now() + 5 * DAY),
    }),
    webhook: () => ({
      name: unique('Aplicativo'),
      address: 'https://receiver.example/avisos?chave=abc123',
      resources: ['phones'],
      events: ['changed'],
    }),
    role: (more: object = {}) => ({ name: unique('Papel'), permissions: ['shops.read'], ...more }),
  };

  /** Stores what a call is about. */
  const stored = {
    person: async (given: string) => {
      const input = inputs.person(given);
      return { ...input, uuid: (await send('POST', '/users/store', input)).uuid };
    },
    disabled: async (given: string) => {
      const one = await stored.person(given);
      await send('POST', `/users/disable/${one.uuid}`, {});
      return one;
    },
    token: async (more: object = {}) => {
      const input = { ...inputs.token(), ...more };
      return { input, uuid: (await send('POST', '/tokens/store', input)).uuid };
    },
    webhook: async () => {
      const input = inputs.webhook();
      return { input, uuid: (await send('POST', '/webhooks/store', input)).uuid };
    },
    role: async (more: object = {}) => {
      const input = inputs.role(more);
      return { input, uuid: (await send('POST', '/roles/store', input)).uuid };
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
    await apply(form);
    return email;
  }

  const cases: ConfirmedCall[] = [
    {
      method: 'POST',
      endpoint: '/admin/users/store',
      when: 'an administrator is invited',
      prepare: async () => ({ path: '/users/store', json: inputs.person('admin') }),
      mail: 'para a equipe, com o papel «Administrador»',
    },
    {
      method: 'POST',
      endpoint: '/admin/users/store',
      when: 'somebody is invited with a role of the chain that keeps people',
      prepare: async () => {
        const { uuid } = await stored.role({ permissions: ['users.write'] });
        return { path: '/users/store', json: inputs.person(uuid) };
      },
      mail: 'para a equipe, com o papel «Papel',
    },
    {
      method: 'PUT',
      endpoint: '/admin/users/update/:uuid',
      when: 'somebody is raised to administrator',
      prepare: async () => {
        const { uuid } = await stored.person('reader');
        return { path: `/users/update/${uuid}`, json: { name: 'Gente Nova', role: 'admin', version: 1 } };
      },
      mail: 'deu a Gente Nova o papel «Administrador»',
    },
    {
      method: 'POST',
      endpoint: '/admin/users/invite/:uuid',
      when: 'an administrator is invited again',
      prepare: async () => ({ path: `/users/invite/${(await stored.person('admin')).uuid}`, json: {} }),
      mail: 'mandou de novo o convite de Gente',
    },
    {
      method: 'POST',
      endpoint: '/admin/users/enable/:uuid',
      when: 'an administrator is enabled',
      prepare: async () => ({ path: `/users/enable/${(await stored.disabled('admin')).uuid}`, json: {} }),
      mail: 'ativou de novo o acesso de Gente',
    },
    {
      method: 'PUT',
      endpoint: '/admin/roles/update/:uuid',
      when: 'a role stops asking for a second factor',
      prepare: async () => {
        const { uuid, input } = await stored.role({ needs_second_factor: true });
        return { path: `/roles/update/${uuid}`, json: { ...input, needs_second_factor: false } };
      },
      mail: 'deixou de pedir a verificação em duas etapas ao papel «Papel',
    },
    {
      method: 'PUT',
      endpoint: '/admin/roles/update/:uuid',
      when: 'a role gets the right to create tokens',
      prepare: async () => {
        const { uuid, input } = await stored.role();
        const more = [...input.permissions, 'tokens.write'];
        return { path: `/roles/update/${uuid}`, json: { ...input, permissions: more } };
      },
      mail: 'permissão para cuidar de quem entra na retaguarda',
    },
    {
      method: 'PUT',
      endpoint: '/admin/roles/update/:uuid',
      when: 'a role that keeps people is not bound to branches any more',
      prepare: async () => {
        const { uuid, input } = await stored.role({ permissions: ['users.write'], own_branches: true });
        return { path: `/roles/update/${uuid}`, json: { ...input, own_branches: false } };
      },
      mail: 'permissão para cuidar de quem entra na retaguarda',
    },
    {
      method: 'PUT',
      endpoint: '/admin/roles/built-in/:key',
      when: 'a built-in role stops asking for a second factor',
      prepare: async () => {
        await send('PUT', '/roles/built-in/reader', { needs_second_factor: true });
        return { path: '/roles/built-in/reader', json: { needs_second_factor: false } };
      },
      mail: 'deixou de pedir a verificação em duas etapas ao papel «Leitura»',
    },
    {
      method: 'POST',
      endpoint: '/admin/tokens/store',
      when: 'a token is created',
      prepare: async () => ({ path: '/tokens/store', json: inputs.token() }),
      mail: 'criou o token «Sistema',
    },
    ...[{ permissions: ['banners.read', 'banners.write'] }, { expires_on: () => dayAt(now() + 6 * DAY) }].map(
      (more): ConfirmedCall => ({
        method: 'PUT',
        endpoint: '/admin/tokens/update/:uuid',
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
      method: 'POST',
      endpoint: '/admin/webhooks/store',
      when: 'a webhook is created',
      prepare: async () => ({ path: '/webhooks/store', json: inputs.webhook() }),
      mail: 'criou o webhook «Aplicativo',
    },
    {
      method: 'PUT',
      endpoint: '/admin/webhooks/update/:uuid',
      when: 'a webhook gets another address',
      prepare: async () => {
        const { uuid, input } = await stored.webhook();
        return { path: `/webhooks/update/${uuid}`, json: { ...input, address: 'https://other.example/x' } };
      },
      mail: 'que agora avisa other.example',
    },
    {
      method: 'POST',
      endpoint: '/admin/webhooks/secret/:uuid',
      when: 'the secret of a webhook is renewed',
      prepare: async () => ({ path: `/webhooks/secret/${(await stored.webhook()).uuid}`, json: {} }),
      mail: 'fez um segredo novo para o webhook «Aplicativo',
    },
    {
      method: 'POST',
      endpoint: '/admin/personal-data/erase',
      when: 'a person is erased',
      prepare: async () => {
        const email = await applicant();
        return { path: '/personal-data/erase', json: { email, confirmation: email } };
      },
      mail: 'apagou para sempre o que estava guardado de uma pessoa',
    },
    {
      method: 'POST',
      endpoint: '/admin/bin/erase',
      when: 'a record of the trash is erased',
      prepare: async () => {
        const phone = { contact: unique('Balcão'), ddi: '55', ddd: '85', number: '40020001', type: 1 };
        const { uuid } = await send('POST', '/phones/store', phone);
        await send('DELETE', `/phones/destroy/${uuid}`, {});
        return { path: '/bin/erase', json: { table: 'phones', uuid } };
      },
      mail: 'apagou para sempre o telefone que estava na lixeira',
    },
  ];

  return { cases, inputs, stored };
}

/** Lists the differences between the cases and the endpoints that declare `confirms`; none is right. */
export function differencesOf(cases: readonly ConfirmedCall[], endpoints: readonly Endpoint[]): string[] {
  const tested = new Set(cases.map(({ method, endpoint }) => `${method} ${endpoint}`));
  const declared = new Set(
    endpoints.filter(({ confirms }) => confirms).map(({ method, path }) => `${method} ${path}`),
  );
  return [...tested.symmetricDifference(declared)];
}
