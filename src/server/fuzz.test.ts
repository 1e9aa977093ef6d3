import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf, createFuzzed, type Fuzzed, type Operation, operationsOf } from '../../test/fuzz.ts';

// A sample of what `npm run drill -- fuzz` sends by the hundred thousand.

let fuzzed: Fuzzed;
beforeAll(async () => {
  fuzzed = await createFuzzed();
});
afterAll(() => fuzzed.remove());

describe('whatever anybody sends to an operation of the API', () => {
  test('is answered, in JSON, with a status that the document names and that is no error of ours', {
    timeout: 120_000,
  }, async () => {
    expect(fuzzed.operations.length).toBeGreaterThan(100);
    for (const operation of fuzzed.operations) {
      const { calls, ...found } = await fuzzed.fuzz(operation, 2, 1);
      expect(calls).toBe(operation.body ? 8 : 4);
      expect(found).toEqual({ failed: [], undocumented: [], notJson: [], hung: [], replaced: [] });
    }
  });

  test('is found out when the document does not name it', async () => {
    const login = fuzzed.operations.find(({ path }) => path === '/api/auth/login') as Operation;
    const silent = { ...login, statuses: new Set([200]) };
    const { undocumented, notJson } = await fuzzed.fuzz(silent, 3, 1);
    expect(undocumented.length).toBeGreaterThan(3);
    expect(notJson).toEqual([]);
  });
});

test('calls are the same for a seed, and reach what is right as well as what is wrong', async () => {
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
  const made = () => casesOf(store, { kind: 'json', token: 't', count: 200, seed: 5, files });
  expect(made()).toEqual(made());
  const names = made().flatMap(({ payload }) => {
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
