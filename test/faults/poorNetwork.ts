import { setTimeout as wait } from 'node:timers/promises';
import { findSwift } from '../../scripts/lib/s3.mjs';
import { createLine, type Line, type NetworkConditions } from '../networkLine.ts';
import { faultsOf, newMachine, newSaveLedger, senderOf, signIn, startWriters } from '../saveLedger.ts';
import { type FaultHarness, formatSeconds, percentile, timeUntil } from './harness.ts';

export const LATE: NetworkConditions = { delay: [50, 150] };
export const LOSSY: NetworkConditions = { delay: [5, 15], lost: { percent: 5, late: [200, 1000] } };
const NARROW: NetworkConditions = { delay: [50, 150], rate: 20_000 };
const LASTS_MS = 8_000;

/** Returns the address `url` through the line. */
export const throughLine = (url: string, line: Line) => {
  const address = new URL(url);
  address.host = new URL(line.url).host;
  return address.href;
};

/**
 * Degrades the network between the product and its services, and between clients and the product, while mixed
 * writers work.
 */
export async function poorNetwork(ground: FaultHarness): Promise<void> {
  const machine = await newMachine('postgres', findSwift() ? 's3' : 'disk');
  ground.undo(() => machine.drop());
  const { DATABASE_URL = '', S3_ENDPOINT } = machine.env;
  const database = await createLine(DATABASE_URL);
  const store = S3_ENDPOINT ? await createLine(S3_ENDPOINT) : null;
  const product = await machine.start({
    AVIF: '0',
    DATABASE_URL: throughLine(DATABASE_URL, database),
    ...(S3_ENDPOINT && store && { S3_ENDPOINT: throughLine(S3_ENDPOINT, store).replace(/\/$/, '') }),
  });
  ground.undo(() => product.stop());
  const shoppers = await createLine(product.url);
  ground.undo(async () => {
    for (const line of [database, store, shoppers]) await line?.close();
  });
  const book = newSaveLedger();
  await signIn(book, product);
  const near = senderOf(product);
  const far = senderOf({ url: shoppers.url });

  const parts: [string, Line, NetworkConditions, boolean][] = [
    ['database 100 ± 50 ms away', database, LATE, false],
    ['database, 5 % of pieces 0.2 to 1 s late', database, LOSSY, false],
    ...(store
      ? ([
          ['object store 100 ± 50 ms away', store, LATE, false],
          ['object store, 5 % of pieces 0.2 to 1 s late', store, LOSSY, false],
        ] as [string, Line, NetworkConditions, boolean][])
      : []),
    ['shoppers and staff 100 ± 50 ms away', shoppers, LATE, true],
    ['shoppers and staff, 5 % of pieces 0.2 to 1 s late', shoppers, LOSSY, true],
    ['shoppers and staff with 20 KB/s', shoppers, NARROW, true],
  ];
  for (const [fault, line, weather, isFar] of parts) {
    const ask = isFar ? far : near;
    const before = { ...book.outcomes, odd: book.unexpected.length };
    line.degrade(weather);
    const hands = startWriters(book, ask, { label: fault.replace(/\W+/g, ' '), isLasting: true });
    const times = { kept: [] as number[], made: [] as number[] };
    const wrong: number[] = [];
    const until = performance.now() + LASTS_MS;
    for (let turn = 0; performance.now() < until; turn += 1) {
      for (const [kind, path] of [
        ['kept', '/'],
        ['made', `/api/site/revenues?search=bolo${turn}`],
      ] as const) {
        const begun = performance.now();
        const { status } = await ask(path, {}).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer;
          },
          () => ({ status: 0 }),
        );
        times[kind].push(performance.now() - begun);
        if (status !== 200) wrong.push(status);
      }
      await wait(50);
    }
    await hands.stop();
    line.degrade(null);
    const back = await timeUntil(async () => (await near('/readyz', {})).status === 200, 15_000);
    const lost = await faultsOf(machine, product, book);
    const { acknowledged, refused, unsure } = book.outcomes;
    const odd = book.unexpected.slice(before.odd);
    const unexplained = odd.filter(({ status, text }) => status !== 503 || !text.includes('"message"'));
    ground.addResult(
      fault,
      'nothing acknowledged is lost, pages are read, refusals are 503 in words',
      `${acknowledged - before.acknowledged} saved, ${refused - before.refused} refused, ${unsure - before.unsure} unsure; ` +
        `lost or wrong ${lost.length}; kept pages p99 ${percentile(times.kept, 0.99)} ms, searches ${percentile(times.made, 0.99)} ms, ` +
        `${wrong.length} of ${times.kept.length * 2} not 200; ready again after ${formatSeconds(back)}`,
      lost.length === 0 && unexplained.length === 0 && wrong.length === 0 && back < 5000,
    );
    for (const finding of [...lost, ...unexplained.map((found) => JSON.stringify(found))].slice(0, 10))
      console.log(finding);
  }
}
