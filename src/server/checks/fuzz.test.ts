import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFuzzer,
  type Fuzzer,
  fuzzRequestsOf,
  type Operation,
  operationsOf,
} from '../../../test/fuzz.ts';

// A sample of the requests that `npm run drill -- fuzz` sends by the hundred thousand.

let fuzzed: Fuzzer;
beforeAll(async () => {
  fuzzed = await createFuzzer();
});
afterAll(() => fuzzed.remove());

describe('API operations', () => {
  test('each operation responds to random requests in JSON, with a documented status below 500', {
    timeout: 120_000,
  }, async () => {
    expect(fuzzed.operations.length).toBeGreaterThan(100);
    for (const operation of fuzzed.operations) {
      const { calls, ...found } = await fuzzed.fuzz(operation, 2, 1);
      expect(calls).toBe(operation.body ? 8 : 4);
      expect(found).toEqual({ failed: [], undocumented: [], notJson: [], hung: [], replaced: [] });
    }
  });

  test('the fuzzer reports an undocumented status', async () => {
    const login = fuzzed.operations.find(({ path }) => path === '/api/auth/login') as Operation;
    const silent = { ...login, statuses: new Set([200]) };
    const { undocumented, notJson } = await fuzzed.fuzz(silent, 3, 1);
    expect(undocumented.length).toBeGreaterThan(3);
    expect(notJson).toEqual([]);
  });
});

test('random calls are reproducible by their seed and include valid ones', async () => {
  const store = operationsOf({
    paths: {
      '/api/admin/x/store': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } },
              },
            },
          },
          responses: { 201: {} },
          security: [{}],
        },
      },
    },
  })[0] as Operation;
  const files = { jpeg: Buffer.from('j'), pdf: Buffer.from('p'), mp4: Buffer.from('m') };
  const generate = () => fuzzRequestsOf(store, { kind: 'json', token: 't', count: 200, seed: 5, files });
  expect(generate()).toEqual(generate());
  const names = generate().flatMap(({ payload }) => {
    try {
      return [typeof JSON.parse(String(payload)).name];
    } catch {
      return ['broken'];
    }
  });
  expect([...new Set(names)]).toEqual(
    expect.arrayContaining(['string', 'number', 'object', 'undefined', 'broken']),
  );
});
