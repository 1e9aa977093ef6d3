import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmation, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { openReceiver, type ReceivedRequest, type WebhookReceiver } from '../../../test/webhookReceiver.ts';
import { storePhone as storePhoneCall } from '../../content/phones/phone.contract.ts';
import type { Actor } from '../../platform/database/write.ts';
import { rotateKey } from '../../platform/security/keys.ts';
import { eraseRecordAndFiles } from '../../records/server/files/file.purge.ts';
import { insertRecord } from '../../records/server/store/records.ts';
import { type App, createApp } from '../../server/app.ts';
import { WEBHOOK_RESOURCES, type WebhookDelivery } from './webhook.contract.ts';
import { resealSecrets } from './webhook.secret.ts';

const START = '2026-11-22T12:00:00.000Z';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CENTRAL = { contact: 'Central', ddi: '55', ddd: '85', number: '32221000', type: '1' };
const INPUT = {
  name: 'Aplicativo',
  address: 'https://receiver.example/avisos?chave=abc123',
  resources: ['phones', 'vacancies'],
  events: ['published', 'changed', 'removed'],
};
const NOBODY = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
let receiver: WebhookReceiver;
let token: string;
let actor: Actor;
const others: App[] = [];

beforeAll(async () => {
  receiver = await openReceiver();
  app = await createTestApp({ outgoing: receiver.outgoing });
  token = await app.signIn();
  actor = (await app.deps.authenticate(token)) as Actor;
});
afterAll(async () => {
  await app.remove();
  await receiver.close();
});
beforeEach(async () => {
  const tables = [
    'banners',
    'branches',
    'offers',
    'phones',
    'vacancies',
    'webhook_deliveries',
    'webhooks',
    'jobs',
    'mail_outbox',
    'audit_log',
  ] as const;
  await emptyTables(app.deps, tables);
  await app.deps.db.deleteFrom('rate_limits').execute();
  app.clock.set(START);
  await signInAgain();
  app.deps.publication.invalidate('all');
  receiver.reset();
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object, by = token) =>
  app.request(method, `/api/admin${path}`, {
    token: by,
    ...(json && { json: { ...json, ...confirmation } }),
  });
const succeed = async (...request: Parameters<typeof call>) => {
  const answer = await call(...request);
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
};
/** Signs in again, because the session has expired by then. */
const signInAgain = async () => {
  const { email, password } = staff;
  token = (await app.request('POST', '/api/auth/login', { json: { email, password } })).json().data.token
    .access_token;
};
const hook = (more: object = {}): Promise<{ uuid: string; secret: string }> =>
  succeed('POST', '/webhooks/store', { ...INPUT, ...more });
const storePhone = async (more: object = {}): Promise<string> =>
  (await succeed('POST', '/phones/store', { ...CENTRAL, ...more })).uuid;
const changePhone = (uuid: string, more: object = {}) =>
  succeed('PUT', `/phones/update/${uuid}`, { ...CENTRAL, ...more });
const destroyPhone = (uuid: string) => succeed('DELETE', `/phones/destroy/${uuid}`);
const bulk = (action: string, uuids: string[]) => succeed('POST', '/bulk/phones', { action, uuids });

/** Sends due messages and returns those received, as «type title». */
const send = async () => {
  receiver.received.length = 0;
  await app.deps.jobs.drain('webhook');
  return messagesIn(receiver.received);
};
const messagesIn = (received: readonly ReceivedRequest[]) =>
  received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return `${type} ${data.title}`;
  });
const log = async (uuid: string, query = ''): Promise<WebhookDelivery[]> =>
  succeed('GET', `/webhooks/deliveries/${uuid}${query}`);
const details = (uuid: string) => succeed('GET', `/webhooks/details/${uuid}`);
const waiting = async () =>
  (await app.deps.db.selectFrom('webhook_deliveries').selectAll().where('state', '=', 'waiting').execute())
    .length;
const secondApp = async (keys?: { own: Buffer }) => {
  const other = await createApp({
    config: { ...app.deps.config, ...(keys && { SECRET_KEY: keys.own }) },
    clock: app.clock,
    outgoing: receiver.outgoing,
  });
  others.push(other);
  return other;
};

describe('webhook records', () => {
  test('creates, lists, updates, finds and deletes a webhook, and shows its secret once', async () => {
    const { uuid, secret } = await hook();
    expect(secret).toMatch(/^whsec_/);
    expect(await succeed('GET', '/webhooks?search=receiver&page=1')).toMatchObject([
      { uuid, enabled: true, off_reason: null, version: 1, ...INPUT },
    ]);
    expect(await succeed('GET', '/webhooks?search=padaria&page=1')).toEqual([]);
    const { version } = await succeed('PUT', `/webhooks/update/${uuid}`, {
      ...INPUT,
      name: 'App',
      version: 1,
    });
    expect(version).toBe(2);
    expect(await details(uuid)).toMatchObject({ name: 'App', version: 2 });

    const renewed = await succeed('POST', `/webhooks/secret/${uuid}`, {});
    expect(renewed.secret).not.toBe(secret);
    const stored = await app.deps.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const entries = await app.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'webhooks')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'renew_secret']);
    for (const kept of [stored, ...entries, await details(uuid)])
      for (const one of [secret, renewed.secret])
        expect(JSON.stringify(kept)).not.toContain(one.slice(6, 30));
    // The rest of an address may contain a secret of the receiver.
    for (const entry of entries) expect(JSON.stringify(entry)).not.toContain('abc123');

    await succeed('DELETE', `/webhooks/destroy/${uuid}`);
    expect(await succeed('GET', '/webhooks')).toEqual([]);
    for (const [method, path, json] of [
      ['GET', '/webhooks/details/'],
      ['GET', '/webhooks/deliveries/'],
      ['PUT', '/webhooks/update/', INPUT],
      ['DELETE', '/webhooks/destroy/'],
      ['POST', '/webhooks/secret/', {}],
      ['POST', '/webhooks/test/'],
      ['POST', '/webhooks/resend/'],
    ] as const)
      for (const code of [uuid, NOBODY]) expect((await call(method, path + code, json)).statusCode).toBe(404);
  });

  test('denies webhooks to everyone but administrators', async () => {
    for (const role of ['editor', 'reader', 'recruitment', 'store']) {
      const theirs = await app.signInAs(role, []);
      expect((await call('GET', '/webhooks', undefined, theirs)).statusCode, role).toBe(403);
      expect((await call('POST', '/webhooks/store', INPUT, theirs)).statusCode, role).toBe(403);
    }
    expect((await app.request('GET', '/api/admin/webhooks')).statusCode).toBe(401);
  });

  test('answers 409 to an outdated version and beyond 20 webhooks', async () => {
    const { uuid } = await hook();
    await succeed('PUT', `/webhooks/update/${uuid}`, { ...INPUT, version: 1 });
    expect((await call('PUT', `/webhooks/update/${uuid}`, { ...INPUT, version: 1 })).statusCode).toBe(409);
    for (let count = 1; count < 20; count += 1) await hook();
    const answer = await call('POST', '/webhooks/store', INPUT);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toMatch(/20 webhooks/);
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(81) }],
    ['address', { address: 'http://receiver.example/' }],
    ['address', { address: 'https://ana:senha@receiver.example/' }],
    ['address', { address: 'https://receiver.example:9000/' }],
    ['address', { address: `https://receiver.example/${'a'.repeat(500)}` }],
    ['address', { address: 'https://127.1/' }],
    ['address', { address: 'https://[::ffff:10.0.0.1]/' }],
    ['address', { address: 'https://localhost/' }],
    ['resources', { resources: [] }],
    ['resources', { resources: ['job_applications'] }],
    ['resources', { resources: ['users'] }],
    ['events', { events: [] }],
    ['events', { events: ['read'] }],
    ['enabled', { enabled: 'sim' }],
  ])('rejects a webhook with an invalid %s: %j', async (field, wrong) => {
    const answer = await call('POST', '/webhooks/store', { ...INPUT, ...wrong });
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  test('offers no events about personal data', () => {
    expect(Object.keys(WEBHOOK_RESOURCES)).not.toContain('job_applications');
    expect(Object.keys(WEBHOOK_RESOURCES)).toContain('banners');
  });
});

describe('events', () => {
  test('reports a record when shoppers see it appear, change, disappear and return', async () => {
    await hook();
    const uuid = await storePhone();
    await changePhone(uuid, { contact: 'SAC' });
    await destroyPhone(uuid);
    await bulk('restore', [uuid]);
    await bulk('withdraw', [uuid]);
    await changePhone(uuid, { contact: 'Ouvidoria', publish_at: 'later' });
    await bulk('publish', [uuid]);
    expect(await send()).toEqual([
      'phones.published Central',
      'phones.changed SAC',
      'phones.removed SAC',
      'phones.published SAC',
      'phones.removed SAC',
      'phones.published Ouvidoria',
    ]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
      type: 'phones.published',
      timestamp: START,
      data: { uuid, resource: 'phones', title: 'Central' },
    });
  });

  test('names a removed record by the title that shoppers saw', async () => {
    await hook();
    const vacancy = { name: 'Padeira', type: 1 };
    const { uuid } = await succeed('POST', '/vacancies/store', vacancy);
    const closed = { ...vacancy, name: 'Segredo', open_until: '2026-11-20' };
    await succeed('PUT', `/vacancies/update/${uuid}`, closed);
    expect(await send()).toEqual(['vacancies.published Padeira', 'vacancies.removed Padeira']);
  });

  test('reports nothing that shoppers cannot see', async () => {
    await hook();
    const draft = await storePhone({ publish_at: 'later' });
    await changePhone(draft, { contact: 'SAC', publish_at: 'later' });
    const shown = await storePhone();
    expect(await send()).toEqual(['phones.published Central']);
    await changePhone(shown, { contact: 'Depois', publish_at: 'later' });
    await destroyPhone(draft);
    await bulk('restore', [draft]);
    expect(await waiting()).toBe(0);
  });

  test('reports a scheduled change on time and once, without a visit to the site', async () => {
    await hook();
    const uuid = await storePhone();
    await send();
    const at = (ms: number) => new Date(Date.parse(START) + ms).toISOString();
    await changePhone(uuid, { contact: 'Natal', publish_at: at(HOUR), withdraw_at: at(2 * HOUR) });
    expect(await send()).toEqual([]);
    app.clock.advance(HOUR);
    await app.deps.jobs.drain('webhook turns');
    expect(await send()).toEqual(['phones.changed Natal']);
    app.clock.advance(HOUR);
    const other = await secondApp();
    await Promise.all([app.deps.jobs.drain('webhook turns'), other.deps.jobs.drain('webhook turns')]);
    expect(await send()).toEqual(['phones.removed Natal']);
    expect(await send()).toEqual([]);
  });

  test('reports a vacancy that closes after its last day, without a save', async () => {
    await hook();
    const { uuid } = await succeed('POST', '/vacancies/store', {
      name: 'Padeira',
      type: 1,
      open_until: '2026-11-22',
    });
    await succeed('POST', '/vacancies/store', { name: 'Antiga', type: 1, open_until: '2026-11-01' });
    expect(await send()).toEqual(['vacancies.published Padeira']);
    const turn = async () => {
      await app.deps.jobs.drain('webhook turns');
      return send();
    };
    expect(await turn()).toEqual([]);
    app.clock.set('2026-11-23T02:59:00Z');
    expect(await turn()).toEqual([]);
    app.clock.set('2026-11-23T03:00:30Z');
    await signInAgain();
    expect(await turn()).toEqual(['vacancies.removed Padeira']);
    app.clock.advance(HOUR);
    expect(await turn()).toEqual([]);
    // Changes of a closed vacancy are not reported; its reopening is.
    await succeed('PUT', `/vacancies/update/${uuid}`, { name: 'Padeiro', type: 1, open_until: '' });
    await succeed('PUT', `/vacancies/update/${uuid}`, { name: 'Padeiro', type: 1, open_until: '2026-11-01' });
    await succeed('PUT', `/vacancies/update/${uuid}`, { name: 'Padeira', type: 1, open_until: '' });
    expect(await turn()).toEqual([
      'vacancies.published Padeiro',
      'vacancies.removed Padeiro',
      'vacancies.published Padeira',
    ]);
    await succeed('DELETE', `/vacancies/destroy/${uuid}`);
    expect(await turn()).toEqual(['vacancies.removed Padeira']);
  });

  test('follows the last day of an offer by the clock of its branches', async () => {
    const branchIn = async (state: string) => {
      const form = formOf({
        ...{ name: `Loja ${state}`, email: 'loja@aurora.example', phone: '(92) 3222-4400', number: '48' },
        ...{ road: 'Rua A', district: 'Centro', city: 'Capital', state, zip_code: '69005-000' },
        image: fileOf(await jpeg()),
      });
      const answer = await app.request('POST', '/api/admin/branches/store', { token, form });
      expect(answer.statusCode, answer.payload).toBe(201);
      return answer.json().data.uuid as string;
    };
    const [manaus, sky] = [await branchIn('AM'), await branchIn('CE')];
    await hook({ resources: ['offers'] });
    const offer = async (product: string, branches: string[] | null, valid_from = '2026-11-20') => {
      const form = formOf({
        ...{ product, size: '1', unit: 'kg', price: '5,99', department: 'produce' },
        ...{ valid_from, valid_until: '2026-11-22', branches: branches ? JSON.stringify(branches) : 'all' },
      });
      const answer = await app.request('POST', '/api/admin/offers/store', { token, form });
      expect(answer.statusCode, answer.payload).toBe(201);
    };
    await offer('Tucumã', [manaus]);
    await offer('Caju', [manaus, sky]);
    await offer('Manga', null);
    await send();
    const turn = async () => {
      await app.deps.jobs.drain('webhook turns');
      return (await send()).toSorted();
    };
    app.clock.set('2026-11-23T03:00:30Z');
    await signInAgain();
    expect(await turn()).toEqual(['offers.removed Caju', 'offers.removed Manga']);
    // It holds for another hour in Manaus.
    await offer('Açaí', [manaus]);
    expect(await send()).toEqual(['offers.published Açaí']);
    expect(await turn()).toEqual([]);
    app.clock.set('2026-11-23T04:00:30Z');
    expect(await turn()).toEqual(['offers.removed Açaí', 'offers.removed Tucumã']);
    app.clock.advance(HOUR);
    expect(await turn()).toEqual([]);
  });

  test('sends events at the start and end of a banner, except those that passed while no webhook existed', async () => {
    const at = (ms: number) => new Date(Date.parse(START) + ms).toISOString();
    const banner = async (title: string, times: Record<string, string>) => {
      const form = formOf({ title, alt: 'Um texto', image: fileOf(await jpeg()), ...times });
      const answer = await app.request('POST', '/api/admin/banners/store', { token, form });
      expect(answer.statusCode, answer.payload).toBe(201);
    };
    await banner('Antes', { starts_at: at(MINUTE) });
    app.clock.advance(10 * MINUTE);
    await hook({ resources: ['banners'] });
    await banner('Tarde', { starts_at: at(HOUR), ends_at: at(2 * HOUR) });
    await banner('Fim', { ends_at: at(HOUR) });
    expect(await send()).toEqual(['banners.published Fim']);
    const turn = async () => {
      await app.deps.jobs.drain('webhook turns');
      return send();
    };
    expect(await turn()).toEqual([]);
    app.clock.set(at(HOUR));
    expect((await turn()).toSorted()).toEqual(['banners.published Tarde', 'banners.removed Fim']);
    app.clock.set(at(2 * HOUR));
    expect(await turn()).toEqual(['banners.removed Tarde']);
  });

  test('sends each webhook only the events that it subscribes to', async () => {
    await hook({ name: 'Vagas', resources: ['vacancies'] });
    await hook({ name: 'Novidades', events: ['published'] });
    await hook({ name: 'Desligado', enabled: false });
    const uuid = await storePhone();
    await changePhone(uuid);
    expect(await send()).toEqual(['phones.published Central']);
    await succeed('POST', '/vacancies/store', { name: 'Padeira', type: 1 });
    expect(await send()).toEqual(['vacancies.published Padeira', 'vacancies.published Padeira']);
  });

  test('sends nothing about a rolled-back save or a preview', async () => {
    await hook();
    const { db, publication, preview } = app.deps;
    let queued = 0;
    publication.onVisibleChange(async ({ trx }) => {
      if (queued > 0) return;
      queued = (await trx.selectFrom('webhook_deliveries').selectAll().execute()).length;
      throw new Error('the last moment');
    });
    expect((await call('POST', '/phones/store', CENTRAL)).statusCode).toBe(500);
    expect(queued).toBe(1);
    await preview({
      caller: { kind: 'person', actor, ip: '127.0.0.1' } as never,
      reader: actor as never,
      table: 'phones',
      act: (stage) => stage.show(storePhoneCall, {}, { fields: CENTRAL, files: {} }),
    });
    expect(await db.selectFrom('phones').selectAll().execute()).toEqual([]);
    expect(await waiting()).toBe(0);
    expect(await send()).toEqual([]);
  });

  test('rolls the save back if its message cannot be queued', async () => {
    await hook();
    const { db } = app.deps;
    await db.schema.alterTable('webhook_deliveries').renameTo('away').execute();
    try {
      expect((await call('POST', '/phones/store', CENTRAL)).statusCode).toBe(500);
    } finally {
      await db.schema.alterTable('away').renameTo('webhook_deliveries').execute();
    }
    expect(await succeed('GET', '/phones')).toEqual([]);
  });

  test('removes the title of an erased record from messages and reports its removal', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith((_, response) => void response.writeHead(200).end('recebi Central'));
    const uuid = await storePhone();
    await send();
    await changePhone(uuid, { contact: 'Dona Maria' });
    await eraseRecordAndFiles(app.deps, 'phones', uuid);
    expect(await send()).toEqual(['phones.changed null', 'phones.removed null']);
    const text = JSON.stringify(await log(of));
    expect(text).not.toContain('Maria');
    expect(text.match(/Central/g)).toHaveLength(2);
  });
});

describe('delivery', () => {
  test('signs each message with the secret of the webhook', async () => {
    const { secret } = await hook();
    await storePhone();
    await send();
    const [{ headers, body, path } = {} as ReceivedRequest] = receiver.received;
    expect(path).toBe('/avisos?chave=abc123');
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    const id = headers['webhook-id'];
    const timestamp = headers['webhook-timestamp'];
    expect(Number(timestamp)).toBe(Date.parse(START) / 1000);
    const key = Buffer.from(secret.slice(6), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  test('sends nothing within the request that saves', async () => {
    await hook();
    await storePhone();
    expect(receiver.received).toEqual([]);
    expect(await waiting()).toBe(1);
  });

  test('sends 200 changes in order and once each from two processes', async () => {
    await hook();
    const uuids = await app.deps.write(actor, async (work) => {
      const stored: string[] = [];
      for (let count = 0; count < 200; count += 1) {
        const contact = `Fone ${count}`;
        const values = { ...CENTRAL, contact, type: 1, search: contact, contact_key: contact };
        stored.push((await insertRecord(work, 'phones', values)).uuid);
      }
      return stored;
    });
    await app.deps.db.deleteFrom('webhook_deliveries').execute();
    await bulk('withdraw', uuids);
    receiver.received.length = 0;
    const other = await secondApp();
    await Promise.all([app.deps.jobs.drain('webhook'), other.deps.jobs.drain('webhook')]);
    expect(messagesIn(receiver.received)).toEqual(uuids.map((_, at) => `phones.removed Fone ${at}`));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(200);
  }, 120_000);

  test('backs off while the receiver fails and then resumes in order', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith(503);
    await storePhone({ contact: 'Um' });
    await storePhone({ contact: 'Dois' });
    const tries: number[] = [];
    for (const wait of [0, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR]) {
      if (wait > 0) {
        app.clock.advance(wait - 1);
        tries.push((await send()).length);
        app.clock.advance(1);
      }
      expect(await send()).toEqual(['phones.published Um']);
    }
    expect(tries).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const id = receiver.received[0]?.headers['webhook-id'];
    expect(await log(of)).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 8, status: 503, uuid: id, next_at: expect.any(String) },
    ]);
    // A change saved meanwhile is neither sent early nor out of order.
    await storePhone({ contact: 'Três' });
    expect(await send()).toEqual([]);
    app.clock.advance(HOUR);
    receiver.respondWith(204);
    expect(await send()).toEqual(['phones.published Um', 'phones.published Dois', 'phones.published Três']);
    expect(receiver.received[0]?.headers['webhook-id']).toBe(id);
  });

  test('sends a message that was queued by a clock that was ahead', async () => {
    await hook();
    app.clock.setWithoutElapsing(6 * HOUR);
    await storePhone({ contact: 'Um' });
    app.clock.setWithoutElapsing(-6 * HOUR);
    // Makes the queue due, as a running process does.
    await app.deps.db.updateTable('jobs').set({ run_at: '2026-01-01' }).execute();
    expect(await send()).toEqual(['phones.published Um']);
  });

  test('puts a rejected message aside and sends the others', async () => {
    await hook();
    receiver.respondWith(
      ({ body }, response) => void response.writeHead(body.includes('Um') ? 422 : 204).end(),
    );
    await storePhone({ contact: 'Um' });
    await storePhone({ contact: 'Dois' });
    expect(await send()).toEqual(['phones.published Um', 'phones.published Dois']);
    await storePhone({ contact: 'Três' });
    expect(await send()).toEqual(['phones.published Três']);
    receiver.respondWith(204);
    app.clock.advance(5 * SECOND);
    expect(await send()).toEqual(['phones.published Um']);
  });

  test('resumes in another process after the lease of a stopped one expires', async () => {
    await hook();
    receiver.respondWith(500);
    await storePhone({ contact: 'Um' });
    await storePhone({ contact: 'Dois' });
    await send();
    app.clock.advance(5 * SECOND);
    // The job belongs to a dead process, so no process takes it before its lease expires.
    await app.deps.db
      .updateTable('jobs')
      .set({
        state: 'running',
        holder: 'gone',
        leased_until: new Date(app.clock.now() + 30 * SECOND).toISOString(),
      })
      .where('kind', '=', 'webhook')
      .execute();
    receiver.respondWith(204);
    const other = await secondApp();
    receiver.received.length = 0;
    await other.deps.jobs.drain('webhook');
    expect(receiver.received).toEqual([]);
    await storePhone({ contact: 'Três' });
    app.clock.advance(31 * SECOND);
    await other.deps.jobs.drain('webhook');
    expect(messagesIn(receiver.received)).toEqual([
      'phones.published Um',
      'phones.published Dois',
      'phones.published Três',
    ]);
    expect(await app.deps.db.selectFrom('jobs').selectAll().where('kind', '=', 'webhook').execute()).toEqual(
      [],
    );
  });

  test('does not count an attempt that a stopping process aborts', async () => {
    const { uuid: of } = await hook();
    const { promise: came, resolve: arrived } = Promise.withResolvers<void>();
    receiver.respondWith(() => arrived());
    const other = await secondApp();
    await storePhone();
    other.deps.jobs.start();
    await came;
    await other.deps.jobs.stop();
    expect(await log(of)).toMatchObject([{ state: 'waiting', attempts: 0, status: null }]);
    receiver.respondWith(204);
    expect(await send()).toEqual(['phones.published Central']);
  }, 20_000);

  test('logs the message and at most 2 KB of the response', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith((_, response) => void response.writeHead(200).end(`é\0${'á'.repeat(4000)}`));
    await storePhone();
    await send();
    const [entry] = await log(of);
    expect(entry).toMatchObject({
      type: 'phones.published',
      state: 'sent',
      attempts: 1,
      status: 200,
      error: null,
    });
    expect(JSON.parse(entry?.body ?? '').data.title).toBe('Central');
    expect(Buffer.byteLength(entry?.answer ?? '')).toBeLessThanOrEqual(2050);
    expect(entry?.answer?.startsWith('é\ufffdáá')).toBe(true);
    expect(await log(of, '?state=sent')).toHaveLength(1);
    expect(await log(of, '?state=failed')).toHaveLength(0);
    expect(await log(of, '?page=2')).toHaveLength(0);
  });

  test('rejects a host name that resolves to a private address at each attempt, and logs it', async () => {
    const { uuid: of } = await hook();
    receiver.resolveNamesTo(['10.0.0.1']);
    await storePhone();
    expect(await send()).toEqual([]);
    expect(receiver.reached).toEqual([]);
    expect(await log(of)).toMatchObject([
      { state: 'waiting', attempts: 1, error: 'refused_address', status: null },
    ]);
    receiver.resolveNamesTo(['8.8.8.8']);
    app.clock.advance(5 * SECOND);
    expect(await send()).toEqual(['phones.published Central']);
  });

  test('follows no redirect and counts it as a failure', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith(
      (_, response) => void response.writeHead(301, { location: 'https://10.0.0.1/' }).end(),
    );
    await storePhone();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await log(of)).toMatchObject([{ state: 'waiting', attempts: 1, status: 301 }]);
  });

  test('gives a message up after a day, and after five in a row disables the webhook and mails its creator', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith(500);
    for (let count = 1; count <= 4; count += 1) await storePhone({ contact: `Fone ${count}` });
    const pass = async () => {
      for (let hours = 0; hours < 25; hours += 1) {
        await app.deps.jobs.drain('webhook');
        app.clock.advance(HOUR);
      }
    };
    await pass();
    await send();
    await signInAgain();
    expect((await log(of)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect(await details(of)).toMatchObject({ enabled: true });
    await storePhone({ contact: 'Fone 5' });
    await storePhone({ contact: 'Fone 6' });
    await pass();
    await signInAgain();
    expect((await log(of)).map(({ state }) => state).slice(0, 2)).toEqual(['canceled', 'failed']);
    expect(await details(of)).toMatchObject({ enabled: false, off_reason: 'given_up' });
    const [mail] = (await app.mails()).slice(-1);
    expect(mail?.to?.[0]?.address).toBe(staff.email);
    expect(mail?.subject).toContain('o webhook «Aplicativo» foi desligado');
    expect(mail?.text).toContain('Cinco avisos seguidos não chegaram');
    expect(mail?.text).toContain(`/admin/webhooks/show/${of}`);
    // Nothing is queued for a disabled webhook. Enabling it resets its failures.
    await storePhone({ contact: 'Fone 7' });
    expect(await waiting()).toBe(0);
    const { version } = await details(of);
    await succeed('PUT', `/webhooks/update/${of}`, { ...INPUT, enabled: true, version });
    expect(await details(of)).toMatchObject({ enabled: true, off_reason: null });
  }, 60_000);

  test('counts only consecutive deliveries that were given up', async () => {
    const { uuid: of } = await hook();
    const { db } = app.deps;
    await db.updateTable('webhooks').set({ given_up: 4 }).execute();
    await storePhone();
    await send();
    const [{ given_up } = { given_up: -1 }] = await db.selectFrom('webhooks').selectAll().execute();
    expect(given_up).toBe(0);
    expect(await details(of)).toMatchObject({ enabled: true });
  });

  test('disables the webhook at once when the receiver responds 410', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith(410);
    await storePhone({ contact: 'Um' });
    await storePhone({ contact: 'Dois' });
    expect(await send()).toEqual(['phones.published Um']);
    expect(await details(of)).toMatchObject({ enabled: false, off_reason: 'gone' });
    expect((await log(of)).map(({ state }) => state)).toEqual(['canceled', 'failed']);
    const mails = await app.mails();
    expect(mails.filter(({ text }) => text?.includes('não existe mais (410)'))).toHaveLength(1);
    const [last] = await app.deps.db.selectFrom('audit_log').select('action').orderBy('id', 'desc').execute();
    expect(last?.action).toBe('switch_off');
  });

  test('logs a delivery that was in flight while the webhook was disabled', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith((_, response) => {
      const off = { ...INPUT, enabled: false };
      void succeed('PUT', `/webhooks/update/${of}`, off).then(() => response.writeHead(204).end());
    });
    await storePhone({ contact: 'Um' });
    await storePhone({ contact: 'Dois' });
    expect(await send()).toEqual(['phones.published Um']);
    expect((await log(of)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['canceled', 0],
      ['sent', 1],
    ]);
  });

  test('cancels waiting deliveries when staff disable or delete the webhook', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith(500);
    await storePhone();
    await send();
    await succeed('PUT', `/webhooks/update/${of}`, { ...INPUT, enabled: false });
    receiver.respondWith(204);
    app.clock.advance(HOUR);
    expect(await send()).toEqual([]);
    expect(await log(of)).toMatchObject([{ state: 'canceled', next_at: null }]);
    expect((await call('POST', `/webhooks/test/${of}`)).statusCode).toBe(409);
    const { uuid: second } = await hook();
    await storePhone({ contact: 'SAC' });
    await succeed('DELETE', `/webhooks/destroy/${second}`);
    expect(await send()).toEqual([]);
  });
});

describe('manual sending', () => {
  test('sends a test without waiting for the queue', async () => {
    const { uuid: of } = await hook();
    receiver.respondWith(
      ({ body }, response) => void response.writeHead(body.includes('test') ? 204 : 500).end(),
    );
    await storePhone();
    await send();
    await succeed('POST', `/webhooks/test/${of}`);
    expect(await send()).toEqual(['webhooks.test Aplicativo']);
    expect(await log(of)).toMatchObject([{ type: 'webhooks.test', state: 'sent' }, { state: 'waiting' }]);
    receiver.respondWith(500);
    await succeed('POST', `/webhooks/test/${of}`);
    await send();
    // A test is attempted once.
    expect((await log(of))[0]).toMatchObject({ state: 'failed', attempts: 1, next_at: null, status: 500 });
    expect((await app.deps.db.selectFrom('webhooks').selectAll().execute())[0]?.given_up).toBe(0);
  });

  test('sends a delivery again with its id and body', async () => {
    const { uuid: of } = await hook();
    await storePhone();
    await send();
    const [first] = receiver.received.slice();
    const [{ uuid } = { uuid: '' }] = await log(of);
    await succeed('POST', `/webhooks/resend/${uuid}`);
    expect((await call('POST', `/webhooks/resend/${uuid}`)).statusCode).toBe(409);
    app.clock.advance(MINUTE);
    await send();
    const [again] = receiver.received;
    expect(again?.body).toBe(first?.body);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(await log(of)).toMatchObject([{ uuid, state: 'sent', attempts: 1 }]);
    await succeed('PUT', `/webhooks/update/${of}`, { ...INPUT, enabled: false });
    expect((await call('POST', `/webhooks/resend/${uuid}`)).statusCode).toBe(409);
  });
});

describe('retention and keys', () => {
  test('keeps the log for 30 days', async () => {
    const { uuid: of } = await hook();
    await storePhone();
    await send();
    app.clock.advance(29 * DAY);
    await app.deps.jobs.drain('webhook log');
    await signInAgain();
    expect(await log(of)).toHaveLength(1);
    app.clock.advance(2 * DAY);
    await app.deps.jobs.drain('webhook log');
    await signInAgain();
    expect(await log(of)).toHaveLength(0);
  });

  test('opens secrets after a key rotation and logs a secret that cannot be opened', async () => {
    const own = await createTestApp({ outgoing: receiver.outgoing, clock: app.clock });
    try {
      const by = await own.signIn();
      const ask = async (method: 'GET' | 'POST', path: string, json?: object) =>
        (await own.request(method, `/api/admin${path}`, { token: by, ...(json && { json }) })).json().data;
      const { uuid: of, secret } = await ask('POST', '/webhooks/store', { ...INPUT, ...confirmation });
      const { key } = await rotateKey(own.deps.config, own.deps.db, false, async (trx, former, next) => {
        if (former) await resealSecrets(trx, former, next);
      });
      const after = await createApp({
        config: own.deps.config,
        clock: app.clock,
        outgoing: receiver.outgoing,
      });
      others.push(after);
      expect(after.deps.keys.current.equals(key)).toBe(true);
      await ask('POST', '/phones/store', CENTRAL);
      await after.deps.jobs.drain('webhook');
      const [{ headers, body } = {} as ReceivedRequest] = receiver.received;
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${mac}`);

      await own.deps.db.updateTable('webhooks').set({ secret: 'lost' }).execute();
      await ask('POST', '/phones/store', CENTRAL);
      await after.deps.jobs.drain('webhook');
      expect((await ask('GET', `/webhooks/deliveries/${of}`))[0]).toMatchObject({
        state: 'waiting',
        error: 'secret',
      });
      expect(receiver.received).toHaveLength(1);
    } finally {
      for (const other of others.splice(0)) await other.close();
      await own.remove();
    }
  }, 30_000);
});
