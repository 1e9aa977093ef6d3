import { beforeEach, expect, test } from 'vitest';
import type { RawResponse } from '../shared/httpCall.ts';
import { forgetBeforehand, MAX_AGE_MS, requestBeforehand, takeBeforehand } from './responsesBeforehand.ts';

const OK: RawResponse = { status: 200, text: '{}', retryAfter: null };

/** Sends requests that stay open until `answer` or `fail`. */
function line() {
  const sent: { url: string; signal: AbortSignal; answer: (value: RawResponse) => void; fail: () => void }[] =
    [];
  const send = (url: string, _token: string, signal: AbortSignal) =>
    new Promise<RawResponse>((answer, reject) => {
      sent.push({ url, signal, answer, fail: () => reject(new TypeError('network')) });
    });
  return { sent, send };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(forgetBeforehand);

test('a response is taken once, by the user who requested it, while it is fresh', async () => {
  const { sent, send } = line();
  requestBeforehand(['/a', '/b', '/c'], 'ana', send, 0);
  expect(sent.map(({ url }) => url)).toEqual(['/a', '/b', '/c']);

  const taken = takeBeforehand('/a', 'ana', 1);
  sent[0]?.answer(OK);
  await expect(taken).resolves.toEqual(OK);
  expect(takeBeforehand('/a', 'ana', 1)).toBeUndefined();
  expect(takeBeforehand('/b', 'rui', 1)).toBeUndefined();
  expect(takeBeforehand('/c', 'ana', MAX_AGE_MS)).toBeUndefined();
});

test('a screen is requested once while its responses are fresh, and again when they are outdated', () => {
  const { sent, send } = line();
  requestBeforehand(['/a'], 'ana', send, 0);
  requestBeforehand(['/a'], 'ana', send, MAX_AGE_MS - 1);
  expect(sent).toHaveLength(1);
  requestBeforehand(['/a'], 'ana', send, MAX_AGE_MS);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.signal.aborted).toBe(true);
});

test('another screen and a write abort what no screen has taken, and nothing else', () => {
  const { sent, send } = line();
  requestBeforehand(['/a', '/b'], 'ana', send, 0);
  takeBeforehand('/a', 'ana', 1);
  requestBeforehand(['/c'], 'ana', send, 2);
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  forgetBeforehand();
  expect(sent[2]?.signal.aborted).toBe(true);
  expect(takeBeforehand('/c', 'ana', 3)).toBeUndefined();
});

test('a failed request is dropped, so that the screen requests its data itself', async () => {
  const { sent, send } = line();
  requestBeforehand(['/a', '/b', '/c'], 'ana', send, 0);
  sent[0]?.fail();
  sent[1]?.answer({ ...OK, status: 503 });
  sent[2]?.answer(OK);
  await settled();
  expect(takeBeforehand('/a', 'ana', 1)).toBeUndefined();
  expect(takeBeforehand('/b', 'ana', 1)).toBeUndefined();
  expect(takeBeforehand('/c', 'ana', 1)).toBeDefined();
});
