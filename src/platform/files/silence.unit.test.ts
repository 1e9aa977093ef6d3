import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Silent, watchSilence } from './silence.ts';

const LIMITS = { suspicious: 20, answer: 40, again: 10, pause: 60_000 };

/** A server that answers its probe when told to. */
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

/** Work that ends when it is let go, or with the reason of its signal. */
function held() {
  let letGo = () => {};
  const free = new Promise<string>((resolve) => {
    letGo = () => resolve('done');
  });
  const work = (signal: AbortSignal) =>
    Promise.race([
      free,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
  return { work, letGo: () => letGo() };
}

const never = () => false;

test('a late answer to the probe ends questions and leaves an upload alone', async () => {
  const { probe } = server();
  const watch = watchSilence(probe, LIMITS);
  const upload = held();
  const uploaded = watch.patiently(upload.work, never);
  await expect(watch.during(held().work)).rejects.toBeInstanceOf(Silent);
  await expect(watch.during(held().work)).rejects.toBeInstanceOf(Silent);
  upload.letGo();
  expect(await uploaded).toBe('done');
});

test('an upload waits for a server that is away, and begins when it answers', async () => {
  const { probe, answer } = server();
  const watch = watchSilence(probe, LIMITS);
  await expect(watch.during(held().work)).rejects.toBeInstanceOf(Silent);
  let begun = false;
  const uploaded = watch.patiently(async () => {
    begun = true;
    return 'done';
  }, never);
  await wait(30);
  expect(begun).toBe(false);
  answer();
  expect(await uploaded).toBe('done');
});

test('an upload that failed is tried again while another attempt is worth it', async () => {
  const watch = watchSilence(async () => {}, LIMITS);
  const failing = (times: number) => {
    let left = times;
    return async () => {
      left -= 1;
      if (left >= 0) throw new Error('the line broke');
      return 'done';
    };
  };
  expect(await watch.patiently(failing(3), () => true)).toBe('done');
  await expect(watch.patiently(failing(1), never)).rejects.toThrow('the line broke');
});

test('an upload ends where the server is away for longer than the pause', async () => {
  let now = 0;
  const { probe, probes } = server();
  const watch = watchSilence(probe, { ...LIMITS, pause: 1000 }, () => now);
  const uploaded = watch.patiently(held().work, () => true);
  const ended = expect(uploaded).rejects.toBeInstanceOf(Silent);
  await expect.poll(() => probes.count).toBeGreaterThan(0);
  now = 2000;
  await ended;
});

test('the server is not asked whether it is there while it is heard', async () => {
  const { probe, probes } = server();
  const watch = watchSilence(probe, LIMITS, () => 0);
  watch.heard();
  const upload = held();
  const uploaded = watch.patiently(upload.work, never);
  await wait(5 * LIMITS.suspicious);
  expect(probes.count).toBe(0);
  upload.letGo();
  await uploaded;
});
