import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test, vi } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { fileOf } from '../test/images.ts';
import { createTestDatabase } from '../test/postgres.ts';
import { pdfOfPages } from '../test/sampleFiles.ts';

const MINUTE = 60_000;
const running: RunningProduct[] = [];
afterAll(async () => {
  for (const product of running) await product.stop();
});

/** Starts a mail server that never responds to the first connection and accepts mail from later ones. */
async function startSmtp() {
  let connections = 0;
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(_, callback) {
      connections += 1;
      if (connections > 1) callback();
    },
    onData(stream, session, callback) {
      stream.resume();
      stream.on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        callback();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { received, server, url: `smtp://127.0.0.1:${port}` };
}

test.each(['sqlite', 'postgres'])(
  'another process resumes the jobs of a killed process on %s within a minute',
  {
    timeout: 8 * MINUTE,
  },
  async (engine) => {
    const dataDir = await newDataDir();
    const own = engine === 'postgres' ? await createTestDatabase() : null;
    const smtp = await startSmtp();
    const env = {
      DEMO_CONTENT: '0',
      SMTP_URL: smtp.url,
      ROLLOUT: '1',
      ...(own && { DATABASE_URL: own.url }),
    };
    const start = async () => {
      const product = await startProduct(dataDir, undefined, env);
      running.push(product);
      return product;
    };
    const first = await start();
    const second = await start();
    const database = await openDatabase({ url: own?.url, dataDir });
    const jobs = () =>
      database.db
        .selectFrom('jobs')
        .select(['kind', 'state', 'holder', 'attempts'])
        .where((eb) => eb.or([eb('kind', '=', 'booklet pages'), eb('kind', 'like', 'mail.%')]))
        .orderBy('kind')
        .execute();

    const form = new FormData();
    const pages = Array.from({ length: 8 }, (_, at) => `Página ${at + 1}`);
    form.append('doc', fileOf(pdfOfPages(pages, '1200 1700'), 'Encarte.pdf', 'application/pdf'));
    const headers = { authorization: `Bearer ${await tokenOf(first)}` };
    const stored = await fetch(`${first.url}/api/admin/booklets/fortnightly/store`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(stored.status).toBe(201);
    const response = await fetch(`${first.url}/api/auth/forgot-it`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: first.admin.email }),
    });
    expect(response.status).toBe(200);
    await vi.waitFor(async () => {
      const rows = await jobs();
      expect(rows.map(({ state }) => state)).toEqual(['running', 'running']);
      for (const { holder } of rows) expect(holder).toMatch(new RegExp(`^${first.pid}-`));
    }, 20_000);

    process.kill(first.pid, 'SIGKILL');
    running.splice(running.indexOf(first), 1);
    const killed = performance.now();
    await vi.waitFor(
      async () => {
        const rows = await jobs();
        expect(rows.every(({ holder }) => holder?.startsWith(`${second.pid}-`) ?? false)).toBe(true);
      },
      { timeout: MINUTE, interval: 200 },
    );
    const takenOver = performance.now() - killed;
    expect(takenOver).toBeLessThan(MINUTE);
    await vi.waitFor(() => expect(smtp.received).toEqual([second.admin.email]), MINUTE - takenOver);
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${second.url}/api/site/booklets/fortnightly/pages`);
        const { data } = (await answer.json()) as { data: { pages_state: string; pages: unknown[] } };
        expect([data.pages_state, data.pages.length]).toEqual(['ready', pages.length]);
      },
      { timeout: 4 * MINUTE, interval: 1000 },
    );
    await vi.waitFor(async () => expect(await jobs()).toEqual([]));
    expect(smtp.received).toHaveLength(1);
    console.log(`${engine}: taken over ${Math.round(takenOver / 1000)} s after the kill`);

    await database.close();
    await second.stop();
    running.splice(running.indexOf(second), 1);
    smtp.server.close();
    await own?.drop();
    await removeDataDir(dataDir);
  },
);
