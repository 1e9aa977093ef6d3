import { afterAll, afterEach, expect, test } from 'vitest';
import { canMount } from '../../test/disk.ts';
import { hasFaketime, jumpingClock } from '../../test/faults/clock.ts';
import { burst, holdOn } from '../../test/faults/crowd.ts';
import { fullDisk, readOnlyDisk } from '../../test/faults/disk.ts';
import { createGround, isThere, type Row } from '../../test/faults/ground.ts';
import { poorLines } from '../../test/faults/lines.ts';
import { lostNames } from '../../test/faults/names.ts';
import { cutUploads } from '../../test/faults/uploads.ts';

// Faults of the environment of a running product. Run one of them by its name: `npm run drill -- faults -t
// clock`.

const rows: Row[] = [];
const ground = createGround(rows);
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

test.runIf(hasFaketime)('survives jumps of the clock', () => jumpingClock(ground));
test.runIf(canMount)('survives a full disk', () => fullDisk(ground));
test.runIf(canMount)('survives a read-only disk', () => readOnlyDisk(ground));
test('survives uploads that break off', () => cutUploads(ground));
test('survives thousands of held connections', () => holdOn(ground));
test.runIf(isThere('wrk'))('survives a burst of requests', () => burst(ground));
test('serves clients on poor lines', () => poorLines(ground));
test.runIf(canMount)('survives a loss of host names', () => lostNames(ground));
