import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { DamagedBackupError } from './errors.ts';
import { identitySeal, newIdentity, passphraseSeal, WrongPassphrase } from './seal.ts';
import { packEntry, singleChunk, TAR_END, unpackEntries } from './tar.ts';

const all = async (body: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(body));

describe('encryption with an identity', () => {
  test('an encrypted body decrypts only unaltered and complete, and its source is always closed', async () => {
    const seal = await identitySeal(await newIdentity());
    const plain = randomBytes(200_000);
    const sealed = await all(seal.seal(singleChunk(plain)));
    expect((await all(seal.open(singleChunk(sealed)))).equals(plain)).toBe(true);
    const changed = (at: number) => {
      const copy = Buffer.from(sealed);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const damaged = [0, 30, 100, 250, 66_000, sealed.length - 1].map(changed);
    for (const bytes of [
      ...damaged,
      sealed.subarray(0, -1),
      sealed.subarray(0, 66_000),
      sealed.subarray(0, 50),
    ]) {
      const body = Readable.from([bytes.subarray(0, 60), bytes.subarray(60)]);
      await expect(all(seal.open(body))).rejects.toThrow();
      expect(body.destroyed).toBe(true);
    }
  });
});

describe('encryption with a passphrase', () => {
  const PASSPHRASE = 'mandacaru de chuva 41';

  test('a passphrase is derived with work factor 18, and a much higher factor is refused', async () => {
    const plain = randomBytes(1000);
    const sealed = await all(passphraseSeal(PASSPHRASE).seal(singleChunk(plain)));
    expect(sealed.toString('latin1').split('\n')[1]).toMatch(/^-> scrypt [\w+/]{22} 18$/);
    expect((await all(passphraseSeal(PASSPHRASE).open(singleChunk(sealed)))).equals(plain)).toBe(true);
    // 2^24 would take 16 GB, and longer than a test may.
    const costlier = Buffer.from(sealed.toString('latin1').replace(/ 18\n/, ' 24\n'), 'latin1');
    await expect(all(passphraseSeal(PASSPHRASE).open(singleChunk(costlier)))).rejects.toThrow(
      WrongPassphrase,
    );
  });
});

describe('an archive', () => {
  const archive = async () => {
    const parts = [
      packEntry('a/b.txt', 5, singleChunk(Buffer.from('cinco'))),
      packEntry('c', 512, singleChunk(Buffer.alloc(512, 7))),
      packEntry('vazio', 0, singleChunk(Buffer.alloc(0))),
    ];
    const bytes: Uint8Array[] = [];
    for (const part of parts) bytes.push(await all(part));
    return Buffer.concat([...bytes, TAR_END]);
  };
  const read = async (bytes: Buffer) => {
    const found: [string, string][] = [];
    for await (const { name, body } of unpackEntries(singleChunk(bytes)))
      found.push([name, name === 'a/b.txt' ? (await all(body)).toString() : '']);
    return found;
  };

  test('an archive is read as it was written, and unread entries are skipped', async () => {
    expect(await read(await archive())).toEqual([
      ['a/b.txt', 'cinco'],
      ['c', ''],
      ['vazio', ''],
    ]);
  });

  test('an archive with any altered header or padding, or cut off, is refused as damaged', async () => {
    const intact = await archive();
    const isContent = (at: number) => (at >= 512 && at < 517) || (at >= 1536 && at < 2048);
    for (let at = 0; at < intact.length; at += 1) {
      if (isContent(at)) continue;
      const changed = Buffer.from(intact);
      changed[at] = (changed[at] ?? 0) ^ 8;
      await expect(read(changed), `at ${at}`).rejects.toThrow(DamagedBackupError);
    }
    for (const end of [100, 600, 1600, intact.length - 1])
      await expect(read(intact.subarray(0, end))).rejects.toThrow(DamagedBackupError);
    await expect(read(Buffer.concat([intact, Buffer.alloc(1)]))).rejects.toThrow(DamagedBackupError);
  });

  test('an archive entry of another size than declared is refused', async () => {
    await expect(all(packEntry('a', 4, singleChunk(Buffer.from('cinco'))))).rejects.toThrow('4 bytes');
    await expect(all(packEntry('a', 6, singleChunk(Buffer.from('cinco'))))).rejects.toThrow('6 bytes');
  });
});
