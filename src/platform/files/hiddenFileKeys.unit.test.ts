import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isValidHiddenFileKey, signHiddenFile } from './hiddenFileKeys.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-23T12:20:00.000Z');
const FILE = '3c5f9d58-2f3e-4c0a-9a43-6a1b7c5d9e01';
const OTHER = '3c5f9d58-2f3e-4c0a-9a43-6a1b7c5d9e02';
const [own, former, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];

const keyOf = (secret: Buffer, uuid = FILE) => signHiddenFile(secret, uuid, NOW).replace(/^key=/, '');
const opens = (key: string | undefined, uuid = FILE, now = NOW) =>
  isValidHiddenFileKey([own, former], uuid, key, now);

test('a key opens its file until it expires, signed with the current or the previous secret', () => {
  const [key, before] = [keyOf(own), keyOf(former)];
  expect([opens(key), opens(before)]).toEqual([true, true]);
  expect(isValidHiddenFileKey([own, null], FILE, key, NOW)).toBe(true);
  const ends = Number(key.split('.')[0]);
  expect(ends).toBe(Date.parse('2026-11-23T14:00:00.000Z'));
  expect([opens(key, FILE, ends - 1), opens(key, FILE, ends), opens(key, FILE, ends + HOUR)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('an altered, foreign or malformed key does not open the file', () => {
  const key = keyOf(own);
  const [ends = '', signature = ''] = key.split('.');
  const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
  for (const [what, wrong] of [
    ['that of another file', keyOf(own, OTHER)],
    ['that of another installation', keyOf(foreign)],
    ['a later end', `${Number(ends) + HOUR}.${signature}`],
    ['another signature', `${ends}.${flipped}`],
    ['no signature', ends],
    ['an empty signature', `${ends}.`],
    ['more than a key', `${key}x`],
    ['less', key.slice(0, -1)],
    ['nothing', ''],
    ['none', undefined],
  ] as const)
    expect(opens(wrong), what).toBe(false);
  expect(opens(key, OTHER)).toBe(false);
  expect(isValidHiddenFileKey([null], FILE, key, NOW)).toBe(false);
});
