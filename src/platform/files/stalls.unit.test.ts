import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StalledError, watchForStalls } from './stalls.ts';

const LIMITS = { suspicious: 20, answer: 40, again: 10, pause: 60_000 };

/** A server that answers its probe on command. */
function server() {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const probes = { count: 0 };
  const probe = () => {
    probes.count += 1;
    return answered;
  };
  return { probe, probes, answer: () => answer() };
}

/** Work that ends when it is released, or with the reason of its signal. */
function controlled() {
  let release = () => {};
  const free = new Promise<string>((resolve) => {
    release = () => resolve('done');
  });
  const work = (signal: AbortSignal) =>
    Promise.race([
      free,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
  return { work, letGo: () => release() };
}

const never = () => false;

test('a late answer to the probe ends requests and leaves an upload alone', async () => {
  const { probe } = server();
  const watch = watchForStalls(probe, LIMITS);
  const upload = controlled();
  const uploaded = watch.withRetries(upload.work, never);
  await expect(watch.during(controlled().work)).rejects.toBeInstanceOf(StalledError);
  await expect(watch.during(controlled().work)).rejects.toBeInstanceOf(StalledError);
  upload.letGo();
  expect(await uploaded).toBe('done');
});

test('an upload waits for an unavailable server and begins when it recovers', async () => {
  const { probe, answer } = server();
  const watch = watchForStalls(probe, LIMITS);
  await expect(watch.during(controlled().work)).rejects.toBeInstanceOf(StalledError);
  let isStarted = false;
  const uploaded = watch.withRetries(async () => {
    isStarted = true;
    return 'done';
  }, never);
  await wait(30);
  expect(isStarted).toBe(false);
  answer();
  expect(await uploaded).toBe('done');
});

test('a failed upload is retried while the error is transient', async () => {
  const watch = watchForStalls(async () => {}, LIMITS);
  const failing = (times: number) => {
    let left = times;
    return async () => {
      left -= 1;
      if (left >= 0) throw new Error('the line broke');
      return 'done';
    };
  };
  expect(await watch.withRetries(failing(3), () => true)).toBe('done');
  await expect(watch.withRetries(failing(1), never)).rejects.toThrow('the line broke');
});

test('an upload ends when the server is unavailable for longer than the pause', async () => {
  let now = 0;
  const { probe, probes } = server();
  const watch = watchForStalls(probe, { ...LIMITS, pause: 1000 }, () => now);
  const uploaded = watch.withRetries(controlled().work, () => true);
  const ended = expect(uploaded).rejects.toBeInstanceOf(StalledError);
  await expect.poll(() => probes.count).toBeGreaterThan(0);
  now = 2000;
  await ended;
});

test('no probe is sent while the server reports progress', async () => {
  const { probe, probes } = server();
  const watch = watchForStalls(probe, LIMITS, () => 0);
  watch.reportProgress();
  const upload = controlled();
  const uploaded = watch.withRetries(upload.work, never);
  await wait(5 * LIMITS.suspicious);
  expect(probes.count).toBe(0);
  upload.letGo();
  await uploaded;
});
