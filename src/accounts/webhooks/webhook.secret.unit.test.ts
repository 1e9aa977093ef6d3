import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSecret, openSecret, sealSecret, webhookSignatureOf } from './webhook.secret.ts';

test('signs the reference vector of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  expect(webhookSignatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('generates 32 random bytes and opens them with the current or the previous key only', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(newSecret()).not.toBe(secret);
  const [current, other] = [randomBytes(32), randomBytes(32)];
  const sealed = sealSecret({ current, previous: null }, secret);
  expect(sealed).not.toContain(secret.slice(6, 20));
  expect(openSecret({ current, previous: null }, sealed)).toBe(secret);
  expect(openSecret({ current: other, previous: current }, sealed)).toBe(secret);
  expect(openSecret({ current: other, previous: null }, sealed)).toBeNull();
  expect(openSecret({ current, previous: null }, '')).toBeNull();
});
