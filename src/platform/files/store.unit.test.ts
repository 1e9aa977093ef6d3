import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBuckets, onS3 } from '../../../test/s3.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import type { FileBody, FileStore, StoreArea } from './store.ts';

// Behaviour of every store; runs on disk and, in the project `s3`, on an object store.

interface Subject {
  store: FileStore;
  /** Leaves behind an unfinished write, as a crash would. */
  breakOff(area: StoreArea): Promise<void>;
  remove(): Promise<void>;
}

async function diskSubject(): Promise<Subject> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-store-'));
  const store = createDiskStore(directory);
  await store.check();
  return {
    store,
    breakOff: () => writeFile(join(directory, 'files/unfinished', randomBytes(6).toString('hex')), 'x'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

async function s3Subject(): Promise<Subject> {
  const { settings, client, drop } = await createTestBuckets();
  return {
    store: createS3Store(settings, { pageSize: 3 }),
    async breakOff(area) {
      const name = { Bucket: settings.buckets[area], Key: `ab/broken/${randomBytes(6).toString('hex')}` };
      await client.send(new CreateMultipartUploadCommand(name));
    },
    remove: drop,
  };
}

const AREAS: StoreArea[] = ['public', 'private'];
let subject: Subject;
let store: FileStore;

beforeAll(async () => {
  subject = onS3() ? await s3Subject() : await diskSubject();
  store = subject.store;
});
afterAll(() => subject.remove());
beforeEach(async () => {
  for (const area of AREAS) for await (const { key } of store.list(area)) await store.remove(area, key);
});

const contentOf = async (key: string, range?: { start: number; end: number }) => {
  const found = await store.read('public', key, range);
  return found && (await buffer(found.stream)).toString();
};
const keysIn = async (area: StoreArea) => {
  const keys: string[] = [];
  for await (const { key } of store.list(area)) keys.push(key);
  return keys.sort();
};
const put = (key: string, body: string | FileBody, area: StoreArea = 'public') =>
  store.put(area, key, typeof body === 'string' ? Buffer.from(body) : body, 'text/plain');
const inAMinute = () => Date.now() + 60_000;
const aMinuteAgo = () => Date.now() - 60_000;

describe(`a store (${onS3() ? 'S3' : 'disk'})`, () => {
  it('reads a stored file, from a buffer and from a stream', async () => {
    await put('ab/one/original.jpg', 'um');
    await put('ab/two/original.jpg', Readable.from(['do', 'is']));
    await put('ab/none/original.jpg', Readable.from([]));
    await put('ab/opened/original.jpg', () => Readable.from(['três']));
    expect(await contentOf('ab/one/original.jpg')).toBe('um');
    expect(await contentOf('ab/two/original.jpg')).toBe('dois');
    expect(await contentOf('ab/none/original.jpg')).toBe('');
    expect(await contentOf('ab/opened/original.jpg')).toBe('três');
    expect(await store.size('public', 'ab/two/original.jpg')).toBe(4);
    expect(await store.size('public', 'ab/none/original.jpg')).toBe(0);
  });

  it('stores a long stream of unknown length', async () => {
    const chunk = randomBytes(1024 * 1024 + 1);
    const [sentHash, receivedHash] = [createHash('sha256'), createHash('sha256')];
    const source = Readable.from(
      (function* () {
        for (let part = 0; part < 20; part += 1) {
          sentHash.update(chunk);
          yield chunk;
        }
      })(),
    );
    await put('ab/long', source);
    const found = await store.read('public', 'ab/long');
    expect(found?.bytes).toBe(20 * chunk.length);
    for await (const part of found?.stream ?? []) receivedHash.update(part as Buffer);
    expect(receivedHash.digest('hex')).toBe(sentHash.digest('hex'));
    const at = 7 * chunk.length;
    const range = await store.read('public', 'ab/long', { start: at, end: at + 99 });
    expect(range?.bytes).toBe(20 * chunk.length);
    expect(range && (await buffer(range.stream)).equals(chunk.subarray(0, 100))).toBe(true);
  });

  it('reads a range, both ends included, and returns the size of the whole file', async () => {
    await put('digits', '0123456789');
    expect(await contentOf('digits', { start: 2, end: 4 })).toBe('234');
    expect(await contentOf('digits', { start: 0, end: 0 })).toBe('0');
    const found = await store.read('public', 'digits', { start: 9, end: 9 });
    expect([found?.bytes, found && (await buffer(found.stream)).toString()]).toEqual([10, '9']);
  });

  it('allows a reader to stop before the end', async () => {
    await put('a', Buffer.alloc(3_000_000));
    for (let round = 0; round < 3; round += 1) {
      const found = await store.read('public', 'a');
      found?.stream.destroy();
    }
    expect((await contentOf('a'))?.length).toBe(3_000_000);
  });

  it('replaces a file as a whole', async () => {
    await put('a', 'longer before');
    await put('a', 'now');
    expect(await contentOf('a')).toBe('now');
  });

  it('keeps one whole file when several are written to the same key at once', async () => {
    const written = Array.from({ length: 6 }, (_, index) => Buffer.alloc(200_000, `${index}`));
    const isWhole = async () => {
      const content = await contentOf('a');
      return content === null || written.some((bytes) => bytes.toString() === content);
    };
    const writing = Promise.all(written.map((bytes) => put('a', Readable.from([bytes]))));
    expect(await isWhole()).toBe(true);
    await writing;
    expect(await isWhole()).toBe(true);
    expect(await store.size('public', 'a')).toBe(200_000);
  });

  it('separates public and private files', async () => {
    await put('cv/original.pdf', 'x', 'private');
    expect(await store.read('public', 'cv/original.pdf')).toBeNull();
    expect(await store.size('public', 'cv/original.pdf')).toBeNull();
    await store.remove('public', 'cv/original.pdf');
    expect(await keysIn('public')).toEqual([]);
    expect(await keysIn('private')).toEqual(['cv/original.pdf']);
  });

  it.each([
    ['short', 4],
    ['long', 12_000_000],
  ])('hides a %s write that failed, and leaves nothing of it', async (_, length) => {
    const broken = Readable.from(
      (async function* () {
        for (let sentBytes = 0; sentBytes < length; sentBytes += 1_000_000)
          yield Buffer.alloc(Math.min(length, 1_000_000));
        expect(await store.size('public', 'ab/half')).toBeNull();
        throw new Error('gone');
      })(),
    );
    await expect(put('ab/half', broken)).rejects.toThrow('gone');
    expect(broken.destroyed).toBe(true);
    expect(await store.read('public', 'ab/half')).toBeNull();
    expect(await keysIn('public')).toEqual([]);
    expect(await store.dropUnfinished(inAMinute())).toBe(0);
  });

  it.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.hidden',
    '..',
    '',
    'a/',
    'a\\..\\b',
    'a\0b',
    'a/b..',
    'a..b/../c',
    'a?versionId=1',
    'ação',
  ])('refuses the key %j', async (key) => {
    await expect(put(key, 'x')).rejects.toThrow('Not a file key');
    await expect(store.read('public', key)).rejects.toThrow('Not a file key');
    await expect(store.size('public', key)).rejects.toThrow('Not a file key');
    await expect(store.remove('public', key)).rejects.toThrow('Not a file key');
  });

  it('accepts the keys that the application generates', async () => {
    const keys = [
      '3f/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1440.webp',
      'A_b.c-d.E/0',
      `ab/${'x'.repeat(200)}`,
    ];
    for (const key of keys) await put(key, key);
    for (const key of keys) expect(await contentOf(key)).toBe(key);
    expect(await keysIn('public')).toEqual(keys.sort());
  });

  it('returns null for a missing file and for a directory', async () => {
    await put('ab/one/a.jpg', 'x');
    for (const key of ['ab', 'ab/one', 'ab/none', 'ab/one/a.jpg/b']) {
      expect(await store.read('public', key)).toBeNull();
      expect(await store.read('public', key, { start: 0, end: 1 })).toBeNull();
      expect(await store.size('public', key)).toBeNull();
    }
  });

  it('removes a file, and a missing one without an error', async () => {
    await put('ab/one/a.jpg', 'x');
    await put('ab/one/b.jpg', 'x');
    await store.remove('public', 'ab/one/a.jpg');
    await store.remove('public', 'ab/one/a.jpg');
    await store.remove('public', 'none/at/all');
    expect(await keysIn('public')).toEqual(['ab/one/b.jpg']);
    expect(await store.read('public', 'ab/one/a.jpg')).toBeNull();
  });

  it('lists all files with the time at which they were stored', async () => {
    const keys = Array.from({ length: 10 }, (_, index) => `ab/many/${index}`);
    await Promise.all(keys.map((key) => put(key, 'x')));
    expect(await keysIn('public')).toEqual(keys);
    for await (const { modified } of store.list('public')) {
      expect(modified).toBeGreaterThan(aMinuteAgo());
      expect(modified).toBeLessThan(inAMinute());
    }
  });

  it('continues a list while its files are removed', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => put(`ab/many/${index}`, 'x')));
    for await (const { key } of store.list('public')) await store.remove('public', key);
    expect(await keysIn('public')).toEqual([]);
  });

  it('stores files while others are removed from the same folder', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `ab/same/${index}`);
    await Promise.all(
      keys.map(async (key) => {
        await put(key, key);
        expect(await contentOf(key)).toBe(key);
        await store.remove('public', key);
      }),
    );
    expect(await keysIn('public')).toEqual([]);
  });

  it('removes unfinished writes that are old enough', async () => {
    for (const area of [...AREAS, ...AREAS, ...AREAS, ...AREAS]) await subject.breakOff(area);
    await put('a', 'x');
    expect(await store.dropUnfinished(aMinuteAgo())).toBe(0);
    expect(await store.dropUnfinished(inAMinute())).toBe(8);
    expect(await store.dropUnfinished(inAMinute())).toBe(0);
    expect(await contentOf('a')).toBe('x');
  });

  it('passes the check of an available store', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});
