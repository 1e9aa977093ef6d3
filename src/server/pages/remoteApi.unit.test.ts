import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sitePhones } from '../../content/phones/phone.contract.ts';
import { type ChangedTables, trackStatements } from '../../platform/database/dependencyTracking.ts';
import { CHANGE_STREAM_PATH, DEPENDENCIES_HEADER } from '../../platform/http/remoteProtocol.ts';
import { createRemoteApi, type RemoteApi } from './remoteApi.ts';

let server: Server;
let remote: RemoteApi;
let pulse: ServerResponse | undefined;
let answer: (response: ServerResponse) => void;
let emitted: ChangedTables[];

const PHONES = { data: [] };
const sent = (reads?: string) => (response: ServerResponse) =>
  response
    .writeHead(200, { 'content-type': 'application/json', ...(reads && { [DEPENDENCIES_HEADER]: reads }) })
    .end(JSON.stringify(PHONES));

beforeEach(async () => {
  emitted = [];
  answer = sent('phones');
  server = createServer(({ url }, response) => {
    if (url !== `/api${CHANGE_STREAM_PATH}`) return answer(response);
    pulse = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: "all"\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  remote = createRemoteApi({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    onChange: (changed) => emitted.push(changed),
    outage: { reportFailure() {}, reportSuccess() {} },
  });
});
afterEach(() => {
  remote.close();
  server.closeAllConnections();
  server.close();
});

async function listening() {
  remote.listen();
  await vi.waitFor(() => expect(remote.isListening()).toBe(true));
  emitted.length = 0;
}
const change = (tables: string[]) => pulse?.write(`data: ${JSON.stringify(tables)}\n\n`);
const readsOf = async (work: () => Promise<unknown>) => {
  const names: string[] = [];
  await trackStatements(({ reads }) => names.push(...reads), work);
  return names;
};

test('a caller learns the dependencies of a response', async () => {
  expect(await readsOf(() => remote.call(sitePhones))).toEqual(['phones']);
  answer = sent();
  expect(await readsOf(() => remote.call(sitePhones)), 'an answer that does not say').toEqual(['*']);
});

test('emits changes at once, and with them responses without dependencies', async () => {
  await listening();
  change(['phones', 'files/phones']);
  await vi.waitFor(() => expect(emitted).toEqual([['phones', 'files/phones', '*']]));
});

test('a change invalidates a response that was on its way', async () => {
  await listening();
  const pending = Promise.withResolvers<ServerResponse>();
  answer = pending.resolve;
  const call = remote.call(sitePhones);
  const response = await pending.promise;
  change(['phones']);
  change(['movies']);
  await vi.waitFor(() => expect(emitted).toHaveLength(2));
  sent('phones,vacancies')(response);
  expect(await call).toEqual(PHONES);
  expect(emitted.slice(2)).toEqual([['phones']]);
});

test('an endless response and an invalid one count as outages', async () => {
  answer = (response) => {
    response.writeHead(200);
    const part = Buffer.alloc(1024 * 1024, ' ');
    const write = () => !response.destroyed && response.write(part, () => setImmediate(write));
    write();
  };
  await expect(remote.call(sitePhones)).rejects.toMatchObject({ code: 'unavailable' });
  answer = (response) => response.writeHead(502).end('<h1>Bad Gateway</h1>');
  await listening();
  await expect(remote.call(sitePhones)).rejects.toMatchObject({ code: 'unavailable' });
  answer = (response) => response.writeHead(429).end('{"error":"Muitos envios"}');
  await expect(remote.call(sitePhones)).rejects.toMatchObject({ code: 'unavailable' });
  answer = (response) => response.writeHead(404).end('{"error":"Não há","code":"not_found"}');
  await expect(remote.call(sitePhones)).rejects.toMatchObject({ code: 'not_found' });
});

test('sends no call for a second after the API was unavailable', async () => {
  answer = (response) => response.destroy();
  await expect(remote.call(sitePhones)).rejects.toMatchObject({ code: 'unavailable' });
  let calls = 0;
  answer = (response) => {
    calls += 1;
    sent('phones')(response);
  };
  await expect(remote.call(sitePhones)).rejects.toMatchObject({ code: 'unavailable' });
  expect(calls).toBe(0);
});
