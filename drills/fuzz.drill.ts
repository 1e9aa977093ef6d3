import { afterAll, beforeAll, expect, test } from 'vitest';
import { engine } from '../test/app.ts';
import { CASES, createFuzzer, type Findings, type Fuzzer, SEED } from '../test/fuzz.ts';

let fuzzed: Fuzzer;
beforeAll(async () => {
  fuzzed = await createFuzzer();
});
afterAll(() => fuzzed.remove());

test('no request causes a server error, an undocumented status, a response without JSON or a hang', {
  timeout: 3_600_000,
}, async () => {
  const total: Findings = { calls: 0, failed: [], undocumented: [], notJson: [], hung: [], replaced: [] };
  for (const operation of fuzzed.operations) {
    const found = await fuzzed.fuzz(operation, CASES, SEED);
    total.calls += found.calls;
    for (const kind of ['failed', 'undocumented', 'notJson', 'hung', 'replaced'] as const)
      total[kind].push(...found[kind]);
  }
  console.log(
    [
      `${total.calls} calls of ${fuzzed.operations.length} operations on ${engine}, seed ${SEED}`,
      `answers >= 500: ${total.failed.length}, undocumented: ${total.undocumented.length}, not JSON: ${total.notJson.length}, hangs: ${total.hung.length}, replaced: ${total.replaced.length}`,
      ...[total.failed, total.undocumented, total.notJson, total.hung, total.replaced].flatMap((found) =>
        found.slice(0, 15),
      ),
    ].join('\n'),
  );
  expect(
    [total.failed, total.undocumented, total.notJson, total.hung, total.replaced].map(({ length }) => length),
  ).toEqual([0, 0, 0, 0, 0]);
});
