import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { emptyTables } from '../../../../test/historyInvariants.ts';
import { jpeg, jpegWithClaimedSize, noise, pngWithClaimedSize } from '../../../../test/images.ts';
import { contentSecurityPolicy } from '../../../platform/http/headers.ts';
import { eraseRecord } from '../store/eraseRecord.ts';
import { deleteOrdered, findRecord, insertOrdered, updateRecord } from '../store/records.ts';
import { deleteVersions } from '../versions/history.ts';
import { fileParts, mainName, storageKey, variantsOf } from './file.rows.ts';
import {
  claimFile,
  type FileRow,
  filesById,
  presentImage,
  removeFiles,
  storeFile,
  storeImage,
  sweep,
} from './file.service.ts';

const DAY = 86_400_000;
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['jobs', 'banners', 'files']);
  await app.emptyStore();
  app.clock.set(Date.now());
});

async function receive(
  bytes: Buffer,
  { name = 'Promoção "de" verão.JPG', type = 'image/jpeg', kind = 'image' as const } = {},
) {
  const path = join(app.dataDir, randomUUID());
  await writeFile(path, bytes);
  return { field: 'image', kind, path, bytes: bytes.length, type, name };
}

/** Creates a record that uses `file`. */
async function use(file: FileRow) {
  return app.deps.write(null, async (work) => {
    await claimFile(app.deps, work, file);
    const text = { title: 'x', search: 'x', title_key: 'x', alt_key: '' };
    return insertOrdered(work, 'banners', { ...text, file_id: file.id }, undefined);
  });
}

async function liveImage(bytes?: Buffer): Promise<FileRow> {
  const file = await storeImage(app.deps, await receive(bytes ?? (await jpeg())));
  await use(file);
  return reread(file);
}

/** Deletes all records that use files, and the files. */
const forgetAll = async () => {
  const rows = await app.deps.db.selectFrom('banners').select('uuid').execute();
  await app.deps.write(null, async (work) => {
    for (const { uuid } of rows) await removeFiles(app.deps, work, await eraseRecord(work, 'banners', uuid));
  });
};

const rowOf = async (file: FileRow) => (await filesById(app.deps.db, [file.id])).get(file.id);
async function reread(file: FileRow): Promise<FileRow> {
  const row = await rowOf(file);
  if (!row) throw new Error('gone');
  return row;
}
const storedNames = async (file: FileRow) =>
  (await app.storedKeys())
    .filter((key) => key.includes(`/${file.uuid}/`))
    .map((key) => key.slice(key.lastIndexOf('/') + 1));
const mediaOf = (file: FileRow, name = mainName(file)) => `/media/${file.uuid}/${name}`;
const get = (url: string, headers: Record<string, string> = {}) => app.request('GET', url, { headers });

describe('media', () => {
  it('serves a live picture and its variants as immutable, with a sandbox policy', async () => {
    const file = await liveImage(await jpeg({ width: 500, height: 300 }));
    const presented = presentImage(app.deps, file, 'Texto');
    expect(presented).toMatchObject({ width: 500, height: 300, alt: 'Texto' });
    expect(presented.variants.map(({ width, type }) => [width, type])).toEqual([
      [96, 'image/webp'],
      [180, 'image/webp'],
      [360, 'image/webp'],
      [500, 'image/webp'],
    ]);
    const answer = await get(presented.url_s3);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(file.bytes),
      'cache-control': 'public, max-age=31536000, s-maxage=600, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy('sandbox'),
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 500, height: 300 });
    for (const { url, width } of presented.variants) {
      const variant = await get(url);
      expect(variant.headers['content-type']).toBe('image/webp');
      expect(await sharp(variant.rawPayload).metadata()).toMatchObject({ width, format: 'webp' });
    }
  });

  it('names a download like the uploaded file', async () => {
    const url = mediaOf(await liveImage());
    const name =
      'filename="Promocao de verao.jpg"; filename*=UTF-8\'\'Promo%C3%A7%C3%A3o%20%22de%22%20ver%C3%A3o.jpg';
    expect((await get(url)).headers['content-disposition']).toBe(`inline; ${name}`);
    expect((await get(`${url}?download=1`)).headers['content-disposition']).toBe(`attachment; ${name}`);
  });

  it('escapes file names in the content-disposition header', async () => {
    const name = '../..\\a\r\nset-cookie: x=1\0"; \ud800.exe';
    const file = await storeImage(app.deps, await receive(await jpeg(), { name: name.replace('\0', '') }));
    await use(file);
    const answer = await get(mediaOf(file));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-disposition']).toMatch(
      /^inline; filename="[\w .()-]+\.jpg"; filename\*=UTF-8''[\w%.!~-]+\.jpg$/,
    );
  });

  it('answers 304 to a matching entity tag', async () => {
    const url = mediaOf(await liveImage());
    const etag = String((await get(url)).headers.etag);
    for (const tag of [etag, `"other", W/${etag}`, '*']) {
      const answer = await get(url, { 'if-none-match': tag });
      expect([answer.statusCode, answer.payload]).toEqual([304, '']);
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('serves byte ranges', async () => {
    const file = await liveImage();
    const url = mediaOf(file);
    const whole = (await get(url)).rawPayload;
    const part = await get(url, { range: 'bytes=10-19' });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': `bytes 10-19/${file.bytes}`,
      'content-length': '10',
    });
    expect(part.rawPayload.equals(whole.subarray(10, 20))).toBe(true);
    const tail = await get(url, { range: 'bytes=-5' });
    expect(tail.rawPayload.equals(whole.subarray(-5))).toBe(true);
    const rest = await get(url, { range: `bytes=${file.bytes - 1}-` });
    expect([rest.statusCode, rest.rawPayload.length]).toEqual([206, 1]);
    const beyond = await get(url, { range: `bytes=${file.bytes}-` });
    expect([beyond.statusCode, beyond.headers['content-range'], beyond.payload]).toEqual([
      416,
      `bytes */${file.bytes}`,
      '',
    ]);
    expect((await get(url, { range: 'bytes=0-1,4-5' })).statusCode).toBe(200);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"old"' })).statusCode).toBe(200);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': String(part.headers.etag) })).statusCode).toBe(
      206,
    );
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const file = await liveImage();
    const answer = await app.request('HEAD', mediaOf(file));
    expect([answer.statusCode, answer.payload]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String(file.bytes));
    expect(answer.headers['content-type']).toBe('image/jpeg');
  });

  it('answers 404 to staged, hidden, private and unknown files and invalid paths', async () => {
    const file = await liveImage();
    const staged = await storeImage(app.deps, await receive(await jpeg()));
    const hidden = await storeImage(app.deps, await receive(await jpeg()));
    const { uuid } = await use(hidden);
    await app.deps.write(null, (work) => deleteOrdered(work, 'banners', uuid));
    const secret = await storeFile(
      app.deps,
      await receive(Buffer.from('%PDF-'), { type: 'application/pdf' }),
      'private',
    );
    await use(secret);
    for (const url of [
      mediaOf(staged),
      mediaOf(hidden),
      mediaOf(secret),
      mediaOf(file, '961.webp'),
      mediaOf(file, '..%2f..%2fvitrine.db'),
      mediaOf(file, 'original.jpg%00'),
      `/media/${randomUUID()}/original.jpg`,
      '/media/x/original.jpg',
      '/media/../vitrine.db',
      '/media/a/b/c',
    ]) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(404);
      expect(String(answer.headers['cache-control']), url).not.toMatch(/immutable/);
    }
  });

  it.each([
    ['are missing', null],
    ['broke off', 100],
  ])('answers 404 without caching if the bytes %s', async (_, left) => {
    const file = await liveImage();
    const { key = '', type = '' } = fileParts(file)[0] ?? {};
    if (left === null) await app.deps.store.remove('public', key);
    else await app.deps.store.put('public', key, Buffer.alloc(left, 1), type);
    for (const range of ['', 'bytes=0-9']) {
      const answer = await get(mediaOf(file), { range });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json().error).toBeTruthy();
    }
  });

  it('serves a PDF that browsers display', async () => {
    const file = await storeFile(
      app.deps,
      await receive(Buffer.from('%PDF-1.7'), { type: 'application/pdf', name: 'encarte.pdf' }),
      'public',
    );
    await use(file);
    const answer = await get(mediaOf(file));
    expect([answer.statusCode, answer.payload]).toEqual([200, '%PDF-1.7']);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-security-policy']).toBe(contentSecurityPolicy());
  });
});

describe('lifecycle of a file', () => {
  it('discards a claimed file when the transaction fails', async () => {
    const file = await storeImage(app.deps, await receive(await jpeg()));
    expect(await storedNames(file)).toContain('original.jpg');
    await expect(
      app.deps.write(null, async (work) => {
        await claimFile(app.deps, work, file);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rowOf(file)).toBeUndefined();
    expect(await storedNames(file)).toEqual([]);
  });

  it('rejects a second claim of a file', async () => {
    const file = await liveImage();
    await expect(use(file)).rejects.toThrow('not staged');
    expect((await get(mediaOf(file))).statusCode).toBe(200);
  });

  it('leaves nothing behind when the store fails half-way', async () => {
    const put = app.deps.store.put;
    vi.spyOn(app.deps.store, 'put').mockImplementation(async (area, key, body, type) => {
      if (key.endsWith('.webp')) throw new Error('disk full');
      await setTimeout(30);
      return put(area, key, body, type);
    });
    await expect(storeImage(app.deps, await receive(await jpeg()))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await app.deps.db.selectFrom('files').selectAll().execute()).toEqual([]);
    expect(await app.storedKeys()).toEqual([]);
  });

  it('hides a replaced file and deletes it with the last version that uses it', async () => {
    const file = await liveImage();
    const { uuid } = await app.deps.db.selectFrom('banners').select('uuid').executeTakeFirstOrThrow();
    const next = await storeImage(app.deps, await receive(await jpeg()));
    await app.deps.write(null, async (work) => {
      await claimFile(app.deps, work, next);
      const before = await findRecord(work.trx, 'banners', uuid);
      await updateRecord(work, 'banners', before, { file_id: next.id });
    });
    expect((await get(mediaOf(file))).statusCode).toBe(404);
    expect((await reread(file)).state).toBe('hidden');
    expect(await storedNames(file)).toContain('original.jpg');

    const [former] = await app.deps.db
      .selectFrom('record_versions')
      .select('id')
      .where('state', '=', 'former')
      .execute();
    await app.deps.write(null, async (work) =>
      removeFiles(app.deps, work, await deleteVersions(work, former ? [former.id] : [])),
    );
    expect(await rowOf(file)).toBeUndefined();
    expect(await storedNames(file)).toEqual([]);
    expect((await get(mediaOf(next))).statusCode).toBe(200);
  });
});

describe.runIf(process.platform === 'linux')('the process that decodes pictures', () => {
  async function imageProcesses(): Promise<number[]> {
    const found: number[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      if (!new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status)) continue;
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('file.images.child')) found.push(Number(pid));
    }
    return found;
  }

  it('gives the child process none of its environment', async () => {
    vi.stubEnv('S3_SECRET_ACCESS_KEY', 'um segredo daqui');
    for (const pid of await imageProcesses()) process.kill(pid, 'SIGKILL');
    await liveImage();
    const [pid, ...more] = await imageProcesses();
    expect(more).toEqual([]);
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    expect(environment).toContain('NODE_CHANNEL_FD');
    expect(environment).not.toMatch(/segredo|S3_|PATH=/);
  });

  it('decodes the next picture after the child process was killed', async () => {
    for (const pid of await imageProcesses()) process.kill(pid, 'SIGKILL');
    const first = storeImage(app.deps, await receive(await jpeg())).catch((error: unknown) => error);
    let killed: number[] = [];
    while (killed.length === 0) {
      await setTimeout(5);
      killed = await imageProcesses();
    }
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    // A process killed after its work has not affected the upload.
    expect(await first).toMatchObject(
      (await first) instanceof Error ? { code: 'invalid' } : { state: 'staged' },
    );
    expect((await liveImage()).state).toBe('live');
  });
});

it.each([
  ['image/png', () => pngWithClaimedSize(9000, 9000), /25 milhões de pontos.*5\.000 × 5\.000.*JPEG/],
  ['image/jpeg', () => jpegWithClaimedSize(9000, 9000), /65 milhões de pontos.*Diminua/],
])('explains the limit to the sender of too large a %s', async (type, make, words) => {
  const received = await receive(await make(), { type });
  await expect(storeImage(app.deps, received)).rejects.toMatchObject({
    code: 'invalid',
    fields: { image: [expect.stringMatching(words)] },
  });
  expect(await app.storedKeys()).toEqual([]);
});

describe('AVIF in the background', () => {
  it('encodes AVIF variants after the response and then presents them', async () => {
    const file = await liveImage(await noise(500, 300));
    expect(file.avif).toBe('pending');
    const changed = vi.fn();
    app.deps.onContentChange(changed);
    expect(await app.deps.jobs.drain('avif')).toBe(1);
    expect(await app.deps.jobs.drain('avif')).toBe(0);
    expect(changed).toHaveBeenCalled();
    const done = await reread(file);
    expect(done.avif).toBe('done');
    const { variants } = presentImage(app.deps, done, null);
    expect(variants.map(({ width, type }) => [width, type])).toEqual([
      [96, 'image/webp'],
      [180, 'image/webp'],
      [360, 'image/webp'],
      [500, 'image/webp'],
      [96, 'image/avif'],
      [180, 'image/avif'],
      [360, 'image/avif'],
      [500, 'image/avif'],
    ]);
    const answer = await get(String(variants.at(-1)?.url));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/avif']);
  });

  it('resumes pending AVIF work at start and starts new work at once', async () => {
    const waiting = await liveImage(await noise(80, 60));
    app.deps.jobs.start();
    try {
      await vi.waitFor(async () => expect((await reread(waiting)).avif).toBe('done'));
      const later = await liveImage(await noise(80, 60));
      await vi.waitFor(async () => expect((await reread(later)).avif).toBe('done'));
    } finally {
      await app.deps.jobs.stop();
    }
  });

  it('marks an unreadable picture as failed and continues', async () => {
    const broken = await liveImage();
    await app.deps.store.put('public', fileParts(broken)[0]?.key ?? '', Buffer.from('x'), 'image/jpeg');
    const missing = await liveImage();
    await app.deps.store.remove('public', fileParts(missing)[0]?.key ?? '');
    expect(await app.deps.jobs.drain('avif')).toBe(2);
    expect((await reread(broken)).avif).toBe('failed');
    expect((await reread(missing)).avif).toBe('failed');
    expect(variantsOf(await reread(broken)).every(({ type }) => type === 'image/webp')).toBe(true);
  });

  it('leaves nothing of a picture that was deleted during the encoding', async () => {
    const file = await liveImage(await noise(80, 60));
    const read = app.deps.store.read;
    vi.spyOn(app.deps.store, 'read').mockImplementation(async (...input) => {
      const found = await read(...input);
      await forgetAll();
      return found;
    });
    expect(await app.deps.jobs.drain('avif')).toBe(1);
    expect(await storedNames(file)).toEqual([]);
  });
});

describe('sweep', () => {
  it('the sweep removes leftovers of a crash and nothing in use', async () => {
    const live = await liveImage();
    const staged = await storeImage(app.deps, await receive(await jpeg()));
    const lost = storageKey(randomUUID(), 'original.jpg');
    await app.deps.store.put('public', lost, Buffer.from('x'), 'image/jpeg');
    await app.deps.store.put('private', lost, Buffer.from('x'), 'application/pdf');
    await app.deps.store.put(
      'public',
      fileParts(live)[0]?.key.replace('original.jpg', '360.avif') ?? '',
      Buffer.from('x'),
      'image/avif',
    );
    await mkdir(join(app.dataDir, 'tmp'), { recursive: true });
    await writeFile(join(app.dataDir, 'tmp/left'), 'x');
    const dropUnfinished = vi.spyOn(app.deps.store, 'dropUnfinished');

    expect(await sweep(app.deps)).toEqual({ rows: 0, files: 0 });
    // A clock that jumps ahead deletes nothing: files in upload would be lost.
    app.clock.setWithoutElapsing(2 * DAY);
    expect(await sweep(app.deps)).toEqual({ rows: 0, files: 0 });
    app.clock.setWithoutElapsing(-2 * DAY);
    app.clock.advance(DAY + 60_000);
    expect(await sweep(app.deps)).toEqual({ rows: 1, files: 4 });
    expect(await sweep(app.deps)).toEqual({ rows: 0, files: 0 });
    expect(dropUnfinished).toHaveBeenCalledWith(app.clock.now() - DAY);

    expect(await rowOf(staged)).toBeUndefined();
    expect(await storedNames(staged)).toEqual([]);
    expect(await app.deps.store.size('public', lost)).toBeNull();
    expect(await app.deps.store.size('private', lost)).toBeNull();
    expect(await storedNames(live)).toEqual(['48.webp', 'original.jpg']);
    expect((await get(mediaOf(live))).statusCode).toBe(200);
  });

  it('the sweep keeps the files of a deleted record for 30 days and then deletes both', async () => {
    const file = await storeImage(app.deps, await receive(await jpeg()));
    const { uuid } = await use(file);
    await app.deps.write(null, (work) => deleteOrdered(work, 'banners', uuid));
    app.clock.advance(29 * DAY);
    expect(await sweep(app.deps)).toEqual({ rows: 0, files: 0 });
    expect(await storedNames(file)).toContain('original.jpg');
    app.clock.advance(DAY + 1);
    expect(await sweep(app.deps)).toEqual({ rows: 1, files: 0 });
    expect(await storedNames(file)).toEqual([]);
    expect(await app.deps.db.selectFrom('banners').select('id').execute()).toEqual([]);
  });

  it('the sweep judges files by their age', async () => {
    const key = storageKey(randomUUID(), 'original.jpg');
    await app.deps.store.put('public', key, Buffer.from('x'), 'image/jpeg');
    vi.spyOn(app.deps.store, 'list').mockImplementation(async function* (area) {
      if (area === 'public') yield { key, modified: 1000, bytes: 1 };
    });
    expect(await sweep(app.deps)).toEqual({ rows: 0, files: 1 });
    expect(await app.deps.store.size('public', key)).toBeNull();
  });

  it('the sweep leaves foreign objects in a shared bucket alone', async () => {
    const keys = ['backup/2026.tar.gz', 'logo.png', `xx/${randomUUID()}/a.jpg`, `ab/${randomUUID()}`];
    for (const key of keys) await app.deps.store.put('public', key, Buffer.from('x'), 'image/jpeg');
    app.clock.advance(DAY + 60_000);
    expect(await sweep(app.deps)).toEqual({ rows: 0, files: 0 });
    expect(await app.storedKeys()).toEqual(keys.sort());
  });
});
