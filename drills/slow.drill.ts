import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, root, startProduct } from '../bench/product.ts';
import {
  type HeldConnection,
  openConnection,
  requestHead,
  signInHead,
  trickle,
} from '../test/slowClients.ts';

const SLOW = 500;
const STALLED = 500;
const IDLE = 2000;
const PATHS = ['/', '/branches', '/api/site/home', '/healthz'];

/**
 * Longest life of a held connection: the timeout of a used idle connection plus the time to close thousands.
 */
const PATIENCE_MS = 150_000;

let product: RunningProduct;
let dataDir: string;

async function start(...flags: string[]) {
  dataDir = await newDataDir();
  const command = [process.execPath, ...flags, 'build/server/main.js'];
  // No other work may run.
  product = await startProduct(dataDir, command, { AVIF: '0' });
}
async function stop() {
  await product.stop();
  await rm(dataDir, { recursive: true });
}

const memory = async () => {
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

/** Sends requests as an anonymous caller at an address of its own; `finish` returns the times. */
function probe() {
  const child = spawn(process.execPath, [join(root, 'test/probe.ts'), product.url, '50', ...PATHS], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return async () => {
    child.stdin.end();
    await new Promise((ended) => child.once('close', ended));
    const { times, failed, again } = JSON.parse(output) as {
      times: number[];
      failed: string[];
      again: number;
    };
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    return { asked: times.length, failed, again, p50: at(0.5), p99: at(0.99), worst: at(1) };
  };
}

const OPEN = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const FORM = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 60_000 };
const part = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nMar';

/** Opens all connections, from the addresses that `from` returns in turn. */
async function attack(from: (index: number) => string): Promise<HeldConnection[]> {
  const port = Number(new URL(product.url).port);
  const kinds: { count: number; text: (index: number) => string; slow?: boolean }[] = [
    {
      count: SLOW,
      slow: true,
      text: (index) => (index % 2 ? signInHead(16_000) : requestHead('/api/site/work-with-us', FORM) + part),
    },
    {
      count: STALLED,
      text: (index) =>
        index % 2
          ? signInHead(16_000) + ' '.repeat(8000)
          : requestHead('/work-with-us', FORM) + part.repeat(10),
    },
    { count: IDLE, text: (index) => (index % 2 ? OPEN : '') },
  ];
  const connections: HeldConnection[] = [];
  for (const { count, text, slow } of kinds) {
    for (let index = 0; index < count; index += 50) {
      const indexes = Array.from({ length: 50 }, (_, more) => index + more);
      const opened = await Promise.all(
        indexes.map((at) => openConnection({ port, from: from(at) }, text(at))),
      );
      if (slow) for (const connection of opened) trickle(connection, 1000);
      connections.push(...opened);
    }
  }
  return connections;
}

describe('500 slow writers, 500 stalled ones and 2,000 idle ones at once', () => {
  beforeAll(() => start());
  afterAll(stop);

  test.each<[string, (index: number) => string]>([
    ['from 200 addresses', (index) => `127.0.1.${(index % 200) + 1}`],
    ['from one address', () => '127.0.2.1'],
  ])('serves other callers during an attack %s', { timeout: 400_000 }, async (where, from) => {
    const warm = probe();
    await wait(15_000);
    const quiet = await warm();
    const before = await memory();

    const finish = probe();
    const begun = performance.now();
    const connections = await attack(from);
    const open = () => connections.filter(({ socket }) => !socket.destroyed).length;
    const atOnce = open();
    let peak = await memory();
    while (open() > 0 && performance.now() - begun < PATIENCE_MS) {
      peak = Math.max(peak, await memory());
      await wait(500);
    }
    const lasted = (performance.now() - begun) / 1000;
    const remaining = open();
    for (const { socket } of connections) socket.destroy();
    const during = await finish();
    const statuses = new Map<string, number>();
    for (const { received } of connections) {
      const status = received().match(/^HTTP\/1.1 (\d+)/)?.[1] ?? 'none';
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    console.log(
      `${where}: ${connections.length} connections, ${atOnce} open at once, all closed after ${lasted.toFixed(0)} s; ` +
        `answers ${JSON.stringify(Object.fromEntries(statuses))}\n` +
        `others asked ${during.asked} times: p50 ${during.p50} ms, p99 ${during.p99} ms, worst ${during.worst} ms ` +
        `(alone: p50 ${quiet.p50} ms, p99 ${quiet.p99} ms)\n` +
        `memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most (${(peak / before).toFixed(2)})`,
    );
    expect(during.failed).toEqual([]);
    expect(during.again).toBe(0);
    expect(remaining).toBe(0);
    expect(during.p99).toBeLessThanOrEqual(250);
    expect(peak / before).toBeLessThanOrEqual(1.3);
  });
});

describe('six connections with 190 fields of 1 MB, on a heap of 1 GB', () => {
  beforeAll(() => start('--max-old-space-size=1024'));
  afterAll(stop);

  /** Returns how many bytes of the body were sent until the response, and its status. */
  async function flood(path: string) {
    const port = Number(new URL(product.url).port);
    const field = (at: number) => `--x\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\n`;
    const megabyte = 'x'.repeat(1_000_000);
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
    const { socket, received } = await openConnection({ port }, requestHead(path, headers));
    for (let at = 0; at < 190 && !socket.destroyed && !received(); at += 1) {
      const text = `${field(at)}${megabyte}\r\n`;
      if (!socket.write(`${text.length.toString(16)}\r\n${text}\r\n`))
        await new Promise((drained) => {
          socket.once('drain', drained);
          socket.once('close', drained);
        });
    }
    await expect.poll(received, { timeout: 20_000 }).not.toBe('');
    const sent = socket.bytesWritten;
    socket.destroy();
    return { status: Number(received().match(/^HTTP\/1.1 (\d+)/)?.[1]), sent };
  }

  test.each(['/api/site/work-with-us', '/work-with-us'])(
    '%s refuses the fields early and keeps its memory',
    async (path) => {
      const before = await memory();
      for (let round = 0; round < 12; round += 1) {
        const floods = await Promise.all(Array.from({ length: 6 }, () => flood(path)));
        for (const { status } of floods) expect([413, 429]).toContain(status);
        if (round > 0) continue;
        const sent = floods.map((result) => (result.sent / 1e6).toFixed(1));
        console.log(`${path}: ${floods.map((flood) => flood.status)} after ${sent} MB`);
      }
      console.log(`memory ${before.toFixed(0)} MB before, ${(await memory()).toFixed(0)} MB after`);
      expect((await fetch(product.url)).status).toBe(200);
    },
  );
});
