import { execFile } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, root } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { createTestDatabase } from '../test/postgres.ts';
import {
  ENGINES,
  type Env,
  faultsOf,
  type Machine,
  newMachine,
  newSaveLedger,
  senderOf,
  signIn,
  startWriters,
} from '../test/saveLedger.ts';

// Replaces the database of a running product by yesterday's backup, while clients save and read.

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const vitrine = (env: Env, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['build/server/cli.js', ...args], {
    cwd: root,
    env: { NODE_ENV: 'production', ...env },
  });

/** Restores beside the running database and then swaps them, as an operator in a hurry does. */
async function putInPlace(machine: Machine, backup: string): Promise<void> {
  const dataDir = await newDataDir();
  undo.push(() => removeDataDir(dataDir));
  if (machine.engine === 'sqlite') {
    await vitrine({ DATA_DIR: dataDir }, 'restore', backup);
    return renameSync(join(dataDir, 'vitrine.db'), join(machine.dataDir, 'vitrine.db'));
  }
  const { url } = await createTestDatabase();
  await vitrine({ DATA_DIR: dataDir, DATABASE_URL: url }, 'restore', backup);
  const [old, restored] = [machine.env.DATABASE_URL ?? '', url].map((address) =>
    new URL(address).pathname.slice(1),
  );
  const admin = new Client({ connectionString: inject('postgres').adminUrl });
  await admin.connect();
  await admin.query(`drop database "${old}" with (force)`);
  await admin.query(`alter database "${restored}" rename to "${old}"`);
  await admin.end();
}

test.each(ENGINES)(
  'the product notices a restored database on %s and serves its content',
  { timeout: 180_000 },
  async (engine) => {
    const machine = await newMachine(engine, 'disk');
    undo.push(() => machine.drop());
    let product: RunningProduct = await machine.start();
    undo.push(() => product.stop());
    const book = newSaveLedger();
    await signIn(book, product);
    const backups = await newDataDir();
    undo.push(() => removeDataDir(backups));

    const before = startWriters(book, senderOf(product), { label: 'ontem' });
    await wait(4000);
    await before.stop();
    const backup = join(backups, 'ontem.vitrine');
    await vitrine(machine.env, 'backup', backup);
    const later = newSaveLedger();
    later.token = book.token;
    const today = startWriters(later, senderOf(product), { label: 'hoje', isLasting: true });
    await wait(2000);

    const replaced = putInPlace(machine, backup).then(() => performance.now());
    // The process ends itself.
    expect(await product.exit).toBe('1');
    const noticed = performance.now() - (await replaced);
    await today.stop();
    // Signed out, unknown to the backup, or temporarily unavailable.
    expect(later.unexpected.filter(({ status }) => ![401, 404, 503].includes(status))).toEqual([]);

    product = await machine.start();
    const names = [...later.records.keys()];
    // Backups contain no sessions, so all users must sign in again.
    book.token = await tokenOf(product);
    expect(await faultsOf(machine, product, book)).toEqual([]);
    for (const path of ['/api/site/phones', '/api/site/shops']) {
      const shown = await (await fetch(product.url + path)).text();
      for (const name of names) expect(shown).not.toContain(name);
    }
    console.log(
      `${engine}: noticed after ${Math.round(noticed)} ms; ${book.outcomes.acknowledged} saves before, all there; ${later.outcomes.acknowledged} after the backup, none shown`,
    );
  },
);
