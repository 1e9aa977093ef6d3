import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

let directory: string;
let store: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-disk-'));
  store = createDiskStore(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const contentOf = async (key: string, range?: { start: number; end: number }) => {
  const found = await store.read('public', key, range);
  return found && (await buffer(found.stream)).toString();
};
const keysIn = async (area: 'public' | 'private') => {
  const keys: string[] = [];
  for await (const { key } of store.list(area)) keys.push(key);
  return keys.sort();
};
const unfinished = () => readdir(join(directory, 'files/unfinished')).catch(() => []);

describe('disk store', () => {
  it('reads what was put, from a buffer and from a stream', async () => {
    await store.put('public', 'ab/one/original.jpg', Buffer.from('um'), 'image/jpeg');
    await store.put('public', 'ab/two/original.jpg', Readable.from(['do', 'is']), 'image/jpeg');
    expect(await contentOf('ab/one/original.jpg')).toBe('um');
    expect(await contentOf('ab/two/original.jpg')).toBe('dois');
    expect(await store.size('public', 'ab/two/original.jpg')).toBe(4);
    expect(await unfinished()).toEqual([]);
  });

  it('reads a range, both ends included, and tells the whole size', async () => {
    await store.put('public', 'digits', Buffer.from('0123456789'), 'text/plain');
    expect(await contentOf('digits', { start: 2, end: 4 })).toBe('234');
    const found = await store.read('public', 'digits', { start: 9, end: 9 });
    expect(found?.bytes).toBe(10);
    found?.stream.destroy();
  });

  it('replaces a file as a whole', async () => {
    await store.put('public', 'a', Buffer.from('longer before'), 'text/plain');
    await store.put('public', 'a', Buffer.from('now'), 'text/plain');
    expect(await contentOf('a')).toBe('now');
  });

  it('keeps public and private apart', async () => {
    await store.put('private', 'cv/original.pdf', Buffer.from('x'), 'application/pdf');
    expect(await store.read('public', 'cv/original.pdf')).toBeNull();
    expect(await keysIn('public')).toEqual([]);
    expect(await keysIn('private')).toEqual(['cv/original.pdf']);
  });

  it('shows nothing of a write that broke off, and leaves nothing of it', async () => {
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        expect(await store.size('public', 'ab/half')).toBeNull();
        throw new Error('gone');
      })(),
    );
    await expect(store.put('public', 'ab/half', broken, 'text/plain')).rejects.toThrow('gone');
    expect(await store.read('public', 'ab/half')).toBeNull();
    expect(await unfinished()).toEqual([]);
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
  ])('refuses the key %j', async (key) => {
    await expect(store.put('public', key, Buffer.from('x'), 'text/plain')).rejects.toThrow('Not a file key');
    await expect(store.read('public', key)).rejects.toThrow('Not a file key');
    await expect(store.remove('public', key)).rejects.toThrow('Not a file key');
  });

  it('knows no file that is not there, and no directory', async () => {
    await store.put('public', 'ab/one/a.jpg', Buffer.from('x'), 'image/jpeg');
    for (const key of ['ab', 'ab/one', 'ab/none', 'ab/one/a.jpg/b']) {
      expect(await store.read('public', key)).toBeNull();
      expect(await store.size('public', key)).toBeNull();
    }
  });

  it('removes a file with its empty directory, and one that is not there without complaint', async () => {
    await store.put('public', 'ab/one/a.jpg', Buffer.from('x'), 'image/jpeg');
    await store.put('public', 'ab/one/b.jpg', Buffer.from('x'), 'image/jpeg');
    await store.remove('public', 'ab/one/a.jpg');
    expect(await keysIn('public')).toEqual(['ab/one/b.jpg']);
    await store.remove('public', 'ab/one/b.jpg');
    await store.remove('public', 'ab/one/b.jpg');
    expect(await readdir(join(directory, 'files/public/ab'))).toEqual([]);
  });

  it('stores while others remove beside it', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `ab/same/${index}`);
    await Promise.all(
      keys.map(async (key) => {
        await store.put('public', key, Buffer.from(key), 'text/plain');
        expect(await contentOf(key)).toBe(key);
        await store.remove('public', key);
      }),
    );
    expect(await keysIn('public')).toEqual([]);
  });

  it('lists no links', async () => {
    await mkdir(join(directory, 'files/public/ab'), { recursive: true });
    await symlink('/etc', join(directory, 'files/public/ab/link'));
    expect(await keysIn('public')).toEqual([]);
  });

  it('drops unfinished writes that are old enough', async () => {
    await store.check();
    const at = (name: string) => join(directory, 'files/unfinished', name);
    for (const name of ['old', 'young']) await writeFile(at(name), 'x');
    await utimes(at('old'), 1000, 1000);
    expect(await store.dropUnfinished(Date.now() - 60_000)).toBe(1);
    expect(await unfinished()).toEqual(['young']);
  });
});
