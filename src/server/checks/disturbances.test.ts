import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import {
  entryPoints,
  expectNothingHeld,
  expectServed,
  gaugesIn,
  type InterruptTarget,
  interrupt,
} from '../../../test/interruptedRequests.ts';
import { builtPages } from '../pages/builtPages.ts';

// A short form of `npm run drill -- disturbances`, which repeats beyond every limit. The limits are small
// here.

const REPEATS = 2;
const AT_ONCE = 12;

describe.each(['all', 'api'] as const)('with SERVE=%s', (serves) => {
  let app: TestApp;
  let target: InterruptTarget;
  beforeAll(async () => {
    app = await createTestApp({
      env: {
        SERVE: serves,
        METRICS_TOKEN: 'x'.repeat(40),
        ...(serves === 'api' && { CORS_ORIGINS: 'https://loja.example' }),
      },
      pages: builtPages,
      trafficLimits: {
        connectionsPerAddress: 12,
        bodiesPerAddress: 6,
        filesPerAddress: 6,
        unsentPerAddress: 32 * 1024 * 1024,
        bodyPatienceMs: 1000,
      },
      streamLimits: { maxPerPerson: 6 },
    });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    target = {
      port: (app.server.server.address() as AddressInfo).port,
      token: await app.signIn(),
      dataDir: app.dataDir,
      serves,
      gauges: async () => gaugesIn(await app.renderMetrics()),
      descriptors: async () => (await readdir('/proc/self/fd')).length,
    };
  });
  afterAll(() => app.remove());

  test('serves every kind of request after requests broke off in every shape and phase', {
    timeout: 180_000,
  }, async () => {
    const ways = (await entryPoints(target)).filter(
      // With SERVE=api only the long-lived responses differ.
      ({ isHeavy, isStream }) => !isHeavy && (serves === 'all' || isStream),
    );
    expect(ways.length).toBeGreaterThan(serves === 'all' ? 18 : 1);
    const addressOf = (at: number) => `127.0.1.${at + 1}`;
    const expectAllServed = async () => {
      for (const [at, way] of ways.entries()) await expectServed(target, way, [addressOf(at), '127.0.0.2']);
    };
    await expectAllServed();
    const before = await target.descriptors();
    await Promise.all(
      ways.map((way, at) => interrupt(target, way, addressOf(at), { times: REPEATS, atOnce: AT_ONCE })),
    );
    await expectAllServed();
    await expectNothingHeld(target, before);
  });
});
