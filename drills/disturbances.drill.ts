import { readdir, readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { fillLargeDatabase } from '../bench/largeDatabase.ts';
import { newDataDir, removeDataDir, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import {
  ENTRY_POINT,
  entryPoints,
  expectNothingHeld,
  expectServed,
  gaugesIn,
  type InterruptTarget,
  interrupt,
  REPETITIONS,
} from '../test/interruptedRequests.ts';
import { createTestDatabase } from '../test/postgres.ts';

// Breaks off requests at every endpoint type, in every shape and phase, more often than any limit of the
// product.

const AT_ONCE = 70;
/** A heavy response takes seconds. */
const HEAVY_TIMES = 20;
/** Makes the recipe list exceed 2 MB, so that it is streamed. */
const RECIPES = 3000;
const METRICS_TOKEN = 'x'.repeat(40);

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Started extends InterruptTarget {
  /** Returns resident memory in MB. */
  memory(): Promise<number>;
}

async function start(serves: InterruptTarget['serves'], engine: 'sqlite' | 'postgres'): Promise<Started> {
  const dataDir = await newDataDir();
  ends.unshift(() => removeDataDir(dataDir));
  const database = engine === 'postgres' ? await createTestDatabase() : null;
  if (database) ends.unshift(database.drop);
  const env = {
    ...(database && { DATABASE_URL: database.url }),
    ...(serves === 'api' && { CORS_ORIGINS: 'https://loja.example' }),
    SERVE: serves,
    METRICS_TOKEN,
    AVIF: '0',
  };
  await fillLargeDatabase(dataDir, RECIPES, env);
  const awaited = serves === 'all' ? '/' : '/healthz';
  const product = await startProduct(dataDir, undefined, { ...env, DEMO_CONTENT: '0' }, { awaited });
  ends.unshift(product.stop);
  const { pid, url } = product;
  return {
    port: Number(new URL(url).port),
    token: await tokenOf(product),
    dataDir,
    serves,
    async gauges() {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      return gaugesIn(await answer.text());
    },
    descriptors: async () => (await readdir(`/proc/${pid}/fd`)).length,
    async memory() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
  };
}

describe.each([
  ['all', 'sqlite'],
  ['all', 'postgres'],
  ['api', 'sqlite'],
] as const)('SERVE=%s on %s', (serves, engine) => {
  test('serves all clients and is idle after disturbed requests of every kind', {
    timeout: 3_600_000,
  }, async () => {
    const target = await start(serves, engine);
    const ways = (await entryPoints(target)).filter(({ name }) => ENTRY_POINT.test(name));
    for (const way of ways) await expectServed(target, way, ['127.0.0.2', '127.0.0.3']);
    for (const way of ways) await interrupt(target, way, '127.0.0.4', { times: 1, atOnce: 4 });
    const [descriptors, memory] = [await target.descriptors(), await target.memory()];
    for (const [at, way] of ways.entries()) {
      const from = `127.0.1.${at + 1}`;
      const times = way.isHeavy ? HEAVY_TIMES : REPETITIONS;
      const begun = performance.now();
      const connections = await interrupt(target, way, from, { times, atOnce: AT_ONCE });
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      await expectServed(target, way, [from, `127.0.2.${at + 1}`]);
      await expectNothingHeld(target, descriptors);
      const now = `${await target.descriptors()} descriptors, ${(await target.memory()).toFixed(0)} MB`;
      console.log(`${way.name}: ${connections} connections broke off in ${seconds} s; then ${now}`);
    }
    console.log(`before: ${descriptors} descriptors, ${memory.toFixed(0)} MB`);
    expect(await target.memory()).toBeLessThan(memory * 1.5 + 100);
  });
});
