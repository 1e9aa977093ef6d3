import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../bench/product.ts';
import { BUILT_IN_ROLES, permissions, tokenPermissions } from '../src/accounts/users/rolePermissions.ts';
import { webhookSignatureOf } from '../src/accounts/webhooks/webhook.secret.ts';
import { createOutgoing, MAX_RESPONSE_BYTES } from '../src/platform/security/outgoing.ts';
import { createApiToken, randomToken, readableCode } from '../src/platform/security/secrets.ts';
import { isPublished } from '../src/records/server/publication/visibility.ts';
import type { Endpoint } from '../src/shared/endpoint.ts';
import { createTestApp } from '../test/app.ts';
import {
  type AttackResponse,
  type AttackTarget,
  createFigures,
  forEachAtOnce,
  indices,
  newAddress,
  PASSWORD,
  startTarget,
  type TestAccount,
} from '../test/attack.ts';
import { createPasskey } from '../test/authenticator.ts';
import { type ConfirmedCall, createConfirmedCalls, differencesOf } from '../test/confirmedCalls.ts';
import {
  addressOf,
  allEndpoints,
  bodiesOf,
  guardedEndpoints,
  isAllowed,
  isStream,
  type Rights,
  UNKNOWN_UUID,
} from '../test/endpoints.ts';
import { fileOf, jpeg } from '../test/images.ts';
import {
  INTERNAL_ADDRESSES,
  INTERNAL_RESOLUTIONS,
  INTERNAL_URLS,
  REFUSED_URLS,
} from '../test/internalAddresses.ts';
import { pdf } from '../test/sampleFiles.ts';
import { formOf } from '../test/uploads.ts';
import { createValidSaves, type SavesTarget, storePathOf } from '../test/validSaves.ts';
import { openReceiver } from '../test/webhookReceiver.ts';

// Attacks the product over HTTP, as an anonymous caller would, and prints how many attempts got through. None may.

const MINUTE = 60_000;
const DAY_QUARTERS = 96;
/** IP addresses of a large botnet. */
const BOTNET = 100_000;

let every: Endpoint[];
let endpoints: Endpoint[];
beforeAll(async () => {
  const app = await createTestApp();
  every = allEndpoints(app.deps);
  endpoints = guardedEndpoints(app.deps);
  await app.remove();
});

describe.each(['sqlite', 'postgres'] as const)('on %s', { timeout: 30 * MINUTE }, (engine) => {
  let target: AttackTarget;
  const figures = createFigures(`Attacks on ${engine}`);
  beforeAll(async () => {
    target = await startTarget(engine);
  });
  afterAll(async () => {
    figures.print();
    await target?.stop();
  });

  const { record, note } = figures;

  const statusesOf = (answers: readonly AttackResponse[]) => {
    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
  };
  const atOnce = (count: number, work: (at: number) => Promise<AttackResponse>) =>
    Promise.all(indices(count).map(work));
  const passed = (answers: readonly AttackResponse[]) => answers.filter(({ status }) => status < 300).length;
  const profile = async (token: string) => (await target.send('GET', '/api/admin/profile', { token })).status;

  // Every endpoint, with every kind of caller

  const callOf = ({ body: kind }: Endpoint, body: Record<string, unknown>) => {
    if (!kind) return {};
    return kind.type === 'multipart' ? { form: formOf(body as Record<string, string>) } : { json: body };
  };

  /** Returns the endpoints that do not refuse these credentials with 401. */
  async function acceptedWith(call: { token?: string; headers?: Record<string, string> }) {
    const through: string[] = [];
    await forEachAtOnce(endpoints, 12, async (endpoint) => {
      const answer = await target.send(endpoint.method, addressOf(endpoint), {
        ...callOf(endpoint, {}),
        ...call,
        from: newAddress(),
      });
      if (answer.status !== 401) through.push(`${endpoint.method} ${endpoint.path} ${answer.status}`);
    });
    return through;
  }

  /** Returns the endpoints whose authorization differs from these rights, and the number of tries. */
  async function differencesFrom(token: string, rights: Rights) {
    const wrong: string[] = [];
    let tries = 0;
    for (let first = 0; first < endpoints.length; first += 40) {
      await target.resetRateLimits();
      await forEachAtOnce(endpoints.slice(first, first + 40), 8, async (endpoint) => {
        if (isStream(endpoint) && !rights.isMachine) return;
        for (const { body, need } of bodiesOf(endpoint)) {
          tries += 1;
          const call = { ...callOf(endpoint, body), token };
          const { status } = await target.send(endpoint.method, addressOf(endpoint), call);
          const isRight = isAllowed(endpoint, need, rights)
            ? ![401, 403, 429].includes(status)
            : status === 403;
          if (!isRight) wrong.push(`${endpoint.method} ${endpoint.path} ${JSON.stringify(body)} ${status}`);
        }
      });
    }
    return { wrong, tries };
  }

  const few = (all: readonly string[]) => all.slice(0, 3).join('; ');

  test('every endpoint refuses an invalid token with 401', async () => {
    const { token, pageKey, device } = await target.signIn((await target.addUser({ role: 'admin' })).email);
    const invalid: [string, { token?: string; headers?: Record<string, string> }][] = [
      ['no token', {}],
      ['garbage', { token: 'lixo' }],
      ['a random token', { token: randomToken() }],
      ['a random API token', { token: createApiToken() }],
      ['a live page key as a token', { token: pageKey }],
      ['a live device key as a token', { token: device }],
      [
        'a live page key and device in cookies',
        { headers: { cookie: `vitrine_pages=${pageKey}; vitrine_device=${device}` } },
      ],
      ['a live token in a cookie', { headers: { cookie: `token=${token}; access_token=${token}` } }],
      ['a live token as basic', { headers: { authorization: `Basic ${btoa(`${token}:`)}` } }],
    ];
    for (const [name, call] of invalid) {
      const through = await acceptedWith(call);
      record(`every endpoint: ${name}`, endpoints.length, through.length, few(through));
    }
  });

  const roles = [
    ...BUILT_IN_ROLES.map(({ key, permissions: some, ownBranches }) => ({ key, some, isKept: ownBranches })),
    // A deleted role.
    { key: randomUUID(), some: [] as readonly string[], isKept: true },
  ];

  test('every endpoint obeys the permissions of each role, and refuses ended sessions', async () => {
    const change = (method: string, path: string, json?: object) =>
      target.request(method, `/api/admin/users${path}`, { token: target.admin, ...(json && { json }) });
    const long = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const touch = (id: number, values: object) =>
      target.db.updateTable('sessions').set(values).where('user_id', '=', id).execute();
    interface SignedIn {
      person: TestAccount;
      role: string;
      token: string;
    }
    const endings: Record<string, (session: SignedIn) => Promise<unknown>> = {
      'signed out': ({ token }) => target.request('POST', '/api/auth/logout', { json: { token } }),
      'of a disabled user': ({ person }) => change('POST', `/disable/${person.uuid}`),
      'of a deleted user': ({ person }) => change('DELETE', `/destroy/${person.uuid}`),
      'after a change of role': ({ person, role }) => {
        const other = role === 'reader' ? 'recruitment' : 'reader';
        return change('PUT', `/update/${person.uuid}`, { name: 'Outra', role: other });
      },
      'ended by an administrator': ({ person }) => change('POST', `/end-sessions/${person.uuid}`),
      'from before a change of password': async ({ person }) => {
        const { token } = await target.signIn(person.email);
        const password = 'outra senha de teste 77';
        const json = { current_password: PASSWORD, password, password_confirmation: password };
        await target.request('PUT', '/api/admin/profile/password', { token, json });
      },
      'that expired': ({ person }) => touch(person.id, { expires_at: long }),
      'that was idle too long': ({ person }) => touch(person.id, { last_used_at: long }),
    };
    const signInWith = async ({ key, isKept }: (typeof roles)[number]): Promise<SignedIn> => {
      const person = await target.addUser({
        role: key,
        branches: isKept ? JSON.stringify([randomUUID()]) : null,
      });
      const { token } = await target.signIn(person.email);
      return { person, role: key, token };
    };

    let tries = 0;
    const wrong: string[] = [];
    for (const role of roles) {
      const { key, some, isKept } = role;
      const { token } = await signInWith(role);
      const found = await differencesFrom(token, { permissions: some, isKept, isMachine: false });
      tries += found.tries;
      wrong.push(...found.wrong.map((text) => `${key}: ${text}`));
    }
    record(
      'every endpoint × every role: other permissions than those of the role',
      tries,
      wrong.length,
      few(wrong),
    );

    for (const [name, end] of Object.entries(endings)) {
      const through: string[] = [];
      for (const role of roles) {
        const session = await signInWith(role);
        expect(await profile(session.token)).toBe(200);
        await target.resetRateLimits();
        await end(session);
        through.push(...(await acceptedWith({ token: session.token })));
      }
      record(
        `every endpoint × every role: a session ${name}`,
        roles.length * endpoints.length,
        through.length,
        few(through),
      );
    }
  });

  test('a reduced role takes effect in open sessions and streams at once', async () => {
    const given = { name: `Papel ${randomUUID()}`, permissions: [...permissions] };
    const made = await target.request('POST', '/api/admin/roles/store', { token: target.admin, json: given });
    const { uuid } = made.json<{ data: { uuid: string } }>().data;
    const { token } = await target.signIn((await target.addUser({ role: uuid })).email);
    expect((await target.send('GET', '/api/admin/users', { token })).status).toBe(200);
    const listening = await fetch(
      `${new URL('/api/admin/changes', target.origin.replace('localhost', '127.0.0.1'))}`,
      {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      },
    );
    const ended = listening.text();
    const less = { ...given, permissions: ['vacancies.read'] };
    await target.request('PUT', `/api/admin/roles/update/${uuid}`, { token: target.admin, json: less });
    const begun = performance.now();
    const isOver = await Promise.race([ended.then(() => true), wait(10_000, false)]);
    record(
      'an open change stream after the role was reduced',
      1,
      isOver ? 0 : 1,
      `ended after ${Math.round(performance.now() - begun)} ms`,
    );
    const { wrong, tries } = await differencesFrom(token, {
      permissions: less.permissions,
      isKept: false,
      isMachine: false,
    });
    record('every endpoint: a session after its role was reduced', tries, wrong.length, few(wrong));
  });

  /** Creates an API token with these permissions. */
  const machine = async (some: readonly string[]) => {
    const json = {
      name: `Sistema ${randomUUID()}`,
      permissions: some,
      branches: null,
      expires_on: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      current_password: PASSWORD,
    };
    const made = await target.request('POST', '/api/admin/tokens/store', { token: target.admin, json });
    return made.json<{ data: { uuid: string; token: string } }>().data;
  };

  test('every endpoint obeys the permissions of an API token, and refuses ended tokens', async () => {
    const edit = (uuid: string, values: object) =>
      target.db.updateTable('tokens').set(values).where('uuid', '=', uuid).execute();

    for (const [name, some, isKept] of [
      ['without the permission', ['vacancies.read'], false],
      ['limited to another branch', tokenPermissions, true],
      ['with all permissions that a token can have', tokenPermissions, false],
    ] as const) {
      const { uuid, token } = await machine(some);
      if (isKept) await edit(uuid, { branches: JSON.stringify([randomUUID()]) });
      const { wrong, tries } = await differencesFrom(token, { permissions: some, isKept, isMachine: true });
      record(`every endpoint: an API token ${name}`, tries, wrong.length, few(wrong));
    }

    const expired = await machine(tokenPermissions);
    await edit(expired.uuid, { expires_on: '2020-01-01' });
    const revoked = await machine(tokenPermissions);
    await target.request('DELETE', `/api/admin/tokens/destroy/${revoked.uuid}`, { token: target.admin });
    for (const [name, token] of [
      ['expired', expired.token],
      ['revoked', revoked.token],
      ['without its last character', expired.token.slice(0, -1)],
    ] as const) {
      const through = await acceptedWith({ token });
      record(`every endpoint: an API token, ${name}`, endpoints.length, through.length, few(through));
    }
  });

  test('confirmed endpoints refuse a missing, wrong or reused password or code', async () => {
    await target.resetRateLimits();
    const must = async (method: string, path: string, json: object) => {
      const call = { token: target.admin, json: { ...json, current_password: PASSWORD } };
      return (await target.request(method, `/api/admin${path}`, call)).json<{ data: { uuid: string } }>()
        .data;
    };
    const { cases } = createConfirmedCalls({
      send: must,
      apply: async (form) => void (await target.request('POST', '/api/site/work-with-us', { form })),
      now: Date.now,
    });
    expect(differencesOf(cases, endpoints)).toEqual([]);
    const { token: apiToken } = await machine(tokenPermissions);

    const attacks = new Map<string, { tries: number; wrong: string[]; answers: AttackResponse[] }>();
    for (const confirmed of cases) {
      await target.resetRateLimits();
      const { token, codes, used, nextCode } = await target.userWithApp({ role: 'admin' });
      const prepared = async () => {
        const { path, json } = await confirmed.prepare();
        return async (given: object, by = token) => {
          await target.resetRateLimits();
          const call = { token: by, json: { ...json, ...given } };
          return target.send(confirmed.method, `/api/admin${path}`, call);
        };
      };
      /** Records an attack, which must be refused with this status. */
      const expectRefused = (attack: string, status: number, answer: AttackResponse) => {
        const row = attacks.get(attack) ?? { tries: 0, wrong: [], answers: [] };
        attacks.set(attack, row);
        row.tries += 1;
        row.answers.push(answer);
        if (answer.status !== status)
          row.wrong.push(`${confirmed.endpoint}, when ${confirmed.when}: ${answer.status}`);
      };
      const current_password = PASSWORD;
      const first = await prepared();
      const right = nextCode();
      const wrong = String((Number(right) + 4999) % 1_000_000).padStart(6, '0');
      for (const by of [apiToken, target.admin])
        expectRefused('without a confirmation, by a token or a session', 403, await first({}, by));
      expectRefused(
        'by an API token with a right password',
        403,
        await first({ current_password }, apiToken),
      );
      expectRefused('with a wrong password', 422, await first({ current_password: 'palpite 1', otp: right }));
      expectRefused('with the password alone', 422, await first({ current_password }));
      expectRefused('with a code alone', 422, await first({ otp: right }));
      expectRefused('with a wrong code', 422, await first({ current_password, otp: wrong }));
      expectRefused('with the code of the set-up', 422, await first({ current_password, otp: used }));
      const accepted = await first({ current_password, otp: right });
      expect(accepted.status, `${confirmed.endpoint}: ${accepted.text}`).toBeLessThan(300);

      const second = await prepared();
      const [recovery] = codes;
      expectRefused('with a code that was used', 422, await second({ current_password, otp: right }));
      expect((await second({ current_password, otp: recovery })).status, confirmed.endpoint).toBeLessThan(
        300,
      );
      const third = await prepared();
      const replayed = await third({ current_password, otp: recovery });
      expectRefused('with a recovery code that was used', 422, replayed);
      expect((await third({ current_password, otp: codes[1] })).status, confirmed.endpoint).toBeLessThan(300);
    }
    for (const [attack, { tries, wrong, answers }] of attacks)
      record(`confirmed calls: ${attack}`, tries, wrong.length, few(wrong) || statusesOf(answers));

    await target.resetRateLimits();
    const { token, nextCode } = await target.userWithApp({ role: 'admin' });
    const invitation = cases.find(({ endpoint }) => endpoint === '/admin/users/store') as ConfirmedCall;
    const calls = await Promise.all(indices(5).map(() => invitation.prepare()));
    const given = { current_password: PASSWORD, otp: nextCode() };
    const answers = await atOnce(calls.length, (at) => {
      const { path, json } = calls[at] as (typeof calls)[number];
      return target.send('POST', `/api/admin${path}`, { token, json: { ...json, ...given } });
    });
    const surplus = Math.abs(passed(answers) - 1);
    record('confirmed calls: five at once with one code', calls.length, surplus, statusesOf(answers));
  });

  test('saves and reads with the UUIDs of other records change and reveal nothing', async () => {
    const request = (async (method = 'GET', url, { token, json, form } = {}) => {
      const call = { ...(token && { token }), ...(json !== undefined && { json }), ...(form && { form }) };
      const answer = await target.send(method, url, call);
      return { statusCode: answer.status, payload: answer.text, json: () => JSON.parse(answer.text) };
    }) as SavesTarget['request'];
    const by = { token: target.admin };
    await target.resetRateLimits();
    const saves = await createValidSaves({ request, db: target.db, endpoints: every }, target.admin);
    const secret = `Segredo ${randomUUID()}`;
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const far = await saves.store('/admin/branches/store', by);
    const hidden = [
      await saves.store('/admin/banners/store', { ...by, title: secret, more: { publish_at: 'later' } }),
      await saves.store('/admin/offers/store', {
        ...by,
        title: secret,
        more: { branches: [far], publish_at: soon },
      }),
    ];
    const pending = await saves.store('/admin/vacancies/store', by);
    const update = saves.planned.find(({ path }) => path === '/admin/vacancies/update/:uuid') as Endpoint;
    await saves.send(update, { ...by, title: secret, uuid: pending, more: { publish_at: 'later' } });
    const draft = () =>
      target.db
        .selectFrom('record_versions')
        .selectAll()
        .where('uuid', '=', pending)
        .where('state', '=', 'draft')
        .executeTakeFirst();
    const before = await draft();

    const wrong: string[] = [];
    let tries = 0;
    for (const endpoint of saves.planned)
      for (const publish_at of ['later', '', '2099-01-01T00:00:00Z']) {
        await target.resetRateLimits();
        const uuid = endpoint.path.includes('/update/')
          ? await saves.store(storePathOf(endpoint), by).catch(() => UNKNOWN_UUID)
          : undefined;
        tries += 1;
        const more = { publish_at, replaces: before?.id };
        const { statusCode } = await saves.send(endpoint, { ...by, ...(uuid && { uuid }), more });
        if (statusCode < 400) wrong.push(`${endpoint.path} ${publish_at} ${statusCode}`);
      }
    if (JSON.stringify(await draft()) !== JSON.stringify(before)) wrong.push('the draft changed');
    record('`replaces` of another record, by every planned save', tries, wrong.length, few(wrong));

    await target.resetRateLimits();
    const { token } = await target.signIn(
      (await target.addUser({ role: 'store', branches: JSON.stringify([saves.branch]) })).email,
    );
    const offer = (await saves.store('/admin/offers/store', { token })) as string;
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const fields = {
      ...{ product: 'Arroz', size: '1', unit: 'kg', price: '5,99', department: 'produce' },
      ...{ branches: JSON.stringify([saves.branch]), valid_from: '2026-01-01', valid_until: '2099-01-09' },
    };
    const picture = await target.db
      .selectFrom('files')
      .innerJoin('banners', 'banners.file_id', 'files.id')
      .select('files.uuid')
      .where('banners.uuid', '=', hidden[0] ?? '')
      .executeTakeFirstOrThrow();
    const reads: [string, string, object?][] = [
      ...['changes', 'pictures', 'find?search=segredo', 'bin', 'dashboard', 'offers', 'audit'].map(
        (path): [string, string] => ['GET', path],
      ),
      ['POST', 'preview/offers', { uuid: offer, fields, at: later }],
      ['POST', 'preview/offers', { fields, page: '/offers', at: later }],
    ];
    const named: string[] = [];
    const answers: AttackResponse[] = [];
    for (const [method, path, json] of reads) {
      const answer = await target.send(method, `/api/admin/${path}`, { token, ...(json && { json }) });
      answers.push(answer);
      if ([secret, picture.uuid, ...hidden].some((word) => answer.text.includes(word))) named.push(path);
    }
    const detail = [statusesOf(answers), ...named.slice(0, 3)].join('; ');
    record('names of records that a store may not read', reads.length, named.length, detail);

    const store = saves.planned.find(({ path }) => path === '/admin/offers/store') as Endpoint;
    const used = await saves.send(store, { token, more: { image_from: picture.uuid, image: undefined } });
    const through = used.statusCode < 400 ? 1 : 0;
    record('`image_from` of a draft that a store may not read', 1, through, String(used.statusCode));
  });

  // Guessing credentials

  test('limits guesses of passwords, codes, passkeys, tokens and page keys', async () => {
    const person = await target.addUser();
    const wrong = { password: 'palpite errado 1' };
    await target.resetRateLimits();
    const address = newAddress();
    const alone = await atOnce(30, () => target.signInAnswer(person.email, wrong, { from: address }));
    const checked = (answers: readonly AttackResponse[]) =>
      answers.filter(({ status }) => status === 401).length;
    record(
      'password, from one address',
      30,
      Math.max(0, checked(alone) - 10),
      `${statusesOf(alone)}: 10 in 15 minutes`,
    );
    await target.resetRateLimits();
    const everywhere: AttackResponse[] = [];
    await forEachAtOnce(indices(300), 20, async () => {
      everywhere.push(await target.signInAnswer(person.email, wrong));
    });
    const daily = checked(everywhere) * DAY_QUARTERS;
    record(
      'password, from 300 addresses',
      300,
      Math.max(0, checked(everywhere) - 100),
      `${statusesOf(everywhere)}: ${daily} a day; of the weakest that is taken (10⁸ guesses) ${((100 * daily) / 1e8).toFixed(4)} % a day`,
    );
    await target.resetRateLimits();
    const many = await target.addUsers(80);
    const sprayed = await atOnce(80, (at) =>
      target.signInAnswer(many[at]?.email ?? '', wrong, { from: address }),
    );
    record(
      'one password at 80 accounts, from one address',
      80,
      Math.max(0, checked(sprayed) - 50),
      statusesOf(sprayed),
    );

    // Codes of an authenticator app, by an attacker who knows the password.
    const { email, nextCode } = await target.userWithApp();
    await target.resetRateLimits();
    const codes: AttackResponse[] = [];
    await forEachAtOnce(indices(200), 10, async (at) => {
      const otp = String((Number(nextCode()) + 1 + at * 4999) % 1_000_000).padStart(6, '0');
      codes.push(await target.signInAnswer(email, { otp }));
    });
    const tried = checked(codes);
    record(
      'code of an app, from 200 addresses, with the password',
      200,
      passed(codes) + Math.max(0, tried - 5),
      `${statusesOf(codes)}: ${tried * DAY_QUARTERS} a day × 3 windows / 10⁶ = ${((tried * DAY_QUARTERS * 3) / 1e4).toFixed(3)} % a day`,
    );
    await target.resetRateLimits();
    const recovery: AttackResponse[] = [];
    await forEachAtOnce(indices(100), 10, async () => {
      recovery.push(await target.signInAnswer(email, { otp: readableCode(3) }));
    });
    record(
      'recovery code of a second factor, from 100 addresses',
      100,
      passed(recovery) + Math.max(0, checked(recovery) - 5),
      `${statusesOf(recovery)}: ${((checked(recovery) * DAY_QUARTERS * 10) / 2 ** 125).toExponential(1)} a day`,
    );

    // The code of a recovery mail. A request with it names no account.
    await target.resetRateLimits();
    await target.request('POST', '/api/auth/forgot-it', { json: { email: person.email } });
    const guess = (from: string) =>
      target.send('POST', '/api/auth/verification-code', { json: { code: readableCode(2) }, from });
    const fromOne = await atOnce(25, () => guess(address));
    const fromMany = await atOnce(100, () => guess(newAddress()));
    const refusedCodes = fromOne.filter(({ status }) => status === 422).length;
    const aDay = 10 * 144 * BOTNET;
    record(
      'code of a mail',
      125,
      passed([...fromOne, ...fromMany]) + Math.max(0, refusedCodes - 10),
      `one address ${statusesOf(fromOne)}, 10 in 10 minutes; 100 addresses ${statusesOf(fromMany)}, the slowest ${Math.max(...fromMany.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms; ${BOTNET} addresses, one code alive all day: ${(aDay / 2 ** 50).toExponential(1)} a day`,
    );
    await target.resetRateLimits();
    const password = 'outra senha de teste 88';
    const links = await atOnce(40, () =>
      target.send('POST', '/api/auth/reset-password', {
        json: { code: randomToken(), password, password_confirmation: password },
        from: address,
      }),
    );
    const linksTried = links.filter(({ status }) => status === 422).length;
    record(
      'link of a reset or an invitation',
      40,
      passed(links) + Math.max(0, linksTried - 20),
      `${statusesOf(links)}; 256 bits`,
    );

    await target.resetRateLimits();
    const { key, page } = await target.userWithPasskey();
    const forged: AttackResponse[] = [];
    await forEachAtOnce(indices(70), 5, async () => {
      const passkey = {
        ...createPasskey().assert(await target.challenge(), page),
        id: key.id,
        rawId: key.id,
      };
      forged.push(await target.byPasskey(passkey, address));
    });
    record(
      'passkey, signed by another',
      70,
      passed(forged) + Math.max(0, checked(forged) - 50),
      statusesOf(forged),
    );

    await target.resetRateLimits();
    const tokens = await atOnce(120, () =>
      target.send('GET', '/api/admin/banners', { token: createApiToken(), from: address }),
    );
    record(
      "a machine's token",
      120,
      passed(tokens) + Math.max(0, checked(tokens) - 50),
      `${statusesOf(tokens)}; 256 bits`,
    );

    const { pageKey } = await target.signIn((await target.addUser({ role: 'admin' })).email);
    const open = (cookie: string) =>
      target.send('GET', '/admin/users/profile', {
        headers: { cookie, accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
      });
    const own = await open(`vitrine_pages=${pageKey}`);
    expect(own.text).toContain('@hiperaurora.example');
    const pages = await atOnce(200, () => open(`vitrine_pages=${randomToken()}`));
    const shown = pages.filter(({ text }) => text.includes('@hiperaurora.example')).length;
    record('page key', 200, shown, `${statusesOf(pages)}; 256 bits; without a limit, like any page`);
  });

  test('refuses forged signed links, and those of an ended session', async () => {
    await target.resetRateLimits();
    const form = new FormData();
    for (const [name, value] of Object.entries({
      name: 'Maria José',
      email: 'maria@exemplo.example',
      phone: '(85) 90000-0012',
      vacancy: 'Operadora de caixa',
    }))
      form.set(name, value);
    form.set('doc', fileOf(pdf(), 'a.pdf', 'application/pdf'));
    await target.request('POST', '/api/site/work-with-us', { form });
    const { token } = await target.signIn((await target.addUser({ role: 'admin' })).email);
    const answer = await target.request('GET', '/api/admin/work-with-us', { token });
    const [{ doc }] = answer.json<{ data: [{ doc: { url_s3: string } }] }>().data;
    const link = new URL(doc.url_s3, target.origin).pathname;
    expect((await target.send('GET', link)).status).toBe(200);
    const parts = /^(.*\/)([\w-]+)\.(\d+)\.(\d{13})\.([\w-]{43})(.*)$/.exec(link) ?? [];
    const [, path = '', subject = '', session = '', ends = '', signature = '', rest = ''] = parts;
    const forged = [
      ...indices(200).map(() => [subject, session, ends, randomToken()]),
      [subject, session, String(Number(ends) + MINUTE), signature],
      [subject, String(Number(session) + 1), ends, signature],
      [UNKNOWN_UUID, session, ends, signature],
      [subject, session, ends, signature.slice(0, -1)],
      [subject, session, ends, ''],
    ].map((some) => `${path}${some.join('.')}${rest}`);
    const answers = await Promise.all(forged.map((url) => target.send('GET', url)));
    await target.request('POST', '/api/auth/logout', { json: { token } });
    const after = await target.send('GET', link);
    record(
      'signed link of a file: forged, extended, or of an ended session',
      forged.length + 1,
      passed([...answers, after]),
      `${statusesOf([...answers, after])}; 256 bits`,
    );
  });

  // Denial of access to other users

  test('floods of wrong passwords and code requests do not lock users out', async () => {
    const person = await target.addUser();
    const usual = await target.signIn(person.email);
    await target.resetRateLimits();
    const flood: AttackResponse[] = [];
    await forEachAtOnce(indices(300), 20, async () => {
      flood.push(await target.signInAnswer(person.email, { password: 'palpite errado 1' }));
    });
    const known = await target.signInAnswer(person.email, {}, { headers: { cookie: usual.cookie } });
    record(
      'lock-out by 300 wrong passwords: the owner, in a browser of theirs',
      300,
      known.status === 200 ? 0 : 1,
      `status ${known.status}`,
    );
    record('… the session that was open', 1, (await profile(usual.token)) === 200 ? 0 : 1);
    const unknown = await target.signInAnswer(person.email);
    note(
      '… the owner, in a browser they never used',
      1,
      `status ${unknown.status}, for ${unknown.headers.get('retry-after') ?? 0} s at most, as long as the flood lasts; mail and passkey open`,
    );

    // A flood of code requests for the owner's address, before and after the owner's own request.
    const requestCodes = () =>
      atOnce(10, () => target.send('POST', '/api/auth/forgot-it', { json: { email: person.email } }));
    await target.request('POST', '/api/auth/forgot-it', { json: { email: person.email } });
    const first = await target.codeFromMail(person.email, CODE);
    await requestCodes();
    await wait(1500);
    const live = [first];
    let code: AttackResponse | undefined;
    for (let mail = 0; mail < 3 && code?.status !== 200; mail += 1) {
      const newest = await target.codeFromMail(person.email, CODE, live.slice(1)).catch(() => first);
      live.push(newest);
      code = await target.send('POST', '/api/auth/verification-code', { json: { code: newest } });
    }
    await requestCodes();
    const password = 'outra senha de teste 99';
    const reset = await target.send('POST', '/api/auth/reset-password', {
      json: { code: code?.json<{ code: string }>().code, password, password_confirmation: password },
    });
    record(
      'lock-out by 20 code requests: the owner with the newest code',
      20,
      reset.status === 200 ? 0 : 1,
      `code ${code?.status}, new password ${reset.status}`,
    );
    const anew = await target.signInAnswer(person.email, { password });
    record('… after which a sign-in from anywhere', 1, anew.status === 200 ? 0 : 1, `status ${anew.status}`);

    // An attacker requests codes while the owner is between the code and the new password.
    await target.resetRateLimits();
    const { email } = await target.addUser();
    const forgot = () => target.request('POST', '/api/auth/forgot-it', { json: { email } });
    const renew = async (mailed: string) => {
      const exchanged = await target.request('POST', '/api/auth/verification-code', {
        json: { code: mailed },
      });
      return exchanged.json<{ code: string }>().code;
    };
    const choose = (token: string) =>
      target.send('POST', '/api/auth/reset-password', {
        json: { code: token, password, password_confirmation: password },
      });
    await forgot();
    const mailed = [await target.codeFromMail(email, CODE)];
    const begun = await renew(mailed[0] ?? '');
    await forgot();
    mailed.push(await target.codeFromMail(email, CODE, mailed));
    await forgot();
    mailed.push(await target.codeFromMail(email, CODE, mailed));
    const broken = await choose(begun);
    const again = await renew(mailed[2] ?? '');
    await atOnce(10, forgot);
    const chosen = await choose(again);
    record(
      'lock-out by code requests while the owner types the new password: with the next mail',
      12,
      chosen.status === 200 ? 0 : 1,
      `the first token ${broken.status}, that of the newest code ${chosen.status}: three mails in 10 minutes, then nothing ends it`,
    );

    const owner = await target.userWithPasskey();
    await target.resetRateLimits();
    await forEachAtOnce(indices(150), 20, () =>
      target.signInAnswer(owner.email, { password: 'palpite errado 1' }),
    );
    const byKey = await target.byPasskey(owner.key.assert(await target.challenge(), owner.page));
    record(
      'lock-out by 150 wrong passwords: the owner by a passkey, anywhere',
      150,
      byKey.status === 200 ? 0 : 1,
      `status ${byKey.status}`,
    );

    const guest = { name: 'Convidada', email: `convite-${randomUUID()}@exemplo.example`, role: 'reader' };
    await target.request('POST', '/api/admin/users/store', { token: target.admin, json: guest });
    const link = await target.codeFromMail(guest.email, LINK);
    await atOnce(10, () => target.send('POST', '/api/auth/forgot-it', { json: { email: guest.email } }));
    const accepted = await target.send('POST', '/api/auth/reset-password', {
      json: { code: link, password, password_confirmation: password },
    });
    record(
      'lock-out by 10 code requests: an invitation',
      10,
      accepted.status === 200 ? 0 : 1,
      `status ${accepted.status}`,
    );

    // An attacker who shares an IP address with an API client or an office.
    await target.resetRateLimits();
    const office = newAddress();
    await atOnce(60, () =>
      target.send('GET', '/api/admin/banners', { token: createApiToken(), from: office }),
    );
    const right = await target.send('GET', '/api/admin/banners', { token: target.admin, from: office });
    record(
      'lock-out by 60 wrong tokens: a session at the same address',
      60,
      right.status === 200 ? 0 : 1,
      `status ${right.status}`,
    );
    const many = await target.addUsers(60);
    await forEachAtOnce(many, 10, ({ email }) =>
      target.signInAnswer(email, { password: 'palpite errado 1' }, { from: office }),
    );
    const [colleague] = await target.addUsers(1);
    const own = await target.signIn(colleague?.email ?? '');
    const fromOffice = await target.signInAnswer(
      colleague?.email ?? '',
      {},
      { from: office, headers: { cookie: own.cookie } },
    );
    record(
      'lock-out by 60 wrong passwords at one address: a colleague there, in a browser of theirs',
      60,
      fromOffice.status === 200 ? 0 : 1,
      `status ${fromOffice.status}`,
    );
  });

  // Previews

  test('previews write nothing and show no pending changes of other users', async () => {
    await target.resetRateLimits();
    const picture = fileOf(await jpeg(), 'a.jpg', 'image/jpeg');
    const store = async (path: string, fields: Record<string, string | File>): Promise<string> => {
      const form = formOf(fields);
      const answer = await target.request('POST', `/api/admin/${path}/store`, { token: target.admin, form });
      return (answer.json() as { data: { uuid: string } }).data.uuid;
    };
    const own = await store('branches', {
      ...{ name: 'Preview', email: 'loja@exemplo.example', phone: '8532224400', image: picture },
      ...{
        number: '1',
        road: 'Rua A',
        district: 'Centro',
        city: 'Fortaleza',
        state: 'CE',
        zip_code: '60000000',
      },
    });
    const secret = `segredo ${randomUUID()}`;
    const offer = (fields: object = {}) => ({
      ...{ product: secret, size: '1', unit: 'kg', price: '9.90', department: 'grocery' },
      ...{ valid_from: '2026-01-01', valid_until: '2099-12-31', ...fields },
    });
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await store('offers', offer({ publish_at: soon }) as Record<string, string>);
    await store('banners', { title: secret, image: picture, publish_at: soon });
    const pending = () =>
      target.db
        .selectFrom('record_versions')
        .select(['id', 'entity', 'state', 'valid_from', 'data'])
        .where('state', 'in', ['draft', 'scheduled'])
        .orderBy('id')
        .execute();
    const before = await pending();
    const person = await target.addUser({ role: 'store', branches: JSON.stringify([own]) });
    const { token } = await target.signIn(person.email);
    const fields = offer({ product: 'Meu', branches: JSON.stringify([own]) });
    const far = new Date(Date.now() + 400 * 86_400_000).toISOString();
    const bodies = [
      { fields, at: soon, page: '/offers' },
      { fields, at: soon, page: '/' },
      { fields, at: far },
      ...before.map(({ id }) => ({ fields: { ...fields, replaces: String(id) }, page: '/offers' })),
    ];
    const answers = await atOnce(60, (at) =>
      target.send('POST', '/api/admin/preview/offers', { token, json: bodies[at % bodies.length] }),
    );
    const shown = answers.filter(({ text }) => text.includes(secret)).length;
    record('previews: pending changes of other users shown', answers.length, shown, statusesOf(answers));
    const after = JSON.stringify(await pending());
    record('previews: pending changes touched', answers.length, Number(after !== JSON.stringify(before)), '');
  });

  // Fixation

  test('a sign-in accepts no token, key or challenge that existed before', async () => {
    await target.resetRateLimits();
    const [victim, attacker] = await target.addUsers(2);
    const chosen = randomToken();
    const planted = await target.signIn(attacker?.email ?? '');
    let through = 0;
    for (const cookie of [
      `vitrine_pages=${chosen}; vitrine_device=${chosen}`,
      `vitrine_pages=${planted.pageKey}; vitrine_device=${planted.device}`,
    ]) {
      const headers = { cookie, authorization: `Bearer ${chosen}` };
      const [first, second] = [
        await target.signIn(victim?.email ?? '', { token: chosen }, { headers }),
        await target.signIn(victim?.email ?? '', { token: chosen }, { headers }),
      ];
      const all = [first, second].flatMap(({ token, pageKey, device }) => [token, pageKey, device]);
      if (new Set([...all, chosen, planted.token, planted.pageKey, planted.device]).size !== all.length + 4)
        through += 1;
    }
    if ((await profile(chosen)) !== 401) through += 1;
    record(
      'fixation: token, page key and device that were there before',
      4,
      through,
      'each sign-in gave new ones, and the planted ones open nothing of theirs',
    );
    await target.resetRateLimits();
    await forEachAtOnce(indices(120), 20, () =>
      target.signInAnswer(victim?.email ?? '', { password: 'palpite errado 1' }),
    );
    const asKnown = await target.signInAnswer(
      victim?.email ?? '',
      {},
      { headers: { cookie: planted.cookie } },
    );
    record(
      "fixation: the attacker's own browser as one of the victim's",
      1,
      asKnown.status === 429 ? 0 : 1,
      `status ${asKnown.status}`,
    );

    await target.resetRateLimits();
    const { key, page, token, email } = await target.userWithPasskey();
    const { data } = (
      await target.request('POST', '/api/admin/profile/passkeys/challenge', {
        token,
        headers: { origin: target.origin },
      })
    ).json<{ data: { challenge: string } }>();
    const step = await target.signInAnswer(email, {}, { headers: { origin: target.origin } });
    const ofSecondFactor = step.json<{ passkey: { challenge: string } }>().passkey.challenge;
    const alone = await target.challenge();
    const answers = [
      await target.byPasskey(key.assert(chosen, page)),
      await target.byPasskey(key.assert(data.challenge, page)),
      await target.byPasskey(key.assert(ofSecondFactor, page)),
      await target.signInAnswer(
        email,
        { passkey: key.assert(alone, page) },
        { headers: { origin: target.origin } },
      ),
      await target.byPasskey(
        key.assert(await target.challenge(), { ...page, origin: 'https://rede.example' }),
      ),
      await target.byPasskey(key.assert(await target.challenge(), { ...page, rpId: 'rede.example' })),
      await target.byPasskey(key.assert(await target.challenge(), page, { verified: false })),
    ];
    record(
      'fixation: a challenge that was chosen, made for another purpose, or answered on another site',
      answers.length,
      passed(answers),
      statusesOf(answers),
    );
  });

  // Replay

  test('codes, links and passkey assertions work only once', async () => {
    await target.resetRateLimits();
    const surplus = (answers: readonly AttackResponse[]) => Math.abs(passed(answers) - 1);
    const { email, codes, nextCode, used } = await target.userWithApp();
    const before = await target.signInAnswer(email, { otp: used });
    const code = nextCode();
    const first = await atOnce(20, () => target.signInAnswer(email, { otp: code }));
    await target.resetRateLimits();
    const later = await atOnce(4, () => target.signInAnswer(email, { otp: code }));
    record('replay: code of an app that was used in its set-up', 1, passed([before]), statusesOf([before]));
    record(
      'replay: code of an app, 20 at once, then again',
      24,
      surplus([...first, ...later]),
      statusesOf([...first, ...later]),
    );
    await target.resetRateLimits();
    const recovery = await atOnce(20, () => target.signInAnswer(email, { otp: codes[0] }));
    await target.resetRateLimits();
    recovery.push(await target.signInAnswer(email, { otp: codes[0] }));
    record('replay: recovery code, 20 at once, then again', 21, surplus(recovery), statusesOf(recovery));

    const resetWith = (token: string, password: string) =>
      target.send('POST', '/api/auth/reset-password', {
        json: { code: token, password, password_confirmation: password },
      });
    const guest = { name: 'Convidada', email: `convite-${randomUUID()}@exemplo.example`, role: 'reader' };
    await target.request('POST', '/api/admin/users/store', { token: target.admin, json: guest });
    const link = await target.codeFromMail(guest.email, LINK);
    const invited = await atOnce(20, (at) => resetWith(link, `senha de quem veio ${at} 55`));
    invited.push(await resetWith(link, 'senha de quem veio depois 55'));
    record('replay: invitation, 20 at once, then again', 21, surplus(invited), statusesOf(invited));

    const person = await target.addUser();
    await target.request('POST', '/api/auth/forgot-it', { json: { email: person.email } });
    const mailed = await target.codeFromMail(person.email, CODE);
    const exchanged = await atOnce(20, () =>
      target.send('POST', '/api/auth/verification-code', { json: { code: mailed } }),
    );
    exchanged.push(await target.send('POST', '/api/auth/verification-code', { json: { code: mailed } }));
    record('replay: code of a mail, 20 at once, then again', 21, surplus(exchanged), statusesOf(exchanged));
    const token = exchanged.find(({ status }) => status === 200)?.json<{ code: string }>().code ?? '';
    const resets = await atOnce(20, (at) => resetWith(token, `senha de quem pediu ${at} 55`));
    resets.push(await resetWith(token, 'senha de quem pediu depois 55'));
    record('replay: reset, 20 at once, then again', 21, surplus(resets), statusesOf(resets));

    await target.resetRateLimits();
    const { key, page } = await target.userWithPasskey();
    const assertion = key.assert(await target.challenge(), page);
    const asserted = await atOnce(20, () => target.byPasskey(assertion));
    asserted.push(await target.byPasskey(assertion));
    record(
      'replay: assertion of a passkey, 20 at once, then again',
      21,
      surplus(asserted),
      statusesOf(asserted),
    );
    const stale = key.assert(await target.challenge(), page, { counter: 1 });
    record('replay: a copy of a passkey with an old counter', 1, passed([await target.byPasskey(stale)]));
  });

  test('the signature check for webhook receivers rejects old and changed deliveries', async () => {
    // The example code that `SignatureHelp` shows to authors of receivers.
    const help = await readFile(join(root, 'src/accounts/webhooks/office/SignatureHelp.tsx'), 'utf8');
    const code = (/const EXAMPLE = `([\s\S]*?)`;\n/.exec(help)?.[1] ?? '').replaceAll('\\', '');
    const { isFromSite } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isFromSite(headers: Record<string, string>, body: string, secret: string): boolean;
    };
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const [id, body, now] = [randomUUID(), '{"type":"banners.published"}', Math.floor(Date.now() / 1000)];
    const sent = (timestamp: number, given: object = {}) => ({
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignatureOf(secret, { id, timestamp, body }),
      ...given,
    });
    expect(isFromSite(sent(now), body, secret)).toBe(true);
    const wrong = [
      isFromSite(sent(now - 301), body, secret),
      isFromSite(sent(now + 302), body, secret),
      isFromSite(sent(now - 600, { 'webhook-timestamp': String(now) }), body, secret),
      isFromSite(sent(now, { 'webhook-id': randomUUID() }), body, secret),
      isFromSite(sent(now), `${body} `, secret),
      isFromSite(sent(now, { 'webhook-timestamp': 'agora' }), body, secret),
      isFromSite(sent(now, { 'webhook-signature': 'v1,' }), body, secret),
      isFromSite(sent(now), body, `whsec_${randomBytes(32).toString('base64')}`),
    ];
    record(
      'replay: a delivery outside its five minutes, or changed',
      wrong.length,
      wrong.filter(Boolean).length,
      'by the example code for receivers',
    );
  });

  // Webhooks

  test('webhooks reach no internal address', async () => {
    await target.resetRateLimits();
    const webhook = (address: string) => ({
      name: `Aviso ${randomUUID()}`,
      address,
      resources: ['banners'],
      events: ['published'],
    });
    const to = (method: string, path: string, json?: object) =>
      target.send(method, `/api/admin/webhooks${path}`, {
        token: target.admin,
        ...(json && { json: { ...json, current_password: PASSWORD } }),
      });
    const bracketed = INTERNAL_ADDRESSES.flatMap(([, ...addresses]) =>
      addresses.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/`),
    );
    const all = [...bracketed, ...INTERNAL_URLS, ...REFUSED_URLS.map(([address]) => address)];
    const outside = await to('POST', '/store', webhook('https://receiver.example/'));
    expect(outside.status, outside.text).toBe(201);
    const { uuid } = outside.json<{ data: { uuid: string } }>().data;
    const taken: string[] = [];
    for (const address of all) {
      if ((await to('POST', '/store', webhook(address))).status !== 422) taken.push(address);
      if ((await to('PUT', `/update/${uuid}`, webhook(address))).status !== 422) taken.push(address);
    }
    record('webhook to an internal address, in every notation', all.length * 2, taken.length, few(taken));

    // A name is resolved only at delivery. This machine's own name resolves to an internal address.
    const named = await to('PUT', `/update/${uuid}`, webhook(`https://${await ownName()}:8443/`));
    expect(named.status, named.text).toBe(200);
    await to('POST', `/test/${uuid}`);
    let delivery: { state: string; error: string | null } | undefined;
    for (let tries = 0; tries < 100 && (!delivery || delivery.state === 'waiting'); tries += 1) {
      await wait(100);
      [delivery] = (await to('GET', `/deliveries/${uuid}`)).json<{
        data: { state: string; error: string | null }[];
      }>().data;
    }
    record(
      'webhook to a name of this machine, sent',
      1,
      delivery?.error === 'refused_address' || delivery?.error === 'unknown_name' ? 0 : 1,
      `${delivery?.state}, ${delivery?.error}`,
    );

    const receiver = await openReceiver();
    const post = (address = 'https://receiver.example/') =>
      createOutgoing(receiver.outgoing)
        .post(address, { headers: {}, body: '{}', signal: new AbortController().signal })
        .then(
          ({ status, body }) => ({ status, length: body.length, problem: '' }),
          ({ problem }: { problem: string }) => ({ status: 0, length: 0, problem }),
        );
    let inside = 0;
    const everyInside = INTERNAL_ADDRESSES.flatMap(([, ...some]) => some);
    for (const address of everyInside) {
      receiver.resolveNamesTo(['8.8.8.8'], [address]);
      await post();
      inside += receiver.reached.filter((ip) => ip !== '8.8.8.8').length;
      if ((await post()).problem !== 'refused_address') inside += 1;
    }
    record(
      'rebinding: a public address first, an internal one next',
      everyInside.length * 2,
      inside,
      `${receiver.resolved.length} names resolved, ${receiver.reached.length} connections, all to the public one`,
    );
    receiver.reset();
    let reached = 0;
    for (const addresses of INTERNAL_RESOLUTIONS) {
      receiver.resolveNamesTo([...addresses]);
      if ((await post()).problem !== 'refused_address') reached += 1;
    }
    record(
      'a name with an internal address among public ones',
      INTERNAL_RESOLUTIONS.length,
      reached + receiver.reached.length,
    );
    receiver.reset();
    let followed = 0;
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.respondWith(
        (_, response) =>
          void response
            .writeHead(status, { location: 'https://127.0.0.1/', refresh: '0; url=https://[::1]/' })
            .end(),
      );
      if ((await post()).status !== status) followed += 1;
    }
    record(
      'redirects to internal addresses',
      5,
      followed + receiver.received.length - 5,
      `${receiver.received.length} requests`,
    );
    receiver.respondWith((_, response) => {
      const drip = setInterval(() => response.write('.'), 300);
      response.on('close', () => clearInterval(drip));
      response.writeHead(200);
    });
    const begun = performance.now();
    const slow = await post();
    const took = performance.now() - begun;
    record(
      'an endless response, slow',
      1,
      slow.problem === 'timeout' && took < 6000 ? 0 : 1,
      `given up after ${took.toFixed(0)} ms`,
    );
    receiver.respondWith((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a')));
      };
      response.on('drain', more);
      more();
    });
    const endless = await post();
    record(
      'an endless response, fast',
      1,
      endless.length === MAX_RESPONSE_BYTES ? 0 : 1,
      `${endless.length} bytes kept`,
    );
    await receiver.close();
  });

  // Races

  test('concurrent requests keep one administrator and one account, and end access at once', async () => {
    await target.resetRateLimits();
    const rounds = 20;
    // The administrator of the drill is disabled, or there would always be an administrator left.
    const seed = await target.db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
    const setSeed = (disabled_at: string | null) =>
      target.db
        .updateTable('users')
        .set({ disabled_at })
        .where(
          'id',
          'in',
          seed.map(({ id }) => id),
        )
        .execute();
    let without = 0;
    let both = 0;
    for (let round = 0; round < rounds; round += 1) {
      await setSeed(null);
      const two = await target.addUsers(2, { role: 'admin' });
      const tokens = await Promise.all(two.map(async ({ email }) => (await target.signIn(email)).token));
      await setSeed(new Date().toISOString());
      const demote = { name: 'Outra', role: 'reader' };
      const answers = await atOnce(2, (at) => {
        const call = { token: tokens[at] };
        const { uuid } = two[1 - at] as TestAccount;
        if (round % 3 === 0) return target.send('POST', `/api/admin/users/disable/${uuid}`, call);
        if (round % 3 === 1) return target.send('DELETE', `/api/admin/users/destroy/${uuid}`, call);
        return target.send('PUT', `/api/admin/users/update/${uuid}`, { ...call, json: demote });
      });
      const left = await target.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('disabled_at', 'is', null)
        .where(isPublished('users'))
        .execute();
      if (left.length === 0) without += 1;
      both += passed(answers) === 2 ? 1 : 0;
      await target.db
        .updateTable('users')
        .set({ disabled_at: new Date().toISOString() })
        .where(
          'id',
          'in',
          two.map(({ id }) => id),
        )
        .execute();
    }
    await setSeed(null);
    record(
      'race: two administrators disable, delete or demote each other',
      rounds,
      without,
      `${both} times both requests succeeded`,
    );

    let twice = 0;
    for (let round = 0; round < rounds; round += 1) {
      const guest = { name: 'Convidada', email: `corrida-${randomUUID()}@exemplo.example`, role: 'reader' };
      await target.resetRateLimits();
      await atOnce(4, () =>
        target.send('POST', '/api/admin/users/store', { token: target.admin, json: guest }),
      );
      const rows = await target.db
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', guest.email)
        .execute();
      twice += Math.abs(rows.length - 1);
    }
    record('race: one address invited four times at once', rounds * 4, twice);

    let late = 0;
    let calls = 0;
    for (let round = 0; round < rounds; round += 1) {
      await target.resetRateLimits();
      const person = await target.addUser({ role: 'reader' });
      const { token } = await target.signIn(person.email);
      const json = {
        name: `Sistema ${randomUUID()}`,
        permissions: ['banners.read'],
        branches: null,
        expires_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        current_password: PASSWORD,
      };
      const made = (
        await target.request('POST', '/api/admin/tokens/store', { token: target.admin, json })
      ).json<{ data: { uuid: string; token: string } }>().data;
      let ended = Number.POSITIVE_INFINITY;
      let isOver = false;
      const use = async (bearer: string) => {
        while (!isOver) {
          const begun = performance.now();
          const { status } = await target.send('GET', '/api/admin/banners', {
            token: bearer,
            from: newAddress(),
          });
          calls += 1;
          if (begun > ended && status !== 401) late += 1;
        }
      };
      const using = [token, token, made.token, made.token].map(use);
      await wait(20);
      await Promise.all([
        target.request('POST', `/api/admin/users/disable/${person.uuid}`, { token: target.admin }),
        target.request('DELETE', `/api/admin/tokens/destroy/${made.uuid}`, { token: target.admin }),
      ]);
      ended = performance.now();
      await wait(80);
      isOver = true;
      await Promise.all(using);
    }
    record(
      'race: a session and a token that end while they are in use',
      calls,
      late,
      `${rounds} times; calls begun afterwards that passed`,
    );
  });
});

const CODE = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m;
const LINK = /\/auth\/reset-password\?invited#([\w-]{43})/;

/** Returns a name of this machine from `/etc/hosts`. */
async function ownName(): Promise<string> {
  const hosts = await readFile('/etc/hosts', 'utf8').catch(() => '');
  const names = hosts.split('\n').flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1));
  return names.find((name) => !/localhost$/.test(name)) ?? 'ip6-localhost';
}
