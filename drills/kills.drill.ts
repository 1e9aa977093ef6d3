import { randomBytes } from 'node:crypto';
import { open, readFile, truncate } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { findSwift } from '../scripts/lib/s3.mjs';
import {
  faultsOf,
  faultsOfMachine,
  KILLS,
  killProduct,
  MACHINES,
  newMachine,
  newSaveLedger,
  orphansOf,
  type SaveLedger,
  senderOf,
  signIn,
  startWriters,
} from '../test/saveLedger.ts';

// Kills the product with SIGKILL at random moments of mixed writing, on both databases and both stores: KILLS
// times in all.

const EACH = Math.ceil(KILLS / MACHINES.length);
/** Rounds between full checks. Other rounds check only the records that they touched. */
const WHOLE_EVERY = 25;
/** One kill in this many comes before the product is ready. */
const EARLY_EVERY = 8;
const LONGEST_START = 3000;

const rows: Record<string, unknown>[] = [];
afterAll(() => {
  console.table(rows);
  console.log(JSON.stringify({ drill: 'kills', of: rows }));
});

const at = (times: number[], part: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.round((times.length - 1) * part)] ?? 0);

test.each(MACHINES)(
  'a kill at any moment on %s and %s loses no acknowledged save and leaves no partial one',
  { timeout: 60_000 + EACH * 30_000 },
  async (engine, store) => {
    if (store === 's3' && !findSwift()) return console.warn('no Swift: NOTHING WAS CHECKED on S3');
    const began = performance.now();
    const machine = await newMachine(engine, store);
    const book: SaveLedger = newSaveLedger();
    const starts: number[] = [];
    const faults: string[] = [];
    let survivors = 0;
    try {
      let product = await machine.start();
      await signIn(book, product);
      for (let round = 1; round <= EACH; round += 1) {
        const hands = startWriters(book, senderOf(product), { label: 'da casa' });
        await wait(200 + Math.random() * 2300);
        survivors += await killProduct(product);
        await hands.stop();
        if (round % EARLY_EVERY === 0) {
          const early = machine.start({}, (pid) =>
            setTimeout(() => process.kill(pid, 'SIGKILL'), Math.random() * 1200),
          );
          await early.then(
            ({ exit }) => exit,
            () => {},
          );
        }
        product = await machine.start();
        starts.push(product.firstResponseMs);
        const isWhole = round % WHOLE_EVERY === 0 || round === EACH;
        faults.push(...(await faultsOf(machine, product, book, { isWhole })));
        if (isWhole) console.log(`${machine.name}: ${round} of ${EACH} kills, ${faults.length} faults`);
      }
      await product.stop();
      const orphans = await orphansOf(machine);
      const { outcomes, unexpected } = book;
      rows.push({
        machine: machine.name,
        kills: EACH,
        ...outcomes,
        ...Object.fromEntries(Object.entries(book.acknowledged)),
        'lost or half-made': faults.length,
        orphans: orphans.length,
        'children left': survivors,
        '5xx': unexpected.filter(({ status }) => status >= 500).length,
        odd: unexpected.length,
        'start p50': at(starts, 0.5),
        'start p95': at(starts, 0.95),
        'start max': at(starts, 1),
        load: Math.round(loadavg()[0] ?? 0),
        seconds: Math.round((performance.now() - began) / 1000),
      });
      console.log(
        [...faults, ...orphans, ...unexpected.map((entry) => JSON.stringify(entry))].slice(0, 40).join('\n'),
      );
      expect(faults).toEqual([]);
      expect(orphans).toEqual([]);
      expect(unexpected).toEqual([]);
      expect(survivors).toBe(0);
      // On a busy machine the time is reported, not checked.
      if ((loadavg()[0] ?? 0) <= availableParallelism())
        expect(at(starts, 0.95)).toBeLessThanOrEqual(LONGEST_START);
    } finally {
      await machine.drop();
    }
  },
);

const TORN = 6;

/** Returns the written length of an SQLite log since its last restart; the bytes behind are stale. */
function writtenOf(log: Buffer): number {
  if (log.length < 32) return 0;
  const frame = 24 + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let end = 32;
  while (log.subarray(end + 8, end + 16).equals(salt)) end += frame;
  return Math.min(end, log.length);
}

test('a truncated or damaged SQLite log is read up to the damage', {
  timeout: TORN * 60_000,
}, async () => {
  const machine = await newMachine('sqlite', 'disk');
  try {
    let product = await machine.start();
    let [survived, saved] = [0, 0];
    for (let round = 0; round < TORN; round += 1) {
      const book = newSaveLedger();
      await signIn(book, product);
      const hands = startWriters(book, senderOf(product), { label: `rasgo ${round}` });
      await wait(1000 + Math.random() * 1500);
      await killProduct(product);
      await hands.stop();
      const log = join(machine.dataDir, 'vitrine.db-wal');
      const size = writtenOf(await readFile(log));
      const lost = Math.min(size, Math.floor(Math.random() * 60_000));
      if (round % 2 === 0) await truncate(log, size - lost);
      else {
        const file = await open(log, 'r+');
        await file.write(randomBytes(lost), 0, lost, size - lost);
        await file.close();
      }
      product = await machine.start();
      expect(await faultsOfMachine(machine)).toEqual([]);
      const phones = [...book.records.values()].filter(({ kind, content }) => kind === 'phones' && content);
      const shown = await (await fetch(`${product.url}/api/site/phones`)).text();
      survived += phones.filter(({ name }) => shown.includes(name)).length;
      saved += phones.length;
    }
    await product.stop();
    console.log(
      `${TORN} logs without their end: each start was whole, ${survived} of ${saved} phones were there`,
    );
  } finally {
    await machine.drop();
  }
});
