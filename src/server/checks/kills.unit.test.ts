import { execFile } from 'node:child_process';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningProduct, root } from '../../../bench/product.ts';
import {
  faultsOf,
  killProduct,
  type Machine,
  newMachine,
  newSaveLedger,
  orphansOf,
  senderOf,
  signIn,
  startWriters,
} from '../../../test/saveLedger.ts';
import { mainName, storageKey } from '../../records/server/files/file.rows.ts';

// Tests one kill of `npm run drill -- kills`, and that its checks find lost records.

let machine: Machine;
let product: RunningProduct;
beforeAll(async () => {
  machine = await newMachine('sqlite', 'disk', {
    DEMO_CONTENT: '0',
    SERVE: 'api',
    CORS_ORIGINS: 'http://x.example',
  });
  product = await machine.start();
});
afterAll(async () => {
  await product.stop();
  await machine.drop();
});

it('refuses a second process that serves the same SQLite, with a message', async () => {
  const second = promisify(execFile)(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { NODE_ENV: 'production', PORT: '0', ...machine.env },
  });
  await expect(second).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Outro processo já serve os dados de .*ROLLOUT=1.*\n$/),
  });
});

it('loses no acknowledged save when killed, and the check finds a removed record', {
  timeout: 60_000,
}, async () => {
  const book = newSaveLedger();
  await signIn(book, product);
  const hands = startWriters(book, senderOf(product), {
    label: 'a',
    reads: ['/api/site/home'],
    isLasting: true,
  });
  while (Object.values(book.acknowledged).some((count) => count === 0)) await wait(20);
  expect(await killProduct(product)).toBe(0);
  await hands.stop();
  expect(book.unexpected).toEqual([]);

  product = await machine.start();
  expect(await faultsOf(machine, product, book, { isWhole: true })).toEqual([]);
  const entryOf = (kind: string) =>
    [...book.records.values()].find((entry) => entry.kind === kind && entry.content);
  const [phone, banner, shop, application] = ['phones', 'banners', 'shops', 'applications'].map(entryOf);
  await machine.inspect(async (db) => {
    await db
      .deleteFrom('record_versions')
      .where('uuid', '=', phone?.uuid ?? '')
      .execute();
    await db
      .deleteFrom('job_applications')
      .where('uuid', '=', application?.uuid ?? '')
      .execute();
    await db
      .updateTable('shops')
      .set({ phone: '1' })
      .where('uuid', '=', shop?.uuid ?? '')
      .execute();
    const file = await db
      .selectFrom('files')
      .innerJoin('banners', 'banners.file_id', 'files.id')
      .selectAll('files')
      .where('banners.uuid', '=', banner?.uuid ?? '')
      .executeTakeFirstOrThrow();
    await truncate(join(machine.dataDir, 'files/public', storageKey(file.uuid, mainName(file))), 100);
  });
  const faults = (await faultsOf(machine, product, book, { isWhole: true })).join('\n');
  for (const lost of [phone, banner, shop, application]) expect(faults).toContain(lost?.name);
});

it('leaves no orphaned file', async () => {
  await product.stop();
  expect(await orphansOf(machine)).toEqual([]);
});
