import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newDataDir, removeDataDir, root } from '../bench/product.ts';
import { freePort } from '../test/port.ts';
import { createTestDatabase } from '../test/postgres.ts';
import {
  certify,
  isInstalled,
  type Product,
  requestThrough,
  startNginx,
  startProduct,
} from '../test/proxies.ts';

// Runs two instances behind the nginx of `deploy/`. One after the other stops and starts under saves.

const STOPS = 4;
/** nginx skips a server for 10 s after a refused connection. */
const PASSED_OVER_MS = 11_000;
const HANDS = 12;
const admin = { email: 'drill@hiperaurora.example', password: 'senha da prova' };

const json = (value: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
});

describe.runIf(isInstalled('nginx'))('behind nginx', () => {
  test('a stop under saves loses none of them and ends soon', { timeout: 600_000 }, async () => {
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const directory = await mkdtemp(join(tmpdir(), 'vitrine-stop-'));
      undo.push(() => rm(directory, { recursive: true, force: true }));
      // The workers of nginx run as an unprivileged user and read and write here.
      execFileSync('chmod', ['777', directory]);
      await mkdir(join(directory, 'deploy'));
      await copyFile(join(root, 'deploy/fora-do-ar.html'), join(directory, 'deploy/fora-do-ar.html'));
      certify(directory);
      const dataDir = await newDataDir();
      undo.push(() => removeDataDir(dataDir));
      const database = await createTestDatabase();
      undo.push(() => database.drop());
      const env = {
        DATABASE_URL: database.url,
        DEMO_CONTENT: '0',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        SESSION_IDLE: '1h',
      };
      const ports = [await freePort(), await freePort()] as const;
      const products: Product[] = [];
      undo.push(() => Promise.all(products.map((product) => product.stop())));
      for (const port of ports) products.push(await startProduct(port, dataDir, env));
      const proxy = await startNginx({ directory, product: ports[0], second: ports[1] });
      undo.push(() => proxy.stop());
      const signedIn = await requestThrough(proxy, '/api/auth/login', json(admin));
      const authorization = `Bearer ${JSON.parse(signedIn.text).data.token.access_token}`;
      const statuses = new Map<string, number>();
      let isOver = false;
      const hand = async (_: unknown, at: number) => {
        for (let count = 0; !isOver; count += 1) {
          const number = String(10_000_000 + at * 100_000 + count);
          const phone = { contact: `Mão ${at}`, ddi: '55', ddd: '85', number, type: 1 };
          const answer = await requestThrough(
            proxy,
            '/api/admin/phones/store',
            json(phone, { authorization }),
          ).then(
            ({ status, text }) => (status === 201 ? '201' : `${status} ${text.slice(0, 80)}`),
            (error: Error) => error.message,
          );
          statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
        }
      };
      const hands = Array.from({ length: HANDS }, hand);
      const took: number[] = [];
      for (let stop = 0; stop < STOPS; stop += 1) {
        const at = stop % 2;
        const begun = performance.now();
        await products[at]?.stop();
        took.push(Math.round(performance.now() - begun));
        products[at] = await startProduct(ports[at] as number, dataDir, env);
        await wait(PASSED_OVER_MS);
      }
      isOver = true;
      await Promise.all(hands);
      console.log(`stops: ${took.join(', ')} ms; saves: ${JSON.stringify([...statuses])}`);
      expect([...statuses.keys()]).toEqual(['201']);
      expect(Math.max(...took)).toBeLessThan(8000);
    } finally {
      for (const step of undo.reverse()) await step();
    }
  });
});
