import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

// Behaviour of the disk only; store.unit.test.ts covers all stores.

let directory: string;
let store: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-disk-'));
  store = createDiskStore(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const unfinished = () => readdir(join(directory, 'files/unfinished')).catch(() => []);
const keys = async () => (await Array.fromAsync(store.list('public'))).map(({ key }) => key);

describe('disk store', () => {
  it('stores many files of a new folder at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `ab/one/${index}.jpg`).sort();
    await Promise.all(names.map((name) => store.put('public', name, Buffer.from(name), 'image/jpeg')));
    expect((await keys()).sort()).toEqual(names);
    expect(await unfinished()).toEqual([]);
  });

  it('removes the folder that a failed write left', async () => {
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('gone');
      })(),
    );
    await expect(store.put('public', 'ab/one/a.jpg', broken, 'image/jpeg')).rejects.toThrow('gone');
    await store.remove('public', 'ab/one/a.jpg');
    expect(await readdir(join(directory, 'files/public/ab'))).toEqual([]);
  });

  it('leaves no temporary file after a write, also after a failed one', async () => {
    await store.put('public', 'ab/one/a.jpg', Readable.from(['x']), 'image/jpeg');
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('gone');
      })(),
    );
    await expect(store.put('public', 'ab/half', broken, 'text/plain')).rejects.toThrow('gone');
    expect(await unfinished()).toEqual([]);
  });

  it('removes a directory with its last file', async () => {
    await store.put('public', 'ab/one/a.jpg', Buffer.from('x'), 'image/jpeg');
    await store.put('public', 'ab/one/b.jpg', Buffer.from('x'), 'image/jpeg');
    await store.remove('public', 'ab/one/a.jpg');
    expect(await keys()).toEqual(['ab/one/b.jpg']);
    await store.remove('public', 'ab/one/b.jpg');
    expect(await readdir(join(directory, 'files/public/ab'))).toEqual([]);
  });

  it('lists no symbolic links', async () => {
    await mkdir(join(directory, 'files/public/ab'), { recursive: true });
    await symlink('/etc', join(directory, 'files/public/ab/link'));
    expect(await keys()).toEqual([]);
  });

  it('removes only unfinished writes that are old enough', async () => {
    await store.check();
    const at = (name: string) => join(directory, 'files/unfinished', name);
    for (const name of ['old', 'young']) await writeFile(at(name), 'x');
    await utimes(at('old'), 1000, 1000);
    expect(await store.dropUnfinished(Date.now() - 60_000)).toBe(1);
    expect(await unfinished()).toEqual(['young']);
  });
});
