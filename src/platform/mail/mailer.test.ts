import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { startMailServer } from '../../../test/mailServer.ts';
import { freePort } from '../../../test/port.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createOutages } from '../observability/outages.ts';
import type { Keys } from '../security/keys.ts';
import { createMailer, type Mailer, resealMails } from './mailer.ts';

const HOUR = 3_600_000;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.remove());

const queue = (mailer: Mailer, subject = 'Oi') =>
  app.deps.write(null, (work) => mailer.queue(work, { to: 'ana@hiperaurora.example', subject, text: 'Oi' }), {
    content: false,
  });

const states = async () =>
  (await app.deps.db.selectFrom('mail_outbox').select('state').orderBy('id').execute()).map(
    ({ state }) => state,
  );

/** Creates a second instance on the same database, with its own data directory. */
async function otherInstance(env: { SMTP_URL?: string; PLAIN_INSIDE?: boolean; keys?: Keys } = {}) {
  const dataDir = await mkdtemp(join(app.dataDir, 'other-'));
  const { config, database, write, clock, log } = app.deps;
  const { keys = app.deps.keys, ...settings } = env;
  const jobs = createJobs({ database, write, clock, log, metrics: createMetrics() });
  const mailer = createMailer({
    config: { ...config, ...settings, DATA_DIR: dataDir },
    keys,
    database,
    jobs,
    clock,
    outage: createOutages(() => log).mail,
  });
  return { dataDir, jobs, mailer };
}

const files = async (dataDir: string) => readdir(join(dataDir, 'mail')).catch(() => []);

test('sends a mail after the commit, and never before', async () => {
  app.deps.jobs.start();
  const failing = app.deps.write(null, async (work) => {
    await app.deps.mailer.queue(work, { to: 'ana@hiperaurora.example', subject: 'Nunca', text: 'Nunca' });
    throw new Error('roll back');
  });
  await expect(failing).rejects.toThrow();
  await queue(app.deps.mailer);
  await expect.poll(states).toEqual(['sent']);
  expect(await files(app.dataDir)).toHaveLength(1);
});

test('sends the mails that were queued before the start', async () => {
  await queue(app.deps.mailer);
  expect(await states()).toEqual(['waiting']);
  app.deps.jobs.start();
  await expect.poll(states).toEqual(['sent']);
});

test('leaves mails of an unknown key alone, and gives them up after a day', async () => {
  const { mailer, dataDir } = await otherInstance({ keys: { current: randomBytes(32), previous: null } });
  await queue(app.deps.mailer);
  await mailer.flush();
  expect(await files(dataDir)).toEqual([]);
  expect(await states()).toEqual(['waiting']);
  app.clock.advance(26 * 3600_000);
  await mailer.flush();
  expect(await states()).toEqual(['failed']);
});

test('sends all mails after a key rotation, including those that a process with the former key still queues', async () => {
  const former = app.deps.keys.current;
  const keys = { current: randomBytes(32), previous: former };
  const rotate = () => app.deps.db.transaction().execute((trx) => resealMails(trx, former, keys.current));
  await queue(app.deps.mailer, 'esperava');
  await app.deps.db
    .updateTable('jobs')
    .set({
      state: 'running',
      leased_until: new Date(app.clock.now() + 30_000).toISOString(),
      holder: 'other',
    })
    .where('kind', 'like', 'mail.%')
    .execute();
  expect(await rotate()).toBe(0);
  await queue(app.deps.mailer, 'na fila');
  expect(await rotate()).toBe(1);
  await queue(app.deps.mailer, 'depois');
  const { mailer, dataDir } = await otherInstance({ keys });
  await queue(mailer, 'da nova');
  app.clock.advance(30_000);
  await mailer.flush();
  expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect(await files(dataDir)).toHaveLength(4);
});

test('sends a mail again after the lease of a vanished process', async () => {
  await queue(app.deps.mailer);
  const leased_until = new Date(app.clock.now() + 30_000).toISOString();
  await app.deps.db
    .updateTable('jobs')
    .set({ state: 'running', leased_until, holder: 'vanished', attempts: 1 })
    .where('kind', 'like', 'mail.%')
    .execute();
  await app.deps.mailer.flush();
  expect(await states()).toEqual(['waiting']);
  app.clock.advance(30_000);
  await app.deps.mailer.flush();
  expect(await states()).toEqual(['sent']);
});

test('sends other mails despite a damaged one', async () => {
  await queue(app.deps.mailer, 'um');
  await queue(app.deps.mailer, 'dois');
  const first = await app.deps.db
    .selectFrom('mail_outbox')
    .select(['id', 'content'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await app.deps.db
    .updateTable('mail_outbox')
    .set({ content: `${first.content?.slice(0, 60)}` })
    .where('id', '=', first.id)
    .execute();
  await app.deps.mailer.flush();
  expect(await states()).toEqual(['failed', 'sent']);
});

test('retries when the mail folder cannot be written', async () => {
  const { mailer, dataDir } = await otherInstance();
  await writeFile(join(dataDir, 'mail'), 'a file where the folder should be');
  await queue(mailer);
  await mailer.flush();
  expect(await states()).toEqual(['waiting']);
  await rm(join(dataDir, 'mail'));
  app.clock.advance(5000);
  await mailer.flush();
  expect(await states()).toEqual(['sent']);
});

test('stops without waiting for a silent mail server', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const connected = once(silentServer, 'connection');
  const address = silentServer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { mailer, jobs } = await otherInstance({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  jobs.start();
  await queue(mailer);
  await connected;
  // The server never answers; the stop ends the connection.
  await jobs.stop();
  expect(await states()).toEqual(['waiting']);
  silentServer.close();
});

// An address that counts as remote and still leads to this machine.
const REMOTE_HOST = '0.0.0.0';

const mailJob = () =>
  app.deps.db.selectFrom('jobs').selectAll().where('kind', 'like', 'mail.%').executeTakeFirst();

const tls = async () => ({
  disabledCommands: [],
  key: await readFile(resolve(import.meta.dirname, '../../../test/tls/receiver-key.pem')),
  cert: await readFile(resolve(import.meta.dirname, '../../../test/tls/receiver-cert.pem')),
});

test.each([
  ['offers no encryption', async () => ({}), 'smtp', 'ETLS'],
  ['shows an untrusted certificate', tls, 'smtp', 'ESOCKET'],
  [
    'shows an untrusted certificate over implicit TLS',
    async () => ({ ...(await tls()), secure: true }),
    'smtps',
    'ESOCKET',
  ],
])('sends no mail to a remote server that %s', async (_, options, protocol, code) => {
  const server = await startMailServer(await options());
  const { mailer } = await otherInstance({ SMTP_URL: `${protocol}://${REMOTE_HOST}:${server.port}` });
  await queue(mailer);
  await mailer.flush();
  expect(await states()).toEqual(['waiting']);
  expect((await mailJob())?.last_error).toContain(code);
  expect(server.received).toEqual([]);
  await server.close();
});

test.each([
  ['on the loopback interface', '127.0.0.1', false],
  ['on an encrypted network', REMOTE_HOST, true],
])('sends mails without encryption to a server %s', async (_, host, PLAIN_INSIDE) => {
  const server = await startMailServer();
  const { mailer } = await otherInstance({ SMTP_URL: `smtp://${host}:${server.port}`, PLAIN_INSIDE });
  await queue(mailer);
  await mailer.flush();
  expect(await states()).toEqual(['sent']);
  expect(server.received).toMatchObject([{ secure: false }]);
  await server.close();
});

test('a mail that cannot be delivered for a day fails, and its text is deleted', async () => {
  const { mailer } = await otherInstance({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await queue(mailer);
  const row = () => app.deps.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const waits: number[] = [];
  for (let last = app.clock.now(); (await row()).state === 'waiting' && waits.length < 100; ) {
    await mailer.flush();
    if ((await row()).state !== 'waiting') break;
    app.clock.set((await mailJob())?.run_at ?? '');
    waits.push(app.clock.now() - last);
    last = app.clock.now();
  }
  expect(waits.slice(0, 4)).toEqual([5000, 15_000, 45_000, 135_000]);
  expect(Math.max(...waits)).toBe(HOUR);
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  expect(total).toBeGreaterThan(22 * HOUR);
  expect(total).toBeLessThanOrEqual(24 * HOUR);
  expect(await row()).toMatchObject({ state: 'failed', content: null, finished_at: expect.any(String) });
  const failed = await mailJob();
  expect(failed).toMatchObject({ state: 'failed', last_error: expect.any(String) });
  expect(JSON.stringify(failed)).not.toContain('@');
  app.clock.advance(31 * 24 * HOUR);
  await mailer.flush();
  expect(await app.deps.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
});

test('two instances never send one mail twice', async () => {
  const { mailer, dataDir } = await otherInstance();
  for (let round = 0; round < 4; round++) await queue(app.deps.mailer);
  await Promise.all([app.deps.mailer.flush(), mailer.flush()]);
  expect([...(await files(app.dataDir)), ...(await files(dataDir))]).toHaveLength(4);
});
