import { randomUUID } from 'node:crypto';
import { readdir, readlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { pdf } from '../../../../test/sampleFiles.ts';
import { openConnection } from '../../../../test/slowClients.ts';
import type { TrafficLimits } from '../../../platform/http/limits/traffic.ts';
import { insertOrdered } from '../store/records.ts';
import { mainName } from './file.rows.ts';
import { claimFile, storeFile } from './file.service.ts';

/** Timeout for busy machines. */
const PATIENT = { timeout: 30_000 };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Publishes a PDF that is longer than the kernel buffers of an unread response. */
async function publishPdf(trafficLimits: Partial<TrafficLimits> = {}) {
  const app: TestApp = await createTestApp({ trafficLimits });
  ends.push(app.remove);
  const bytes = pdf('Ofertas', 12_000_000);
  const path = join(app.dataDir, randomUUID());
  await writeFile(path, bytes);
  const received = { field: 'pdf', kind: 'pdf' as const, path, bytes: bytes.length, name: 'x.pdf' };
  const file = await storeFile(app.deps, { ...received, type: 'application/pdf' }, 'public');
  await app.deps.write(null, async (work) => {
    await claimFile(app.deps, work, file);
    const text = { title: 'x', search: 'x', title_key: 'x', alt_key: '' };
    return insertOrdered(work, 'banners', { ...text, file_id: file.id }, undefined);
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const requestText = `GET /media/${file.uuid}/${mainName(file)} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  const unread = async (from: string, requests = 1) => {
    const held = await openConnection({ port, from });
    ends.unshift(async () => held.socket.destroy());
    held.socket.pause();
    held.socket.write(requestText.repeat(requests));
    return held;
  };
  const read = async (from: string) => {
    const {
      socket,
      received: answer,
      closed,
    } = await openConnection(
      { port, from },
      requestText.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
    );
    await closed;
    return { status: answer().slice(9, 12), isWhole: socket.bytesRead > bytes.length, head: answer() };
  };
  /** Counts the descriptors of this file in the process. */
  const descriptors = async () => {
    const all = await readdir('/proc/self/fd');
    const links = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return links.filter((link) => link.includes(file.uuid)).length;
  };
  return { app, unread, read, descriptors, count: app.deps.openFiles.count };
}

test('opens one file per connection for pipelined requests of unread responses, and serves other clients', async () => {
  const { unread, read, descriptors, count } = await publishPdf();
  for (let one = 0; one < 24; one += 1) await unread('127.0.0.2', 30);
  await expect.poll(count, PATIENT).toBe(24);
  await wait(100);
  expect(await descriptors()).toBeLessThanOrEqual(24);
  expect(await read('127.0.0.3')).toMatchObject({ status: '200', isWhole: true });
  expect(await read('127.0.0.2')).toMatchObject({ status: '200', isWhole: true });
});

test('sends pipelined files one after the other and releases their slots', async () => {
  const { unread, count, descriptors } = await publishPdf({ filesPerAddress: 1 });
  const { socket } = await unread('127.0.0.2', 5);
  socket.resume();
  await expect.poll(() => socket.bytesRead, PATIENT).toBeGreaterThan(60_000_000);
  await expect.poll(count, PATIENT).toBe(0);
  await expect.poll(descriptors, PATIENT).toBe(0);
});

test('answers 503 to an address that has its share of open files, and serves other addresses', async () => {
  const { unread, read, count } = await publishPdf({ filesPerAddress: 2, fileWaitMs: 300 });
  const held = [await unread('127.0.0.2'), await unread('127.0.0.2')];
  await expect.poll(count, PATIENT).toBe(2);
  const refused = await read('127.0.0.2');
  expect(refused.status).toBe('503');
  expect(refused.head).toMatch(/retry-after: 10/i);
  expect(await read('127.0.0.3')).toMatchObject({ status: '200', isWhole: true });
  held[0]?.socket.resetAndDestroy();
  await expect.poll(count, PATIENT).toBe(1);
  expect(await read('127.0.0.2')).toMatchObject({ status: '200', isWhole: true });
});

test('closes the slowest reader after its time when all slots are taken', async () => {
  const { unread, read, count } = await publishPdf({ totalFiles: 2, filePatienceMs: 50 });
  const held = [await unread('127.0.0.2'), await unread('127.0.0.2')];
  await expect.poll(count, PATIENT).toBe(2);
  await wait(100);
  expect(await read('127.0.0.3')).toMatchObject({ status: '200', isWhole: true });
  for (const { socket } of held) socket.resume();
  await Promise.race(held.map(({ closed }) => closed));
});

test.each(['end', 'resetAndDestroy'] as const)(
  'a file that waits for a slot leaves the queue when its connection breaks with %s()',
  async (method) => {
    const { unread, read, count } = await publishPdf({ filesPerAddress: 1, fileWaitMs: 60_000 });
    const holder = await unread('127.0.0.2');
    await expect.poll(count, PATIENT).toBe(1);
    for (let one = 0; one < 5; one += 1) {
      const { socket } = await unread('127.0.0.2', 3);
      await wait(20);
      socket[method]();
      socket.resume();
    }
    holder.socket.destroy();
    expect(await read('127.0.0.2')).toMatchObject({ status: '200', isWhole: true });
    await expect.poll(count, PATIENT).toBe(0);
  },
);
