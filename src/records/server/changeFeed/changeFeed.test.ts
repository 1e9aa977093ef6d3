import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParser } from 'eventsource-parser';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp, waitForNotifications } from '../../../../test/app.ts';
import { setAccess } from '../../../accounts/auth/access.service.ts';
import { createUser } from '../../../accounts/auth/operatorAccounts.service.ts';
import { type App, createApp } from '../../../server/app.ts';
import { type ChangeFeed, changeFeed, readChangeFeed } from '../../../shared/changeFeed.ts';

// Tests the stream of staff changes over real connections, and its polling.

let app: TestApp;
/** Another process with the same database. */
let other: App;
let token: string;

const BRUNA = { name: 'Bruna Reis', email: 'bruna@hiperaurora.example', password: 'uma senha de teste' };
const CENTRAL = { contact: 'Central', ddi: '55', ddd: '85', number: '32221000', type: '1' };

beforeAll(async () => {
  app = await createTestApp({ streamLimits: { maxPerPerson: 3, heartbeatMs: 200 } });
  token = await app.signIn();
  await createUser(app.deps, BRUNA);
  other = await createApp({ config: app.deps.config, clock: app.clock });
  for (const { server } of [app, other]) await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await other.close();
  await app.remove();
});

const streams = new Set<Stream>();
afterEach(() => {
  for (const stream of streams) stream.close();
  streams.clear();
});

interface Stream {
  answer: IncomingMessage;
  news: ChangeFeed[];
  beats: number;
  /** Resolves when the server has closed the stream. */
  ended: Promise<unknown>;
  close(): void;
}

const portOf = ({ server }: Pick<App, 'server'>) => (server.server.address() as AddressInfo).port;

async function open(
  who: string,
  { at = app as App, since }: { at?: App; since?: number } = {},
): Promise<Stream> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = `/api/admin/changes${since === undefined ? '' : `?since=${since}`}`;
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${who}`,
      'accept-encoding': 'br, gzip',
    };
    get({ port: portOf(at), path, headers }, resolve).on('error', reject);
  });
  answer.setEncoding('utf8');
  const news: ChangeFeed[] = [];
  const stream: Stream = {
    answer,
    news,
    beats: 0,
    ended: new Promise((resolve) => answer.once('close', resolve)),
    close: () => answer.destroy(),
  };
  const parser = createParser({
    onEvent: ({ data }) => news.push(changeFeed.parse(JSON.parse(data).data)),
    onComment: () => {
      stream.beats += 1;
    },
  });
  answer.on('data', (text: string) => parser.feed(text)).on('error', () => {});
  streams.add(stream);
  if (answer.statusCode === 200) await vi.waitFor(() => expect(news).toHaveLength(1));
  return stream;
}

const signIn = async ({ email, password }: typeof BRUNA) =>
  (await app.request('POST', '/api/auth/login', { json: { email, password } })).json().data.token
    .access_token as string;

async function storePhone(contact: string, by = token): Promise<string> {
  const answer = await app.request('POST', '/api/admin/phones/store', {
    token: by,
    json: { ...CENTRAL, contact },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.uuid;
}

const poll = async (since?: number, by = token) => {
  const query = since === undefined ? '' : `?since=${since}`;
  return bodyOf(
    readChangeFeed.answers[200],
    await app.request('GET', `/api/admin/changes${query}`, { token: by }),
  ).data;
};

const changesSent = (stream: Stream) =>
  stream.news.slice(1).flatMap((one) => one.changes.map(({ uuid, action, own }) => ({ uuid, action, own })));

describe('stream of changes', () => {
  test('hides records of other branches from a user of one branch, in the stream and in polling', async () => {
    const person = { ...BRUNA, email: 'loja.uma@hiperaurora.example', role: 'store' };
    await createUser(app.deps, person);
    const [own, other] = [randomUUID(), randomUUID()];
    await app.deps.db
      .updateTable('users')
      .set({ branches: JSON.stringify([own]) })
      .where('email', '=', person.email)
      .execute();
    const narrow = await signIn(person);
    const { last } = await poll(undefined, narrow);
    const stream = await open(narrow);
    const everything = await open(token);
    await app.deps.write(null, async (work) => {
      for (const uuid of [other, own]) await work.audit({ action: 'update', entity: 'branches', uuid });
    });
    await vi.waitFor(() => expect(changesSent(everything).map(({ uuid }) => uuid)).toEqual([other, own]));
    await vi.waitFor(() => expect(changesSent(stream).map(({ uuid }) => uuid)).toEqual([own]));
    expect((await poll(last, narrow)).changes.map(({ uuid }) => uuid)).not.toContain(other);
  });

  test('sends each save, with author, record and time but no content', async () => {
    const bruna = await signIn(BRUNA);
    const streams = [await open(token), await open(bruna)];
    const uuid = await storePhone('Ouvidoria');
    for (const [at, stream] of streams.entries()) {
      await vi.waitFor(() =>
        expect(changesSent(stream)).toEqual([{ uuid, action: 'create', own: at === 0 }]),
      );
      const [{ changes: [change] = [] } = {}] = stream.news.slice(1);
      expect(change).toMatchObject({ entity: 'phones', by: 'Rosângela Melo' });
      expect(JSON.stringify(stream.news)).not.toContain('Ouvidoria');
    }
  });

  test('sends a save of another instance', async () => {
    const stream = await open(token, { at: other });
    await waitForNotifications(other);
    const uuid = await storePhone('Televendas');
    await vi.waitFor(() => expect(changesSent(stream)).toEqual([{ uuid, action: 'create', own: true }]));
  });

  test('sends changes that are no content, but no read accesses', async () => {
    const stream = await open(token);
    await app.deps.write(
      null,
      async (work) => {
        await work.audit({ action: 'open', entity: 'job_applications', uuid: null });
        await work.audit({ action: 'create', entity: 'job_applications', uuid: null });
        await work.audit({ action: 'login', entity: 'user', uuid: null });
      },
      { content: false },
    );
    await vi.waitFor(() => expect(changesSent(stream).map(({ action }) => action)).toEqual(['create']));
  });

  test('sends heartbeats and is neither compressed nor cached', async () => {
    const stream = await open(token);
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.answer.headers['content-encoding']).toBeUndefined();
    await vi.waitFor(() => expect(stream.beats).toBeGreaterThan(1));
  });

  test('sends the changes after the last id that the client has', async () => {
    const first = await open(token);
    const last = first.news[0]?.last ?? 0;
    first.close();
    const uuid = await storePhone('Central do cartão');
    const again = await open(token, { since: last });
    expect(again.news[0]?.changes).toContainEqual(expect.objectContaining({ uuid, action: 'create' }));
    // Earlier changes may be repeated, but not old ones.
    app.clock.advance(20_000);
    expect((await poll(again.news[0]?.last)).changes).toEqual([]);
  });

  test('answers 401 without a session and 429 beyond the limit of streams', async () => {
    expect((await open('nada')).answer.statusCode).toBe(401);
    expect((await app.request('GET', '/api/admin/changes')).statusCode).toBe(401);
    for (let count = 0; count < 3; count += 1) expect((await open(token)).answer.statusCode).toBe(200);
    const refused = await open(token);
    expect(refused.answer.statusCode).toBe(429);
    expect(refused.answer.headers['retry-after']).toBe('60');
    // The limit is per user, and polling still works.
    expect((await open(await signIn(BRUNA))).answer.statusCode).toBe(200);
    expect((await poll()).missed).toBe(false);
  });

  test('counts in the gauge of open streams and as one short request', async () => {
    const measured = (pattern: RegExp) => Number(pattern.exec(app.deps.metrics.registry.text())?.[1] ?? 0);
    const gauge = () => measured(/^vitrine_http_streams (\d+)/m);
    const counted = (status: string) =>
      measured(new RegExp(`_duration_seconds_count.*/admin/changes",status="${status}"} (\\d+)`));
    await vi.waitFor(() => expect(gauge()).toBe(0));
    const [before, left] = [counted('200'), counted('499')];
    const stream = await open(token);
    expect(gauge()).toBe(1);
    stream.close();
    await vi.waitFor(() => expect(gauge()).toBe(0));
    await vi.waitFor(() => expect(counted('200')).toBe(before + 1));
    expect(counted('499')).toBe(left);
  });
});

describe('end of a stream', () => {
  test('closes a stream when its session ends or its account is disabled', async () => {
    const left = await signIn(BRUNA);
    const stream = await open(left);
    await app.request('POST', '/api/auth/logout', { json: { token: left } });
    await stream.ended;

    const stream2 = await open(await signIn(BRUNA));
    const mine = await open(token);
    await setAccess(app.deps, BRUNA.email, false);
    await stream2.ended;
    expect(mine.answer.destroyed).toBe(false);
    await setAccess(app.deps, BRUNA.email, true);
  });

  test('closes a stream when the permissions of its user change', async () => {
    const role = { name: 'Banco de talentos', permissions: ['applications.read', 'vacancies.read'] };
    const change = (uuid: string, permissions: string[]) =>
      app.request('PUT', `/api/admin/roles/update/${uuid}`, { token, json: { ...role, permissions } });
    const made = await app.request('POST', '/api/admin/roles/store', { token, json: role });
    const { uuid } = made.json().data;
    const listener = await app.signInAs(uuid);
    for (const permissions of [['vacancies.read'], role.permissions]) {
      const stream = await open(listener);
      expect((await change(uuid, permissions)).statusCode).toBe(200);
      await stream.ended;
    }
  });

  test('ends streams when the process stops', async () => {
    const third = await createApp({ config: app.deps.config, clock: app.clock });
    await third.server.listen({ port: 0, host: '127.0.0.1' });
    const stream = await open(token, { at: third });
    await Promise.all([third.close(), stream.ended]);
    // A connection that is only cut leaves an incomplete answer.
    expect(stream.answer.complete).toBe(true);
  });
});

describe('polling for changes', () => {
  test('returns the last minute without an id, and reports missed changes for an unknown id', async () => {
    app.clock.advance(120_000);
    expect(await poll()).toMatchObject({ missed: false, changes: [] });
    const uuid = await storePhone('Padaria');
    const now = await poll();
    expect(now.changes).toEqual([
      expect.objectContaining({ entity: 'phones', uuid, action: 'create', by: 'Rosângela Melo', own: true }),
    ]);
    expect(await poll(now.last + 5000)).toEqual({ last: now.last, missed: true, changes: [] });
    // An invalid `since` is ignored.
    const odd = await app.request('GET', '/api/admin/changes?since=nada', { token });
    expect(bodyOf(readChangeFeed.answers[200], odd).data.changes).toHaveLength(1);
  });

  test('reports missed changes when there are too many to list', async () => {
    const { last } = await poll();
    await app.deps.write(null, async ({ audit }) => {
      for (let count = 0; count < 450; count += 1)
        await audit({ action: 'update', entity: 'phones', uuid: null });
    });
    expect(await poll(last)).toEqual({ last: last + 450, missed: true, changes: [] });
  });
});
