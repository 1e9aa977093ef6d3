import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { uploadCalls } from '../../../test/uploads.ts';
import { childTasks } from '../../platform/processes/children.ts';

/** Drawing processes run at low priority. */
const DRAWING_MS = 120_000;
const KEPT = 3;
const ABANDONED = 12;

let app: TestApp;
let token: string;
let address: string;
let tasks = 0;
const count = (module: unknown) => {
  if (String(module).endsWith('/leaflet.child.ts')) tasks += 1;
};

beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  token = await app.signIn();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/api/admin/leaflets/preview`;
  childTasks.subscribe(count);
});
afterAll(async () => {
  childTasks.unsubscribe(count);
  await app.remove();
});

const whole = {
  ...{ product: 'Café torrado e moído', brand: 'Serra Alta', size: '500', unit: 'g', price: '12,99' },
  ...{ department: 'grocery', valid_from: '2026-11-21', valid_until: '2026-11-30' },
};
const offers = uploadCalls(() => app, 'offers', { fields: () => whole, files: () => ({}) });

test(
  'previews whose callers leave the queue are never rendered',
  async () => {
    const offer = await offers.storeRecord();
    const body = JSON.stringify({
      ...{ title: 'Feira fresca', valid_from: '2026-11-21', valid_until: '2026-11-22', theme: 'orange' },
      ...{ layout: 4, offers: [offer], format: 'story', page: 1 },
    });
    const ask = (signal: AbortSignal | null = null) =>
      fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        signal,
      });
    const error = vi.spyOn(app.deps.log, 'error');
    /** One promise for each request that has arrived. */
    const closed: Promise<unknown>[] = [];
    app.server.server.on('request', (_request, response) => closed.push(once(response, 'close')));
    const kept = Array.from({ length: KEPT }, () => ask());
    await vi.waitFor(() => {
      expect(closed).toHaveLength(KEPT);
      expect(tasks).toBeGreaterThan(0);
    }, DRAWING_MS);

    const left = new AbortController();
    const abandoned = Array.from({ length: ABANDONED }, () => ask(left.signal).catch(() => null));
    await vi.waitFor(() => expect(closed).toHaveLength(KEPT + ABANDONED), DRAWING_MS);
    left.abort();
    await Promise.all([...closed.slice(KEPT), ...abandoned]);

    for (const answer of await Promise.all(kept)) expect(answer.status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(tasks).toBe(KEPT + 1);
    expect(error).not.toHaveBeenCalled();
  },
  DRAWING_MS * 2,
);
