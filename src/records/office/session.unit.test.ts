import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expireSession, setReauthenticate, signIn, signOut } from './session.ts';

const rosa = { uuid: 'r', name: 'Rosa', email: 'rosa@hiperaurora.example' };
const DAY = 86_400_000;
const dataset: Record<string, string> = {};
const stored = new Map<string, string>();
let unregister = () => {};
let answer: (isBack: boolean) => void = () => {};
const ask = vi.fn(
  () =>
    new Promise<boolean>((resolve) => {
      answer = resolve;
    }),
);
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  ask.mockClear();
  unregister = setReauthenticate(ask);
});
afterEach(() => {
  answer(false);
  unregister();
  signOut();
  vi.useRealTimers();
});

test('an expired session hides its screen on time, even without a call to the server', async () => {
  signIn(rosa, 'um', inDays(7));
  await vi.advanceTimersByTimeAsync(7 * DAY - 1000);
  expect(dataset).not.toHaveProperty('ended');
  await vi.advanceTimersByTimeAsync(1000);
  expect(dataset).toHaveProperty('ended');
  expect(ask).toHaveBeenCalledTimes(1);
  signIn(rosa, 'dois', inDays(7));
  expect(dataset).not.toHaveProperty('ended');
  signOut();
  expect([...stored.keys()]).toEqual([]);
});

test('a clock that is days ahead ends no session', async () => {
  signIn(rosa, 'um', inDays(-1));
  await vi.advanceTimersByTimeAsync(DAY);
  expect(dataset).not.toHaveProperty('ended');
});

test('a hidden screen is revealed only to the same user', () => {
  signIn(rosa, 'um');
  expireSession('um');
  expect(dataset).toHaveProperty('ended');
  signIn({ ...rosa, uuid: 'b' }, 'dois');
  expect(dataset).toHaveProperty('ended');
  signIn(rosa, 'tres');
  expect(dataset).not.toHaveProperty('ended');
});

test('the end of another token or of an unconfirmed session hides nothing', () => {
  signIn(rosa, 'um');
  expireSession('outro');
  signOut();
  expireSession('um');
  expect(dataset).not.toHaveProperty('ended');
  expect(ask).not.toHaveBeenCalled();
});

test('a closed screen is no longer hidden', () => {
  signIn(rosa, 'um');
  expireSession('um');
  unregister();
  expect(dataset).not.toHaveProperty('ended');
});
