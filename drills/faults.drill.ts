import { afterAll, afterEach, expect, test } from 'vitest';
import { clockJumps, hasFaketime } from '../test/faults/clockJumps.ts';
import { fullDisk, readOnlyDisk } from '../test/faults/fullDisk.ts';
import { createFaultHarness, isInstalled, type ResultRow } from '../test/faults/harness.ts';
import { interruptedUploads } from '../test/faults/interruptedUploads.ts';
import { heldConnections, loadBurst } from '../test/faults/loadBurst.ts';
import { nameOutage } from '../test/faults/nameResolution.ts';
import { poorNetwork } from '../test/faults/poorNetwork.ts';
import { canMount } from '../test/smallDisk.ts';

// Faults of the environment of a running product. Run one of them by its name: `npm run drill -- faults -t
// clock`.

const rows: ResultRow[] = [];
const ground = createFaultHarness(rows);
/** Number of checked rows. */
let checkedRows = 0;
afterEach(async () => {
  await ground.leave();
  const own = rows.slice(checkedRows);
  checkedRows = rows.length;
  expect(own.filter(({ holds }) => !holds)).toEqual([]);
});
afterAll(() => {
  const lines = rows.map(
    ({ fault, promise, measured, holds }) =>
      `| ${fault} | ${promise} | ${holds ? '' : '**no**: '}${measured} |`,
  );
  console.log(['| Fault | Promise | Measured |', '|---|---|---|', ...lines].join('\n'));
  console.log(JSON.stringify({ drill: 'faults', rows }));
});

test.runIf(hasFaketime)('survives jumps of the clock', () => clockJumps(ground));
test.runIf(canMount)('survives a full disk', () => fullDisk(ground));
test.runIf(canMount)('survives a read-only disk', () => readOnlyDisk(ground));
test('survives uploads that break off', () => interruptedUploads(ground));
test('survives thousands of held connections', () => heldConnections(ground));
test.runIf(isInstalled('wrk'))('survives a burst of requests', () => loadBurst(ground));
test('serves clients on poor lines', () => poorNetwork(ground));
test.runIf(canMount)('survives a loss of host names', () => nameOutage(ground));
