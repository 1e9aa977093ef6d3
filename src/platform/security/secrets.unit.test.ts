import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSealer,
  hashPassword,
  isOutdated,
  isToken,
  PASSWORD_HASH_COST,
  parseReadableCode,
  passwordHashing,
  randomToken,
  readableCode,
  secretHash,
  UNMATCHABLE_HASH,
  verifyPassword,
} from './secrets.ts';

describe('passwords', () => {
  const inTests = passwordHashing.cost;
  beforeAll(() => {
    passwordHashing.cost = PASSWORD_HASH_COST;
  });
  afterAll(() => {
    passwordHashing.cost = inTests;
  });

  test('a hash stores its parameters and matches only its password', async () => {
    const stored = await hashPassword('maçã verde 1');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verifyPassword('maçã verde 1', stored)).toBe(true);
    expect(await verifyPassword('maçã verde 1'.normalize('NFD'), stored)).toBe(true);
    for (const other of ['maca verde 1', 'Maçã verde 1', 'MAÇÃ VERDE 1', 'maçã verde 1x', 'maçã verde '])
      expect(await verifyPassword(other, stored), other).toBe(false);
    for (const spaced of [' maçã verde 1', 'maçã verde 1 ', 'maçã  verde 1'])
      expect(await verifyPassword(spaced, stored), spaced).toBe(false);
    expect(await hashPassword('maçã verde 1')).not.toBe(stored);
    expect(isOutdated(stored)).toBe(false);
  });

  test('a hash with other parameters still matches and is reported as outdated', async () => {
    const nonce = Buffer.from('somesaltsomesalt');
    const cost = { memory: 1024, passes: 1, parallelism: 1, tagLength: 32 };
    const hash = argon2Sync('argon2id', { message: Buffer.from('senha antiga'), nonce, ...cost });
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const stored = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(hash)}`;
    expect(await verifyPassword('senha antiga', stored)).toBe(true);
    expect(await verifyPassword('senha nova', stored)).toBe(false);
    expect(isOutdated(stored)).toBe(true);
  });

  test('the unmatchable hash matches no password', async () => {
    expect(await verifyPassword('', UNMATCHABLE_HASH)).toBe(false);
    expect(isOutdated(UNMATCHABLE_HASH)).toBe(false);
  });

  test('verifying against a malformed hash throws', async () => {
    await expect(verifyPassword('x', 'plain')).rejects.toThrow();
  });
});

describe('tokens and codes', () => {
  test('tokens have 256 bits and are recognised by their format', () => {
    const token = randomToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(isToken(token)).toBe(true);
    for (const other of ['', 'x', `${token}a`, token.replace(/.$/, '!')]) expect(isToken(other)).toBe(false);
    expect(secretHash(token)).not.toContain(token);
  });

  test('readable codes are groups of Crockford base32', () => {
    for (let round = 0; round < 200; round++) {
      expect(readableCode(2)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    }
    expect(readableCode(4)).toMatch(/^(\w{5}-){3}\w{5}$/);
  });

  test.each([
    ['ABCDE-01234', 'ABCDE-01234'],
    ['abcde-01234', 'ABCDE-01234'],
    ['abcde01234', 'ABCDE-01234'],
    ['  abc de – 012 34 ', 'ABCDE-01234'],
    ['abcde-oilO1', 'ABCDE-01101'],
    ['ABCDE-0123', null],
    ['ABCDE-012345', null],
    ['ABCDE-0123U', null],
    ['ABCDE-0123ã', null],
    ['', null],
  ])('the typed code %j is parsed as %j', (typed, code) => {
    expect(parseReadableCode(typed, 2)).toBe(code);
  });
});

describe('encryption at rest', () => {
  test('decrypts only unaltered text encrypted with the same key and purpose', () => {
    const key = Buffer.alloc(32, 7);
    const sealer = createSealer(key, 'mail');
    const sealed = sealer.seal('código 7K3MQ');
    expect(sealed.startsWith(sealer.prefix)).toBe(true);
    expect(sealed).not.toContain('7K3MQ');
    expect(sealer.open(sealed)).toBe('código 7K3MQ');
    expect(sealer.seal('código 7K3MQ')).not.toBe(sealed);
    const at = sealed.length - 8;
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(() => sealer.open(changed)).toThrow();
    expect(() => createSealer(key, 'links').open(sealed)).toThrow();
    expect(() => createSealer(Buffer.alloc(32, 8), 'mail').open(sealed)).toThrow();
  });
});
