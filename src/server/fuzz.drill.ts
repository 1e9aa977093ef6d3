import { afterAll, beforeAll, expect, test } from 'vitest';
import { engine } from '../../test/app.ts';
import { CASES, createFuzzed, type Findings, type Fuzzed, SEED } from '../../test/fuzz.ts';

let fuzzed: Fuzzed;
beforeAll(async () => {
  fuzzed = await createFuzzed();
});
afterAll(() => fuzzed.remove());

test('nothing that anybody sends is an error of ours, undocumented, no JSON or without an answer', {
  timeout: 3_600_000,
}, async () => {
  const all: Findings = { calls: 0, failed: [], undocumented: [], notJson: [], hung: [], replaced: [] };
  for (const operation of fuzzed.operations) {
    const found = await fuzzed.fuzz(operation, CASES, SEED);
    all.calls += found.calls;
    for (const kind of ['failed', 'undocumented', 'notJson', 'hung', 'replaced'] as const)
      all[kind].push(...found[kind]);
  }
  console.log(
    [
      `${all.calls} calls of ${fuzzed.operations.length} operations on ${engine}, seed ${SEED}`,
      `answers >= 500: ${all.failed.length}, undocumented: ${all.undocumented.length}, not JSON: ${all.notJson.length}, hangs: ${all.hung.length}, replaced: ${all.replaced.length}`,
      ...[all.failed, all.undocumented, all.notJson, all.hung, all.replaced].flatMap((found) =>
        found.slice(0, 15),
      ),
    ].join('\n'),
  );
  expect(
    [all.failed, all.undocumented, all.notJson, all.hung, all.replaced].map(({ length }) => length),
  ).toEqual([0, 0, 0, 0, 0]);
});
